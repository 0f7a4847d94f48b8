import LatchkeyIdentity
import Synchronization

/// Connections for transactions that run side by side. If all are in use, a caller waits for one of them.
final class PostgresPool: Sendable {
    private typealias Job = @Sendable (PostgresLine) -> Void

    private struct State {
        var idle: [PostgresLine]
        var waiting: [Job] = []
    }

    private let lines: [PostgresLine]
    private let state: Mutex<State>

    /// A change may wait for standbys and for other changes; a read does not.
    private static let patience = Duration.seconds(30)
    /// What the transactions of a pool do.
    enum Purpose {
        /// They have a view of the store as of one moment.
        case views
        /// They lock and change single rows.
        case rows
    }

    private let purpose: Purpose
    /// The isolation level of sessions for views.
    private static let view = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    private static let rows = ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]
    private let maxWaiting: Int
    private let durations = Mutex(DurationBuckets())

    /// - Parameters:
    ///   - maxWaiting: The number of callers that may wait for a connection. Others get an error.
    init(_ login: PostgresLogin, count: Int, for purpose: Purpose, maxWaiting: Int = .max) {
        self.purpose = purpose
        self.maxWaiting = maxWaiting
        lines = (0..<max(1, count)).map { _ in
            PostgresLine(login, patience: Self.patience) { connection in
                if purpose == .views {
                    try connection.command(Self.view)
                    // Of a machine that is gone, PostgreSQL would otherwise keep the view for hours.
                    try connection.command(PostgresOwner.settings)
                }
            }
        }
        state = Mutex(State(idle: lines))
    }

    /// The times for which callers waited for a connection.
    var waits: DurationBuckets { durations.withLock { $0 } }

    /// Runs a closure in a transaction. It is called again if the connection was lost, and possibly in a view (``PostgresConnection/inView(_:)``).
    func run<T: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> T) async throws -> T {
        let asked = ContinuousClock.now
        return try await withCheckedThrowingContinuation { continuation in
            let isAccepted = add { [purpose] line in
                self.durations.withLock { $0.add(asked.duration(to: .now)) }
                continuation.resume(with: Result { try Self.run(purpose, on: line, body) })
            }
            if !isAccepted { continuation.resume(throwing: PostgresError(message: "too many requests wait for a connection")) }
        }
    }

    /// A connection may have been lost while it was idle, so a second one is tried.
    private static func run<T>(
        _ purpose: Purpose, on line: PostgresLine, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        let connection = try line.connected()
        do {
            return try run(purpose, on: connection, body)
        } catch let error as PostgresError where !connection.isOpen && !error.isTimeout {
            return try run(purpose, on: line.connected(), body)
        }
    }

    private static func run<T>(
        _ purpose: Purpose, on connection: PostgresConnection, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        switch purpose {
        case .views: try connection.inView { try body(connection) }
        case .rows: try connection.inTransaction(rows) { try body(connection) }
        }
    }

    func close() {
        for line in lines { line.close() }
    }

    /// - Returns: `false` if too many callers wait.
    private func add(_ job: @escaping Job) -> Bool {
        let (line, isAccepted) = state.withLock { state -> (PostgresLine?, Bool) in
            if let line = state.idle.popLast() { return (line, true) }
            guard state.waiting.count < maxWaiting else { return (nil, false) }
            state.waiting.append(job)
            return (nil, true)
        }
        line?.perform { self.work(job, on: $0) }
        return isAccepted
    }

    private func work(_ first: @escaping Job, on line: PostgresLine) {
        var next: Job? = first
        while let job = next {
            job(line)
            next = state.withLock { state in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                state.idle.append(line)
                return nil
            }
        }
    }
}
