import LatchkeyTree

extension SyncTree {
    /// Applies a write before the server confirms it.
    mutating func add(_ write: QueuedWrite, _ effects: inout [Effect]) {
        writes.append(write)
        if write.isVisible { refresh(write.paths, adding: write.changes, &effects) }
    }

    /// Handles the confirmation of a write. Listeners have received its result before.
    mutating func confirm(_ id: Int, _ effects: inout [Effect]) {
        guard let write = writes[id] else { return }
        if write.isVisible, write.paths.contains(where: listens.isAwaited) { writes.acknowledge(id) } else { writes.remove(id) }
        refresh(write.paths, by: id, &effects)
    }

    /// Reverts a write that was not executed.
    mutating func revert(_ id: Int, _ effects: inout [Effect]) {
        guard let write = writes.remove(id) else { return }
        if write.isVisible { refresh(write.paths, by: id, &effects) }
    }

    /// Replaces the result of a transaction, which keeps its position among the writes.
    mutating func replace(_ id: Int, with changes: [TreeChange], _ effects: inout [Effect]) {
        guard let write = writes[id] else { return }
        writes.replace(id, with: changes)
        if write.isVisible { refresh(write.paths + changes.map(\.path), by: id, &effects) }
    }
}
