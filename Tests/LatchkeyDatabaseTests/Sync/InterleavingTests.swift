import Foundation
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// Two clients write and observe at random, while messages between them and a correct server are delayed at random. In the end every
/// observer has the server's values. `make soak` runs it for longer.
@Suite struct InterleavingTests {
    private static let sample = 60

    @Test func observersConvergeToTheServersData() async throws {
        for await number in Soak.standard.rounds(Self.sample) {
            var round = Round(Dice("interleaving \(number)"))
            try round.run()
            for complaint in round.complaints() { Issue.record("round \(number): \(complaint)") }
            if !round.complaints().isEmpty { return }
        }
    }

    struct Round {
        var dice: Dice
        let server = HonestServer()
        let connections: [HonestConnection]
        let databases: [Database]
        var followers: [Follower] = []
        private var differences: [String] = []

        init(_ dice: Dice) {
            self.dice = dice
            let server = server
            connections = [server.connect(), server.connect()]
            databases = connections.map { connection in
                var environment = Repo.Environment()
                environment.now = { 1_000_000 }
                environment.warn = { _ in }
                environment.background = { $0() }
                return Database(connection: connection, url: "https://db.example.com", environment: environment)
            }
        }

        mutating func run() throws {
            for _ in 0..<(20 + dice.below(100)) {
                try step()
                compare()
            }
            settle()
            compare()
        }

        /// Compares the incrementally maintained views with views that are computed from scratch.
        private mutating func compare() {
            for database in databases {
                let data = database.repo.read { $0.data }
                for (path, views) in data.views.all {
                    for view in views {
                        let whole = data.localTree(at: path, query: view.query)
                        // With incomplete data, children come and go with other listens, and events follow once the data is complete.
                        guard differences.isEmpty, whole.showsEverything, whole.isLike(view.local), whole != view.local else { continue }
                        let (seen, meant) = (view.local.node.json(.export), whole.node.json(.export))
                        differences.append("\(path) \(view.query.queryObjectText): kept \(seen) and not \(meant)")
                    }
                }
            }
        }

        private mutating func step() throws {
            let client = dice.below(2)
            switch dice.below(12) {
            case 0, 1, 2: _ = connections[client].serverStep()
            case 3, 4, 5: _ = connections[client].clientStep()
            case 6, 7: if followers.count < 10 { followers.append(Follower(query(databases[client]))) }
            case 8:
                guard !followers.isEmpty, dice.chance(1, in: 2) else { return }
                followers.remove(at: dice.below(followers.count)).stop()
            case 9: if dice.chance(1, in: 6) { connections[client].breakAndReconnect() } else { try write(databases[client]) }
            default: try write(databases[client])
            }
        }

        /// Runs until no message is in flight.
        private func settle() {
            var isMoving = true
            while isMoving {
                isMoving = false
                for connection in connections {
                    while connection.serverStep() { isMoving = true }
                    while connection.clientStep() { isMoving = true }
                }
            }
        }

        /// Returns the inconsistencies.
        func complaints() -> [String] {
            let root = server.root
            return differences
                + followers.flatMap { follower -> [String] in
                    let seen = follower.seen
                    let query: Query
                    do { query = try follower.query.parameters.query } catch { return ["\(error)"] }
                    let path = follower.query.location.path
                    let name = "\(path) \(query.queryObjectText)"
                    if !HonestServer.isAllowed(path) {
                        // Alternatively, a listen at a parent shows that there is no value.
                        return seen.isCanceled || seen.value == .empty
                            ? [] : ["\(name): not canceled, and shows \(seen.value?.json(.export) ?? "no value")"]
                    }
                    let expected = query.apply(to: root[path])
                    var found: [String] = []
                    if let complaint = seen.complaint { found.append("\(name): \(complaint)") }
                    if seen.value != expected {
                        found.append("\(name): value \(seen.value?.json(.export) ?? "none") and not \(expected.json(.export))")
                    }
                    let keys = query.order.keys(of: expected)
                    if seen.children.map(\.key) != keys { found.append("\(name): children \(seen.children.map(\.key)) and not \(keys)") }
                    if seen.children.contains(where: { expected[$0.key] != $0.node }) { found.append("\(name): a child is another") }
                    return found
                }
        }

        private static let keys = ["a", "b", "c", "1", "10"]

        private mutating func path(_ levels: Int) -> String {
            if dice.chance(1, in: 25) { return HonestServer.secret }
            return (0..<dice.below(levels + 1)).map { _ in dice.pick(Self.keys) }.joined(separator: "/")
        }

        private mutating func query(_ database: Database) -> DatabaseQuery {
            let ref = database.reference(withPath: path(2))
            if dice.chance(1, in: 3) { return ref }
            var query: DatabaseQuery =
                switch dice.below(5) {
                case 0: ref.queryOrderedByKey()
                case 1: ref.queryOrderedByValue()
                case 2: ref.queryOrdered(byChild: "a")
                case 3: ref.queryOrdered(byChild: "b/c")
                default: ref.queryOrderedByPriority()
                }
            let isByKey = query.parameters.order == .key
            if dice.chance(1, in: 4) { query = query.queryStarting(atValue: isByKey ? "a" : dice.below(3)) }
            if dice.chance(1, in: 4) { query = query.queryEnding(beforeValue: isByKey ? "c" : 2 + dice.below(3)) }
            switch dice.below(3) {
            case 0: return query.queryLimited(toFirst: UInt(1 + dice.below(2)))
            case 1: return query.queryLimited(toLast: UInt(1 + dice.below(2)))
            default: return query
            }
        }

        private mutating func value(_ levels: Int = 2) -> Any? {
            switch dice.below(levels == 0 ? 6 : 9) {
            case 0: return nil
            case 1, 2: return dice.below(5)
            case 3: return dice.pick(["x", "y"])
            case 4: return [".value": dice.below(3), ".priority": dice.below(3)] as [String: Any]
            case 5: return dice.chance(1, in: 2) ? ServerValues.timestamp() : ServerValues.increment(2)
            default:
                var members: [String: Any] = [:]
                for _ in 0..<dice.below(4) { members[dice.pick(Self.keys)] = value(levels - 1) }
                return members
            }
        }

        private mutating func write(_ database: Database) throws {
            let ref = database.reference(withPath: path(3))
            switch dice.below(8) {
            case 0: ref.removeValue()
            case 1: ref.setPriority(dice.below(3))
            case 2, 3:
                ref.updateChildValues([dice.pick(["a", "a/b", "c/a"]): value() as Any, dice.pick(["b", "1", "10/a"]): value() as Any])
            case 4:
                let localEvents = dice.chance(1, in: 2)
                let add = dice.below(3)
                ref.runTransactionBlock(
                    { data in
                        if add == 0, data.value is String { return .abort() }
                        data.childData(byAppendingPath: "a").value = (data.childData(byAppendingPath: "a").value as? Int ?? 0) + add
                        return .success(withValue: data)
                    }, andCompletionBlock: nil, withLocalEvents: localEvents)
            default: ref.setValue(value())
            }
        }
    }
}

private typealias ServerValues = LatchkeyDatabase.ServerValue
