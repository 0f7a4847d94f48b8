import LatchkeyTestSupport
import Testing

@testable import LatchkeyTree

/// Ten million operations on one tree, each compared with a table of numbers. `LATCHKEY_SOAK=120` runs all of them, a shorter time runs
/// fewer.
@Suite struct OperationsSoakTests {
    private static let rows = 40
    private static let columns = 24
    private static let wholeRun = 10_000_000.0

    private static var operations: Int {
        guard let seconds = Soak.standard.seconds else { return 30_000 }
        return Int(wholeRun * seconds / 120)
    }

    private enum Failure: Error { case differs(operation: Int, what: String) }

    /// A cell of the table is `rNN/cNN`, a number of priority or none.
    private struct Table {
        var cells = [[Double?]](repeating: [Double?](repeating: nil, count: OperationsSoakTests.columns), count: OperationsSoakTests.rows)
        var ranks = [[Double?]](repeating: [Double?](repeating: nil, count: OperationsSoakTests.columns), count: OperationsSoakTests.rows)

        mutating func set(_ row: Int, _ column: Int, _ value: Double?) {
            cells[row][column] = value
            ranks[row][column] = nil
        }

        /// The existing columns, sorted by the query's order and then by their names, which sort as their numbers do.
        func columns(_ row: Int, by value: (Int) -> Double) -> [Int] {
            cells[row].indices.filter { cells[row][$0] != nil }.sorted { (value($0), $0) < (value($1), $1) }
        }
    }

    @Test func tenMillionOperationsAreThoseOfATable() async throws {
        var dice = Dice("operations")
        let rowPaths = try (0..<Self.rows).map { try path("r\(10 + $0)") }
        let columnKeys = (0..<Self.columns).map { key("c\(10 + $0)") }
        let paths = rowPaths.map { row in columnKeys.map { row.appending($0) } }
        let last = try Query(order: .key, limit: .last(3))
        let first = try Query(order: .value, start: Query.Bound(.number(5)), limit: .first(4))
        let ranked = try Query(order: .priority, end: Query.Bound(.number(3)), limit: .last(4))
        var table = Table()
        var node = Node.empty
        for number in 0..<Self.operations {
            let chance = dice.next()
            let (row, column) = (Int(chance % 40), Int(chance >> 8) % Self.columns)
            let value = Double((chance >> 20) % 10)
            let before = node
            switch (chance >> 40) % 64 {
            case 0..<30:
                node = node.setting(.leaf(.number(value)), at: paths[row][column])
                table.set(row, column, value)
            case 30..<46:
                node = node.setting(.empty, at: paths[row][column])
                table.set(row, column, nil)
            case 46..<52:
                node = node.setting(priority: .number(value), at: paths[row][column])
                if table.cells[row][column] != nil { table.ranks[row][column] = value }
            case 52:
                node = node.setting(.empty, at: rowPaths[row])
                for column in 0..<Self.columns { table.set(row, column, nil) }
            case 53:
                // Another row's object, which both rows share from now on.
                let other = (row + 7) % Self.rows
                node = node.setting(node[rowPaths[other]], at: rowPaths[row])
                (table.cells[row], table.ranks[row]) = (table.cells[other], table.ranks[other])
            default: break
            }
            try check(node[paths[row][column]], table.cells[row][column], table.ranks[row][column], number)
            guard number.isMultiple(of: 128) else { continue }
            // Lets other tasks run.
            await Task.yield()
            let (shown, cells, ranks) = (node[rowPaths[row]], table.cells[row], table.ranks[row])
            func compare(_ query: Query, _ expected: [Int], _ what: String) throws {
                guard query.orderedKeys(in: shown) == expected.map({ columnKeys[$0] }) else {
                    throw Failure.differs(operation: number, what: what)
                }
                let view = query.changes(from: before[rowPaths[row]], to: shown).reduce(query.apply(to: before[rowPaths[row]])) {
                    $0.applying($1)
                }
                guard view == query.apply(to: shown) else { throw Failure.differs(operation: number, what: "the changes of \(what)") }
            }
            try compare(last, Array(table.columns(row) { _ in 0 }.suffix(3)), "the last by key")
            try compare(
                first, Array(table.columns(row) { cells[$0] ?? 0 }.filter { (cells[$0] ?? 0) >= 5 }.prefix(4)), "the first by value")
            try compare(
                ranked, Array(table.columns(row) { ranks[$0] ?? -1 }.filter { (ranks[$0] ?? -1) <= 3 }.suffix(4)), "the last by priority")
        }
        let cells = table.cells.joined().count { $0 != nil }
        #expect(node.children.reduce(0) { $0 + $1.value.childCount } == cells)
        #expect(node.hash == (try copy(node).hash))
    }

    private func check(_ node: Node, _ value: Double?, _ rank: Double?, _ number: Int) throws {
        guard node.value == value.map(LeafValue.number), node.priority == rank.map(Priority.number) ?? .none else {
            throw Failure.differs(operation: number, what: "\(node.json(.export)) instead of \(value ?? -1) with priority \(rank ?? -1)")
        }
    }
}
