import LatchkeyTree

/// What the server is asked to keep telling, found by what it is called.
struct Listens: Sendable {
    private var byKey: [Listen.Key: Listen] = [:]
    private var keysByID: [Int: Listen.Key] = [:]
    private var keysByTag: [Int: Listen.Key] = [:]
    /// Those to everything at a place.
    private var whole = PathMap<Listen>()
    /// Those that the server has not answered.
    private var untold: Set<Listen.Key> = []

    subscript(key: Listen.Key) -> Listen? {
        get { byKey[key] }
        set {
            if let old = byKey[key], old.id != newValue?.id {
                keysByID[old.id] = nil
                if let tag = old.tag { keysByTag[tag] = nil }
            }
            byKey[key] = newValue
            if let new = newValue {
                keysByID[new.id] = key
                if let tag = new.tag { keysByTag[tag] = key }
            }
            if key.query.isUnfiltered { whole[key.path] = newValue }
            if newValue?.isTold == false { untold.insert(key) } else { untold.remove(key) }
        }
    }

    subscript(id id: Int) -> Listen? { keysByID[id].flatMap { byKey[$0] } }

    var all: some Sequence<Listen> { byKey.values }

    /// Those of queries that leave something out.
    var filtered: some Sequence<Listen> { keysByTag.values.lazy.compactMap { byKey[$0] } }

    /// Those that what the server tells is for.
    ///
    /// - Parameter tag: nil for what it tells everybody who listens to all of a place, above that one or below it.
    func meant(by path: TreePath, tag: Int?) -> [Listen] {
        guard let tag else { return whole.related(to: path).map(\.value) }
        return keysByTag[tag].flatMap { byKey[$0] }.map { $0.key.path.contains(path) ? [$0] : [] } ?? []
    }

    /// Those to everything at a place or above it, the highest first.
    func whole(above path: TreePath) -> some Sequence<Listen> { whole.onTheWay(to: path).lazy.map(\.value) }

    /// Those to everything at a child of a place.
    func whole(belowBy path: TreePath) -> [(key: ChildKey, value: Listen)] { whole.children(of: path) }

    /// Whether the server still has to tell something about a place.
    func isAwaited(_ path: TreePath) -> Bool { untold.contains { $0.path.isRelated(to: path) } }
}
