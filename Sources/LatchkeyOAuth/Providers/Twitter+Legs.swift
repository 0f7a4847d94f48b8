extension Twitter {
    /// Leg one as a conversation.
    public struct RequestToken: Conversation {
        private var flow: OAuth1Flow
        private var clock: ClockCorrection

        init(flow: OAuth1Flow, clock: ClockCorrection) {
            self.flow = flow
            self.clock = clock
        }

        public func begin() throws -> Step<OAuth1Token> {
            .send(try flow.temporaryCredentialsRequest())
        }

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

        public func begin() throws -> Step<OAuth1Grant> {
            .send(try flow.tokenCredentialsRequest(issued: issued, verifier: verifier))
        }

        public mutating func receive(_ reply: ProviderReply) throws -> Step<OAuth1Grant> {
            do {
                return .finished(try flow.tokenCredentials(from: reply))
            } catch let refusal as OAuthError {
                // A refused timestamp leaves verifier and request token unused, so asking again is safe.
                try clock.learn(from: reply, refusal: refusal)
                flow.clockOffset = clock.offset
                return try begin()
            }
        }
    }
}
