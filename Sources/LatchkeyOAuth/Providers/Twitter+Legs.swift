extension Twitter {
    /// Leg one as a conversation.
    public struct RequestToken: Conversation {
        private var flow: OAuth1Flow
        private var clock: ClockCorrection

        init(flow: OAuth1Flow, clock: ClockCorrection) {
            self.flow = flow
            self.clock = clock
        }

        /// Returns the request for a request token; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<OAuth1Token> {
            .send(try flow.temporaryCredentialsRequest())
        }

        /// Returns the request token, or retries once with a corrected clock; throws ``OAuthError``.
        public mutating func receive(_ reply: ProviderReply) throws -> Step<OAuth1Token> {
            do {
                return .finished(try flow.temporaryCredentials(from: reply))
            } catch let refusal as OAuthError {
                try clock.learn(from: reply, refusal: refusal)
                flow.clockOffset = clock.offset
                return try begin()
            }
        }
    }

    /// Leg three as a conversation.
    public struct AccessToken: Conversation {
        private var flow: OAuth1Flow
        private let issued: OAuth1Token
        private let verifier: String
        private var clock: ClockCorrection

        init(flow: OAuth1Flow, issued: OAuth1Token, verifier: String, clock: ClockCorrection) {
            self.flow = flow
            self.issued = issued
            self.verifier = verifier
            self.clock = clock
        }

        /// Returns the request for the access token; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<OAuth1Grant> {
            .send(try flow.tokenCredentialsRequest(issued: issued, verifier: verifier))
        }

        /// Returns the grant, or retries once with a corrected clock; throws ``OAuthError``.
        public mutating func receive(_ reply: ProviderReply) throws -> Step<OAuth1Grant> {
            do {
                return .finished(try flow.tokenCredentials(from: reply))
            } catch let refusal as OAuthError {
                // A rejected timestamp does not use up the verifier and request token, so a retry is safe.
                try clock.learn(from: reply, refusal: refusal)
                flow.clockOffset = clock.offset
                return try begin()
            }
        }
    }
}
