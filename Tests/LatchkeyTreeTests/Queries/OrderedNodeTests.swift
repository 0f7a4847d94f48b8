// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LatchkeyTree

/// What is kept of one version for the next says the same as sorting anew.
@Suite struct OrderedNodeTests {
    @Test func aNodeThatIsFollowedIsSortedAsOneThatIsNew() throws {
        var dice = Dice("ordered")
        for _ in tries(300) {
            let order = dice.pick([Query.Order.key, .value, .priority, .child(try path("score")), .child(try path("a/b"))])
            var node = Node.empty
            var ordered = OrderedNode(node, order: order)
            for _ in 0..<dice.below(30) {
                for _ in 0...dice.below(3) { node = try changed(node, &dice) }
                // Read anew, so that nothing is remembered on the way.
                let read = dice.chance(1, in: 3) ? try copy(node) : node
                ordered = ordered.following(read)
                #expect(Query.keys(ordered) == Query.keys(OrderedNode(try copy(node), order: order)))
                node = read
            }
        }
    }

    @Test func aQueryOutOfReachShowsTheSame() throws {
        var dice = Dice("reach")
        var untouched = 0
        for _ in tries(300) {
            let query = try ModelQuery.random(&dice).query
            guard !query.isUnfiltered else { continue }
            var node = Node.empty
            for _ in 0..<dice.below(20) { node = try changed(node, &dice) }
            for _ in 0..<10 {
                let ordered = OrderedNode(node, order: query.order)
                let step = ordered.step(to: try changed(node, &dice))
                let isTouched = query.reach(in: ordered).isTouched(by: step)
                if !isTouched {
                    untouched += 1
                    #expect(query.apply(to: step.after) == query.apply(to: node))
                    #expect(query.changes(step).isEmpty)
                }
                node = step.after.node
            }
        }
        #expect(untouched > 100)
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

    /// Canonically equivalent texts are equal to `String`, and two keys all the same.
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
