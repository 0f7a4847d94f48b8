public import LatchkeyIdentity
import LatchkeyOAuth

/// The public URL of the databases, with which apps are configured (`databaseURL` in Firebase's configurations).
public struct DatabaseAddress: Sendable {
    private let address: PublicAddress

    /// - Parameter url: Empty if the URL is unknown, or becomes known only once the server listens.
    public init(_ url: String = "") { address = PublicAddress(url) }

    /// Replaces the URL.
    public func set(_ url: String) { address.set(url) }

    /// The URL without the name of a database; `nil` if it is unknown.
    package var origin: String? { address.url.isEmpty ? nil : address.url }

    /// Returns the URL of a database, or `nil` if the URL of the server's databases is unknown.
    ///
    /// The URL names the database with `ns` unless it is the default database. Firebase's JavaScript SDK refuses a URL without `ns` if its
    /// host has fewer than three labels, except `localhost`: `http://[::1]:9000` and `https://example.com`.
    ///
    /// - Parameter standard: The project whose own database is the default one.
    public func url(of database: String, standard: ProjectID) -> String? {
        let url = address.url
        guard !url.isEmpty else { return nil }
        guard database != standard.rawValue || !Self.namesDatabase(url) else { return url }
        return url + "?ns=" + PercentEncoding.encode(database)
    }

    /// Whether the SDK finds a database name in a URL without `ns`.
    private static func namesDatabase(_ url: String) -> Bool {
        let host = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != ":" && $0 != "/" }
        return host.lowercased() == "localhost" || host.split(separator: ".").count > 2
    }
}
