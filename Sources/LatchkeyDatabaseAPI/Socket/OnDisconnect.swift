import LatchkeyRealtime
import LatchkeyTree

/// The writes to execute when a client disconnects, in the order of their registration.
///
/// A later write replaces earlier ones at the same path and below it, even parts of an update. Changes are stored by path, so that finding
/// them costs no more than the depth of the path, however many there are.
struct OnDisconnect {
    /// One change of an operation.
    private struct Change {
        /// The number of its operation, and its position in it.
        let action: Int
        let turn: Int
        let change: TreeChange
        let bytes: Int
    }

    /// The changes for a path and for the paths below it.
    private struct Place {
        var node: Change?
        var priority: Change?
        var below: [ChildKey: Place] = [:]

        var isEmpty: Bool { node == nil && priority == nil && below.isEmpty }

        func forEach(_ body: (Change) -> Void) {
            if let node { body(node) }
            if let priority { body(priority) }
            for place in below.values { place.forEach(body) }
        }

        /// - Returns: The removed changes.
        mutating func remove(at keys: ArraySlice<ChildKey>) -> Place? {
            guard let key = keys.first else {
                defer { self = Place() }
                return self
            }
            // Taken out and put back, to avoid a copy.
            guard var place = below.removeValue(forKey: key) else { return nil }
            let removed = place.remove(at: keys.dropFirst())
            if !place.isEmpty { below[key] = place }
            return removed
        }

        mutating func put(_ change: Change, at keys: ArraySlice<ChildKey>) {
            if let key = keys.first { return below[key, default: Place()].put(change, at: keys.dropFirst()) }
            if case .setPriority = change.change { priority = change } else { node = change }
        }

        /// - Returns: The removed change of the priority of this path only.
        mutating func removePriority(at keys: ArraySlice<ChildKey>) -> Change? {
            guard let key = keys.first else {
                defer { priority = nil }
                return priority
            }
            return below[key]?.removePriority(at: keys.dropFirst())
        }
    }

    private var places = Place()
    private var operations: [Int: WriteOperation] = [:]
    private var changesOfOperation: [Int: Int] = [:]
    private var nextAction = 0
    private var changes = 0
    private var bytes = 0
    /// The operations that have changed since the last call of `takeEdits()`.
    private var touched: Set<Int> = []

    /// The limits for one client: the number of changes, and the bytes of their JSON.
    static let maxChanges = 1_000
    static let maxBytes = 16 * 1024 * 1024

    private static let tooMuch = SocketRequestError(
        "A client can have at most \(maxChanges) changes and \(maxBytes) bytes of on-disconnect writes.")

    /// Checks the number of changes of one operation. Call it before processing them: a message may contain a thousand times as many.
    ///
    /// - Throws: `SocketRequestError` if these changes alone exceed the limit.
    static func requireRoom(for changes: Int) throws {
        guard changes <= maxChanges else { throw tooMuch }
    }

    /// - Throws: `SocketRequestError` if the limit is exceeded. Then nothing has changed.
    mutating func leave(_ operation: WriteOperation) throws {
        try Self.requireRoom(for: operation.changes.count)
        guard !operation.changes.isEmpty else { return }
        var next = self
        let action = next.nextAction
        next.nextAction += 1
        for (turn, change) in operation.changes.enumerated() {
            let keys = change.path.keys[...]
            let bytes: Int
            switch change {
            case .set(_, let node):
                next.forget(next.places.remove(at: keys))
                bytes = node.jsonBytes(.export).count
            case .setPriority(_, let priority):
                if let former = next.places.removePriority(at: keys) { next.forget(former) }
                bytes = priority.node.jsonBytes(.export).count
            }
            next.places.put(Change(action: action, turn: turn, change: change, bytes: bytes), at: keys)
            next.changes += 1
            next.bytes += bytes
        }
        next.operations[action] = operation
        next.touched.insert(action)
        next.changesOfOperation[action] = operation.changes.count
        guard next.changes <= Self.maxChanges, next.bytes <= Self.maxBytes else { throw Self.tooMuch }
        self = next
    }

    mutating func cancel(_ path: TreePath) {
        forget(places.remove(at: path.keys[...]))
    }

    private mutating func forget(_ place: Place?) {
        guard let place else { return }
        var forgotten: [Change] = []
        place.forEach { forgotten.append($0) }
        for change in forgotten { forget(change) }
    }

    private mutating func forget(_ change: Change) {
        touched.insert(change.action)
        changes -= 1
        bytes -= change.bytes
        let left = (changesOfOperation[change.action] ?? 1) - 1
        changesOfOperation[change.action] = left == 0 ? nil : left
        if left == 0 { operations[change.action] = nil }
    }

    /// Returns the operations that changed since the last call, by number; `nil` for removed ones.
    mutating func takeEdits() -> [Int: WriteOperation?] {
        guard !touched.isEmpty else { return [:] }
        var changes: [Int: [Change]] = [:]
        places.forEach { if touched.contains($0.action) { changes[$0.action, default: []].append($0) } }
        defer { touched = [] }
        return Dictionary(
            uniqueKeysWithValues: touched.map { action in
                (action, operations[action]?.only((changes[action] ?? []).sorted { $0.turn < $1.turn }.map(\.change)))
            })
    }

    var isEmpty: Bool { operations.isEmpty }

    /// The operations to execute now. The remaining changes of an update are still atomic.
    var left: [WriteOperation] {
        var changes: [Int: [Change]] = [:]
        places.forEach { changes[$0.action, default: []].append($0) }
        return operations.sorted { $0.key < $1.key }.map { action, operation in
            operation.only((changes[action] ?? []).sorted { $0.turn < $1.turn }.map(\.change))
        }
    }
}
