import HTTPTypes

extension Twitter {
    /// Returns a conversation that reads a path of Twitter's API as the token's user.
    ///
    /// - Parameter target: The path, optionally with a query.
    public func read(_ target: String, as token: OAuth1Token) -> Reading {
        Reading(twitter: self, target: target, token: token, clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// One signed `GET`. Its outcome is the response, including error responses; a rejected timestamp is retried once.
    public struct Reading: Conversation {
        private let twitter: Twitter
        private let target: String
        private let token: OAuth1Token
        private var clock: ClockCorrection

        init(twitter: Twitter, target: String, token: OAuth1Token, clock: ClockCorrection) {
            self.twitter = twitter
            self.target = target
            self.token = token
            self.clock = clock
        }

        /// Returns the signed request; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<ProviderReply> {
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            let request = try ProviderRequest(method: .get, url: twitter.apiBase + target)
            return .send(try flow.signer(token: token).sign(request))
        }

        /// Returns the response or a retry with a corrected clock; throws ``OAuthError``.
        public mutating func receive(_ reply: ProviderReply) throws -> Step<ProviderReply> {
            try reply.checkSize()
            guard !reply.isSuccess else { return .finished(reply) }
            let refusal = OAuthError(refusal: reply, at: .apiCall)
            guard refusal.code == .clockSkew else { return .finished(reply) }
            try clock.learn(from: reply, refusal: refusal)
            return try begin()
        }
    }
}
