import Dispatch
import LatchkeySQL
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    @Suite(.timeLimit(.minutes(1))) struct PostgresPoolTests {
        private let login: PostgresLogin

        init() throws {
            login = PostgresLogin(address: try PostgresCluster.shared.makeDatabase())
        }

        @Sendable private static func process(_ connection: PostgresConnection) throws -> Int {
            var number = 0
            _ = try connection.execute("SELECT pg_backend_pid()::bigint", [:]) { number = try $0.next() }
            return number
        }

        /// Occupies a connection until the semaphore is signaled. Returns when it is occupied.
        private func occupy(_ pool: PostgresPool, until end: DispatchSemaphore) async -> Task<Int, any Error> {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                try await pool.run { connection in
                    begin.yield()
                    end.wait()
                    return try Self.process(connection)
                }
            }
            for await _ in begun { break }
            return task
        }

        @Test func furtherConnectionIsUsedForACallerThatWaitsForLong() async throws {
            let pool = PostgresPool(login, count: 3, usually: 1, for: .rows)
            defer { pool.close() }
            let (firstEnd, secondEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let first = await occupy(pool, until: firstEnd)
            let second = await occupy(pool, until: secondEnd)
            let third = try await pool.run(Self.process)
            firstEnd.signal()
            secondEnd.signal()
            #expect(Set([try await first.value, try await second.value, third]).count == 3)
        }

        @Test func callersWaitForTheUsualConnectionsUpToALimit() async throws {
            let pool = PostgresPool(login, count: 3, usually: 1, for: .rows, maxWaiting: 1, maxWait: .seconds(600))
            defer { pool.close() }
            let end = DispatchSemaphore(value: 0)
            let first = await occupy(pool, until: end)
            let second = Task { try await pool.run(Self.process) }
            while pool.waitingCount < 1 { await Task.yield() }
            await #expect(throws: PostgresError.self) { try await pool.run(Self.process) }
            end.signal()
            #expect(try await first.value == second.value)
        }
    }
}
