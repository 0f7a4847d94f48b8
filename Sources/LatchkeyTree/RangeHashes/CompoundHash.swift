/// The hashes of ranges of leaves that a client holds, sent as `ch` in a listen request. With them, the server finds the ranges that
/// differ.
public struct CompoundHash: Equatable, Sendable {
    /// The path of the last leaf of each range, in order.
    public let paths: [[ChildKey]]
    /// The hashes, one more than paths. The last one is for the leaves after the last path, where the client has no data.
    public let hashes: [String]

    /// The maximum number of ranges.
    public static let maxRanges = 100_000

    /// Creates a compound hash from the lists `ps` and `hs`; nil if their counts do not match or a path is invalid.
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

    /// Computes the compound hash of a node as a client does. A range never ends at a priority.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - maxRangeBytes: The size of a range's text. A range ends with the leaf that exceeds it.
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

/// The replacement of a range of leaves at a client: all leaves after `start`, up to and including `end`. A nil bound is open.
public struct RangeMerge: Equatable, Sendable {
    /// The start, a path with slashes as in messages.
    public let start: String?
    /// The end, a path with slashes as in messages.
    public let end: String?
    /// The new content of the range, possibly empty.
    public let node: Node
}

extension Node {
    /// Returns the ranges that a client with these hashes must replace to get this tree.
    ///
    /// The result may be empty although the trees differ, because the hashes do not cover some priorities. If the simple hashes differ in
    /// that case, send the whole tree.
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
    /// Whether all objects with a priority have children in the same range. Without children, the priority would be lost.
    private(set) var isComplete = true
    private var index = 0
    private var text = RangeText()
    private var content = Node.empty
    /// The priorities of the range. They are set at its end, because children may come after the priority of their object.
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
