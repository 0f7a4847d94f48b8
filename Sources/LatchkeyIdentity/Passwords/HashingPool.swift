import Foundation
import LatchkeyTracing
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The error for a full queue of password hashes.
package struct HashingPoolFull: Error, Equatable {
    /// The time after which to retry, in whole seconds.
    package let retryAfterSeconds: Int
}

/// The error for a queued job after its client closed the connection or its task was cancelled. Nothing was hashed.
package struct HashingAbandoned: Error, Equatable {}

/// A small thread pool for password hashing, so that hashing never blocks the threads that serve requests.
///
/// A ``HashingQueue`` orders the queued jobs. Under a flood of sign-ins it refuses the surplus, with a time to retry, instead of letting
/// it pile up.
public final class HashingPool: Sendable {
    private struct State {
        var running = 0
        /// The threads that wait for a job.
        var idle = 0
        /// The jobs for which a thread was started or woken up.
        var handed: [Job] = []
        var lastNumber = 0
        var queue: HashingQueue
        var waiting: [Int: Job] = [:]

        /// Removes a job from the queue.
        ///
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
    private let wakeUp = DispatchSemaphore(value: 0)

    /// - Parameter width: The number of concurrent hashes, usually the number of cores.
    public convenience init(width: Int) {
        self.init(width: width, room: .oneSecond)
    }

    init(width: Int, room: HashingQueue.Room) {
        self.width = max(1, width)
        state = Mutex(State(queue: HashingQueue(width: width, room: room)))
    }

    /// Creates a pool with a fixed queue capacity that does not depend on the cost of the jobs. For tests.
    public convenience init(width: Int, capacity: Int) {
        self.init(width: width, room: .exactly(max(0, capacity)))
    }

    deinit {
        for _ in 0..<state.withLock({ $0.idle }) { wakeUp.signal() }
    }

    /// The number of queued jobs.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` on one of the pool's threads.
    ///
    /// A queued job leaves the queue when its task is cancelled or its connection's ``Departure`` happens. A running job is finished.
    ///
    /// - Parameter claim: Determines the place in the queue.
    /// - Throws: ``HashingPoolFull``, ``HashingAbandoned``, or any error of `work`.
    package func run<T: Sendable>(for claim: HashingClaim, _ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await ActiveSpan.below("password hash") { span in
            guard let span else { return try await queue(for: claim, work) }
            let begin = ContinuousClock.now
            return try await queue(for: claim) {
                span.set(.queueMilliseconds, .number(begin.duration(to: .now) / .milliseconds(1)))
                return try work()
            }
        }
    }

    private func queue<T: Sendable>(for claim: HashingClaim, _ work: @escaping @Sendable () throws -> T) async throws -> T {
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
        case wakeUp
        case queued
        case full(Job, retryAfterSeconds: Int)
        case abandoned
    }

    private func admit(_ job: Job, _ order: Order, for claim: HashingClaim) {
        let admission = state.withLock { state -> Admission in
            if order.isAbandoned.load(ordering: .sequentiallyConsistent) { return .abandoned }
            if state.running < width {
                state.running += 1
                state.handed.append(job)
                guard state.idle > 0 else { return .start }
                state.idle -= 1
                return .wakeUp
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
        case .start: startThread()
        case .wakeUp: wakeUp.signal()
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

    /// Starts a thread for a job that was handed over. It waits for further jobs, and ends with the pool.
    ///
    /// The pool has its own threads because their lowered priority cannot be raised again. They stay, because the memory of a hash, 16 MiB,
    /// belongs to the allocator's arena of the thread: with new threads, one arena after the other would keep as much. The thread's closure
    /// does not capture the job, so that the password in it is released.
    private func startThread() {
        Thread.detachNewThread { [weak self, wakeUp] in
            Self.lowerPriority()
            while self?.work() != nil { wakeUp.wait() }
        }
    }

    /// Runs a job that was handed over, and then those in the queue.
    private func work() {
        var job = state.withLock { $0.handed.isEmpty ? nil : $0.handed.removeFirst() }
        let clock = ContinuousClock()
        while let current = job {
            let begin = clock.now
            current.run()
            let seconds = begin.duration(to: clock.now) / .seconds(1)
            job = state.withLock { state -> Job? in
                state.queue.measured(seconds: seconds)
                while let number = state.queue.next() {
                    if let job = state.waiting.removeValue(forKey: number) { return job }
                }
                state.running -= 1
                state.idle += 1
                return nil
            }
        }
    }

    /// Lowers the priority of the thread, so that look-ups do not wait for hashing. Linux has a nice value per thread.
    private static func lowerPriority() {
        #if os(Linux)
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }
}
