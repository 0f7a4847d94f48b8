import LatchkeySQL
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    /// Statements that share round trips.
    @Suite(.timeLimit(.minutes(1))) struct PostgresPipelineTests {
        private let login: PostgresLogin
        private let connection: PostgresConnection
        private let begin = ["BEGIN"]
        private let insertion = "INSERT INTO item (number) VALUES (:number)"
        private static let counting = "SELECT count(*) FROM item"

        init() throws {
            login = PostgresLogin(address: try PostgresCluster.shared.makeDatabase())
            connection = try PostgresConnection(login)
            try connection.command("CREATE TABLE item (number BIGINT PRIMARY KEY)")
        }

        private func insert(_ number: Int) throws { _ = try connection.execute(insertion, [":number": number]) { _ in } }

        @Sendable private static func count(_ connection: PostgresConnection) throws -> Int {
            var count = 0
            _ = try connection.execute(counting, [:]) { count = try $0.next() }
            return count
        }

        @Test func viewSeesOneMomentAndTheNextOneIsNew() async throws {
            let pool = PostgresPool(login, count: 1, for: .views)
            defer { pool.close() }
            // Otherwise the closure would be called twice.
            _ = try await pool.run { [try Self.count($0), try Self.count($0)] }
            let counts = try await pool.run { [login] view in
                let first = try Self.count(view)
                try PostgresConnection(login).command("INSERT INTO item VALUES (1)")
                return [first, try Self.count(view)]
            }
            #expect(counts == [0, 0])
            #expect(try await pool.run(Self.count) == 1)
            await #expect(throws: PostgresError.self) { try await pool.run { try $0.execute("DELETE FROM item", [:]) { _ in } } }
            #expect(try await pool.run(Self.count) == 1, "an error ends its view only")
        }

        /// The end of a view is sent with its first statement, until another one follows.
        @Test func viewIsRepeatedWhenItGoesOnForTheFirstTime() throws {
            try connection.command("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            var calls = 0
            func counts(_ times: Int, ignoringErrors: Bool = false) throws -> [Int?] {
                try connection.inView {
                    calls += 1
                    return try (0..<times).map { _ in
                        defer { try? PostgresConnection(login).command("INSERT INTO item SELECT count(*) FROM item") }
                        return ignoringErrors ? try? Self.count(connection) : try Self.count(connection)
                    }
                }
            }
            #expect(try counts(1) == [0] && calls == 1)
            #expect(connection.isIdle, "the view has ended with its only statement")
            let repeated = try counts(2, ignoringErrors: true)
            #expect(repeated[0] == repeated[1] && repeated[0] != nil && calls == 3)
            let known = try counts(2)
            #expect(known[0] == known[1] && known != repeated && calls == 4)
        }

        @Test func failedSavepointUndoesItsChangesOnly() throws {
            try connection.inTransaction(begin) {
                try insert(0)
                try connection.inSavepoint { try insert(1) }
                let error = #expect(throws: PostgresError.self) {
                    try connection.inSavepoint {
                        try connection.executeLater(insertion, [":number": 2], expecting: nil)
                        try connection.executeAll([BoundSQL(insertion, [":number": 3]), BoundSQL(insertion, [":number": 1])])
                    }
                }
                #expect(error?.state == "23505")
                #expect(throws: CancellationError.self) { try connection.inSavepoint { throw CancellationError() } }
                try connection.inSavepoint { try insert(4) }
            }
            #expect(try Self.count(connection) == 3)
        }

        @Test func transactionWithAFailedLaterStatementIsNotCommitted() throws {
            #expect(throws: PostgresError.self) {
                try connection.inTransaction(begin) {
                    try insert(1)
                    try connection.executeLater(insertion, [":number": 1], expecting: nil)
                }
            }
            #expect(!connection.isOpen)
            #expect(try Self.count(PostgresConnection(login)) == 0)
        }

        /// The rest of the transaction depends on what a statement was expected to change.
        @Test func transactionWithAnUnexpectedChangeIsNotCommitted() throws {
            // From now on, COMMIT is prepared, and would be sent together with the statement before it.
            try connection.inTransaction(begin) { try insert(0) }
            #expect(throws: PostgresError.self) {
                try connection.inTransaction(begin) {
                    try insert(1)
                    try connection.executeLater("DELETE FROM item WHERE number = :number", [":number": 2], expecting: 1)
                }
            }
            #expect(!connection.isOpen)
            #expect(try Self.count(PostgresConnection(login)) == 1)
        }
    }
}
