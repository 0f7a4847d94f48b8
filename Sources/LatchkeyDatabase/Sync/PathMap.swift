import LatchkeyTree

/// A map from paths to values that finds the values above or below a path without visiting all others.
struct PathMap<Value> {
    private var value: Value?
    private var children: [ChildKey: PathMap] = [:]

    init() {}

    var isEmpty: Bool { value == nil && children.isEmpty }

    subscript(path: TreePath) -> Value? {
        get { at(path)?.value }
        _modify { yield &self[path.keys[...]] }
    }

    private subscript(keys: ArraySlice<ChildKey>) -> Value? {
        get { value }
        _modify {
            if let key = keys.first {
                // Removes empty branches.
                defer { if children[key]?.isEmpty == true { children[key] = nil } }
                yield &children[key, default: PathMap()][keys.dropFirst()]
            } else {
                yield &value
            }
        }
    }

    private func at(_ path: TreePath) -> PathMap? {
        var map = self
        for key in path.keys {
            guard let child = map.children[key] else { return nil }
            map = child
        }
        return map
    }

    /// Returns the values at a path and above it, the root first.
    func onTheWay(to path: TreePath) -> [(path: TreePath, value: Value)] {
        var found: [(TreePath, Value)] = []
        var map = self
        if let value { found.append((.root, value)) }
        for (index, key) in path.keys.enumerated() {
            guard let child = map.children[key] else { break }
            map = child
            if let value = map.value { found.append((TreePath(keys: path.keys.prefix(index + 1)), value)) }
        }
        return found
    }

    /// Returns the values below a path, without the path itself, in no order.
    func below(_ path: TreePath) -> [(path: TreePath, value: Value)] {
        var found: [(TreePath, Value)] = []
        if let map = at(path) {
            for (key, child) in map.children { child.collect(path.appending(key), &found) }
        }
        return found
    }

    private func collect(_ path: TreePath, _ found: inout [(TreePath, Value)]) {
        if let value { found.append((path, value)) }
        for (key, child) in children { child.collect(path.appending(key), &found) }
    }

    /// Returns the values at the children of a path.
    func children(of path: TreePath) -> [(key: ChildKey, value: Value)] {
        at(path)?.children.compactMap { key, child in child.value.map { (key, $0) } } ?? []
    }

    /// Returns the values at a path, above it and below it.
    func related(to path: TreePath) -> [(path: TreePath, value: Value)] { onTheWay(to: path) + below(path) }

    /// All values, in no order.
    var all: [(path: TreePath, value: Value)] { related(to: .root) }
}

extension PathMap: Sendable where Value: Sendable {}
