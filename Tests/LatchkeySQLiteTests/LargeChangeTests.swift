import GRDB
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeySQL
@testable import LatchkeySQLite

/// Savepoints and statements that change more pages than their journal holds in memory.
@Suite(.timeLimit(.minutes(10))) struct LargeChangeTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore.open(path: folder.store, mode: .real)
        try await execute("CREATE TABLE filler (value BLOB); CREATE TABLE witness (value)")
        // 12 MB, much more than a journal holds in memory.
        try await execute(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
            INSERT INTO filler SELECT zeroblob(3000) FROM numbers
            """)
    }

    private func execute(_ sql: String) async throws {
        try await store.write { try #require($0 as? Transaction).db.execute(sql: sql) }
    }

    private func changedRows() async throws -> Int? {
        try await store.read { transaction in
            try Int.fetchOne(
                try #require(transaction as? Transaction).db, sql: "SELECT count(*) FROM filler WHERE value != zeroblob(3000)")
        }
    }

    @Test func areStoredInAnAttempt() async throws {
        try await store.write { transaction in
            try transaction.attempt {
                try #require(transaction as? Transaction).db.execute(sql: "UPDATE filler SET value = randomblob(3000)")
            }
        }
        #expect(try await changedRows() == 4000)
    }

    @Test func areUndoneInAnAttempt() async throws {
        struct Undo: Error {}
        try await store.write { transaction in
            do {
                try transaction.attempt {
                    try #require(transaction as? Transaction).db.execute(sql: "UPDATE filler SET value = randomblob(3000)")
                    throw Undo()
                }
            } catch is Undo {}
            try transaction.insert(Project.sample())
        }
        #expect(try await changedRows() == 0)
        #expect(try await store.read { try $0.projects() }.count == 1)
    }

    /// A statement with triggers has a journal of its own, so that it can be undone alone.
    @Test func areStoredByAStatementWithTriggers() async throws {
        try await execute(
            "CREATE TRIGGER noted AFTER UPDATE ON filler BEGIN INSERT INTO witness SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM witness); END")
        try await execute("UPDATE filler SET value = randomblob(3000)")
        #expect(try await changedRows() == 4000)
    }
}

extension Transaction {
    fileprivate var db: Database { get throws { try #require(connection as? GRDBConnection).db } }
}
