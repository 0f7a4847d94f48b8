extension Node {
    /// Returns the approximate number of bytes of this tree that are not shared with another version. Only this tree keeps them in memory.
    ///
    /// Shared parts are recognized by their identity and skipped, so the time is proportional to the change. The result of a query shares
    /// only its children; each of them is compared.
    ///
    /// - Parameter maxObjects: The maximum number of changed objects to compare. Further ones count in full.
    public func unsharedBytes(with other: Node, maxObjects: Int = 100_000) -> Int {
        var left = maxObjects
        return unsharedBytes(with: other, &left)
    }

    private func unsharedBytes(with other: Node, _ left: inout Int) -> Int {
        if isIdentical(to: other) { return 0 }
        guard case .object(let mine) = self, case .object(let others) = other, left > 0 else { return estimatedBytes }
        left -= 1
        var bytes = Self.objectBytes + mine.priority.estimatedBytes
        func compare(_ key: ChildKey, _ child: Node, _ other: Node?) {
            let unshared = child.unsharedBytes(with: other ?? .empty, &left)
            if unshared > 0 { bytes += Self.placeBytes + key.text.utf8.count + unshared }
        }
        if mine.children.count * Self.fewerChildren < others.children.count {
            for (key, child) in mine.children { compare(key, child, others.children[key]) }
        } else {
            mine.children.forEachDifference(to: others.children) { key, child, other in
                if let child { compare(key, child, other) }
            }
        }
        return bytes
    }

    /// The ratio from which children are looked up one by one, because the result of a query has few of them.
    private static let fewerChildren = 8
}
