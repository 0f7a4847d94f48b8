import HTTPTypes
import LatchkeySecrets

extension OAuth2Provider {
    /// Identifies the user of a token in one to three requests: the check of the token, the user, and the email addresses.
    public struct Identify: Conversation {
        private enum Stage {
            case checkingToken(OAuth2Description.TokenCheck)
            case readingUser(OAuth2Description.TokenOwner?)
            case readingAddresses(OAuth2Description.TokenOwner?, ProviderProfile, OAuth2Description.AddressesRequest)
        }

        private let provider: OAuth2Provider
        private let accessToken: Secret<String>
        private var stage: Stage

        private static let maxTokenBytes = 1024

        init(provider: OAuth2Provider, accessToken: Secret<String>, check: OAuth2Description.TokenCheck?) {
            self.provider = provider
            self.accessToken = accessToken
            stage = check.map { .checkingToken($0) } ?? .readingUser(nil)
        }

        /// Returns the first request; throws ``OAuthError`` when the token contains characters that access tokens never contain.
        public func begin() throws -> Step<ProviderGrant> {
            // RFC 6750, section 2.1. Other characters could break the requests that contain the token.
            let token = accessToken.expose()
            guard !token.isEmpty, token.utf8.count <= Self.maxTokenBytes, token.utf8.allSatisfy(Self.isTokenCharacter) else {
                throw OAuthError(
                    .invalidToken, detail: "the token is too long or has characters that access tokens never contain",
                    hint: OAuthError.Code.invalidToken.hint)
            }
            if case .checkingToken(let check) = stage { return .send(try check.request(provider, accessToken)) }
            return .send(try userRequest())
        }

        /// Returns the next request or the result; throws ``OAuthError`` when a request was rejected or the token is another application's.
        public mutating func receive(_ reply: ProviderReply) throws -> Step<ProviderGrant> {
            try reply.checkSize()
            switch stage {
            case .checkingToken(let check):
                try requireSuccess(reply, at: .tokenCheck)
                let owner = try check.read(reply.body, provider.client)
                guard owner.clientID == provider.client.id else { throw Self.wrongApplication("the token belongs to another app") }
                stage = .readingUser(owner)
                return .send(try userRequest())
            case .readingUser(let owner):
                try requireSuccess(reply, at: .apiCall)
                let profile = try provider.description.user.profile(reply.body)
                guard owner?.userID == nil || owner?.userID == profile.rawID else {
                    throw Self.wrongApplication("the check of the token names another user than the API")
                }
                guard let addresses = provider.description.addresses else { return .finished(grant(profile, owner)) }
                stage = .readingAddresses(owner, profile, addresses)
                return .send(try request(addresses.target))
            case .readingAddresses(let owner, var profile, let addresses):
                profile.email = try address(from: reply, addresses)
                profile.addressVerifiedByProvider = profile.email != nil
                return .finished(grant(profile, owner))
            }
        }

        private func grant(_ profile: ProviderProfile, _ owner: OAuth2Description.TokenOwner?) -> ProviderGrant {
            ProviderGrant(tokens: ProviderTokens(accessToken: accessToken, scopes: owner?.scopes ?? []), profile: profile)
        }

        private func userRequest() throws -> ProviderRequest {
            try request(provider.description.user.target(provider.client, accessToken))
        }

        private func request(_ target: String) throws -> ProviderRequest {
            var fields: HTTPFields = [.authorization: "Bearer \(accessToken.expose())"]
            fields.append(contentsOf: provider.description.user.headerFields)
            return try ProviderRequest(method: .get, url: provider.apiBase + target, headerFields: fields)
        }

        private func address(from reply: ProviderReply, _ addresses: OAuth2Description.AddressesRequest) throws -> String? {
            if reply.isSuccess { return try addresses.verifiedAddress(reply.body) }
            let refusal = refusal(reply, at: .apiCall)
            let lacksPermission = [403, 404].contains(reply.head.status.code) && refusal.code != .rateLimited
            guard lacksPermission else { throw refusal }
            return nil
        }

        private func requireSuccess(_ reply: ProviderReply, at step: ExchangeStep) throws {
            guard reply.isSuccess else { throw refusal(reply, at: step) }
        }

        private func refusal(_ reply: ProviderReply, at step: ExchangeStep) -> OAuthError {
            OAuthError(refusal: reply, at: step, numbers: provider.description.errorNumbers)
        }

        private static func wrongApplication(_ detail: String) -> OAuthError {
            OAuthError(.wrongApplication, detail: detail, hint: OAuthError.Code.wrongApplication.hint)
        }

        private static func isTokenCharacter(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._~+/=".utf8.contains(byte)
            }
        }
    }
}
