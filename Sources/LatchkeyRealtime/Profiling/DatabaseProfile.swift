import Synchronization

/// Tells those who watch a database what is done to it. While nobody watches it costs the look at a number.
public final class DatabaseProfile: Sendable {
    private struct Watchers {
        var all: [Int: AsyncStream<ProfiledOperation>.Continuation] = [:]
        var last = 0
    }

    private let watchers = Mutex(Watchers())
    private let count = Atomic(0)

    /// So many operations wait for who does not keep up; the next ones are lost for it.
    private static let maxWaiting = 10_000

    init() {}

    public var isWatched: Bool { count.load(ordering: .relaxed) > 0 }

    /// Tells an operation, which is made only if somebody watches.
    public func tell(_ operation: @autoclosure () -> ProfiledOperation) {
        guard isWatched else { return }
        let operation = operation()
        watchers.withLock { watchers in
            for watcher in watchers.all.values { watcher.yield(operation) }
        }
    }

    /// Everything that is done from now on, until whoever asked for it stops to look.
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
