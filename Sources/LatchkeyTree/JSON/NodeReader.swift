// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Makes a tree from JSON that arrives in pieces: the body of a `PUT`, a file to import.
///
/// Elements of an array become children `0`, `1` and so on; members that are null are left out, and so are objects that have no
/// others; `.priority`, `.value` and `.sv` mean what they mean to Firebase.
public struct NodeReader: Sendable {
    private var tokenizer: JSONTokenizer<NodeBuilder>

    public init(limits: TreeLimits = .standard) {
        // One level more than the tree has, for the member of a server value, and one for the priority's.
        tokenizer = JSONTokenizer(
            handler: NodeBuilder(limits: limits), maxDepth: limits.maxDepth + 2, maxTokenBytes: limits.maxStringBytes)
    }

    /// - Throws: `TreeError` at the first byte that cannot be right.
    public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(TreeError) {
        try tokenizer.read(bytes)
    }

    /// The tree, once everything was read.
    public mutating func finish() throws(TreeError) -> Node {
        try tokenizer.finish()
        return tokenizer.handler.result
    }
}

extension Node {
    /// The tree that a JSON text describes.
    ///
    /// - Throws: `TreeError`, which says where and why it is none.
    public init(json text: some Sequence<UInt8>, limits: TreeLimits = .standard) throws(TreeError) {
        var reader = NodeReader(limits: limits)
        let bytes = ContiguousArray(text)
        // A closure would lose the type of the error.
        let outcome = bytes.withUnsafeBufferPointer { buffer in
            Result<Void, TreeError> { () throws(TreeError) in try reader.read(buffer) }
        }
        try outcome.get()
        self = try reader.finish()
    }
}

/// The handler that builds the tree.
struct NodeBuilder: JSONHandler, Sendable {
    private let limits: TreeLimits
    private var frames: [Frame] = []
    private(set) var result = Node.empty

    /// An object or array that is not at its end yet.
    private struct Frame {
        var children = SortedMap<ChildKey, Node>()
        var slot = Slot.none
        var nextIndex: Int?
        var priority = Priority.none
        var value: Node?
        var serverValue: Node?
        /// Inside `.sv` or `.priority`, which are no levels of the tree.
        var depth: Int
    }

    private enum Slot {
        case none, priority, value, serverValue
        case child(ChildKey)
    }

    init(limits: TreeLimits) {
        self.limits = limits
    }

    mutating func beginObject() throws(TreeError) { try begin(isArray: false) }
    mutating func beginArray() throws(TreeError) { try begin(isArray: true) }

    private mutating func begin(isArray: Bool) throws(TreeError) {
        var depth = frames.last?.depth ?? 0
        if let frame = frames.last {
            let isChild = if case .child = slot(of: frame) { true } else { false }
            if isChild { depth += 1 }
        }
        guard depth < limits.maxDepth else { throw .depth(max: limits.maxDepth) }
        frames.append(Frame(nextIndex: isArray ? 0 : nil, depth: depth))
    }

    mutating func key(_ text: String) throws(TreeError) {
        let slot: Slot
        switch text {
        case ".priority": slot = .priority
        case ".value": slot = .value
        case ".sv": slot = .serverValue
        default:
            guard let key = ChildKey(text) else { throw .key(text) }
            slot = .child(key)
        }
        frames[frames.count - 1].slot = slot
    }

    mutating func scalar(_ value: JSONScalar) throws(TreeError) {
        let node: Node
        switch value {
        case .null: node = .empty
        case .boolean(let value): node = .leaf(.boolean(value))
        case .number(let value): node = .leaf(.number(value))
        case .string(let value): node = .leaf(.string(value))
        }
        try put(node)
    }

    mutating func endObject() throws(TreeError) { try put(finished(frames.removeLast())) }
    mutating func endArray() throws(TreeError) { try put(finished(frames.removeLast())) }

    private func slot(of frame: Frame) -> Slot {
        frame.nextIndex.map { .child(ChildKey(unchecked: String($0))) } ?? frame.slot
    }

    private mutating func put(_ node: Node) throws(TreeError) {
        guard let last = frames.indices.last else {
            result = node
            return
        }
        switch slot(of: frames[last]) {
        case .none: break
        case .child(let key): frames[last].children[key] = node.isEmpty ? nil : node
        case .priority: frames[last].priority = try Self.priority(node)
        case .value:
            guard !node.hasChildren else { throw .valueWithChildren }
            frames[last].value = node
        case .serverValue: frames[last].serverValue = node
        }
        if frames[last].nextIndex != nil { frames[last].nextIndex? += 1 }
    }

    private static func priority(_ node: Node) throws(TreeError) -> Priority {
        switch node {
        case .empty: .none
        case .leaf(.number(let number)): .number(number)
        case .leaf(.string(let text)): .string(text)
        case .leaf(.serverValue(let value)): .serverValue(value)
        default: throw .priority
        }
    }

    private func finished(_ frame: Frame) throws(TreeError) -> Node {
        if let serverValue = frame.serverValue {
            guard frame.children.isEmpty, frame.value == nil else { throw .unknownServerValue }
            return Node(.serverValue(try Self.serverValue(serverValue)), priority: frame.priority)
        }
        guard let value = frame.value else { return Node(children: frame.children, priority: frame.priority) }
        guard frame.children.isEmpty else { throw .valueWithChildren }
        return value.setting(priority: frame.priority)
    }

    private static func serverValue(_ node: Node) throws(TreeError) -> ServerValue {
        if case .leaf(.string("timestamp")) = node { return .timestamp }
        if node.childCount == 1, case .leaf(.number(let number)) = node[ChildKey(unchecked: "increment")] { return .increment(number) }
        throw .unknownServerValue
    }
}
