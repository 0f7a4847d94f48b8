import HTTPTypes

// Reverse auth lets a device with a Twitter account in its settings get a token for an application without a web page, as in iOS 5 to 10.
// The application's server requests a signed text; the device's system exchanges it at Twitter, signed with the account's own token.
extension Twitter {
    /// Returns step one, for the application's server: it gets the text that the device passes on.
    public func reverseAuth() -> ReverseAuth {
        ReverseAuth(twitter: self, clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Returns step two, for the device's system with its own consumer: it gets an application's token for an account.
    ///
    /// - Parameters:
    ///   - account: The system's token for the account.
    ///   - target: The application's consumer key.
    ///   - text: The result of step one.
    public func reverseAuthGrant(for account: OAuth1Token, target: String, text: String) -> ReverseAuthGrant {
        ReverseAuthGrant(
            twitter: self, account: account, target: target, text: text, clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Step one as a conversation; its outcome is text in the format of an `Authorization` header.
    public struct ReverseAuth: Conversation {
        private let twitter: Twitter
        private var clock: ClockCorrection

        init(twitter: Twitter, clock: ClockCorrection) {
            self.twitter = twitter
            self.clock = clock
        }

        /// Returns the signed request; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<String> {
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            let request = try ProviderRequest(postingForm: ["x_auth_mode": "reverse_auth"], to: flow.endpoints.requestToken)
            return .send(try flow.signer(token: nil).sign(request))
        }

        /// Returns the text, or retries once with a corrected clock; throws ``OAuthError``.
        public mutating func receive(_ reply: ProviderReply) throws -> Step<String> {
            try reply.checkSize()
            guard reply.isSuccess else {
                try clock.learn(from: reply, refusal: OAuthError(refusal: reply, at: .temporaryCredentials))
                return try begin()
            }
            let text = String(decoding: reply.body, as: UTF8.self).trimmed
            guard text.hasPrefix("OAuth "), text.contains("oauth_signature=") else {
                throw OAuthError(.malformedReply, detail: "the response is not a reverse auth text", status: reply.head.status.code)
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

        /// Returns the signed request; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<OAuth1Grant> {
            var flow = twitter.flow(callback: .outOfBand)
            flow.clockOffset = clock.offset
            let request = try ProviderRequest(
                postingForm: ["x_reverse_auth_target": target, "x_reverse_auth_parameters": text], to: flow.endpoints.accessToken)
            return .send(try flow.signer(token: account).sign(request))
        }

        /// Returns the grant, or retries once with a corrected clock; throws ``OAuthError``.
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
