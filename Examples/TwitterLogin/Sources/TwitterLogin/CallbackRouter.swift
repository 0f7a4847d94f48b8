public import Foundation

// snippet.S4.2
extension Notification.Name {
    /// A notification that is posted with the callback's `URL` as its object.
    public static let twitterCallback = Notification.Name("twitterCallback")
}

/// A router that passes URLs opened by the system to a pending Twitter sign-in.
///
/// A scene delegate calls it on Apple platforms, ``LoopbackCallback`` on all others. It checks only the scheme. The rest of the URL is
/// untrusted, and only ``CallbackReply``, which has the request token, can validate it.
public struct CallbackRouter: Sendable {
    private let scheme: String
    private let center: NotificationCenter

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the callback, for example `twittersdk`.
    ///   - center: The notification center that ``TwitterService`` observes.
    public init(scheme: String, center: NotificationCenter = .default) {
        self.scheme = scheme.lowercased()
        self.center = center
    }

    /// Posts the URL if it is a callback. Returns whether it is, so that an app can pass other URLs to its other parts.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        // Schemes are case-insensitive (RFC 3986, section 3.1).
        guard url.scheme?.lowercased() == scheme else { return false }
        center.post(name: .twitterCallback, object: url)
        return true
    }
}
// snippet.end
