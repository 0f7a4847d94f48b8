import LatchkeyTree

/// A write of this client that lies over what the server told.
struct QueuedWrite: Sendable {
    let id: Int
    var changes: [TreeChange]
    /// Whether observers see it before the server does. A transaction may ask for not being seen.
    var isVisible = true
    /// The server took it, but has not told all yet that was asked for around it: until then the write stands for what is there.
    var isAcknowledged = false

    var paths: [TreePath] { changes.map(\.path) }
}
