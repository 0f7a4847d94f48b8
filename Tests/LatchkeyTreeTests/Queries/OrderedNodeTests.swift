import LatchkeyTestSupport
import Testing

@testable import LatchkeyTree

/// Data that is kept from one version for the next gives the same result as sorting again.
@Suite struct OrderedNodeTests {
    @Test func aNodeThatIsFollowedIsSortedAsOneThatIsNew() async throws {
        var dice = Dice("ordered")
        for await _ in Soak.standard.rounds(300) {
            let order = dice.pick([Query.Order.key, .value, .priority, .child(try path("score")), .child(try path("a/b"))])
            var node = Node.empty
            var ordered = OrderedNode(node, order: order)
            for _ in 0..<dice.below(30) {
                for _ in 0...dice.below(3) { node = try changed(node, &dice) }
                // Parsed again, so that nothing is cached on the way.
                let read = dice.chance(1, in: 3) ? try copy(node) : node
                ordered = ordered.following(read)
                #expect(Query.keys(ordered) == Query.keys(OrderedNode(try copy(node), order: order)))
                node = read
            }
        }
    }

    @Test func queriesOutOfReachShowTheSame() async throws {
        var dice = Dice("reach")
        var untouched = 0
        for await _ in Soak.standard.rounds(200) {
            let order = try ModelQuery.random(&dice).query.order
            var node = Node.empty
            for _ in 0..<dice.below(20) { node = try changed(node, &dice) }
            var ordered = OrderedNode(node, order: order)
            var reaches = QueryReaches()
            var queries: Set<Query> = []
            for _ in 0..<40 {
                let query = try ModelQuery.random(&dice).query
                if query.order == order, !query.isUnfiltered, queries.insert(query).inserted { reaches.insert(query, at: ordered) }
                if dice.chance(1, in: 8), let gone = queries.randomElement(using: &dice) {
                    queries.remove(gone)
                    reaches.remove(gone)
                }
                let step = ordered.step(to: try changed(node, &dice))
                let touched = reaches.touched(by: step)
                #expect(Set(touched).isSubset(of: queries) && Set(touched).count == touched.count)
                for query in queries.subtracting(touched) {
                    untouched += 1
                    #expect(query.apply(to: step.after) == query.apply(to: node))
                    #expect(query.changes(step).isEmpty)
                }
                (node, ordered) = (step.after.node, step.after)
            }
            for query in queries { reaches.remove(query) }
            #expect(reaches.isEmpty)
        }
        #expect(untouched > 100)
    }

    @Test func changeOutsideAllQueriesTouchesNone() throws {
        func name(_ index: Int) -> String { "k\(1_000_000 + index)" }
        var node = Node.empty
        for index in 0..<10_000 { node = node.setting(.leaf(.number(0)), at: try path(name(index))) }
        var ordered = OrderedNode(node, order: .key)
        var reaches = QueryReaches()
        // Each has a window of the last three of a hundred.
        let queries = try (0..<100).map {
            try Query(parameters: ["orderBy": "\"$key\"", "endAt": "\"\(name($0 * 100 + 99))\"", "limitToLast": "3"])
        }
        for query in queries { reaches.insert(query, at: ordered) }
        func touched(_ index: Int, _ value: Node) throws -> [Query] {
            let step = ordered.step(to: ordered.node.setting(value, at: try path(name(index))))
            ordered = step.after
            return reaches.touched(by: step)
        }
        #expect(try touched(4250, .leaf(.number(1))).isEmpty)
        #expect(try touched(4297, .leaf(.number(1))) == [queries[42]])
        #expect(try touched(4296, .leaf(.number(1))).isEmpty)
        #expect(try touched(4298, .empty) == [queries[42]], "the window reaches further back now")
        #expect(try touched(4296, .leaf(.number(2))) == [queries[42]])
        reaches.remove(queries[42])
        #expect(try touched(4296, .leaf(.number(3))).isEmpty)
    }

    private func changed(_ node: Node, _ dice: inout Dice) throws -> Node {
        let name = dice.pick(Model.names)
        if dice.chance(1, in: 4) { return node.setting(.empty, at: TreePath(keys: [key(name)])) }
        if dice.chance(1, in: 6) { return node.setting(priority: .number(Double(dice.below(5))), at: TreePath(keys: [key(name)])) }
        if dice.chance(1, in: 3) {
            return node.setting(.leaf(.number(Double(dice.below(9)))), at: TreePath(keys: [key(name), key("score")]))
        }
        return node.setting(try tree(Model.random(&dice, levels: 2).json), at: TreePath(keys: [key(name)]))
    }

    /// Many changes at once: small windows are updated without a walk over all changes, with the same result.
    @Test func windowsOfAnyKindFollowALargeWrite() async throws {
        var dice = Dice("large")
        for await _ in Soak.standard.rounds(30) {
            var (before, after) = (Node.empty, Node.empty)
            for index in 0..<200 {
                let name = TreePath(keys: [key("k\(1000 + index)")])
                if !dice.chance(1, in: 5) { before = before.setting(.leaf(.number(Double(dice.below(50)))), at: name) }
                after = after.setting(before[name], at: name)
                if dice.chance(1, in: 2) { after = after.setting(.leaf(.number(Double(dice.below(50)))), at: name) }
                if dice.chance(1, in: 9) { after = after.setting(.empty, at: name) }
            }
            for order in [Query.Order.key, .value] {
                let ordered = OrderedNode(before, order: order)
                let step = ordered.step(to: try copy(after))
                #expect(step.places == nil)
                for _ in 0..<20 {
                    let bound =
                        order == .key ? Query.Bound(.string("k\(1000 + dice.below(200))")) : Query.Bound(.number(Double(dice.below(50))))
                    let count = 1 + dice.below(30)
                    let limit = dice.pick([Query.Limit.first(count), .last(count), nil])
                    let query = try Query(order: order, start: dice.chance(1, in: 2) ? bound : nil, limit: limit)
                    let changed = query.changes(step).reduce(query.apply(to: before)) { $0.applying($1) }
                    #expect(changed == query.apply(to: try copy(after)))
                }
            }
        }
    }

    @Test func unindexedOrdersDoNotEvictIndexedOnes() throws {
        let node = try tree(#"{"a":{"x":1,"y":2},"b":{"x":3}}"#)
        guard case .object(let object) = node else { throw TreeError.priority }
        let named = Query.Order.child(try path("x"))
        _ = OrderedNode(node, order: named, isIndexed: false)
        _ = OrderedNode(node, order: named)
        for index in 0..<20 { _ = OrderedNode(node, order: .child(try path("made-up-\(index)")), isIndexed: false) }
        #expect(object.remembered(named) != nil)
        let changed = node.setting(.leaf(.number(9)), at: try path("a/x"))
        for index in 20..<40 { _ = OrderedNode(changed, order: .child(try path("made-up-\(index)")), isIndexed: false) }
        guard case .object(let next) = changed else { throw TreeError.priority }
        #expect(next.remembered(named) != nil)
        // Named orders evict each other, after the made-up ones.
        for index in 0..<8 { _ = OrderedNode(node, order: .child(try path("named-\(index)"))) }
        #expect(object.remembered(named) == nil)
        #expect(object.remembered(.child(try path("named-7"))) != nil)
    }

    /// Canonically equivalent texts are equal as `String`, but are two different keys.
    @Test func queriesFromKeysThatOnlyLookAlikeAreTwo() throws {
        let queries = try ["\u{e9}", "e\u{301}"].map {
            try Query(order: .value, start: Query.Bound(.number(1), key: $0), limit: .first(1))
        }
        #expect(queries[0] != queries[1])
        #expect(Set(queries).count == 2)
    }
}

extension Query {
    fileprivate static func keys(_ ordered: OrderedNode) -> [ChildKey] {
        let children = OrderedChildren(ordered)
        return children.keys(0..<children.children.count)
    }
}
