import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTestSupport
import LatchkeyTree
import Synchronization
import Testing

/// Denied data is never delivered, even while rules, data and listeners change concurrently.
///
/// The writers decide what is visible: a path contains the text `SECRET` only while no listener may read it. They write it after access is
/// closed, and remove it before or together with opening access. A listener that receives the text therefore received denied data.
@Suite(.timeLimit(.minutes(30))) struct DeniedSoakTests {
    private static let secret = "SECRET"

    /// `vault` is closed by other rules, `room` by its own data, `club` by its members; `feed` shows its last five children to a query.
    private static func rules(vault: Bool) -> String {
        """
        {"rules": {
          "vault": {".read": "\(vault)"},
          "room": {"$id": {".read": "data.child('open').val() === true"}},
          "club": {".read": "auth !== null && root.child('members').child(auth.uid).val() === true"},
          "feed": {".read": "query.limitToLast <= 5 && query.orderByKey"},
          "box": {"$uid": {".read": "auth !== null && auth.uid === $uid"}}
        }}
        """
    }

    private static let users = ["ada", "bob"]

    private func database() throws -> RealtimeDatabase {
        let rules = Self.rules(vault: true)
        let root = node(#"{"vault": "plain", "room": {"a": {"open": true}, "b": {"open": true}}, "members": {"ada": true, "bob": true}}"#)
        return RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "p", name: "p"), number: 1),
            stored: StoredTree(snapshot: TreeSnapshot(root: root, sequence: 0), entries: [], rules: rules),
            rules: try SecurityRules(rules), store: ScriptedTreeStore(), now: { 99 })
    }

    private final class Counts: Sendable {
        let secrets = Atomic(0)
        let events = Atomic(0)
        let revocations = Atomic(0)
        let firsts = Atomic(0)

        var all: [Int] {
            [
                secrets.load(ordering: .relaxed), events.load(ordering: .relaxed), revocations.load(ordering: .relaxed),
                firsts.load(ordering: .relaxed),
            ]
        }
    }

    @Test func deniedDataIsNotDelivered() async throws {
        let database = try database()
        let counts = Counts()
        let ending = Ending(tasks: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await ending.last { try await closeByRules(database, counts) } }
            group.addTask { try await ending.last { try await closeByData(database, counts) } }
            group.addTask { try await ending.last { try await closeByMembers(database, counts) } }
            group.addTask { try await ending.last { try await appendToFeed(database, counts) } }
            for number in 0..<3 { group.addTask { try await listen(database, number, counts, until: ending) } }
            group.addTask { try await read(database, until: ending) }
            try await group.waitForAll()
        }
        // Every kind of event occurred; otherwise the test proves nothing.
        #expect(counts.all.allSatisfy { $0 > 20 }, "\(counts.all)")
    }

    // MARK: Writers

    private func set(_ changes: [(String, String)], _ database: RealtimeDatabase) async throws {
        let children = changes.map { (path: WritePath(path($0.0)), node: node($0.1)) }
        _ = try await database.write(try .update(children, at: .root), by: .administrator)
    }

    private func closeByRules(_ database: RealtimeDatabase, _ counts: Counts) async throws {
        for await number in Soak.standard.rounds(150) {
            try await database.replace(rules: try SecurityRules(Self.rules(vault: false)))
            try await set([("vault", #""\#(Self.secret) \#(number)""#)], database)
            counts.secrets.add(1, ordering: .relaxed)
            try await set([("vault", #""plain \#(number)""#)], database)
            try await database.replace(rules: try SecurityRules(Self.rules(vault: true)))
            try await set([("vault", #""open \#(number)""#)], database)
        }
    }

    /// The write that adds the secret also closes access, and the write that removes it opens access.
    private func closeByData(_ database: RealtimeDatabase, _ counts: Counts) async throws {
        for await number in Soak.standard.rounds(150) {
            let room = number.isMultiple(of: 2) ? "a" : "b"
            try await set([("room/\(room)", #"{"open": false, "text": "\#(Self.secret) \#(number)"}"#)], database)
            counts.secrets.add(1, ordering: .relaxed)
            try await set([("room/\(room)/text", #""\#(Self.secret) again \#(number)""#)], database)
            try await set([("room/\(room)/open", "true"), ("room/\(room)/text", #""plain \#(number)""#)], database)
            try await set([("room/\(room)/text", #""more \#(number)""#)], database)
        }
    }

    /// Ada is a member at times; Bob is always a member.
    private func closeByMembers(_ database: RealtimeDatabase, _ counts: Counts) async throws {
        for await number in Soak.standard.rounds(150) {
            try await set([("members/ada", "null"), ("club", #""\#(Self.secret) \#(number)""#)], database)
            counts.secrets.add(1, ordering: .relaxed)
            try await set([("club", #""\#(Self.secret) again \#(number)""#)], database)
            try await set([("club", #""plain \#(number)""#), ("members/ada", "true")], database)
            for user in Self.users { try await set([("box/\(user)", #""for \#(user) \#(number)""#)], database) }
        }
    }

    /// Keys ascend, so that children before the last five remain.
    private func appendToFeed(_ database: RealtimeDatabase, _ counts: Counts) async throws {
        for await number in Soak.standard.rounds(150) {
            let key = { (number: Int) in "feed/k\(100_000 + number)" }
            try await set([(key(number), #""plain""#)], database)
            if number >= 5 {
                try await set([(key(number - 5), #""\#(Self.secret)""#)], database)
                counts.secrets.add(1, ordering: .relaxed)
            }
        }
    }

    // MARK: Listeners

    /// A listener, and the users that it may be authenticated as.
    private final class Watcher: Sendable {
        private struct State {
            /// Two users during a change from one to the other.
            var mayBe: Set<String>
            var isOver = false
            var mistakes: [String] = []
        }

        private let state: Mutex<State>
        let place: String

        init(_ place: String, _ user: String) {
            self.place = place
            state = Mutex(State(mayBe: [user]))
        }

        var mistakes: [String] { state.withLock { $0.mistakes } }

        func see(_ text: String) {
            state.withLock { state in
                if state.isOver { state.mistakes.append("after the end: \(text)") }
                // Bob is always a member of the club.
                let isDenied = text.contains(DeniedSoakTests.secret) && !(place == "club" && state.mayBe.contains("bob"))
                let isOthers = DeniedSoakTests.users.contains { text.contains("for \($0)") && !state.mayBe.contains($0) }
                if isDenied || isOthers { state.mistakes.append("\(place) \(state.mayBe): \(text)") }
            }
        }

        func become(_ user: String, _ change: () -> Bool) -> Bool {
            state.withLock { _ = $0.mayBe.insert(user) }
            let goesOn = change()
            state.withLock { state in
                state.mayBe = [user]
                if !goesOn { state.isOver = true }
            }
            return goesOn
        }

        func end(_ end: () -> Void) {
            end()
            state.withLock { $0.isOver = true }
        }
    }

    private func listen(_ database: RealtimeDatabase, _ number: Int, _ counts: Counts, until ending: Ending) async throws {
        var dice = Dice("denied \(number)")
        let last = try Query(order: .key, limit: .last(5))
        while !ending.isOver {
            let user = dice.pick(Self.users)
            let place = dice.pick(["vault", "room/a", "room/b", "club", "feed", "box/ada", "box/bob"])
            let watcher = Watcher(place, user)
            let listener = try? database.listen(
                to: path(place), query: place == "feed" ? last : .all, by: .user(["uid": .string(user)]),
                sink: { event, _ in
                    counts.events.add(1, ordering: .relaxed)
                    if case .revoked = event { counts.revocations.add(1, ordering: .relaxed) }
                    watcher.see(Told.text(event))
                },
                first: { node in
                    {
                        counts.firsts.add(1, ordering: .relaxed)
                        watcher.see(node.json())
                        if place == "feed" { #expect(node.childCount <= 5) }
                    }
                })
            guard let listener else {
                await Task.yield()
                continue
            }
            for _ in 0..<dice.below(30) {
                await Task.yield()
                guard dice.chance(1, in: 4) else { continue }
                let other = dice.pick(Self.users)
                guard watcher.become(other, { database.change(listener, to: .user(["uid": .string(other)])) }) else { break }
            }
            watcher.end { database.end(listener) }
            for _ in 0..<5 { await Task.yield() }
            #expect(watcher.mistakes == [])
        }
    }

    private func read(_ database: RealtimeDatabase, until ending: Ending) async throws {
        let last = try Query(order: .key, limit: .last(5))
        while !ending.isOver {
            for place in ["vault", "room/a", "room/b", "club", "feed"] {
                let query = place == "feed" ? last : .all
                guard let found = try? database.read(path(place), query: query, by: .user(["uid": "ada"])) else { continue }
                #expect(!found.json().contains(Self.secret), "\(place)")
            }
            await Task.yield()
        }
    }
}

/// Tells the listeners that the writers have finished.
private final class Ending: Sendable {
    private let left: Atomic<Int>

    init(tasks: Int) { left = Atomic(tasks) }

    var isOver: Bool { left.load(ordering: .relaxed) == 0 }

    func last(_ body: () async throws -> Void) async throws {
        defer { left.subtract(1, ordering: .relaxed) }
        try await body()
    }
}
