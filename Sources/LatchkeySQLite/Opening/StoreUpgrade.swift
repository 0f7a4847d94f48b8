import GRDB
public import LatchkeyIdentity

/// What this version of Latchkey would do with a store when it opens it.
public struct StoreUpgrade: Sendable, Equatable {
    /// The kind of accounts.
    public let mode: StoreMode
    /// The steps of the schema that the store has.
    public let applied: [String]
    /// The steps that this version adds, in their order. An earlier version without them refuses the store afterwards.
    public let pending: [String]

    /// Reads a store without changing it, also while a server uses it.
    ///
    /// - Throws: ``StoreOpenError`` if this version cannot open the store.
    public init(ofStoreAt path: String) throws {
        var configuration = SQLiteStore.configuration()
        configuration.readonly = true
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            let mark = try database.read { db in
                try db.tableExists("store_marker") ? try String.fetchOne(db, sql: "SELECT mode FROM store_marker") : nil
            }
            let mode = mark.flatMap { StoreMode(rawValue: $0) } ?? .real
            try StoreFile(path: path).inspect(for: mode)
            let migrator = Migrations.migrator(marking: mode)
            let known = try database.read { try migrator.appliedIdentifiers($0) }
            self.mode = mode
            applied = migrator.migrations.filter { known.contains($0) }
            pending = migrator.migrations.filter { !known.contains($0) }
        } catch let error as DatabaseError {
            throw StoreOpenError.damaged(path, because: error.message ?? "SQLite's result code \(error.extendedResultCode.rawValue)")
        }
    }
}
