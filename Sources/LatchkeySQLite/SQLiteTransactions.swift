import LatchkeyIdentity
import LatchkeySQL

/// The views and transactions of SQLite.
struct SQLiteTransactions: SQLTransactions {
    let readers: ReaderPool
    let commits: GroupCommit<SQLiteWriter>

    func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try StoreTrouble.naming { try readers.read { try body(Transaction(GRDBConnection($0))) } }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await StoreTrouble.naming { try await commits.write { try body(Transaction(GRDBConnection($0))) } }
    }
}
