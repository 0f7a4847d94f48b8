import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Thrown when more password checks wait than can be done in reasonable time.
public struct HashingPoolFull: Error, Equatable {
    /// When to try again, in whole seconds.
    public let retryAfterSeconds: Int
}

/// Thrown for a queued job whose client closed the connection or whose task was cancelled. Nothing was hashed.
public struct HashingAbandoned: Error, Equatable {}

/// A few threads for password hashing, so that it never blocks those that answer requests.
///
/// A ``HashingQueue`` orders the queued jobs. Under a flood of sign-ins it refuses the surplus, with a time to retry, instead of letting it
/// pile up.
public final class HashingPool: Sendable {
    private struct State {
        var running = 0
        var lastNumber = 0
        var queue: HashingQueue
        var waiting: [Int: Job] = [:]

        /// - Returns: The job that was removed.
        mutating func remove(_ number: Int) -> Job? {
            _ = queue.remove(number)
            return waiting.removeValue(forKey: number)
        }
    }

    private final class Job: Sendable {
        let run: @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void

        init(run: @escaping @Sendable () -> Void, refuse: @escaping @Sendable (any Error) -> Void) {
            self.run = run
            self.refuse = refuse
        }
    }

    /// The state of a job before it is queued: its number, and whether it is still wanted.
    private final class Order: Sendable {
        let isAbandoned = Atomic(false)
        let number: Int

        init(number: Int) {
            self.number = number
        }
    }

    private let width: Int
    private let state: Mutex<State>

    /// - Parameter width: How many hashes are computed at once; the number of cores is a good value.
    public convenience init(width: Int) {
        self.init(width: width, room: .oneSecond)
    }

    init(width: Int, room: HashingQueue.Room) {
        self.width = max(1, width)
        state = Mutex(State(queue: HashingQueue(width: width, room: room)))
    }

    /// A pool with a fixed queue capacity that does not depend on the cost of the jobs. For tests.
    public convenience init(width: Int, capacity: Int) {
        self.init(width: width, room: .exactly(max(0, capacity)))
    }

    /// The number of queued jobs.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` on one of the pool's threads.
    ///
    /// A queued job leaves the queue when its task is cancelled or its connection's ``Departure`` happens. A running job is finished.
    ///
    /// - Parameter claim: Determines the place in the queue.
    /// - Throws: ``HashingPoolFull``, ``HashingAbandoned``, or what `work` throws.
    public func run<T: Sendable>(for claim: HashingClaim, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        let order = Order(
            number: state.withLock { state in
                state.lastNumber += 1
                return state.lastNumber
            })
        let departure = Departure.current
        let listening = departure?.listen { self.abandon(order) }
        defer { if let listening { departure?.ignore(listening) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                admit(
                    Job(
                        run: { continuation.resume(with: Result { try work() }) }, refuse: { continuation.resume(throwing: $0) }),
                    order, for: claim)
            }
        } onCancel: {
            abandon(order)
        }
    }

    private enum Admission {
        case start
        case queued
        case full(Job, retryAfterSeconds: Int)
        case abandoned
    }

    private func admit(_ job: Job, _ order: Order, for claim: HashingClaim) {
        let admission = state.withLock { state -> Admission in
            if order.isAbandoned.load(ordering: .sequentiallyConsistent) { return .abandoned }
            if state.running < width {
                state.running += 1
                return .start
            }
            switch state.queue.add(order.number, for: claim) {
            case .refused: return .full(job, retryAfterSeconds: state.queue.retryAfterSeconds)
            case .waits:
                state.waiting[order.number] = job
                return .queued
            case .replaces(let loser):
                state.waiting[order.number] = job
                guard let lost = state.waiting.removeValue(forKey: loser) else { return .queued }
                return .full(lost, retryAfterSeconds: state.queue.retryAfterSeconds)
            }
        }
        switch admission {
        // Uses a separate thread, because its lower priority cannot be raised again; the thread ends when the queue is empty.
        case .start: Thread.detachNewThread { self.work(startingWith: job) }
        case .queued: break
        case .full(let job, let seconds): job.refuse(HashingPoolFull(retryAfterSeconds: seconds))
        case .abandoned: job.refuse(HashingAbandoned())
        }
    }

    private func abandon(_ order: Order) {
        // Sets the mark before it looks into the queue, so that it also finds a job that is admitted in between.
        order.isAbandoned.store(true, ordering: .sequentiallyConsistent)
        state.withLock { $0.remove(order.number) }?.refuse(HashingAbandoned())
    }

    private func work(startingWith first: Job) {
        Self.lowerPriority()
        var job = first
        let clock = ContinuousClock()
        while true {
            let begin = clock.now
            job.run()
            let seconds = begin.duration(to: clock.now) / .seconds(1)
            let following = state.withLock { state -> Job? in
                state.queue.measured(seconds: seconds)
                while let number = state.queue.next() {
                    if let job = state.waiting.removeValue(forKey: number) { return job }
                }
                state.running -= 1
                return nil
            }
            guard let following else { return }
            job = following
        }
    }

    /// Hashing takes whatever time is left: a lookup must not wait behind it. Linux gives each thread a nice value of its own.
    private static func lowerPriority() {
        #if os(Linux)
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }
}
