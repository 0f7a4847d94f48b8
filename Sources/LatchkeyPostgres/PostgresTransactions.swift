import LatchkeyIdentity
import LatchkeySQL

/// The views and transactions of PostgreSQL.
struct PostgresTransactions: SQLTransactions {
    let readers: PostgresPool
    let commits: GroupCommit<PostgresWriter>
    let errors: PostgresErrors

    func read<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await errors.naming { try await readers.run { try body(Transaction($0)) } }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        try await errors.naming { try await commits.write { try body(Transaction(try $0.current())) } }
    }
}
