public import LatchkeyIdentity
public import Logging
public import ServiceLifecycle

/// Delivers the audit log to one receiver while the server runs.
///
/// The position of the stream is stored after each delivery, so that a crash repeats entries but loses none. Entries are delivered in the
/// order of their numbers; a delivery that fails is repeated until it succeeds, and nothing overtakes it. Requests never wait for a stream.
public struct EventStreamWorker: Service, CustomStringConvertible {
    /// The name in logs.
    public var description: String { "audit stream \(receiver.stream.rawValue)" }

    /// The intervals of a worker, in seconds.
    public struct Pace: Sendable {
        /// The minimum time between two deliveries. Events meanwhile are delivered together.
        public var betweenDeliveries = 0.1
        /// The delay after the first failure. It doubles with each further one.
        public var firstRetry = 1.0
        /// The maximum delay after a failure.
        public var lastRetry = 60.0
        /// The time after which the worker looks for events that other processes have committed; `nil` if there are none.
        public var look: Double?
        /// The time for a last delivery when the server stops.
        public var stop = 5.0

        /// Creates a pace with the default values.
        public init() {}

        /// The delay after a number of failures.
        func delay(afterFailures count: Int) -> Double {
            var delay = firstRetry
            for _ in 1..<max(1, count) where delay < lastRetry { delay *= 2 }
            return min(delay, lastRetry)
        }
    }

    /// The stream whose events it delivers.
    public var stream: EventStream { receiver.stream }

    let record: any EventRecord
    let receiver: any EventReceiver
    let state = DeliveryState()
    private let pace: Pace
    private let logger: Logger
    private let pause: @Sendable (Double) async throws -> Void

    /// Creates a worker.
    ///
    /// - Parameter pause: Waits for a number of seconds, or until the task is cancelled.
    public init(
        record: any EventRecord, receiver: any EventReceiver, pace: Pace = Pace(), logger: Logger,
        pause: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        self.record = record
        self.receiver = receiver
        self.pace = pace
        self.logger = logger
        self.pause = pause
    }

    /// Delivers events until the server stops.
    public func run() async throws {
        let (wakings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        record.committedEvents.add(StreamBell(bell: bell))
        bell.yield()
        logger.info("The audit log is streamed", metadata: ["stream": "\(receiver.stream.rawValue)", "to": "\(receiver.place)"])
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                if let look = pace.look {
                    group.addTask { while (try? await pause(look)) != nil { bell.yield() } }
                }
                for await _ in wakings {
                    await deliverAll()
                    if (try? await pause(pace.betweenDeliveries)) == nil { break }
                }
                group.cancelAll()
            }
        }
        if Task.isCancelled {
            // Another node delivers now.
            _ = state.set(nil)
            return
        }
        guard state.problem == nil else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await deliverNext() }
            group.addTask { try? await pause(pace.stop) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Delivers until no event waits, and repeats what fails.
    private func deliverAll() async {
        var failures = 0
        while !Task.isCancelled {
            do {
                guard try await deliverNext() else { return }
                failures = 0
                try await pause(pace.betweenDeliveries)
            } catch is CancellationError {
                return
            } catch {
                failures += 1
                if state.set("\(error)") {
                    logger.error(
                        "The audit log could not be streamed; the server will try again",
                        metadata: ["stream": "\(receiver.stream.rawValue)", "cause": "\(error)"])
                }
                guard (try? await pause(pace.delay(afterFailures: failures))) != nil else { return }
            }
        }
    }

    /// Delivers the next entries once.
    ///
    /// - Returns: Whether more may wait.
    func deliverNext() async throws -> Bool {
        let position = try await record.position(of: receiver.stream)
        let entries = try await record.streamedEvents(after: position, limit: receiver.maxEntries)
        guard let last = entries.last else {
            succeed()
            return false
        }
        try await receiver.deliver(entries)
        try await record.advance(receiver.stream, to: last.sequence)
        succeed()
        return entries.count >= receiver.maxEntries
    }

    private func succeed() {
        guard state.set(nil) else { return }
        logger.info("The audit log is streamed again", metadata: ["stream": "\(receiver.stream.rawValue)"])
    }
}

/// Wakes a stream after each commit with events.
private struct StreamBell: EventObserver {
    let bell: AsyncStream<Void>.Continuation

    func observe(_ event: AuthEvent) { bell.yield() }
}
