import LatchkeyTree

/// The writes of this client that are applied to the server's data, in order and indexed by path. There may be thousands after a day
/// offline.
struct WriteQueue: Sendable {
    private var writes: [Int: QueuedWrite] = [:]
    /// The IDs of the writes at each path, in ascending order. IDs increase from write to write.
    private var numbers = PathMap<[Int]>()
    private(set) var acknowledged: Set<Int> = []

    subscript(id: Int) -> QueuedWrite? { writes[id] }

    mutating func append(_ write: QueuedWrite) {
        writes[write.id] = write
        enter(write)
    }

    @discardableResult
    mutating func remove(_ id: Int) -> QueuedWrite? {
        guard let write = writes.removeValue(forKey: id) else { return nil }
        acknowledged.remove(id)
        for path in Set(write.paths) {
            guard let index = numbers[path]?.firstIndex(of: id) else { continue }
            numbers[path]?.remove(at: index)
            if numbers[path]?.isEmpty == true { numbers[path] = nil }
        }
        return write
    }

    mutating func acknowledge(_ id: Int) {
        guard writes[id] != nil else { return }
        writes[id]?.isAcknowledged = true
        acknowledged.insert(id)
    }

    /// Replaces the changes of a write, which keeps its position.
    mutating func replace(_ id: Int, with changes: [TreeChange]) {
        guard var write = remove(id) else { return }
        write.changes = changes
        writes[id] = write
        enter(write)
        if write.isAcknowledged { acknowledged.insert(id) }
    }

    private mutating func enter(_ write: QueuedWrite) {
        for path in Set(write.paths) {
            let index = numbers[path]?.lastIndex { $0 < write.id }.map { $0 + 1 } ?? 0
            numbers[path, default: []].insert(write.id, at: index)
        }
    }

    /// Returns the writes that determine the data at a location, together with the server's data: all writes at, above or below it,
    /// starting with the last one that replaces the whole location.
    ///
    /// - Parameter isMeant: Returns whether to include a write.
    func deciding(_ path: TreePath, where isMeant: (QueuedWrite) -> Bool) -> [QueuedWrite] {
        let above = numbers.onTheWay(to: path)
        let first = above.compactMap { place, ids in ids.last { isReplacement($0, of: place, isMeant) } }.max() ?? .min
        var ids: Set<Int> = []
        for (_, numbers) in above + numbers.below(path) { ids.formUnion(numbers.reversed().prefix { $0 >= first }) }
        return ids.sorted().compactMap { writes[$0] }.filter(isMeant)
    }

    /// Returns the locations at or above a path that a write replaces completely, the highest first. Earlier data there is irrelevant.
    ///
    /// - Parameter id: The ID of a write; only later writes count.
    func replacedPlaces(over path: TreePath, after id: Int) -> [TreePath] {
        numbers.onTheWay(to: path).compactMap { place, ids in
            let isReplaced = ids.reversed().prefix { $0 > id }.contains {
                isReplacement($0, of: place) { $0.isVisible && !$0.isAcknowledged }
            }
            return isReplaced ? place : nil
        }
    }

    private func isReplacement(_ id: Int, of place: TreePath, _ isMeant: (QueuedWrite) -> Bool) -> Bool {
        guard let write = writes[id], isMeant(write) else { return false }
        return write.changes.contains { $0.path == place && $0.isSet }
    }

    /// Returns the highest location above a path that a write changes.
    func highestPlace(above path: TreePath) -> TreePath? {
        guard let highest = numbers.onTheWay(to: path).first?.path, highest != path else { return nil }
        return highest
    }
}

extension PathMap {
    subscript(path: TreePath, default value: @autoclosure () -> Value) -> Value {
        get { self[path] ?? value() }
        _modify {
            var current = self[path] ?? value()
            self[path] = nil
            defer { self[path] = current }
            yield &current
        }
    }
}

extension TreeChange {
    var isSet: Bool {
        if case .set = self { true } else { false }
    }
}
