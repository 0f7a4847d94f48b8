extension Node {
    /// Whether the tree is larger than about this number of bytes as JSON. It stops as soon as the result is known.
    public func isLarger(thanBytes maxBytes: Int) -> Bool {
        var left = maxBytes
        return !takeSize(from: &left)
    }

    /// Subtracts the size of the tree.
    ///
    /// - Returns: false as soon as the size is exceeded.
    private func takeSize(from left: inout Int) -> Bool {
        switch self {
        case .empty: break
        case .leaf(let value): left -= value.estimatedBytes
        case .rankedLeaf(let leaf): left -= leaf.value.estimatedBytes
        case .object(let object):
            for (key, child) in object.children {
                // Two quotes, a colon and a comma.
                left -= key.text.utf8.count + 4
                guard left >= 0, child.takeSize(from: &left) else { return false }
            }
        }
        return left >= 0
    }

    /// The size of the entry of a child, in addition to its key and value.
    static let placeBytes = 48
    /// The size of an object, in addition to its children.
    static let objectBytes = 48

    /// The size of the tree as the size limits of databases count it: an estimate of its memory.
    ///
    /// It is 48 for each object and each child, the bytes of keys and strings in UTF-8, and 8 for a number or a boolean. Objects store the
    /// size of their children, so this does not traverse the tree.
    public var estimatedBytes: Int {
        switch self {
        case .empty: 8
        case .leaf(let value): value.estimatedBytes
        case .rankedLeaf(let leaf): leaf.value.estimatedBytes + leaf.priority.estimatedBytes
        case .object(let object): Self.objectBytes + object.priority.estimatedBytes + object.childBytes
        }
    }
}

extension LeafValue {
    fileprivate var estimatedBytes: Int {
        if case .string(let text) = self { text.utf8.count + 2 } else { 8 }
    }
}

extension Priority {
    var estimatedBytes: Int {
        switch self {
        case .none: 0
        case .string(let text): text.utf8.count + 2
        case .number, .serverValue: 8
        }
    }
}
