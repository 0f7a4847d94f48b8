import Foundation
import LatchkeyAuth

/// The address of a database: a host, a port, and the name of the database.
struct DatabaseAddress: Hashable, Sendable {
    var isSecure: Bool
    /// A host name or an IP address, without brackets, in lowercase.
    var host: String
    var port: Int
    /// The name of the database from `ns` in the URL; `nil` for the server's default database.
    var namespace: String?

    /// Parses a URL.
    ///
    /// - Parameters:
    ///   - url: A URL like `https://db.example.com?ns=name`.
    ///   - allowsInsecureHTTP: Whether unencrypted URLs of other machines are allowed.
    /// - Throws: ``DatabaseConfigurationError`` for other URLs, and for unencrypted URLs that are not allowed.
    init(_ url: String, allowsInsecureHTTP: Bool = false) throws(DatabaseConfigurationError) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty, parts.user == nil, parts.fragment == nil,
            let scheme = parts.scheme?.lowercased(), ["https", "http", "wss", "ws"].contains(scheme),
            parts.path.isEmpty || parts.path == "/", parts.port.map({ (1...65_535).contains($0) }) ?? true
        else {
            throw .init(
                "“\(url)” is not the address of a database; write it like https://db.example.com or https://db.example.com?ns=name.")
        }
        isSecure = scheme == "https" || scheme == "wss"
        self.host = host.lowercased().trimmingCharacters(in: ["[", "]"])
        port = parts.port ?? (isSecure ? 443 : 80)
        namespace = parts.queryItems?.first { $0.name == "ns" }?.value.flatMap { $0.isEmpty ? nil : $0 }
        guard isSecure || allowsInsecureHTTP || AuthConfiguration.isThisMachine(self.host) else {
            throw .init(
                "\(url) is refused because data and tokens would travel in clear text. Use https://, or set allowsInsecureHTTP "
                    + "(LATCHKEY_INSECURE_HTTP=1).")
        }
    }

    /// The host and the port as in a URL, without the scheme's default port.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The HTTP URL of the database without a trailing slash.
    var url: String { (isSecure ? "https://" : "http://") + authority + (namespace.map { "?ns=\(Self.escaped($0))" } ?? "") }

    /// Returns the path and query of the WebSocket URL.
    ///
    /// - Parameter lastSession: The ID of the previous session, so that the server ends it.
    func socketPath(lastSession: String?) -> String {
        "/.ws?v=5" + (namespace.map { "&ns=\(Self.escaped($0))" } ?? "") + (lastSession.map { "&ls=\(Self.escaped($0))" } ?? "")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: "!"..."~")).union(["-", "_", "."]))
            ?? ""
    }
}

/// The reason why no database can be used, and how to fix it.
struct DatabaseConfigurationError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
