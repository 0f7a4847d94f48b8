import LatchkeyTree

extension SyncTree {
    /// Shows a write before the server has seen it.
    mutating func add(_ write: QueuedWrite, _ effects: inout [Effect]) {
        writes.append(write)
        if write.isVisible { refresh(write.paths, adding: write.changes, &effects) }
    }

    /// The server took a write. What it made of it has been told before, to those who listen.
    mutating func confirm(_ id: Int, _ effects: inout [Effect]) {
        guard let write = writes[id] else { return }
        if write.isVisible, write.paths.contains(where: listens.isAwaited) { writes.acknowledge(id) } else { writes.remove(id) }
        refresh(write.paths, by: id, &effects)
    }

    /// The write did not happen: what observers saw of it is taken back.
    mutating func revert(_ id: Int, _ effects: inout [Effect]) {
        guard let write = writes.remove(id) else { return }
        if write.isVisible { refresh(write.paths, by: id, &effects) }
    }

    /// A transaction has another result than before, in its place among the writes.
    mutating func replace(_ id: Int, with changes: [TreeChange], _ effects: inout [Effect]) {
        guard let write = writes[id] else { return }
        writes.replace(id, with: changes)
        if write.isVisible { refresh(write.paths + changes.map(\.path), by: id, &effects) }
    }
}
