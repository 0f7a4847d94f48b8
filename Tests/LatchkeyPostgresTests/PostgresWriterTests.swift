import LatchkeyIdentity
import LatchkeySQL
import LatchkeyTestSupport
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    @Suite(.timeLimit(.minutes(5))) struct PostgresWriterTests {
        /// After a commit without a response, the writer looks for the token that the transaction stored.
        @Test func tokenShowsWhetherATransactionWasCommitted() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
            let line = PostgresLine(PostgresLogin(address: address))
            let writer = PostgresWriter(line: line)
            let found = try await on(line) { line in
                let connection = try line.connected()
                try connection.inTransaction(["BEGIN"]) { try writer.note([1], on: connection) }
                let committed = try (writer.isCommitted([1], on: line), writer.isCommitted([2], on: line))
                struct Stop: Error {}
                try? connection.inTransaction(["BEGIN"]) {
                    try writer.note([2], on: connection)
                    throw Stop()
                }
                return [committed.0, committed.1, try writer.isCommitted([2], on: line)]
            }
            #expect(found == [true, false, false])
            line.close()
        }

        @Test func eachTransactionHasATokenOfItsOwn() async throws {
            let address = try PostgresCluster.shared.makeDatabase()
            let store = try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer)
            defer { store.close() }
            var tokens: Set<[UInt8]> = []
            for number in 0..<3 {
                try await store.write { try $0.insert(Project.sample(ProjectID(rawValue: "p\(number)"))) }
                let connection = try PostgresConnection(address)
                _ = try connection.execute("SELECT token FROM store_commit", [:]) { tokens.insert(try $0.next()) }
            }
            #expect(tokens.count == 3 && tokens.allSatisfy { $0.count == 16 })
        }

        private func on<T: Sendable>(_ line: PostgresLine, _ body: @escaping @Sendable (PostgresLine) throws -> T) async throws -> T {
            try await withCheckedThrowingContinuation { continuation in
                line.perform { line in continuation.resume(with: Result { try body(line) }) }
            }
        }
    }
}
