import HTTPTypes
import LatchkeySecrets

extension GitHub {
    /// Asks whose token it is, in three requests: whether it is ours, who the person is, and which address is theirs.
    ///
    /// The first keeps out tokens that another application got from the same person. Missing permission for the addresses is
    /// no error; the profile then has none.
    public struct Identify: Conversation {
        private enum Stage {
            case checkingToken
            case readingUser(scopes: [String])
            case readingAddresses(scopes: [String], GitHubUser)
        }

        private let github: GitHub
        private let accessToken: Secret<String>
        private var stage = Stage.checkingToken

        init(github: GitHub, accessToken: Secret<String>) {
            self.github = github
            self.accessToken = accessToken
        }

        public func begin() throws -> Step<ProviderGrant> {
            // GitHub's tokens are letters, digits and underscores; anything else could only break the requests it is put into.
            let token = accessToken.expose()
            guard !token.isEmpty, token.utf8.count <= 1024, ByteSet.unreserved.containsAll(of: token) else {
                throw OAuthError(
                    .invalidToken, detail: "the token has characters that GitHub's tokens never have",
                    hint: OAuthError.Code.invalidToken.hint)
            }
            return .send(try github.tokenCheckRequest(accessToken))
        }

        public mutating func receive(_ reply: ProviderReply) throws -> Step<ProviderGrant> {
            try reply.checkSize()
            switch stage {
            case .checkingToken:
                guard reply.isSuccess else { throw OAuthError(refusal: reply, at: .tokenCheck) }
                let check = try GitHubTokenCheck(reply.body)
                guard check.clientID == nil || check.clientID == github.client.id else {
                    throw OAuthError(
                        .wrongApplication, detail: "the token belongs to another app", hint: OAuthError.Code.wrongApplication.hint)
                }
                stage = .readingUser(scopes: check.scopes)
                return .send(try github.userRequest(accessToken))
            case .readingUser(let scopes):
                guard reply.isSuccess else { throw OAuthError(refusal: reply, at: .apiCall) }
                stage = .readingAddresses(scopes: scopes, try GitHubUser(reply.body))
                return .send(try github.addressesRequest(accessToken))
            case .readingAddresses(let scopes, let user):
                let address = try address(from: reply)
                return .finished(
                    ProviderGrant(
                        tokens: ProviderTokens(accessToken: accessToken, scopes: scopes), profile: user.profile(address: address)))
            }
        }

        private func address(from reply: ProviderReply) throws -> String? {
            if reply.isSuccess { return try GitHubUser.primaryVerifiedAddress(in: reply.body) }
            let refusal = OAuthError(refusal: reply, at: .apiCall)
            let lacksPermission = [403, 404].contains(reply.head.status.code) && refusal.code != .rateLimited
            guard lacksPermission else { throw refusal }
            return nil
        }
    }
}
