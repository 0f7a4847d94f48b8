import LatchkeyTree

/// The on-disconnect writes that the server has confirmed. The client also applies them locally, because it cannot receive their events.
struct DisconnectWrites: Sendable {
    private var writes: [PendingWrite] = []

    mutating func add(_ content: PendingWrite.Content, at path: TreePath) {
        // A set replaces the writes below its path.
        if case .set = content { cancel(path) }
        writes.append(PendingWrite(id: 0, path: path, content: content))
    }

    /// Removes the writes at a location and below.
    mutating func cancel(_ path: TreePath) {
        writes.removeAll { path.contains($0.path) }
    }

    /// Returns the changes of all writes, and removes the writes.
    mutating func take(existing: (TreePath) -> Node, now: Double) -> [TreeChange] {
        defer { writes = [] }
        return writes.flatMap { $0.estimate(existing: existing, now: now) }
    }
}
