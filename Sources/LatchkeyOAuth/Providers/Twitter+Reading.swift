import HTTPTypes

extension Twitter {
    /// Reads a place of Twitter's interface as whoever a token belongs to.
    ///
    /// - Parameter target: a path, with a query or without.
    public func read(_ target: String, as token: OAuth1Token) -> Reading {
        Reading(twitter: self, target: target, token: token, clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// One signed `GET`; its outcome is the reply, whatever it says, but for a clock that Twitter refuses once.
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

        public func begin() throws -> Step<ProviderReply> {
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            let request = try ProviderRequest(method: .get, url: twitter.apiBase + target)
            return .send(try flow.signer(token: token).sign(request))
        }

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
