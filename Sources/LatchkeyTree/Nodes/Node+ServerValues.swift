extension Node {
    /// Returns the tree with resolved server values.
    ///
    /// - Parameters:
    ///   - existing: The current node, for increments.
    ///   - now: The time in milliseconds since 1970, the same for a whole write.
    public func resolvingServerValues(existing: Node, now: Double) -> Node {
        switch self {
        case .empty: return self
        case .leaf(let value): return .leaf(value.resolved(existing: existing, now: now))
        case .rankedLeaf(let leaf):
            return Node(leaf.value.resolved(existing: existing, now: now), priority: leaf.priority.resolved(existing: existing, now: now))
        case .object(let object):
            var children = object.children
            var isChanged = false
            for (key, child) in object.children {
                let resolved = child.resolvingServerValues(existing: existing[key], now: now)
                if resolved.isIdentical(to: child) { continue }
                children[key] = resolved
                isChanged = true
            }
            let priority = object.priority.resolved(existing: existing, now: now)
            // Most nodes have no server values and stay the same object.
            if !isChanged, priority.isIdentical(to: object.priority) { return self }
            return Node(children: children, priority: priority)
        }
    }
}

extension LeafValue {
    fileprivate func resolved(existing: Node, now: Double) -> LeafValue {
        guard case .serverValue(let value) = self else { return self }
        return .number(value.resolved(existing: existing.value, now: now))
    }
}

extension Priority {
    func resolved(existing: Node, now: Double) -> Priority {
        guard case .serverValue(let value) = self else { return self }
        if case .number(let number) = existing.priority { return .number(value.resolved(existing: .number(number), now: now)) }
        return .number(value.resolved(existing: nil, now: now))
    }
}

extension ServerValue {
    fileprivate func resolved(existing: LeafValue?, now: Double) -> Double {
        switch self {
        case .timestamp: return now
        case .increment(let difference):
            guard case .number(let number) = existing else { return difference }
            // Neither JSON nor trees have infinity.
            let limit = Double.greatestFiniteMagnitude
            return min(max(number + difference, -limit), limit)
        }
    }
}

extension Node {
    /// Whether the result of a write depends on the existing data, because the node has an increment.
    public var holdsIncrement: Bool {
        switch self {
        case .empty: false
        case .leaf(let value): value.isIncrement
        case .rankedLeaf(let leaf): leaf.value.isIncrement || leaf.priority.isIncrement
        case .object(let object): object.priority.isIncrement || object.children.contains { $0.value.holdsIncrement }
        }
    }
}

extension LeafValue {
    fileprivate var isIncrement: Bool {
        if case .serverValue(.increment) = self { true } else { false }
    }
}

extension Priority {
    fileprivate var isIncrement: Bool {
        if case .serverValue(.increment) = self { true } else { false }
    }
}
