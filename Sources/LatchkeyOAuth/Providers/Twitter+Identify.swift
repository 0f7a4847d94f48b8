import HTTPTypes

extension Twitter {
    /// Identifies the user of a token: `verify_credentials`, or API v2 if the application's access level allows only that.
    public struct Identify: Conversation {
        private enum Endpoint: String {
            case verifyCredentials =
                "/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false"
            case usersMe =
                "/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at,verified"
        }

        private let twitter: Twitter
        private let token: OAuth1Token
        private var clock: ClockCorrection
        private var endpoint = Endpoint.verifyCredentials
        private var firstRefusal: OAuthError?

        init(twitter: Twitter, token: OAuth1Token, clock: ClockCorrection) {
            self.twitter = twitter
            self.token = token
            self.clock = clock
        }

        /// Returns the signed request; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<ProviderProfile> {
            let request = try ProviderRequest(method: .get, url: twitter.apiBase + endpoint.rawValue)
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            return .send(try flow.signer(token: token).sign(request))
        }

        /// Returns the profile or a retry; throws ``OAuthError`` when Twitter rejected the request.
        public mutating func receive(_ reply: ProviderReply) throws -> Step<ProviderProfile> {
            try reply.checkSize()
            guard reply.isSuccess else { return try retry(after: OAuthError(refusal: reply, at: .apiCall), reply) }
            switch endpoint {
            case .verifyCredentials: return .finished(try TwitterUser.profile(ofVerifyCredentials: reply.body))
            case .usersMe: return .finished(try TwitterUser.profile(ofUsersMe: reply.body))
            }
        }

        private mutating func retry(after refusal: OAuthError, _ reply: ProviderReply) throws -> Step<ProviderProfile> {
            if refusal.code == .insufficientAccessLevel, endpoint == .verifyCredentials {
                endpoint = .usersMe
                firstRefusal = refusal
                return try begin()
            }
            // If API v2 gives no specific reason, the first error is more useful.
            if refusal.code == .unexpectedStatus, let firstRefusal { throw firstRefusal }
            try clock.learn(from: reply, refusal: refusal)
            return try begin()
        }
    }
}
