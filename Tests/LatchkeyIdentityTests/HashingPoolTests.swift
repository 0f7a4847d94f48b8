import Dispatch
import Foundation
import LatchkeyIdentity
import Synchronization
import Testing

@Suite struct HashingPoolTests {
    /// Holds jobs until a test opens it.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func blockUntilOpen() {
            semaphore.wait()
            semaphore.signal()
        }

        func open() { semaphore.signal() }
    }

    private final class Tally: Sendable {
        private let state = Mutex((count: 0, running: 0, most: 0))
        var count: Int { state.withLock { $0.count } }
        var most: Int { state.withLock { $0.most } }

        func add() { state.withLock { $0.count += 1 } }

        func enterAndLeave() {
            state.withLock {
                $0.running += 1
                $0.most = max($0.most, $0.running)
            }
            state.withLock { $0.running -= 1 }
        }
    }

    @Test func returnsTheResultOrErrorOfTheWork() async throws {
        struct Broken: Error {}
        let pool = HashingPool(width: 1)
        #expect(try await pool.run(for: .own) { 42 } == 42)
        await #expect(throws: Broken.self) { try await pool.run(for: .own) { throw Broken() } }
    }

    @Test func laterWorkUsesTheSameThreads() async throws {
        let pool = HashingPool(width: 2)
        let newThreads = Tally()
        for _ in 0..<20 {
            try await pool.run(for: .own) {
                if Thread.current.threadDictionary["seen"] == nil { newThreads.add() }
                Thread.current.threadDictionary["seen"] = true
            }
        }
        #expect(newThreads.count <= 2)
    }

    /// Reports the end of what it belongs to.
    private final class Belonging: Sendable {
        private let ended: @Sendable () -> Void
        init(ended: @escaping @Sendable () -> Void) { self.ended = ended }
        deinit { ended() }
    }

    @Test(.timeLimit(.minutes(1))) func threadsEndWithThePool() async throws {
        let ends = AsyncStream<Void>.makeStream()
        try await HashingPool(width: 1).run(for: .own) {
            Thread.current.threadDictionary["belonging"] = Belonging { ends.continuation.yield() }
        }
        for await _ in ends.stream { break }
    }

    @Test(.timeLimit(.minutes(1))) func finishedWorkIsReleasedWhileThePoolLives() async throws {
        let pool = HashingPool(width: 1)
        let ends = AsyncStream<Void>.makeStream()
        func runOnce() async throws {
            let password = Belonging { ends.continuation.yield() }
            try await pool.run(for: .own) { withExtendedLifetime(password) {} }
        }
        try await runOnce()
        for await _ in ends.stream { break }
        #expect(try await pool.run(for: .own) { 42 } == 42)
    }

    @Test func fullQueueRefusesWork() async throws {
        let pool = HashingPool(width: 1, capacity: 1)
        let gate = Gate()
        let started = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await pool.run(for: .own) {
                    started.continuation.yield()
                    gate.blockUntilOpen()
                }
            }
            for await _ in started.stream { break }
            // One runs, one may wait: of two more, exactly one is refused.
            let refusals = Tally()
            let turnedAway = AsyncStream<Void>.makeStream()
            for _ in 0..<2 {
                group.addTask {
                    do {
                        try await pool.run(for: .own) {}
                    } catch is HashingPoolFull {
                        refusals.add()
                        turnedAway.continuation.yield()
                    }
                }
            }
            for await _ in turnedAway.stream { break }
            gate.open()
            try await group.waitForAll()
            #expect(refusals.count == 1)
        }
    }

    @Test func everyJobRunsOnceThoughManyWait() async throws {
        let pool = HashingPool(width: 2, capacity: 5000)
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3000 { group.addTask { try await pool.run(for: .own) { tally.add() } } }
            try await group.waitForAll()
        }
        #expect(tally.count == 3000)
    }

    @Test func neverMoreAtOnceThanItIsWide() async throws {
        let pool = HashingPool(width: 2, capacity: 500)
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { try await pool.run(for: .own) { tally.enterAndLeave() } } }
            try await group.waitForAll()
        }
        #expect(tally.most <= 2)
    }

    /// Keeps a pool of width 1 busy while `body` runs.
    private func busy(_ pool: HashingPool, _ body: () async throws -> Void) async throws {
        let gate = Gate()
        let started = AsyncStream<Void>.makeStream()
        let occupant = Task {
            try await pool.run(for: .own) {
                started.continuation.yield()
                gate.blockUntilOpen()
            }
        }
        for await _ in started.stream { break }
        defer { gate.open() }
        try await body()
        gate.open()
        try await occupant.value
    }

    private func waits(_ count: Int, in pool: HashingPool) async {
        while pool.waitingCount != count { await Task.yield() }
    }

    @Test(.timeLimit(.minutes(5))) func aCancelledTaskLeavesTheQueue() async throws {
        let pool = HashingPool(width: 1, capacity: 1)
        let tally = Tally()
        try await busy(pool) {
            let task = Task { try await pool.run(for: .own) { tally.add() } }
            await waits(1, in: pool)
            task.cancel()
            await #expect(throws: HashingAbandoned.self) { try await task.value }
            #expect(pool.waitingCount == 0)
        }
        #expect(tally.count == 0)
    }

    @Test(.timeLimit(.minutes(5))) func abandonedRequestLeavesTheQueue() async throws {
        let pool = HashingPool(width: 1, capacity: 1)
        let tally = Tally()
        let departure = Departure()
        try await busy(pool) {
            let task = Departure.$current.withValue(departure) { Task { try await pool.run(for: .own) { tally.add() } } }
            await waits(1, in: pool)
            departure.happen()
            await #expect(throws: HashingAbandoned.self) { try await task.value }
            #expect(pool.waitingCount == 0)
        }
        // Even if there is room in the queue.
        await Departure.$current.withValue(departure) {
            await #expect(throws: HashingAbandoned.self) { try await pool.run(for: .own) { tally.add() } }
        }
        #expect(tally.count == 0)
    }

    @Test(.timeLimit(.minutes(5))) func aReplacedJobGetsARetryTime() async throws {
        let pool = HashingPool(width: 1, capacity: 2)
        let tally = Tally()
        var tasks: [Task<Void, any Error>] = []
        try await busy(pool) {
            let flood = HashingClaim(address: "192.0.2.1")
            let first = Task { try await pool.run(for: flood) { tally.add() } }
            await waits(1, in: pool)
            let second = Task { try await pool.run(for: flood) { tally.add() } }
            await waits(2, in: pool)
            let quiet = Task { try await pool.run(for: HashingClaim(address: "198.51.100.1")) { tally.add() } }
            await #expect(throws: HashingPoolFull.self) { try await second.value }
            await waits(2, in: pool)
            tasks = [first, quiet]
        }
        for task in tasks { try await task.value }
        #expect(tally.count == 2)
    }
}
