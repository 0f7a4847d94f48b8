import Dispatch
import LatchkeyIdentity
import LatchkeySQL
import Synchronization

/// The revisions of the store, which include the transactions of other nodes.
///
/// A connection asks PostgreSQL for its current snapshot, which changes with each transaction that writes, and for the revision of the
/// configuration. While the last answer is too old, every call returns a new number, so that no cache is used.
final class PostgresRevisions: Sendable {
    private struct State {
        var snapshot = ""
        var storedConfiguration: Int?
        var revision = 0
        var configuration = 0
        var confirmedAt: ContinuousClock.Instant?
    }

    private let line: PostgresLine
    private let state = Mutex(State())
    private let isClosed = Atomic(false)

    private static let interval = DispatchTimeInterval.milliseconds(500)
    /// The time after which an answer is too old.
    private static let patience = Duration.milliseconds(1500)
    /// The promised limit: an answer is used for 1.5 s after its question; the rest is reserve.
    static let maxDelay = Duration.seconds(2)

    init(_ login: PostgresLogin) {
        line = PostgresLine(login)
        ask()
    }

    var revision: Int { current(\.revision) }
    var configuration: Int { current(\.configuration) }

    /// Counts a transaction of this node. It is called after the commit and before the writer returns.
    func advance(configuration isChanged: Bool) {
        state.withLock { state in
            state.revision += 1
            if isChanged { state.configuration += 1 }
        }
    }

    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        line.close()
    }

    private func current(_ number: WritableKeyPath<State, Int>) -> Int {
        state.withLock { state in
            if state.confirmedAt.map({ ContinuousClock.now - $0 > Self.patience }) ?? true { state[keyPath: number] += 1 }
            return state[keyPath: number]
        }
    }

    private func ask() {
        line.perform { [weak self] line in
            guard let self, !self.isClosed.load(ordering: .sequentiallyConsistent) else { return }
            // An answer is as old as its question.
            let now = ContinuousClock.now
            if let answer = try? Self.answer(on: line) { self.take(answer.snapshot, answer.configuration, at: now) }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.ask() }
        }
    }

    private static func answer(on line: PostgresLine) throws -> (snapshot: String, configuration: Int)? {
        var answer: (String, Int)?
        let sql = "SELECT CAST(pg_current_snapshot() AS TEXT), configuration FROM store_revision WHERE one = 1"
        _ = try line.connected().execute(sql, [:]) { row in answer = (try row.next(), try row.next()) }
        return answer
    }

    private func take(_ snapshot: String, _ configuration: Int, at now: ContinuousClock.Instant) {
        state.withLock { state in
            if state.snapshot != snapshot { state.revision += 1 }
            if state.storedConfiguration != configuration { state.configuration += 1 }
            state.snapshot = snapshot
            state.storedConfiguration = configuration
            state.confirmedAt = now
        }
    }
}
