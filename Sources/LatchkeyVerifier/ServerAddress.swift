#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The URL of a server, without a trailing slash.
struct ServerAddress {
    let text: String

    /// Creates an address from a URL.
    ///
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/misconfigured``.
    init(_ text: String, mayBeInsecure: Bool) throws {
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty, let scheme = url.scheme, url.query() == nil,
            url.fragment() == nil, url.user() == nil, ["http", "https"].contains(scheme)
        else {
            throw TokenVerificationError(.misconfigured, "\(text) is not a server URL. Write it like https://auth.example.com.")
        }
        guard scheme == "https" || mayBeInsecure || Self.isLoopback(host) else {
            throw TokenVerificationError(
                .misconfigured, "\(text) would send the keys in clear text, so others could forge them. Use https, or set insecureHTTP.")
        }
        self.text = address
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
