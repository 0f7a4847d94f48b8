import LatchkeyTree

/// A write of this client that is applied to the data from the server.
struct QueuedWrite: Sendable {
    let id: Int
    var changes: [TreeChange]
    /// Whether observers see the write before the server confirms it. Transactions can turn this off.
    var isVisible = true
    /// Whether the server has confirmed the write, but has not sent all related data yet. Until then the write stays applied.
    var isAcknowledged = false

    var paths: [TreePath] { changes.map(\.path) }
}
