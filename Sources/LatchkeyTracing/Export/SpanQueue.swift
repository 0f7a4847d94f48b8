import Synchronization

/// Finished spans that wait for the exporter. A full queue drops new spans, so that a request never waits.
///
/// Scope: one node.
package final class SpanQueue: Sendable {
    private struct State {
        var waiting: [SpanRecord] = []
        var dropped = 0
    }

    /// The maximum number of spans in a queue. With the limits for attributes, this is a few megabytes.
    package static let standardCapacity = 4096
    /// The number of spans in one request to the collector.
    package static let batchSize = 512

    private let capacity: Int
    private let state = Mutex(State())
    /// An element when a batch is complete, and when ``wake()`` was called.
    let wakings: AsyncStream<Void>
    private let alarm: AsyncStream<Void>.Continuation

    package init(capacity: Int = SpanQueue.standardCapacity) {
        self.capacity = capacity
        (wakings, alarm) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ record: SpanRecord) {
        let count = state.withLock { state in
            guard state.waiting.count < capacity else {
                state.dropped += 1
                return 0
            }
            state.waiting.append(record)
            return state.waiting.count
        }
        if count == Self.batchSize { wake() }
    }

    /// Removes the oldest spans.
    package func take(upTo limit: Int = SpanQueue.batchSize) -> [SpanRecord] {
        state.withLock { state in
            let taken = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Ends the wait of the exporter.
    func wake() { alarm.yield() }

    package var count: Int { state.withLock { $0.waiting.count } }
    /// The number of spans that a full queue dropped.
    package var droppedCount: Int { state.withLock { $0.dropped } }
}
