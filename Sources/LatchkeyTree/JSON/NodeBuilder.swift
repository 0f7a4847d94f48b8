/// A handler that builds a tree.
struct NodeBuilder: JSONHandler, Sendable {
    private let limits: TreeLimits
    private var frames: [Frame] = []
    private(set) var result = Node.empty
    private var nodesLeft: Int

    /// An object or array that is not closed yet.
    private struct Frame {
        let purpose: Purpose
        /// The number of keys that lead to it.
        let depth: Int
        /// The index of the next element of an array; nil for an object.
        var nextIndex: Int?
        var slot = Slot.none
        var children = SortedMap<ChildKey, Node>()
        var priority = Priority.none
        var value: Node?
        var serverValue: ServerValue?
    }

    private enum Purpose {
        case node
        /// The object of `.value` or `.priority`, which may only have `.sv`.
        case value, priority
        /// The object of `.sv`, which may only have `increment`.
        case serverValue
    }

    /// The target of the next value.
    private enum Slot {
        case none, priority, value, serverValue, increment
        case child(ChildKey)
    }

    init(limits: TreeLimits) {
        self.limits = limits
        nodesLeft = limits.maxNodes
    }

    /// Returns the current tree and starts another one of the same request.
    mutating func takeResult() -> Node {
        defer { result = .empty }
        return result
    }

    mutating func beginObject() throws(TreeError) { try begin(isArray: false) }
    mutating func beginArray() throws(TreeError) { try begin(isArray: true) }
    mutating func endObject() throws(TreeError) { try end() }
    mutating func endArray() throws(TreeError) { try end() }

    private mutating func begin(isArray: Bool) throws(TreeError) {
        let purpose: Purpose
        switch frames.last?.slot {
        case .value: purpose = .value
        case .priority: purpose = .priority
        case .serverValue: purpose = .serverValue
        case .increment: throw .unknownServerValue
        case nil, .some(.none), .child: purpose = .node
        }
        if isArray, purpose != .node { throw Self.misplaced(in: purpose) }
        let depth = frames.last.map { $0.depth + 1 } ?? 0
        frames.append(Frame(purpose: purpose, depth: depth, nextIndex: isArray ? 0 : nil))
    }

    mutating func key(_ text: String) throws(TreeError) {
        let slot: Slot
        switch (frames[frames.count - 1].purpose, text) {
        case (.serverValue, "increment"): slot = .increment
        case (.serverValue, _): throw .unknownServerValue
        case (_, ".sv"): slot = .serverValue
        case (.value, _), (.priority, _): throw Self.misplaced(in: frames[frames.count - 1].purpose)
        case (.node, ".priority"): slot = .priority
        case (.node, ".value"): slot = .value
        case (.node, _):
            guard let key = ChildKey(text) else { throw .key(String(text.unicodeScalars.prefix(64))) }
            slot = .child(key)
        }
        frames[frames.count - 1].slot = slot
    }

    mutating func scalar(_ value: JSONScalar) throws(TreeError) {
        switch value {
        case .null: try put(.empty)
        case .boolean(let value): try put(.leaf(.boolean(value)))
        case .number(let value): try put(.leaf(.number(value)))
        case .string(let value): try put(.leaf(.string(value)))
        }
    }

    private mutating func put(_ node: Node) throws(TreeError) {
        guard nodesLeft > 0 else { throw .nodes(max: limits.maxNodes) }
        nodesLeft -= 1
        let last = frames.count - 1
        guard last >= 0 else {
            result = node
            return
        }
        if let index = frames[last].nextIndex {
            frames[last].nextIndex = index + 1
            if !node.isEmpty { try put(node, at: ChildKey(unchecked: String(index))) }
            return
        }
        switch frames[last].slot {
        case .none: break
        case .child(let key): try put(node, at: key)
        case .priority: frames[last].priority = try Priority(node)
        case .value: frames[last].value = node
        case .serverValue:
            // The value of an object is already resolved.
            if case .leaf(.serverValue(let value)) = node {
                frames[last].serverValue = value
            } else {
                guard case .leaf(.string("timestamp")) = node else { throw .unknownServerValue }
                frames[last].serverValue = .timestamp
            }
        case .increment:
            guard case .leaf(.number(let number)) = node else { throw .unknownServerValue }
            frames[last].serverValue = .increment(number)
        }
    }

    private mutating func put(_ node: Node, at key: ChildKey) throws(TreeError) {
        let last = frames.count - 1
        if node.isEmpty {
            frames[last].children.remove(key)
        } else {
            guard frames[last].depth < limits.maxDepth else { throw .depth(max: limits.maxDepth) }
            frames[last].children.set(node, for: key)
        }
    }

    private mutating func end() throws(TreeError) {
        let frame = frames.removeLast()
        try put(try Self.finished(frame))
    }

    private static func finished(_ frame: Frame) throws(TreeError) -> Node {
        if let serverValue = frame.serverValue {
            guard frame.children.isEmpty, frame.value == nil else { throw .unknownServerValue }
            return Node(.serverValue(serverValue), priority: frame.priority)
        }
        if frame.purpose != .node { throw misplaced(in: frame.purpose) }
        guard let value = frame.value else { return Node(children: frame.children, priority: frame.priority) }
        guard frame.children.isEmpty else { throw .valueWithChildren }
        return value.setting(priority: frame.priority)
    }

    private static func misplaced(in purpose: Purpose) -> TreeError {
        switch purpose {
        case .node, .value: .valueIsNoLeaf
        case .priority: .priority
        case .serverValue: .unknownServerValue
        }
    }
}
