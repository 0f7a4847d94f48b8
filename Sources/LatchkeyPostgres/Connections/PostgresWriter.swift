import Foundation
import LatchkeySQL
import LatchkeySecrets

/// The connection for writing. A transaction waits for those of other nodes, so all transactions run one after the other.
struct PostgresWriter: SQLWriter {
    let line: PostgresLine
    /// The claim of this process, without which nothing is committed; `nil` for a store that several nodes share.
    var claim: [UInt8]?
    /// The name of this process in `store_commit`.
    private let node = RandomTokens.system.data(count: 16)

    /// The lock is taken before the first statement, so that the transaction sees what the others have changed.
    static let begin = ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", "LOCK TABLE store_writer IN EXCLUSIVE MODE"]
    /// The time in which the writer begins to ask whether a transaction was committed.
    private static let patience = Duration.seconds(40)
    private static let pause = 0.2

    /// Each transaction of a commit has a savepoint, and snapshots with more than 64 of them are slow for readers.
    static let maxTransactionsPerCommit = 50

    func perform(_ body: @escaping @Sendable (PostgresLine) -> Void) {
        line.perform(body)
    }

    func inTransaction(_ line: PostgresLine, _ body: () throws -> Void) throws {
        let token = RandomTokens.system.data(count: 16)
        let connection = try begin(line, token)
        var isCommitting = false
        do {
            try body()
            try connection.requireTransaction()
            isCommitting = true
            try connection.commit()
        } catch {
            guard connection.isOpen else {
                if isCommitting, try isCommitted(token, on: line) { return }
                throw error
            }
            connection.rollBack()
            throw error
        }
    }

    func inSavepoint<T>(_ line: PostgresLine, _ body: (PostgresLine) throws -> T) throws -> T {
        try line.current().inSavepoint { try body(line) }
    }

    /// Begins a transaction. A connection may have been lost while it was idle, so a second one is tried.
    private func begin(_ line: PostgresLine, _ token: [UInt8]) throws -> PostgresConnection {
        let connection = try line.connected()
        do {
            try begin(connection, token)
            return connection
        } catch  where !connection.isOpen {
            let second = try line.connected()
            try begin(second, token)
            return second
        }
    }

    private func begin(_ connection: PostgresConnection, _ token: [UInt8]) throws {
        do {
            try connection.begin(Self.begin)
            try note(token, on: connection)
        } catch {
            if connection.isOpen { connection.rollBack() }
            throw error
        }
    }

    /// Stores a token in the transaction, which shows later that it was committed. The ID of a transaction would not: after a crash of the
    /// server, another transaction can get it.
    ///
    /// - Throws: An error if another process has opened the store since. From now on, the lock keeps others from opening it.
    func note(_ token: [UInt8], on connection: PostgresConnection) throws {
        let condition = claim == nil ? "" : " FROM store_owner WHERE claim = :claim"
        let sql = """
            INSERT INTO store_commit (node, token) SELECT :node, :token\(condition) \
            ON CONFLICT (node) DO UPDATE SET token = excluded.token
            """
        let noted = try connection.execute(sql, [":node": node, ":token": token, ":claim": claim]) { _ in }
        guard noted == 1 else { throw PostgresError(message: "another server has opened this store") }
    }

    /// Returns whether a transaction was committed if its connection was lost before the response to COMMIT.
    ///
    /// - Throws: An error if the server does not respond in time.
    func isCommitted(_ token: [UInt8], on line: PostgresLine) throws -> Bool {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if let isCommitted = try? hasToken(token, on: line.connected()) { return isCommitted }
            Thread.sleep(forTimeInterval: Self.pause)
        }
        throw PostgresError(message: "the connection was lost during a commit, and it is unknown whether its transactions took effect")
    }

    /// The lock waits for the lost transaction, if it still runs. The row is written, because after a crash of a primary server, it shows
    /// transactions that its standbys may not have: this commit waits until they have all earlier ones.
    private func hasToken(_ token: [UInt8], on connection: PostgresConnection) throws -> Bool {
        try connection.inTransaction(Self.begin) {
            var found: [UInt8]?
            let sql = "UPDATE store_commit SET token = token WHERE node = :node RETURNING token"
            _ = try connection.execute(sql, [":node": node]) { found = try $0.next() }
            return found == token
        }
    }
}
