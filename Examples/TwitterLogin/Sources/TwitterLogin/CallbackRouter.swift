public import Foundation

// snippet.S4.2
extension Notification.Name {
    /// Posted with the callback's `URL` as its object.
    public static let twitterCallback = Notification.Name("twitterCallback")
}

/// Passes URLs that the system opened on to whoever waits for Twitter.
///
/// A scene delegate calls it on Apple's systems, ``LoopbackCallback`` everywhere else. It looks at the scheme only: what the URL
/// says may have been written by anybody, and only ``CallbackAnswer``, which knows the request token, can judge that.
public struct CallbackRouter: Sendable {
    private let scheme: String
    private let center: NotificationCenter

    /// - Parameters:
    ///   - scheme: The callback's scheme, for example `twittersdk`.
    ///   - center: Where ``TwitterService`` listens.
    public init(scheme: String, center: NotificationCenter = .default) {
        self.scheme = scheme.lowercased()
        self.center = center
    }

    /// Posts the URL, if it is a callback; says whether it is, so that an app can offer others to its other parts.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        // Schemes are the same in any letter case (RFC 3986, section 3.1).
        guard url.scheme?.lowercased() == scheme else { return false }
        center.post(name: .twitterCallback, object: url)
        return true
    }
}
// snippet.end
