import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    /// Work that one node at a time does.
    @Suite(.timeLimit(.minutes(5))) struct PostgresTurnTests {
        private let login: PostgresLogin

        init() throws {
            login = PostgresLogin(address: try PostgresCluster.shared.makeDatabase())
        }

        @Test func oneNodeHasTheTurnUntilItLeaves() async throws {
            let (first, second, other) = (PostgresTurn(login, 1), PostgresTurn(login, 1), PostgresTurn(login, 2))
            defer { for turn in [second, other] { turn.close() } }
            #expect(await first.take())
            #expect(await first.take(), "it keeps the turn")
            #expect(await !second.take())
            #expect(await other.take(), "other work has another turn")
            first.close()
            while await !second.take() { await Task.yield() }
            #expect(await !first.take())
        }

        @Test func turnOfALostConnectionIsFree() async throws {
            let (first, second) = (PostgresTurn(login, 1), PostgresTurn(login, 1))
            defer { for turn in [first, second] { turn.close() } }
            #expect(await first.take())
            try PostgresCluster.shared.administration().command(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 AND classid = 1282689915")
            while await !second.take() { await Task.yield() }
            #expect(await !first.take())
        }
    }
}
