import Synchronization

/// Streams the operations on a database to its watchers. Without watchers an operation costs one atomic load.
///
/// Scope: one node, the one where the database is open.
public final class DatabaseProfile: Sendable {
    private struct Watchers {
        var all: [Int: AsyncStream<ProfiledOperation>.Continuation] = [:]
        var last = 0
    }

    private let watchers = Mutex(Watchers())
    private let count = Atomic(0)

    /// The maximum number of buffered operations per watcher. Further operations are dropped for that watcher.
    private static let maxWaiting = 10_000

    init() {}

    /// Whether at least one watcher is active.
    public var isWatched: Bool { count.load(ordering: .relaxed) > 0 }

    /// Sends an operation to all watchers. The operation is only created if there are any.
    public func tell(_ operation: @autoclosure () -> ProfiledOperation) {
        guard isWatched else { return }
        let operation = operation()
        // Not under the lock, which the end of a stream takes; see `Scripts/check-locks`.
        for watcher in watchers.withLock({ Array($0.all.values) }) { watcher.yield(operation) }
    }

    /// Returns all operations from now on, until the caller stops iterating.
    public func operations() -> AsyncStream<ProfiledOperation> {
        let (stream, continuation) = AsyncStream.makeStream(of: ProfiledOperation.self, bufferingPolicy: .bufferingOldest(Self.maxWaiting))
        let number = watchers.withLock { watchers in
            watchers.last += 1
            watchers.all[watchers.last] = continuation
            count.store(watchers.all.count, ordering: .relaxed)
            return watchers.last
        }
        continuation.onTermination = { [weak self] _ in self?.end(number) }
        return stream
    }

    private func end(_ number: Int) {
        watchers.withLock { watchers in
            watchers.all[number] = nil
            count.store(watchers.all.count, ordering: .relaxed)
        }
    }
}
