import Synchronization

/// The address at which people and apps reach the server, for example `https://auth.example.org`.
///
/// It is part of tokens and of the callback URL registered with providers. With `--port 0` it is known only once the server listens.
public final class PublicAddress: Sendable {
    private let value: Mutex<String>

    public init(_ url: String) {
        value = Mutex(Self.trimmed(url))
    }

    public var url: String { value.withLock { $0 } }

    public func set(_ url: String) {
        value.withLock { $0 = Self.trimmed(url) }
    }

    /// Cookies are marked `Secure` and get the `__Host-` prefix.
    package var isSecure: Bool { url.hasPrefix("https://") }

    /// Apple's systems ask for an app's association at the port of https alone.
    package var hasUniversalLinks: Bool { isSecure && !url.dropFirst("https://".count).contains(":") }

    /// What is registered as callback with every provider.
    public var callbackURL: String { url + "/__/auth/handler" }

    private static func trimmed(_ url: String) -> String {
        var url = Substring(url)
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }
}
