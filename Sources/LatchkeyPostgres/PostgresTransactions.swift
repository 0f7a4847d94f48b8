import LatchkeyIdentity
import LatchkeySQL

/// The views and transactions of PostgreSQL.
struct PostgresTransactions: SQLTransactions {
    let readers: PostgresPool
    let commits: GroupCommit<PostgresWriter>

    func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await StoreTrouble.naming { try await readers.run { try body(Transaction($0)) } }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await StoreTrouble.naming { try await commits.write { try body(Transaction(try $0.current())) } }
    }
}
