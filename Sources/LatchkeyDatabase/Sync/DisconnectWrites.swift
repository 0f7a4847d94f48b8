import LatchkeyTree

/// What the server was asked to write when the connection is gone. The client does it to what it shows as well: it will not hear of it.
struct DisconnectWrites: Sendable {
    private var writes: [PendingWrite] = []

    mutating func add(_ content: PendingWrite.Content, at path: TreePath) {
        // What is set replaces what was asked for below.
        if case .set = content { cancel(path) }
        writes.append(PendingWrite(id: 0, path: path, content: content))
    }

    /// Takes back what was asked for at a place and below it.
    mutating func cancel(_ path: TreePath) {
        writes.removeAll { path.contains($0.path) }
    }

    /// What happens now, once.
    mutating func take(existing: (TreePath) -> Node, now: Double) -> [TreeChange] {
        defer { writes = [] }
        return writes.flatMap { $0.estimate(existing: existing, now: now) }
    }
}
