import Foundation
public import LatchkeyIdentity
public import LatchkeySecrets
package import LatchkeyTracing
public import Logging
public import ServiceLifecycle
import Synchronization

/// A service that delivers the messages of the outbox until it is stopped.
///
/// The worker claims a message for a limited time before it delivers it. If the worker dies, another worker delivers the message when the
/// claim expires, so each message is sent at least once. A failed message is retried later and does not delay the others. A message with an
/// expired code is never sent.
public struct OutboxWorker: Service, CustomStringConvertible {
    /// The name in logs, without the properties.
    public var description: String { "outbox worker" }

    /// The limits and intervals of the worker.
    public struct Pace: Sendable {
        /// The maximum number of concurrent deliveries per channel.
        public var width = 4
        /// The duration of a claim in seconds. It must be longer than the timeout of every transport.
        public var claimSeconds: Double = 150
        /// The interval in seconds at which the outbox is polled, because another process may have added messages.
        public var lookSeconds: Double = 30
        /// The interval in seconds at which expired entries are removed from the store.
        public var cleaningSeconds: Double = 300
        /// The time in seconds that running deliveries get to finish after a shutdown begins.
        public var stopSeconds: Double = 15
        /// The retry schedule of failed deliveries.
        public var retries = RetrySchedule.standard

        /// Creates a pace with the default values.
        public init() {}
    }

    let store: any AccountStore
    private(set) var delivery: OutboxDelivery
    let pace: Pace
    let now: WallClock
    let logger: Logger
    private let pause: @Sendable (Double) async throws -> Void

    /// Creates a worker. It does nothing before ``run()`` or ``deliverDue()`` is called.
    ///
    /// - Parameters:
    ///   - transports: The transport of each channel.
    ///   - pause: Waits for the given number of seconds, or until the task is cancelled.
    public init(
        store: any AccountStore, outbox: Outbox, transports: MessageTransports, pace: Pace = .init(),
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

    /// Records a trace of each attempt to deliver a message; `nil` without tracing.
    package var tracer: Tracer? {
        get { delivery.tracer }
        set { delivery.tracer = newValue }
    }

    /// Delivers messages until the task is cancelled or a graceful shutdown begins.
    ///
    /// After a graceful shutdown begins, running deliveries get ``Pace/stopSeconds`` to finish.
    public func run() async throws {
        let isStopping = Flag()
        let (wakings, alarm) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Subscribes before the first poll, so that no message is missed between the poll and the first wait.
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

    /// Attempts every message that is due now, and returns when all attempts have ended.
    ///
    /// - Returns: The number of attempts.
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
                        // If all slots are in use, the first delivery that ends wakes the loop.
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

    /// Waits for running deliveries, at most ``Pace/stopSeconds``, and cancels the rest.
    private func finish(_ group: inout TaskGroup<OutboxMessage.Channel?>, running: Int) async {
        let limit = pace.stopSeconds
        group.addTask {
            try? await pause(limit)
            return nil
        }
        var left = running
        // A delivery returns its channel; the pause returns `nil`.
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

/// A flag that can be raised but not lowered.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}

private final class Counter: Sendable {
    private let value = Atomic(0)
    func count() { value.add(1, ordering: .acquiringAndReleasing) }
    /// Returns the count since the last call.
    func takeAll() -> Int { value.exchange(0, ordering: .acquiringAndReleasing) }
}
