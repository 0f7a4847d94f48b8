public import LatchkeyIdentity
public import LatchkeySecrets
public import Logging
public import ServiceLifecycle
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Takes messages out of the outbox and has them carried away, until it is told to stop.
///
/// A message is claimed for a while before it is tried, so that of a worker that dies in between another takes it up: it is sent at
/// least once. One that fails comes due again later and keeps nobody waiting; one whose code ended is never sent.
public struct OutboxWorker: Service {
    /// How deliveries are spread over time.
    public struct Pace: Sendable {
        /// Messages of one channel that are under way at once.
        public var width = 4
        /// How long a claim lasts: longer than any transport takes.
        public var claimSeconds: Double = 150
        /// How often the outbox is looked at even if nobody rings: messages may come from another process.
        public var lookSeconds: Double = 30
        /// How often what is over is thrown away.
        public var cleaningSeconds: Double = 300
        /// How long deliveries may go on once the server is to stop.
        public var stopSeconds: Double = 15
        public var retries = RetrySchedule.standard

        public init() {}
    }

    let store: any AccountStore
    let delivery: OutboxDelivery
    let pace: Pace
    let now: WallClock
    let logger: Logger
    private let pause: @Sendable (Double) async throws -> Void

    /// - Parameters:
    ///   - transports: Messages of other channels stay where they are.
    ///   - pause: Waits for some seconds, or until the task is cancelled.
    public init(
        store: any AccountStore, outbox: Outbox, transports: [OutboxMessage.Channel: any MessageTransport], pace: Pace = .init(),
        now: @escaping WallClock, random: RandomTokens = .system, logger: Logger,
        pause: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        self.store = store
        delivery = OutboxDelivery(
            store: store, outbox: outbox, transports: transports, retries: pace.retries, now: now, random: random, logger: logger)
        self.pace = pace
        self.now = now
        self.logger = logger
        self.pause = pause
    }

    public func run() async throws {
        let isStopping = Flag()
        let (wakings, alarm) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // From now on, so that nothing is missed between the first look and the first wait.
        let rings = store.outboxBell.rings()
        let listener = Task { for await _ in rings { alarm.yield() } }
        defer { listener.cancel() }
        await withGracefulShutdownHandler {
            await work(wakings: wakings, alarm: alarm, isStopping: isStopping)
        } onGracefulShutdown: {
            isStopping.raise()
            alarm.yield()
        }
    }

    /// Tries everything that is due now, once, and returns when that is done.
    ///
    /// - Returns: How many messages were tried.
    @discardableResult
    public func deliverDue() async throws -> Int {
        var count = 0
        for channel in delivery.channels {
            while case let messages = try await claim(by: channel, limit: pace.width), !messages.isEmpty {
                await withTaskGroup(of: Void.self) { group in
                    for message in messages { group.addTask { await delivery.attempt(message) } }
                }
                count += messages.count
            }
        }
        return count
    }

    // MARK: The loop

    private func work(wakings: AsyncStream<Void>, alarm: AsyncStream<Void>.Continuation, isStopping: Flag) async {
        await withTaskGroup(of: OutboxMessage.Channel?.self) { group in
            var running: [OutboxMessage.Channel: Int] = [:]
            let ended = Counter()
            var cleaned = Date.distantPast
            var awake = wakings.makeAsyncIterator()
            while !isStopping.isRaised, !Task.isCancelled {
                for _ in 0..<ended.takeAll() {
                    if case let channel?? = await group.next() { running[channel, default: 1] -= 1 }
                }
                var next = now().addingTimeInterval(pace.lookSeconds)
                do {
                    if now().timeIntervalSince(cleaned) >= pace.cleaningSeconds {
                        let instant = now()
                        try await store.write { try $0.removeExpired(at: instant) }
                        cleaned = instant
                    }
                    for channel in delivery.channels {
                        let free = pace.width - running[channel, default: 0]
                        // When all are busy, the first that is ready wakes us.
                        guard free > 0 else { continue }
                        let messages = try await claim(by: channel, limit: free)
                        running[channel, default: 0] += messages.count
                        for message in messages {
                            group.addTask {
                                await delivery.attempt(message)
                                ended.count()
                                alarm.yield()
                                return channel
                            }
                        }
                        let instant = now()
                        if messages.count < free, let due = try await store.read({ try $0.nextOutboxDelivery(by: channel, at: instant) }) {
                            next = min(next, due)
                        }
                    }
                } catch {
                    logger.error("the outbox cannot be read", metadata: ["cause": "\(error)"])
                }
                let seconds = max(0.05, next.timeIntervalSince(now()))
                let timer = Task {
                    try await pause(seconds)
                    alarm.yield()
                }
                await awake.next()
                timer.cancel()
            }
            await finish(&group, running: running.values.reduce(0, +))
        }
    }

    /// Lets what is under way come to its end, for a while.
    private func finish(_ group: inout TaskGroup<OutboxMessage.Channel?>, running: Int) async {
        let limit = pace.stopSeconds
        group.addTask {
            try? await pause(limit)
            return nil
        }
        var left = running
        // A delivery that ends says its channel; the pause says nothing.
        while left > 0, case _?? = await group.next() { left -= 1 }
        group.cancelAll()
        await group.waitForAll()
    }

    private func claim(by channel: OutboxMessage.Channel, limit: Int) async throws -> [OutboxMessage] {
        let instant = now()
        let retryAt = instant.addingTimeInterval(pace.claimSeconds)
        return try await store.write { try $0.claimOutboxMessages(by: channel, limit: limit, at: instant, retryAt: retryAt) }
    }
}

/// Goes up once.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}

private final class Counter: Sendable {
    private let value = Atomic(0)
    func count() { value.add(1, ordering: .acquiringAndReleasing) }
    /// What was counted since the last time.
    func takeAll() -> Int { value.exchange(0, ordering: .acquiringAndReleasing) }
}
