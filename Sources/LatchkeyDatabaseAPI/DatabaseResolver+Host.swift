import HTTPTypes
import LatchkeyRealtime
import LatchkeyWeb

extension DatabaseResolver {
    /// The database that `ns` names, else the one that has the first part of the host's name, else the standard project's own.
    ///
    /// Firebase's JavaScript library makes up a `ns` for a `databaseURL` without one: the first part of the host's name, of
    /// `http://127.0.0.1:9000` the `127`. Such an `ns` counts as absent, unless a database has the name. In an emulator, where any name is
    /// a database, it always counts as absent.
    ///
    /// - Throws: `DatabaseRefusal` with 404 for a `ns` that does not exist.
    func database(_ asked: String?, host: String?) async throws -> RealtimeDatabase {
        let isMadeUp = asked != nil && host.map { asked?.lowercased() == $0.prefix { $0 != "." && $0 != ":" }.lowercased() } == true
        let namespace = isMadeUp ? nil : asked
        let wanted = isMadeUp && !isEmulator ? asked : host.flatMap { Self.name(in: $0, isEmulator: isEmulator) }
        guard namespace.unlessEmpty == nil, let name = wanted else { return try await database(namespace) }
        do {
            return try await database(name)
        } catch let error as DatabaseRefusal where error.status == .notFound {
            // The server has names of its own.
            return try await database(nil)
        }
    }

    /// In an emulator any name is a database, so there only names below `localhost` count, which mean nothing else.
    static func name(in host: String, isEmulator: Bool) -> String? {
        let name = host.prefix { $0 != ":" }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, !host.hasPrefix("["), !labels[0].isEmpty, AddressRange(String(name)) == nil else { return nil }
        guard !isEmulator || (labels.count == 2 && labels[1].lowercased() == "localhost") else { return nil }
        return String(labels[0]).lowercased()
    }
}
