import Synchronization

/// The children of a node, with cached properties.
public final class ObjectNode: Sendable {
    /// The children, never empty.
    let children: SortedMap<ChildKey, Node>
    /// The priority of the object.
    public let priority: Priority
    /// The upper bits of the size of the children, which takes 48 bits. A priority ends one byte into a word, so these two fields do not
    /// make objects larger.
    private let highBytes: UInt16
    private let lowBytes: UInt32
    /// The cached properties, created on first use because most objects need none.
    private let computed = AtomicLazyReference<ComputedProperties>()

    /// Creates an object.
    ///
    /// - Parameter childBytes: The size of the children; nil for views of a tree, because their size is normally not read.
    init(children: SortedMap<ChildKey, Node>, priority: Priority, childBytes: Int?) {
        self.children = children
        self.priority = priority
        let stored = childBytes.map { min(max($0, 0), Self.maxChildBytes) } ?? Self.unknownChildBytes
        highBytes = UInt16(truncatingIfNeeded: stored >> 32)
        lowBytes = UInt32(truncatingIfNeeded: stored)
    }

    private static let unknownChildBytes = 1 << 48 - 1
    private static let maxChildBytes = unknownChildBytes - 1

    /// The approximate memory of the children. It is stored for objects in a database; otherwise it is computed in linear time.
    var childBytes: Int {
        let stored = Int(highBytes) << 32 | Int(lowBytes)
        return stored == Self.unknownChildBytes ? Self.bytes(of: children) : stored
    }

    /// Returns the approximate memory of some children. It visits only the children themselves, which know their sizes.
    static func bytes(of children: SortedMap<ChildKey, Node>) -> Int {
        children.reduce(0) { $0 + bytes(of: $1.value, at: $1.key) }
    }

    fileprivate static func bytes(of child: Node, at key: ChildKey) -> Int {
        child.isEmpty ? 0 : Node.placeBytes + key.text.utf8.count + child.estimatedBytes
    }

    /// Properties that are computed from the children, which never change.
    final class ComputedProperties: Sendable {
        let hash = Mutex<String?>(nil)
        let stamp = Stamp.next()
        let indexes = Mutex<[ChildIndex]>([])
    }

    /// The cached properties, if they have been created.
    var known: ComputedProperties? { computed.load() }

    var properties: ComputedProperties { computed.load() ?? computed.storeIfNil(ComputedProperties()) }
}

extension ObjectNode {
    /// Returns the object with another child at a key, or an empty node without the last child. Cached indexes are updated.
    func replacing(_ child: Node, at key: ChildKey, with changed: Node) -> Node {
        var children = children
        children[key] = changed.isEmpty ? nil : changed
        if children.isEmpty { return .empty }
        let bytes = childBytes - Self.bytes(of: child, at: key) + Self.bytes(of: changed, at: key)
        let object = ObjectNode(children: children, priority: priority, childBytes: bytes)
        if let indexes = known?.indexes.withLock({ $0 }), !indexes.isEmpty {
            let followed = indexes.compactMap { $0.replacing(child, at: key, with: changed) }
            object.properties.indexes.withLock { $0 = followed }
        }
        return .object(object)
    }

    /// Returns the object with another priority.
    func setting(priority: Priority) -> ObjectNode {
        let object = ObjectNode(children: children, priority: priority, childBytes: childBytes)
        if let indexes = known?.indexes.withLock({ $0 }), !indexes.isEmpty {
            object.properties.indexes.withLock { $0 = indexes }
        }
        return object
    }
}

extension Node {
    /// Creates an object, or an empty node if there are no children.
    init(children: SortedMap<ChildKey, Node>, priority: Priority = .none) {
        guard !children.isEmpty else {
            self = .empty
            return
        }
        self = .object(ObjectNode(children: children, priority: priority, childBytes: ObjectNode.bytes(of: children)))
    }

    /// Creates an object of the children that a query returns, without visiting them.
    init(shown children: SortedMap<ChildKey, Node>) {
        self = children.isEmpty ? .empty : .object(ObjectNode(children: children, priority: .none, childBytes: nil))
    }

    /// The children in the order of their keys.
    public var children: some Sequence<(key: ChildKey, value: Node)> {
        childMap
    }

    /// Whether a condition holds for every child. It stops at the first child for which it does not hold.
    public func allChildrenSatisfy(_ predicate: (ChildKey, Node) -> Bool) -> Bool {
        for (key, child) in childMap where !predicate(key, child) { return false }
        return true
    }

    var childMap: SortedMap<ChildKey, Node> {
        if case .object(let object) = self { object.children } else { SortedMap() }
    }
}
