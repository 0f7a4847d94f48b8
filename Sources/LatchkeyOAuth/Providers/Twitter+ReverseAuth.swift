import HTTPTypes

// Reverse auth: a device whose settings know a Twitter account gets a token for an application without a page, as iOS 5 to 10 did. The
// application's server asks for a text that it signs, and the device's system has Twitter trade it, signed with the account's own token.
extension Twitter {
    /// The first step, for the application's server: the text that the device hands on.
    public func reverseAuth() -> ReverseAuth {
        ReverseAuth(twitter: self, clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// The second step, for the system of a device, whose consumer this is: a token of the application for an account.
    ///
    /// - Parameters:
    ///   - account: the token that the system has of the account.
    ///   - target: the application's consumer key.
    ///   - text: what the first step gave.
    public func reverseAuthGrant(for account: OAuth1Token, target: String, text: String) -> ReverseAuthGrant {
        ReverseAuthGrant(
            twitter: self, account: account, target: target, text: text, clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Step one as a conversation; its outcome is text in the shape of an `Authorization` header.
    public struct ReverseAuth: Conversation {
        private let twitter: Twitter
        private var clock: ClockCorrection

        init(twitter: Twitter, clock: ClockCorrection) {
            self.twitter = twitter
            self.clock = clock
        }

        public func begin() throws -> Step<String> {
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            let request = try ProviderRequest(postingForm: ["x_auth_mode": "reverse_auth"], to: flow.endpoints.requestToken)
            return .send(try flow.signer(token: nil).sign(request))
        }

        public mutating func receive(_ reply: ProviderReply) throws -> Step<String> {
            try reply.checkSize()
            guard reply.isSuccess else {
                try clock.learn(from: reply, refusal: OAuthError(refusal: reply, at: .temporaryCredentials))
                return try begin()
            }
            let text = String(decoding: reply.body, as: UTF8.self).trimmed
            guard text.hasPrefix("OAuth "), text.contains("oauth_signature=") else {
                throw OAuthError(.malformedReply, detail: "the reply is no text for reverse auth", status: reply.head.status.code)
            }
            return .finished(text)
        }
    }

    /// Step two as a conversation.
    public struct ReverseAuthGrant: Conversation {
        private let twitter: Twitter
        private let account: OAuth1Token
        private let target: String
        private let text: String
        private var clock: ClockCorrection

        init(twitter: Twitter, account: OAuth1Token, target: String, text: String, clock: ClockCorrection) {
            self.twitter = twitter
            self.account = account
            self.target = target
            self.text = text
            self.clock = clock
        }

        public func begin() throws -> Step<OAuth1Grant> {
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            let request = try ProviderRequest(
                postingForm: ["x_reverse_auth_target": target, "x_reverse_auth_parameters": text], to: flow.endpoints.accessToken)
            return .send(try flow.signer(token: account).sign(request))
        }

        public mutating func receive(_ reply: ProviderReply) throws -> Step<OAuth1Grant> {
            do {
                return .finished(try twitter.flow(callback: .outOfBand).tokenCredentials(from: reply))
            } catch let refusal as OAuthError {
                try clock.learn(from: reply, refusal: refusal)
                return try begin()
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return String(text)
    }
}
