import Foundation
import LatchkeyAuth

/// Where a database is: a host, a port, and its name there.
struct DatabaseAddress: Hashable, Sendable {
    var isSecure: Bool
    /// A name or an address, without brackets, in small letters.
    var host: String
    var port: Int
    /// `ns` of the address's query: which of the server's databases; nil for its standard one.
    var namespace: String?

    /// - Parameter url: like `https://db.example.com?ns=name`.
    /// - Throws: ``DatabaseConfigurationError`` for what is no such address, and for one in clear text that leaves this machine.
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

    /// Host and port as they stand in an address; the port only where it is not the scheme's own.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The database over HTTP, without a slash at its end.
    var url: String { (isSecure ? "https://" : "http://") + authority + (namespace.map { "?ns=\(Self.escaped($0))" } ?? "") }

    /// The path and query of the web socket.
    ///
    /// - Parameter lastSession: the session that ended, so that the server ends it as well.
    func socketPath(lastSession: String?) -> String {
        "/.ws?v=5" + (namespace.map { "&ns=\(Self.escaped($0))" } ?? "") + (lastSession.map { "&ls=\(Self.escaped($0))" } ?? "")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: "!"..."~")).union(["-", "_", "."]))
            ?? ""
    }
}

/// Why there is no database to talk to, and how to mend it.
struct DatabaseConfigurationError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
