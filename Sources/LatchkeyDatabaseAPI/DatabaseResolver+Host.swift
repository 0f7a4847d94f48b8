import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyWeb

extension DatabaseResolver {
    /// Returns the database that `ns` names. Without `ns`, returns the one named by the first label of the host, or the default database.
    ///
    /// Firebase's JavaScript SDK derives `ns` from the first label of the host if the `databaseURL` has none, such as `127` for
    /// `http://127.0.0.1:9000`. Such a value is ignored unless a database has that name. In an emulator, where any name is a database, it
    /// is always ignored.
    ///
    /// - Throws: `DatabaseRefusal` with status 404 if `ns` names a database that does not exist.
    func database(_ requested: String?, host: String?) async throws -> RealtimeDatabase {
        let isMadeUp = requested != nil && host.map { requested?.lowercased() == $0.prefix { $0 != "." && $0 != ":" }.lowercased() } == true
        let namespace = isMadeUp ? nil : requested
        let wanted = isMadeUp && !isLenient ? requested : host.flatMap { Self.name(in: $0, isLenient: isLenient) }
        guard namespace.unlessEmpty == nil, let name = wanted else { return try await database(namespace) }
        do {
            return try await database(name)
        } catch let error as DatabaseRefusal where error.status == .notFound {
            // The host name of the server need not name a database.
            return try await database(nil)
        }
    }

    /// Returns the database name in a host name.
    ///
    /// In an emulator any name is a database, so only the subdomains of `localhost` count, which have no other meaning.
    static func name(in host: String, isLenient: Bool) -> String? {
        let name = host.prefix { $0 != ":" }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, !host.hasPrefix("["), !labels[0].isEmpty, AddressRange(String(name)) == nil else { return nil }
        guard !isLenient || (labels.count == 2 && labels[1].lowercased() == "localhost") else { return nil }
        return String(labels[0]).lowercased()
    }
}
