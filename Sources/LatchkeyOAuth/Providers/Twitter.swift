#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sign-in with Twitter (X) through OAuth 1.0a, the version that Firebase's `twitter.com` provider uses.
public struct Twitter: Sendable {
    /// The provider's ID in identities and on the wire.
    public static let providerID = "twitter.com"
    /// The base URL of Twitter's API; `https://api.x.com` works too, but signatures differ between the two.
    public static let defaultAPIBase = "https://api.twitter.com"

    /// The application's credentials.
    public let consumer: OAuth1Consumer
    /// The base URL of the API, without a trailing slash.
    public let apiBase: String
    /// The base URL of the pages, without a trailing slash.
    public let webBase: String
    /// How far Twitter's clock is ahead of this machine's, if already known.
    public let clockOffset: Duration
    let now: @Sendable () -> Date
    let nonce: @Sendable () -> String

    /// Creates a provider for Twitter, or for a mock provider on this machine.
    ///
    /// - Parameter webBase: Defaults to `apiBase`, as for Twitter itself.
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

    /// Returns the three legs, for callers that drive them directly.
    public func flow(callback: OAuth1Callback) -> OAuth1Flow {
        OAuth1Flow(
            consumer: consumer,
            endpoints: OAuth1Endpoints(
                requestToken: apiBase + "/oauth/request_token", authenticate: webBase + "/oauth/authenticate",
                authorize: webBase + "/oauth/authorize", accessToken: apiBase + "/oauth/access_token"),
            callback: callback, clockOffset: clockOffset, now: now, nonce: nonce)
    }

    /// Leg one: returns the conversation that gets a request token; it retries once if Twitter rejects this machine's clock.
    public func requestToken(callback: OAuth1Callback) -> RequestToken {
        RequestToken(flow: flow(callback: callback), clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Leg three: returns the conversation that gets the access token, with the same retry.
    public func accessToken(issued: OAuth1Token, verifier: String) -> AccessToken {
        AccessToken(
            flow: flow(callback: .outOfBand), issued: issued, verifier: verifier,
            clock: ClockCorrection(offset: clockOffset, now: now))
    }

    /// Returns the conversation that identifies a token's user.
    ///
    /// It also proves that the token was issued to this application, because the application's key signs the request.
    public func identify(_ token: OAuth1Token) -> Identify {
        Identify(twitter: self, token: token, clock: ClockCorrection(offset: clockOffset, now: now))
    }
}

extension String {
    /// The string without trailing slashes.
    var droppingSlashes: String {
        var text = self[...]
        while text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
