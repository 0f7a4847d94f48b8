import HTTPTypes
import LatchkeySecrets

extension GitHub {
    /// Identifies the user of a token in three requests: token check, user, email addresses.
    ///
    /// The token check rejects tokens that the user granted to another application. A missing permission for the addresses is
    /// not an error; the profile then has no address.
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

        /// Returns the token check; throws ``OAuthError`` when the token contains characters that GitHub tokens never contain.
        public func begin() throws -> Step<ProviderGrant> {
            // GitHub tokens consist of letters, digits and underscores; other characters could break the requests that contain the token.
            let token = accessToken.expose()
            guard !token.isEmpty, token.utf8.count <= 1024, ByteSet.unreserved.containsAll(of: token) else {
                throw OAuthError(
                    .invalidToken, detail: "the token has characters that GitHub tokens never contain",
                    hint: OAuthError.Code.invalidToken.hint)
            }
            return .send(try github.tokenCheckRequest(accessToken))
        }

        /// Returns the next request or the result; throws ``OAuthError`` when GitHub rejected a request or the token is another app's.
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
