import Foundation
public import LatchkeyIdentity
public import LatchkeySecrets
public import Logging
public import ServiceLifecycle
import Synchronization

/// A service that delivers the events of users to the webhooks of projects until it is stopped.
///
/// The worker claims a delivery for a limited time before it makes it. If the worker dies, another worker makes the delivery when the claim
/// expires, so each event is delivered at least once. The deliveries about one account to one webhook are made in the order of the events:
/// the next one waits until the one before it was accepted or given up. Each webhook has its own limit of concurrent requests, so that a
/// slow one does not delay others.
public struct UserEventWorker: Service, CustomStringConvertible {
    /// The name in logs, without the properties.
    public var description: String { "webhook worker" }

    /// The limits and intervals of the worker.
    public struct Pace: Sendable {
        /// The maximum number of concurrent requests to one webhook. A webhook whose last request failed gets one at a time.
        public var width = 4
        /// The duration of a claim in seconds.
        public var claimSeconds = WebhookDelivery.claimSeconds
        /// The interval in seconds at which the store is polled, because another process may have added deliveries.
        public var lookSeconds: Double = 30
        /// The time in seconds that running requests get to finish after a shutdown begins.
        public var stopSeconds: Double = 5
        /// The retry schedule: 5 seconds at first, doubled up to 6 hours, 24 attempts in about 3 days.
        public var retries = RetrySchedule(firstDelaySeconds: 5, maxDelaySeconds: 21_600, maxAttempts: 24, jitter: 0.2)

        /// Creates a pace with the default values.
        public init() {}
    }

    private let store: any AccountStore
    private let delivery: UserEventDelivery
    private let pace: Pace
    private let now: WallClock
    private let logger: Logger

    /// Creates a worker. It does nothing before ``run()`` or ``deliverDue()`` is called.
    ///
    /// - Parameter send: Sends a request. It must refuse targets that projects may not call.
    public init(
        store: any AccountStore, sealer: Sealer, send: @escaping WebhookSending, pace: Pace = .init(), now: @escaping WallClock,
        random: RandomTokens = .system, logger: Logger
    ) {
        self.store = store
        delivery = UserEventDelivery(
            store: store, sealer: sealer, send: send, retries: pace.retries, now: now, random: random, logger: logger)
        self.pace = pace
        self.now = now
        self.logger = logger
    }

    /// Delivers events until the task is cancelled or a graceful shutdown begins.
    public func run() async throws {
        let (wakings, alarm) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Subscribes before the first poll, so that no delivery is missed between the poll and the first wait.
        let rings = store.outboxBell.rings()
        let listener = Task { for await _ in rings { alarm.yield() } }
        defer { listener.cancel() }
        let slots = WebhookSlots()
        await withGracefulShutdownHandler {
            await work(wakings: wakings, alarm: alarm, slots: slots)
        } onGracefulShutdown: {
            slots.stop()
            alarm.yield()
        }
    }

    /// Attempts every delivery that is due now, and those that become due thereby, and returns when all attempts have ended.
    ///
    /// - Returns: The number of attempts.
    @discardableResult
    public func deliverDue() async throws -> Int {
        var count = 0
        while case let claimed = try await claim(WebhookSlots(), waking: nil).due, !claimed.isEmpty {
            await withTaskGroup(of: Void.self) { group in
                for entry in claimed { group.addTask { _ = await delivery.attempt(entry) } }
            }
            count += claimed.count
        }
        return count
    }

    private func work(wakings: AsyncStream<Void>, alarm: AsyncStream<Void>.Continuation, slots: WebhookSlots) async {
        var awake = wakings.makeAsyncIterator()
        await withDiscardingTaskGroup { group in
            while !slots.isStopping, !Task.isCancelled {
                let look = now().addingTimeInterval(pace.lookSeconds)
                var next = look
                do {
                    let claimed = try await claim(slots, waking: look)
                    for entry in claimed.due {
                        group.addTask {
                            let isRefused = await delivery.attempt(entry)
                            slots.release(entry.endpoint, isRefused: isRefused, at: now())
                            alarm.yield()
                        }
                    }
                    next = claimed.next
                } catch {
                    logger.error("the webhook deliveries cannot be read", metadata: ["cause": "\(error)"])
                }
                let seconds = max(0.05, next.timeIntervalSince(now()))
                let timer = Task {
                    try await Task.sleep(for: .seconds(seconds))
                    alarm.yield()
                }
                await awake.next()
                timer.cancel()
            }
            let deadline = ContinuousClock.now + .seconds(pace.stopSeconds)
            let end = Task {
                try await Task.sleep(until: deadline)
                alarm.yield()
            }
            while slots.isBusy, ContinuousClock.now < deadline, !Task.isCancelled { await awake.next() }
            end.cancel()
            group.cancelAll()
        }
    }

    /// Claims due deliveries for the free slots of each webhook.
    ///
    /// - Parameter look: The latest time of the next look.
    /// - Returns: The deliveries, and the time at which the next one is due.
    private func claim(_ slots: WebhookSlots, waking look: Date?) async throws -> (due: [WebhookDelivery], next: Date) {
        let instant = now()
        let attempts = try await store.read { try $0.nextWebhookAttempts() }
        var (due, next): ([WebhookDelivery], Date) = ([], look ?? .distantFuture)
        for (endpoint, at) in attempts {
            guard at <= instant else {
                next = min(next, at)
                continue
            }
            if let end = slots.pause(of: endpoint), end > instant {
                next = min(next, end)
                continue
            }
            let free = pace.width - slots.count(endpoint)
            // If all slots are in use, the first request that ends wakes the worker.
            guard free > 0 else { continue }
            let retryAt = instant.addingTimeInterval(pace.claimSeconds)
            let (width, running) = (pace.width, slots.count(endpoint))
            do {
                let claimed = try await store.write { transaction -> [WebhookDelivery] in
                    let isFailing = try transaction.webhookEndpoint(endpoint)?.failingSince != nil
                    return try transaction.claimWebhookDeliveries(
                        to: endpoint, limit: (isFailing ? 1 : width) - running, at: instant, retryAt: retryAt)
                }
                slots.take(endpoint, claimed.count)
                due += claimed
            } catch {
                // The deliveries that were claimed for other webhooks are still sent.
                logger.error("the deliveries of a webhook cannot be claimed", metadata: ["webhook": "\(endpoint)", "cause": "\(error)"])
            }
        }
        return (due, next)
    }
}
