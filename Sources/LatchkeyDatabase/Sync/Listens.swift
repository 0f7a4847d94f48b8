import LatchkeyTree

/// The active listens, indexed by key, ID and tag.
struct Listens: Sendable {
    private var byKey: [Listen.Key: Listen] = [:]
    private var keysByID: [Int: Listen.Key] = [:]
    private var keysByTag: [Int: Listen.Key] = [:]
    /// The unfiltered listens by path.
    private var whole = PathMap<Listen>()
    /// The keys of the listens without a response.
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

    /// The listens of filtered queries.
    var filtered: some Sequence<Listen> { keysByTag.values.lazy.compactMap { byKey[$0] } }

    /// Returns the listens to which data from the server applies.
    ///
    /// - Parameter tag: The tag of the data; `nil` for data of unfiltered listens at, above or below the path.
    func meant(by path: TreePath, tag: Int?) -> [Listen] {
        guard let tag else { return whole.related(to: path).map(\.value) }
        return keysByTag[tag].flatMap { byKey[$0] }.map { $0.key.path.contains(path) ? [$0] : [] } ?? []
    }

    /// Returns the unfiltered listens at a location or above it, the highest first.
    func whole(above path: TreePath) -> some Sequence<Listen> { whole.onTheWay(to: path).lazy.map(\.value) }

    /// Returns the unfiltered listens at the children of a location.
    func whole(belowBy path: TreePath) -> [(key: ChildKey, value: Listen)] { whole.children(of: path) }

    /// Returns whether a listen related to a location has no response yet.
    func isAwaited(_ path: TreePath) -> Bool { untold.contains { $0.path.isRelated(to: path) } }
}
