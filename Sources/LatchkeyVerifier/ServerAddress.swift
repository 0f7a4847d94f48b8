#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address of a server, without a slash at its end.
struct ServerAddress {
    let text: String

    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/misconfigured``.
    init(_ text: String, mayBeInsecure: Bool) throws {
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty, let scheme = url.scheme, url.query() == nil,
            url.fragment() == nil, url.user() == nil, ["http", "https"].contains(scheme)
        else {
            throw TokenVerificationError(.misconfigured, "\(text) is no address of a server. Write it like https://auth.example.com.")
        }
        guard scheme == "https" || mayBeInsecure || Self.isLoopback(host) else {
            throw TokenVerificationError(
                .misconfigured, "\(text) would give keys in the clear, so that others could forge them. Use https, or say insecureHTTP.")
        }
        self.text = address
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
