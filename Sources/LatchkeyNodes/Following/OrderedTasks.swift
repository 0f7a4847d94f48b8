import Synchronization

/// Runs tasks with the same key one after the other, and others side by side.
final class OrderedTasks: Sendable {
    private struct Last {
        let number: Int
        let task: Task<Void, Never>
    }

    private let last = Mutex<[String: Last]>([:])

    func add(_ key: String, _ body: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            let former = last[key]
            let number = (former?.number ?? 0) + 1
            let task = Task { [self] in
                await former?.task.value
                await body()
                self.last.withLock { if $0[key]?.number == number { $0[key] = nil } }
            }
            last[key] = Last(number: number, task: task)
        }
    }

    /// Waits until all tasks have ended.
    func finish() async {
        while let task = last.withLock({ $0.first?.value.task }) { await task.value }
    }
}
