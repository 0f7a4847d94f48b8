import Dispatch
import LatchkeyIdentity
import Synchronization

/// Connections for transactions that run side by side. If enough of them are in use, a caller waits.
///
/// Each process of PostgreSQL has caches of its own, so a few busy connections are faster than many, unless their server is far away or slow.
/// Therefore connections beyond the usual number are used only for callers that have waited for some time.
final class PostgresPool: Sendable {
    private typealias Job = @Sendable (PostgresLine) -> Void

    private struct State {
        var idle: [PostgresLine]
        var waiting: [(job: Job, since: DispatchTime)] = []
        /// Whether a timer is set that looks for callers that wait too long.
        var isWatched = false
    }

    private let lines: [PostgresLine]
    private let usualCount: Int
    private let state: Mutex<State>

    /// The time for which a caller waits before a further connection is used.
    private let maxWait: DispatchTimeInterval

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
    ///   - count: The number of connections.
    ///   - usualCount: The number of connections that are in use unless callers wait for long; `nil` for all.
    ///   - maxWaiting: The number of callers that may wait for a connection. Others get an error.
    ///   - maxWait: The time for which a caller waits before a further connection is used.
    init(
        _ login: PostgresLogin, count: Int, usually usualCount: Int? = nil, for purpose: Purpose, maxWaiting: Int = .max,
        maxWait: DispatchTimeInterval = .milliseconds(5)
    ) {
        self.purpose = purpose
        self.maxWait = maxWait
        self.maxWaiting = maxWaiting
        self.usualCount = usualCount ?? count
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

    /// The number of callers that wait for a connection.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

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
            if lines.count - state.idle.count < usualCount, let line = state.idle.popLast() { return (line, true) }
            guard state.waiting.count < maxWaiting else { return (nil, false) }
            state.waiting.append((job, .now()))
            watch(&state)
            return (nil, true)
        }
        line?.perform { self.work(job, on: $0) }
        return isAccepted
    }

    /// Sets a timer if callers wait although there are idle connections.
    private func watch(_ state: inout State) {
        guard !state.isWatched, !state.idle.isEmpty, let first = state.waiting.first else { return }
        state.isWatched = true
        Self.timer.asyncAfter(deadline: first.since + maxWait) { [weak self] in self?.startFurtherLine() }
    }

    private static let timer = DispatchQueue(label: "latchkey.postgres.waiting")

    /// Uses a further connection if a caller has waited for long.
    private func startFurtherLine() {
        let (line, job) = state.withLock { state -> (PostgresLine?, Job?) in
            state.isWatched = false
            defer { watch(&state) }
            guard hasLateCaller(state), let line = state.idle.popLast() else { return (nil, nil) }
            return (line, state.waiting.removeFirst().job)
        }
        if let job { line?.perform { self.work(job, on: $0) } }
    }

    private func hasLateCaller(_ state: State) -> Bool { state.waiting.first.map { $0.since + maxWait <= .now() } ?? false }

    private func work(_ first: @escaping Job, on line: PostgresLine) {
        var next: Job? = first
        while let job = next {
            job(line)
            next = state.withLock { state in
                let isUsual = lines.count - state.idle.count <= usualCount
                if !state.waiting.isEmpty, isUsual || hasLateCaller(state) { return state.waiting.removeFirst().job }
                state.idle.append(line)
                watch(&state)
                return nil
            }
        }
    }
}
