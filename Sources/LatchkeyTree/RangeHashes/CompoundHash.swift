/// The hashes of the ranges of leaves that a client holds, by which a server finds those that differ: what a listen brings as `ch`.
public struct CompoundHash: Equatable, Sendable {
    /// The last leaf of each range, in order.
    public let paths: [[ChildKey]]
    /// One more than there are paths; the last is that of what comes after the last path, where the client has nothing.
    public let hashes: [String]

    /// No more ranges than that are looked at.
    public static let maxRanges = 100_000

    /// From the lists `ps` and `hs`; nil if they do not fit together, or a path is none.
    ///
    /// The last key of a path may be `.priority`.
    public init?(paths: [String], hashes: [String]) {
        guard hashes.count == paths.count + 1, paths.count <= Self.maxRanges else { return nil }
        var parsed: [[ChildKey]] = []
        for text in paths {
            guard let path = try? WritePath(text) else { return nil }
            parsed.append(path.node.keys + (path.isPriority ? [LeafWalk.priorityKey] : []))
        }
        for (first, second) in zip(parsed, parsed.dropFirst()) where !first.lexicographicallyPrecedes(second) { return nil }
        self.paths = parsed
        self.hashes = hashes
    }

    /// As a client computes it. A range never ends at a priority.
    ///
    /// - Parameter maxRangeBytes: a range ends with the leaf that makes its text longer.
    public init(of node: Node, maxRangeBytes: Int) {
        var paths: [[ChildKey]] = []
        var hashes: [String] = []
        var range = RangeText()
        var last: [ChildKey] = []
        var walk = LeafWalk()
        walk.walk(node) { leaf, path in
            range.append(leaf, at: path)
            last = path
            if range.byteCount > maxRangeBytes, path.last != LeafWalk.priorityKey {
                hashes.append(Node.digest(range.finished))
                paths.append(path)
                range = RangeText()
            }
        }
        if !range.isEmpty {
            hashes.append(Node.digest(range.finished))
            paths.append(last)
        }
        self.paths = paths
        self.hashes = hashes + [""]
    }
}

/// What replaces a range of leaves at a client: everything after `start` up to and including `end`, open where there is none.
public struct RangeMerge: Equatable, Sendable {
    /// Paths with slashes, as they are sent.
    public let start: String?
    public let end: String?
    /// What is there now; empty where nothing is.
    public let node: Node
}

extension Node {
    /// What a client that holds these ranges has to replace to hold this tree.
    ///
    /// Nothing at all can mean that the hashes do not tell the difference: some priorities are in none. Where the simple hashes differ
    /// the whole tree has to be sent then.
    public func rangeMerges(for known: CompoundHash) -> [RangeMerge] {
        var builder = RangeMergeBuilder(known: known)
        var walk = LeafWalk()
        walk.walk(self) { leaf, path in builder.add(leaf, at: path) }
        builder.finish()
        guard walk.isComplete, builder.isComplete else { return [RangeMerge(start: nil, end: nil, node: self)] }
        return builder.merges
    }
}

private struct RangeMergeBuilder {
    let known: CompoundHash
    private(set) var merges: [RangeMerge] = []
    /// Whether every priority found the children without which there is none.
    private(set) var isComplete = true
    private var index = 0
    private var text = RangeText()
    private var content = Node.empty
    /// Set at the end of the range: the children may come after their object's priority.
    private var priorities: [(path: TreePath, priority: Priority)] = []

    init(known: CompoundHash) {
        self.known = known
    }

    mutating func add(_ leaf: Node, at path: [ChildKey]) {
        while index < known.paths.count, known.paths[index].lexicographicallyPrecedes(path) { endRange() }
        text.append(leaf, at: path)
        if path.last == LeafWalk.priorityKey {
            priorities.append((TreePath(keys: path.dropLast()), (try? Priority(leaf)) ?? .none))
        } else {
            content = content.setting(leaf, at: TreePath(keys: path))
        }
    }

    mutating func finish() {
        while index <= known.paths.count { endRange() }
    }

    private mutating func endRange() {
        let hash = text.isEmpty ? "" : Node.digest(text.finished)
        if hash != known.hashes[index] {
            for (path, priority) in priorities {
                if content[path].isEmpty { isComplete = false }
                content = content.setting(priority: priority, at: path)
            }
            merges.append(
                RangeMerge(
                    start: index == 0 ? nil : Self.text(known.paths[index - 1]),
                    end: index == known.paths.count ? nil : Self.text(known.paths[index]), node: content))
        }
        index += 1
        text = RangeText()
        content = .empty
        priorities = []
    }

    private static func text(_ path: [ChildKey]) -> String { path.map(\.text).joined(separator: "/") }
}
