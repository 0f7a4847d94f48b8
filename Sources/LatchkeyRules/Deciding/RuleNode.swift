import LatchkeyTree

/// The rules of a location and of the locations below it.
final class RuleNode: Sendable {
    let read: Rule?
    let write: Rule?
    let validate: Rule?
    let indexes: [RulesIndex]
    let children: RuleChildren
    let wildcard: RuleNode?
    /// Whether there is a `.validate` here or below.
    let validates: Bool
    let validatesBelow: Bool
    /// Whether the `.write` here can be true.
    let mayGrant: Bool
    /// Whether a `.write` here or below can be true.
    let mayGrantBelow: Bool

    init(
        read: Rule? = nil, write: Rule? = nil, validate: Rule? = nil, indexes: [RulesIndex] = [], children: [(ChildKey, RuleNode)] = [],
        wildcard: RuleNode? = nil
    ) {
        self.read = read
        self.write = write
        self.validate = validate
        self.indexes = indexes
        self.children = RuleChildren(children)
        self.wildcard = wildcard
        mayGrant = write.map { $0.constant != false } ?? false
        mayGrantBelow = mayGrant || wildcard?.mayGrantBelow == true || children.contains { $0.1.mayGrantBelow }
        validatesBelow = wildcard?.validates == true || children.contains { $0.1.validates }
        validates = validate != nil || validatesBelow
    }

    /// Returns the rules for a child. A named child takes precedence over the wildcard, even if it has no rules.
    func child(_ key: ChildKey) -> RuleNode? { children[key] ?? wildcard }
}

/// The named children of a location in the rules, in a hash table of the fingerprints of their names.
struct RuleChildren: Sendable {
    let all: [(key: ChildKey, node: RuleNode)]
    /// The positions in `all` with open addressing; -1 marks a free slot. At least half of the slots are free, so probing is short.
    private var slots: [Int32] = []

    init(_ children: [(ChildKey, RuleNode)]) {
        all = children.map { (key: $0.0, node: $0.1) }
        guard !all.isEmpty else { return }
        var size = 4
        while size < all.count * 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
        for (index, child) in all.enumerated() {
            var slot = Self.slot(child.key, size)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(index)
        }
    }

    subscript(key: ChildKey) -> RuleNode? {
        if slots.isEmpty { return nil }
        var slot = Self.slot(key, slots.count)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if all[index].key == key { return all[index].node }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The first slot of a key. The names come from the operator, so clients cannot choose them to collide.
    private static func slot(_ key: ChildKey, _ size: Int) -> Int { Int(key.fingerprint >> 32) & (size - 1) }
}
