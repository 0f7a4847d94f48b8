import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTestSupport
import LatchkeyTree
import Synchronization
import Testing

/// After every step, the state that a listener builds from its events equals the result of its query, for any writes.
@Suite(.timeLimit(.minutes(30))) struct ListenerSoakTests {
    private static let rules = #"{"rules": {".read": true, ".write": true, "list": {".indexOn": ["n", "a/b", ".value"]}}}"#

    private func database(_ store: ScriptedTreeStore = ScriptedTreeStore()) throws -> RealtimeDatabase {
        RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "p", name: "p"), number: 1),
            stored: StoredTree(snapshot: TreeSnapshot(root: .empty, sequence: 0), entries: [], rules: Self.rules),
            rules: try SecurityRules(Self.rules), store: store, now: { 99 })
    }

    /// A client's state: the initial value with every event applied.
    private final class Cache: Sendable {
        let query: Query
        let place: TreePath
        private let state = Mutex((node: Node.empty, changes: 0))

        init(_ query: Query, at place: TreePath) {
            self.query = query
            self.place = place
        }

        var node: Node { state.withLock { $0.node } }

        var kind: String {
            switch query.limit {
            case .first: "first"
            case .last: "last"
            case nil: query.isUnfiltered ? "all" : "range"
            }
        }

        /// Returns the number of events since the last call.
        func takeCount() -> Int {
            state.withLock { state in
                defer { state.changes = 0 }
                return state.changes
            }
        }

        func begin(_ node: Node) -> () -> Void {
            { self.state.withLock { $0.node = node } }
        }

        func take(_ event: ListenerEvent, _ copies: SharedCopies) {
            state.withLock { state in
                state.changes += 1
                switch event {
                case .put(let path, let node):
                    state.node = state.node.setting(node, at: TreePath(keys: path.keys.dropFirst(place.keys.count)))
                case .merge(let base, let children):
                    let prefix = base.keys.dropFirst(place.keys.count).map { $0.text + "/" }.joined()
                    for (text, node) in children {
                        guard let path = try? WritePath(prefix + text), let changed = try? state.node.setting(node, at: path) else {
                            state.node = .leaf(.string("cannot be applied: \(text)"))
                            continue
                        }
                        state.node = changed
                    }
                case .revoked, .ended: state.node = .leaf("revoked")
                }
            }
        }
    }

    private static func bound(_ order: Query.Order, _ dice: inout Dice) -> Query.Bound? {
        guard dice.chance(1, in: 3) else { return nil }
        if order == .key { return Query.Bound(.string(dice.pick(names)), isInclusive: dice.chance(1, in: 2)) }
        let value: SortValue = dice.pick([.null, .number(Double(dice.below(6))), .string("b")])
        return Query.Bound(value, key: dice.chance(1, in: 2) ? dice.pick(names) : nil, isInclusive: dice.chance(1, in: 2))
    }

    private static func query(_ dice: inout Dice) throws -> Query {
        if dice.chance(1, in: 6) { return .all }
        let order = dice.pick([Query.Order.key, .value, .priority, .child(path("n")), .child(path("a/b"))])
        return try Query(
            order: order, start: bound(order, &dice), end: bound(order, &dice),
            limit: dice.pick([nil, .first(1 + dice.below(4)), .last(1 + dice.below(4))]))
    }

    private static let names = ["1", "2", "10", "01", "-3", "a", "b", "n", "ä", "k1", "k2", "k3", "k4", "k5"]

    private static func value(_ dice: inout Dice, levels: Int = 2) -> Node {
        if levels == 0 || dice.chance(1, in: 3) {
            let leaf = dice.pick([
                LeafValue.number(Double(dice.below(6))), .string(dice.pick(["a", "b", "c"])), .boolean(dice.chance(1, in: 2)),
            ])
            return Node(leaf, priority: dice.chance(1, in: 5) ? .number(Double(dice.below(3))) : .none)
        }
        var node = Node.empty
        for _ in 0..<dice.below(4) { node = node.setting(value(&dice, levels: levels - 1), at: path(dice.pick(names))) }
        return node
    }

    /// Mostly a child of the list or a descendant, so that the list has many.
    private static func place(_ dice: inout Dice) -> TreePath {
        if dice.chance(1, in: 60) { return dice.chance(1, in: 2) ? .root : path("list") }
        var keys = ["list", dice.pick(names)]
        while dice.chance(1, in: 3), keys.count < 5 { keys.append(dice.pick(names)) }
        return path(keys.joined(separator: "/"))
    }

    private static func operation(_ dice: inout Dice, _ database: RealtimeDatabase) throws -> WriteOperation {
        let place = place(&dice)
        switch dice.below(8) {
        case 0: return .setPriority(dice.chance(1, in: 2) ? .none : .number(Double(dice.below(3))), at: place)
        case 1: return .set(.empty, at: place)
        case 2: return .set(node(#"{".sv": {"increment": 1}}"#), at: place)
        case 3:
            // A transaction with the current hash or an outdated one.
            let hash = dice.chance(1, in: 4) ? "old" : try database.read(place, by: .administrator).hash
            return .set(value(&dice), at: place, expectedHash: hash)
        case 4, 5:
            var children: [(path: WritePath, node: Node)] = []
            for name in Set((0...dice.below(4)).map { _ in dice.pick(names) }) {
                if dice.chance(1, in: 4) {
                    children.append((WritePath(path(name), isPriority: true), .leaf(.number(Double(dice.below(3))))))
                    continue
                }
                children.append((WritePath(path(name)), dice.chance(1, in: 4) ? .empty : value(&dice, levels: 1)))
            }
            return try .update(children, at: place)
        default: return .set(value(&dice), at: place)
        }
    }

    @Test func listenersMatchTheirQueries() async throws {
        var dice = Dice("listeners")
        let database = try database()
        var caches: [(cache: Cache, id: ListenerID)] = []
        var told: [String: Int] = [:]
        for await number in Soak.standard.rounds(1500) {
            if caches.count < 12 || dice.chance(1, in: 10) {
                if caches.count >= 12 { database.end(caches.remove(at: dice.below(caches.count)).id) }
                let cache = Cache(try Self.query(&dice), at: dice.pick([path("list"), path("list"), Self.place(&dice), .root]))
                let id = try database.listen(to: cache.place, query: cache.query, by: .nobody, sink: cache.take, first: cache.begin)
                caches.append((cache, id))
            }
            _ = try? await database.write(try Self.operation(&dice, database), by: .nobody)
            for (cache, _) in caches {
                told[cache.kind, default: 0] += cache.takeCount()
                let shown = try database.read(cache.place, query: cache.query, by: .nobody)
                // Compared in export format: equal hashes mean the same data for every client.
                #expect(cache.node == shown && cache.node.hash == shown.hash, "step \(number) at \(cache.place): \(cache.query)")
            }
        }
        for kind in ["all", "range", "first", "last"] { #expect(told[kind, default: 0] > 100, "\(told)") }
    }

    /// Several clients write concurrently while listeners come and go; in the end, all remaining listeners have the current data.
    @Test func remainingListenersConvergeToTheData() async throws {
        let store = ScriptedTreeStore()
        let database = try database(store)
        let caches = try await withThrowingTaskGroup(of: [Cache].self) { group in
            for writer in 0..<3 {
                group.addTask {
                    var dice = Dice("writer \(writer)")
                    for await _ in Soak.standard.rounds(300) {
                        _ = try? await database.write(try Self.operation(&dice, database), by: .nobody)
                    }
                    return []
                }
            }
            for reader in 0..<3 {
                group.addTask {
                    var dice = Dice("reader \(reader)")
                    var kept: [(Cache, ListenerID)] = []
                    for await _ in Soak.standard.rounds(300) {
                        let cache = Cache(try Self.query(&dice), at: dice.chance(1, in: 2) ? path("list") : Self.place(&dice))
                        let id = try database.listen(to: cache.place, query: cache.query, by: .nobody, sink: cache.take, first: cache.begin)
                        kept.append((cache, id))
                        if kept.count > 10 { database.end(kept.remove(at: dice.below(kept.count)).1) }
                    }
                    return kept.map(\.0)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(caches.count > 20)
        for cache in caches {
            #expect(cache.node == (try database.read(cache.place, query: cache.query, by: .nobody)), "\(cache.place): \(cache.query)")
        }
        // The log alone produces the same tree.
        let stored = StoredTree(snapshot: TreeSnapshot(root: .empty, sequence: 0), entries: store.entries, rules: "")
        #expect(try stored.root == database.read(.root, by: .nobody))
        #expect(store.entries.map(\.sequence) == Array(1...Int64(store.entries.count)))
    }

    /// Each writer increments the value that it read, and retries if the hash is outdated. No increment is lost.
    @Test func transactionsByHashLoseNoIncrement() async throws {
        let database = try database()
        let counted = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var count = 0
                    for await _ in Soak.standard.rounds(60) {
                        while true {
                            let seen = try database.read(path("n"), by: .nobody)
                            let next = if case .number(let number)? = seen.value { number + 1 } else { 1.0 }
                            do {
                                _ = try await database.write(.set(Node(.number(next)), at: path("n"), expectedHash: seen.hash), by: .nobody)
                                break
                            } catch DatabaseError.stale {
                                continue
                            }
                        }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(try database.read(path("n"), by: .nobody).value == .number(Double(counted)))
    }
}
