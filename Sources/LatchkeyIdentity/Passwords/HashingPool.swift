// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Thrown when more password checks wait than can be done in reasonable time.
public struct HashingPoolFull: Error, Equatable {
    /// When it makes sense to come back.
    public let retryAfterSeconds: Int
}

/// A few threads for password hashing, so that it never blocks those that answer requests.
///
/// The queue is bounded: under a flood of sign-ins the surplus is told to come back instead of piling up.
public final class HashingPool: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var waiting: [Job] = []
        /// Jobs before this index were taken; the array is trimmed now and then, so that taking one is cheap.
        var next = 0
    }

    private let width: Int
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - width: How many hashes are computed at once; the number of cores is a good value.
    ///   - capacity: How many may wait. At 45 ms each, 256 on two cores wait six seconds.
    public init(width: Int, capacity: Int = 256) {
        self.width = max(1, width)
        self.capacity = max(0, capacity)
    }

    /// Runs `work` on one of the pool's threads.
    ///
    /// - Throws: ``HashingPoolFull``, or what `work` throws.
    public func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let job: Job = { continuation.resume(with: Result { try work() }) }
            let admitted = state.withLock { state -> Admission in
                if state.running < width {
                    state.running += 1
                    return .start
                }
                guard state.waiting.count - state.next < capacity else { return .full }
                state.waiting.append(job)
                return .queued
            }
            switch admitted {
            // A thread of its own, because its lower priority cannot be taken back; it ends when nothing waits.
            case .start: Thread.detachNewThread { self.work(startingWith: job) }
            case .queued: break
            case .full: continuation.resume(throwing: HashingPoolFull(retryAfterSeconds: 5))
            }
        }
    }

    private enum Admission {
        case start
        case queued
        case full
    }

    private func work(startingWith first: Job) {
        Self.lowerPriority()
        var job = first
        while true {
            job()
            let following = state.withLock { state -> Job? in
                guard state.next < state.waiting.count else {
                    state.running -= 1
                    state.waiting.removeAll(keepingCapacity: true)
                    state.next = 0
                    return nil
                }
                let job = state.waiting[state.next]
                state.next += 1
                if state.next > 1024 {
                    state.waiting.removeFirst(state.next)
                    state.next = 0
                }
                return job
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
