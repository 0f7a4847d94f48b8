import Foundation

/// The parts of a database URL such as `https://example.firebaseio.com/users/ada`.
struct FirebaseAddress: Sendable, Equatable {
    /// The scheme, host and port.
    let origin: String
    /// The URL of the database: the origin, with `?ns=` if the URL has one.
    let database: String
    /// The path of the location; empty for the root.
    let path: String
    /// Whether the URL belongs to Firebase's own servers, as in apps that were written for them.
    let isFirebases: Bool

    /// Parses a URL.
    ///
    /// - Throws: ``FirebaseProblem`` if the text is not the URL of a database.
    init(_ url: String) throws(FirebaseProblem) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(), let host = parts.host?.lowercased(),
            !host.isEmpty, scheme == "https" || scheme == "http", parts.user == nil, parts.fragment == nil
        else {
            throw FirebaseProblem("“\(url.prefix(200))” is not the URL of a database; write it like https://db.example.com/users/ada.")
        }
        let name = parts.queryItems?.first { $0.name == "ns" }?.value
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : $0 }
        origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
        database = origin + (name.map { "?ns=\($0)" } ?? "")
        path = parts.path.split(separator: "/").joined(separator: "/")
        isFirebases = host == "firebaseio.com" || host.hasSuffix(".firebaseio.com") || host.hasSuffix(".firebaseio-demo.com")
    }
}

/// The reason why a reference is unusable, and how to fix it.
package struct FirebaseProblem: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
