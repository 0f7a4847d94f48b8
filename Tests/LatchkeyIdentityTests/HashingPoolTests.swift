// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import Synchronization
import Testing

@Suite struct HashingPoolTests {
    /// Holds jobs until it is told to let them go.
    private final class Gate: Sendable {
        private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
        private let opened = Mutex(false)

        func blockUntilOpen() {
            while !opened.withLock({ $0 }) {}
        }

        func open() { opened.withLock { $0 = true } }
    }

    @Test func returnsWhatTheWorkReturnsAndThrowsWhatItThrows() async throws {
        struct Broken: Error {}
        let pool = HashingPool(width: 1)
        #expect(try await pool.run { 42 } == 42)
        await #expect(throws: Broken.self) { try await pool.run { throw Broken() } }
    }

    @Test func aFullQueueSaysComeBackLater() async throws {
        let pool = HashingPool(width: 1, capacity: 1)
        let gate = Gate()
        let started = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await pool.run {
                    started.continuation.yield()
                    gate.blockUntilOpen()
                }
            }
            for await _ in started.stream { break }
            // One runs, one may wait: of two more, exactly one is turned away.
            let refusals = Mutex(0)
            let turnedAway = AsyncStream<Void>.makeStream()
            for _ in 0..<2 {
                group.addTask {
                    do {
                        try await pool.run {}
                    } catch is HashingPoolFull {
                        refusals.withLock { $0 += 1 }
                        turnedAway.continuation.yield()
                    }
                }
            }
            for await _ in turnedAway.stream { break }
            gate.open()
            try await group.waitForAll()
            #expect(refusals.withLock { $0 } == 1)
        }
    }

    @Test func everyJobRunsOnceThoughManyWait() async throws {
        let pool = HashingPool(width: 2, capacity: 5000)
        let count = Mutex(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3000 { group.addTask { try await pool.run { count.withLock { $0 += 1 } } } }
            try await group.waitForAll()
        }
        #expect(count.withLock { $0 } == 3000)
    }

    @Test func neverMoreAtOnceThanItIsWide() async throws {
        let pool = HashingPool(width: 2, capacity: 500)
        let running = Mutex((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await pool.run {
                        running.withLock {
                            $0.now += 1
                            $0.most = max($0.most, $0.now)
                        }
                        running.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.withLock { $0.most } <= 2)
    }
}
