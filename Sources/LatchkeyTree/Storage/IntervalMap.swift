/// A map of intervals that finds those containing a point, in time proportional to their number and the logarithm of the number of all
/// intervals.
///
/// It is a treap, a search tree balanced by pseudorandom priorities, ordered by the starts of the intervals. Each node stores the largest
/// end below it.
struct IntervalMap<Point: Comparable & Sendable>: Sendable {
    private struct Item: Sendable {
        let low: Point
        let high: Point
        let id: Int
        var left = none
        var right = none
        var furthest: Point
    }

    private static var none: Int { -1 }

    private var items: [Item] = []
    private var free: [Int] = []
    private var root = Self.none

    /// Adds a closed interval.
    ///
    /// - Parameter id: A unique identifier of the interval.
    mutating func insert(_ low: Point, _ high: Point, id: Int) {
        let item = Item(low: low, high: high, id: id, furthest: high)
        let index: Int
        if let unused = free.popLast() {
            items[unused] = item
            index = unused
        } else {
            items.append(item)
            index = items.count - 1
        }
        let (left, right) = split(root, low, id)
        root = merge(merge(left, index), right)
    }

    /// Removes the interval with this start and identifier, if it exists.
    mutating func remove(_ low: Point, id: Int) {
        let (left, rest) = split(root, low, id)
        let (found, right) = split(rest, low, id + 1)
        if found != Self.none { free.append(found) }
        root = merge(left, right)
    }

    /// Calls a closure with the identifier of each interval that contains a point. The ends are included.
    func forEach(at place: Point, _ body: (Int) -> Void) {
        visit(root, place, body)
    }

    private func visit(_ index: Int, _ place: Point, _ body: (Int) -> Void) {
        guard index != Self.none, !(items[index].furthest < place) else { return }
        visit(items[index].left, place, body)
        guard !(place < items[index].low) else { return }
        if !(items[index].high < place) { body(items[index].id) }
        visit(items[index].right, place, body)
    }

    // MARK: Balance

    /// Returns the priority of an identifier: its bits mixed by the finalizer of SplitMix64, so that identifiers in any order give a flat
    /// tree.
    private static func priority(_ id: Int) -> UInt64 {
        var bits = UInt64(bitPattern: Int64(id)) &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Splits a tree into the items before (low, id) and the rest.
    private mutating func split(_ index: Int, _ low: Point, _ id: Int) -> (Int, Int) {
        guard index != Self.none else { return (Self.none, Self.none) }
        let isBefore = items[index].low == low ? items[index].id < id : items[index].low < low
        if isBefore {
            let (left, right) = split(items[index].right, low, id)
            items[index].right = left
            update(index)
            return (index, right)
        }
        let (left, right) = split(items[index].left, low, id)
        items[index].left = right
        update(index)
        return (left, index)
    }

    /// Joins two trees. All items of the first must come before those of the second.
    private mutating func merge(_ left: Int, _ right: Int) -> Int {
        if left == Self.none { return right }
        if right == Self.none { return left }
        if Self.priority(items[left].id) > Self.priority(items[right].id) {
            items[left].right = merge(items[left].right, right)
            update(left)
            return left
        }
        items[right].left = merge(left, items[right].left)
        update(right)
        return right
    }

    private mutating func update(_ index: Int) {
        var furthest = items[index].high
        for child in [items[index].left, items[index].right] where child != Self.none && furthest < items[child].furthest {
            furthest = items[child].furthest
        }
        items[index].furthest = furthest
    }
}
