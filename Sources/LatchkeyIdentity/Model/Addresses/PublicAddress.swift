import Synchronization

/// The URL at which users and apps reach the server, for example `https://auth.example.org`.
///
/// It is part of tokens and of the callback URL registered with providers. With `--port 0` it is known only once the server listens.
public final class PublicAddress: Sendable {
    private let value: Mutex<String>

    /// Creates an address. Trailing slashes are removed.
    public init(_ url: String) {
        value = Mutex(Self.trimmed(url))
    }

    /// The URL, without a trailing slash.
    public var url: String { value.withLock { $0 } }

    /// Replaces the URL. Trailing slashes are removed.
    public func set(_ url: String) {
        value.withLock { $0 = Self.trimmed(url) }
    }

    /// Whether the URL uses HTTPS. If so, cookies are marked `Secure` and get the `__Host-` prefix.
    package var isSecure: Bool { url.hasPrefix("https://") }

    /// Whether universal links work. Apple's systems request the association file only at the standard HTTPS port.
    package var hasUniversalLinks: Bool { isSecure && !url.dropFirst("https://".count).contains(":") }

    /// The callback URL that you register with every provider.
    public var callbackURL: String { url + "/__/auth/handler" }

    private static func trimmed(_ url: String) -> String {
        var url = Substring(url)
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }
}
