#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Signing in with Twitter (X) through OAuth 1.0a, the generation that Firebase's `twitter.com` speaks.
public struct Twitter: Sendable {
    /// The provider's name in identities and on the wire.
    public static let providerID = "twitter.com"
    /// Where Twitter's API is; `https://api.x.com` answers too, and signatures differ between the two.
    public static let defaultAPIBase = "https://api.twitter.com"

    /// The application.
    public let consumer: OAuth1Consumer
    /// Where requests are sent, without a slash at the end.
    public let apiBase: String
    /// Where browsers are sent, without a slash at the end.
    public let webBase: String
    /// How far Twitter's clock is ahead of this machine's, when that is known already.
    public let clockOffset: Duration
    let now: @Sendable () -> Date
    let nonce: @Sendable () -> String

    /// Twitter, or something on this machine that behaves like it.
    ///
    /// - Parameter webBase: Unless given, the same as `apiBase`, as with Twitter itself.
    public init(
        consumer: OAuth1Consumer, apiBase: String = Twitter.defaultAPIBase, webBase: String? = nil,
        clockOffset: Duration = .zero,
        now: @escaping @Sendable () -> Date = { Date() }, nonce: @escaping @Sendable () -> String = OAuth1Signer.randomNonce
    ) {
        self.consumer = consumer
        self.apiBase = apiBase.droppingSlashes
        self.webBase = (webBase ?? apiBase).droppingSlashes
        self.clockOffset = clockOffset
        self.now = now
        self.nonce = nonce
    }

    /// The three legs, for programs that drive them themselves.
    public func flow(callback: OAuth1Callback) -> OAuth1Flow {
        OAuth1Flow(
            consumer: consumer,
            endpoints: OAuth1Endpoints(
                requestToken: apiBase + "/oauth/request_token", authenticate: webBase + "/oauth/authenticate",
                authorize: webBase + "/oauth/authorize", accessToken: apiBase + "/oauth/access_token"),
            callback: callback, clockOffset: clockOffset, now: now, nonce: nonce)
    }

    /// Leg one: a request token, asked for a second time when Twitter refuses this machine's clock.
    public func requestToken(callback: OAuth1Callback) -> RequestToken {
        RequestToken(flow: flow(callback: callback), clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Leg three: the access token, with the same care about the clock.
    public func accessToken(issued: OAuth1Token, verifier: String) -> AccessToken {
        AccessToken(
            flow: flow(callback: .outOfBand), issued: issued, verifier: verifier,
            clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Whose token it is; also proves that it was issued to this application, since its key signs the request.
    public func identify(_ token: OAuth1Token) -> Identify {
        Identify(twitter: self, token: token, clock: ClockCorrection(offset: clockOffset, now: now))
    }
}

extension String {
    /// Without slashes at the end.
    var droppingSlashes: String {
        var text = self[...]
        while text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
