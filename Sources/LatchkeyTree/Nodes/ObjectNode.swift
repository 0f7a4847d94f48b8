import Synchronization

/// The children of a node that has some, and what was computed about them once.
public final class ObjectNode: Sendable {
    /// Never empty.
    let children: SortedMap<ChildKey, Node>
    public let priority: Priority
    /// The size of the children, in 48 bits: a priority ends one byte into a word, so these two fields do not make objects larger.
    private let highBytes: UInt16
    private let lowBytes: UInt32
    /// Only there once somebody asked for something: most objects are never asked.
    private let computed = AtomicLazyReference<ComputedProperties>()

    /// - Parameter childBytes: the size of the children; nil for views of a tree, whose size is normally not read.
    init(children: SortedMap<ChildKey, Node>, priority: Priority, childBytes: Int?) {
        self.children = children
        self.priority = priority
        let stored = childBytes.map { min(max($0, 0), Self.maxChildBytes) } ?? Self.unknownChildBytes
        highBytes = UInt16(truncatingIfNeeded: stored >> 32)
        lowBytes = UInt32(truncatingIfNeeded: stored)
    }

    private static let unknownChildBytes = 1 << 48 - 1
    private static let maxChildBytes = unknownChildBytes - 1

    /// An estimate of the memory of the children. Stored for objects in a database; otherwise computed in time linear in their number.
    var childBytes: Int {
        let stored = Int(highBytes) << 32 | Int(lowBytes)
        return stored == Self.unknownChildBytes ? Self.bytes(of: children) : stored
    }

    /// An estimate of the memory of some children, each of which knows its own size. Visits only the children themselves.
    static func bytes(of children: SortedMap<ChildKey, Node>) -> Int {
        children.reduce(0) { $0 + bytes(of: $1.value, at: $1.key) }
    }

    fileprivate static func bytes(of child: Node, at key: ChildKey) -> Int {
        child.isEmpty ? 0 : Node.placeBytes + key.text.utf8.count + child.estimatedBytes
    }

    /// What follows from the children; they never change, so it stays right.
    final class ComputedProperties: Sendable {
        let hash = Mutex<String?>(nil)
        let stamp = Stamp.next()
        let indexes = Mutex<[ChildIndex]>([])
    }

    /// What is known already.
    var known: ComputedProperties? { computed.load() }

    var properties: ComputedProperties { computed.load() ?? computed.storeIfNil(ComputedProperties()) }
}

extension ObjectNode {
    /// The object with another child at a key, or nothing if that was the last one. The indexes of this one follow the change.
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

    /// The same children under another priority.
    func setting(priority: Priority) -> ObjectNode {
        let object = ObjectNode(children: children, priority: priority, childBytes: childBytes)
        if let indexes = known?.indexes.withLock({ $0 }), !indexes.isEmpty {
            object.properties.indexes.withLock { $0 = indexes }
        }
        return object
    }
}

extension Node {
    /// An object, or nothing where it would have no children.
    init(children: SortedMap<ChildKey, Node>, priority: Priority = .none) {
        guard !children.isEmpty else {
            self = .empty
            return
        }
        self = .object(ObjectNode(children: children, priority: priority, childBytes: ObjectNode.bytes(of: children)))
    }

    /// Some children of an object, as a query returns them; created without visiting each of them.
    init(shown children: SortedMap<ChildKey, Node>) {
        self = children.isEmpty ? .empty : .object(ObjectNode(children: children, priority: .none, childBytes: nil))
    }

    /// The children in the order of their keys.
    public var children: some Sequence<(key: ChildKey, value: Node)> {
        childMap
    }

    /// Whether something holds for every child. Asks them in order, and no more after one for which it does not.
    public func allChildrenSatisfy(_ predicate: (ChildKey, Node) -> Bool) -> Bool {
        for (key, child) in childMap where !predicate(key, child) { return false }
        return true
    }

    var childMap: SortedMap<ChildKey, Node> {
        if case .object(let object) = self { object.children } else { SortedMap() }
    }
}
