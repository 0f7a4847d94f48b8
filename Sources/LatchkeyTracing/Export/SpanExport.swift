import Synchronization

/// Sends the spans of a queue to the collector, in batches.
///
/// A batch that the collector cannot take is sent again after growing delays, and dropped after some attempts. Meanwhile new spans wait in
/// the queue until it is full. Requests never wait for the collector.
package final class SpanExport: Sendable {
    /// The times of the export, in seconds.
    package struct Pace: Sendable {
        /// The interval of batches that are not full.
        package var interval: Double = 2
        /// The delay after the first failure; it doubles with each further one.
        package var firstRetry: Double = 1
        package var maxRetry: Double = 30
        /// The number of attempts for one batch.
        package var maxAttempts = 8
        /// The time after ``SpanExport/stop()`` in which further batches are begun.
        package var lastBatches: Double = 5

        package init() {}
    }

    /// What has happened to spans.
    package struct Counts: Sendable, Equatable {
        package var exported = 0
        /// Spans that the collector refused.
        package var refused = 0
        /// Spans that were dropped because the collector could not be reached.
        package var unreachable = 0
    }

    private struct State {
        var counts = Counts()
        var isStopping = false
        var isOutage = false
        var condition = Condition.untried
    }

    /// What the collector did with the last batch.
    package enum Condition: Sendable, Equatable {
        /// No batch was sent yet.
        case untried
        case accepts
        /// It refused the batch, or cannot be reached.
        case fails(String)
    }

    package let queue: SpanQueue
    private let pace: Pace
    private let pause: @Sendable (Double) async throws -> Void
    private let onOutage: @Sendable (Outage) -> Void
    private let state = Mutex(State())

    /// The begin or the end of an outage of the collector.
    package enum Outage: Sendable, Equatable {
        case begins(String)
        case ends
    }

    package typealias Sending = @Sendable ([SpanRecord]) async -> CollectorReply

    /// - Parameters:
    ///   - pause: Waits for the given number of seconds, or until the task is cancelled.
    ///   - onOutage: Called once when an outage begins, and once when it ends.
    package init(
        _ queue: SpanQueue, pace: Pace = Pace(),
        pause: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        onOutage: @escaping @Sendable (Outage) -> Void
    ) {
        self.queue = queue
        self.pace = pace
        self.pause = pause
        self.onOutage = onOutage
    }

    package var counts: Counts { state.withLock { $0.counts } }
    /// The result of the last attempt.
    package var condition: Condition { state.withLock { $0.condition } }
    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Exports until ``stop()`` is called, and then exports the rest of the queue without retries.
    ///
    /// - Parameter send: Sends a batch within a time limit.
    package func run(_ send: Sending) async {
        var awake = queue.wakings.makeAsyncIterator()
        while !isStopping, !Task.isCancelled {
            await wait(pace.interval, &awake)
            while !isStopping, case let batch = queue.take(), !batch.isEmpty { await deliver(batch, by: send, &awake) }
        }
        // A collector that does not answer, or answers late, would delay the end of the process with each batch.
        let end = ContinuousClock.now.advanced(by: .seconds(pace.lastBatches))
        while !Task.isCancelled, ContinuousClock.now < end, case let batch = queue.take(), !batch.isEmpty {
            guard await attempt(batch, by: send) else { return }
        }
    }

    /// Ends ``run()`` soon.
    package func stop() {
        state.withLock { $0.isStopping = true }
        queue.wake()
    }

    private func wait(_ seconds: Double, _ awake: inout AsyncStream<Void>.AsyncIterator) async {
        guard !isStopping else { return }
        let timer = Task { [pause, queue] in
            try await pause(seconds)
            queue.wake()
        }
        await awake.next(isolation: #isolation)
        timer.cancel()
    }

    private func deliver(_ batch: [SpanRecord], by send: Sending, _ awake: inout AsyncStream<Void>.AsyncIterator) async {
        var delay = pace.firstRetry
        for _ in 1..<pace.maxAttempts {
            let reply = await send(batch)
            guard case .unavailable(let reason, let seconds) = reply else { return note(reply, of: batch.count) }
            begin(outage: reason)
            await wait(min(pace.maxRetry, max(delay, Double(seconds ?? 0))), &awake)
            delay = min(pace.maxRetry, delay * 2)
            if isStopping { break }
        }
        _ = await attempt(batch, by: send)
    }

    /// Sends a batch for the last time.
    ///
    /// - Returns: Whether the collector answered.
    private func attempt(_ batch: [SpanRecord], by send: Sending) async -> Bool {
        let reply = await send(batch)
        note(reply, of: batch.count)
        if case .unavailable = reply { return false }
        return true
    }

    private func note(_ reply: CollectorReply, of count: Int) {
        switch reply {
        case .accepted(let rejected):
            let ends = state.withLock { state in
                state.counts.exported += max(0, count - rejected)
                state.counts.refused += min(count, rejected)
                defer { (state.isOutage, state.condition) = (false, .accepts) }
                return state.isOutage
            }
            if ends { onOutage(.ends) }
        case .refused(let reason):
            state.withLock { $0.counts.refused += count }
            begin(outage: reason)
        case .unavailable(let reason, _):
            state.withLock { $0.counts.unreachable += count }
            begin(outage: reason)
        }
    }

    private func begin(outage reason: String) {
        let begins = state.withLock { state in
            defer { (state.isOutage, state.condition) = (true, .fails(reason)) }
            return !state.isOutage
        }
        if begins { onOutage(.begins(reason)) }
    }
}
