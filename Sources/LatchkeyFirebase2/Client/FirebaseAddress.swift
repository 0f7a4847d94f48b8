import Foundation

/// The URL of a place, taken apart: `https://example.firebaseio.com/users/ada`.
struct FirebaseAddress: Sendable, Equatable {
    /// Scheme, host and port.
    let origin: String
    /// The address of the database: scheme, host, port, and `?ns=` where there is one.
    let database: String
    /// The path of the place; empty for the root.
    let path: String
    /// Whether it is an address of Firebase's own servers, which an old app still has.
    let isFirebases: Bool

    /// - Throws: ``FirebaseProblem`` for what is no address.
    init(_ url: String) throws(FirebaseProblem) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(), let host = parts.host?.lowercased(),
            !host.isEmpty, scheme == "https" || scheme == "http", parts.user == nil, parts.fragment == nil
        else {
            throw FirebaseProblem("“\(url.prefix(200))” is no address of a database; write it like https://db.example.com/users/ada.")
        }
        let name = parts.queryItems?.first { $0.name == "ns" }?.value
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : $0 }
        origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
        database = origin + (name.map { "?ns=\($0)" } ?? "")
        path = parts.path.split(separator: "/").joined(separator: "/")
        isFirebases = host == "firebaseio.com" || host.hasSuffix(".firebaseio.com") || host.hasSuffix(".firebaseio-demo.com")
    }
}

/// Why a reference can do nothing, and how to mend it.
package struct FirebaseProblem: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
