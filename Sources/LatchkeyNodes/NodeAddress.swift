import Foundation

/// The URL at which other nodes reach the database port of a node, such as `http://10.0.0.2:9000`.
public struct NodeAddress: Sendable, Equatable {
    let isSecure: Bool
    let host: String
    let port: Int

    private static let maxBytes = 512

    /// Parses a URL.
    ///
    /// - Returns: `nil` if the text is not an HTTP URL with a host, or has a path.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes, let parts = URLComponents(string: text), let scheme = parts.scheme,
            ["http", "https"].contains(scheme),
            let host = parts.host, !host.isEmpty, parts.path.isEmpty, parts.query == nil, parts.fragment == nil, parts.user == nil
        else { return nil }
        isSecure = scheme == "https"
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
    }

    /// The value of the `Host` header.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    var url: String { (isSecure ? "https://" : "http://") + authority }
}
