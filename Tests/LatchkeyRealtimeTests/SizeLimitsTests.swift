import LatchkeyRules
import LatchkeyTree
import Testing

@testable import LatchkeyRealtime

/// The size limits of a database and of places in it.
@Suite(.timeLimit(.minutes(10))) struct SizeLimitsTests {
    /// An object of this size with one child `k`, a string.
    private static func object(_ bytes: Int) -> String { #"{"k":"\#(String(repeating: "x", count: bytes - 99))"}"# }

    private struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: [(String, String)]
        var maxBytes = 0
        var pattern: String?
        var before = "null"
        var isAdministrator = false
        let excess: String?

        init(
            _ text: String, _ change: [(String, String)], maxBytes: Int = 0, pattern: String? = nil, before: String = "null",
            isAdministrator: Bool = false, excess: String?
        ) {
            testDescription = text
            self.change = change
            self.maxBytes = maxBytes
            self.pattern = pattern
            self.before = before
            self.isAdministrator = isAdministrator
            self.excess = excess
        }
    }

    private static let rows = [
        Row("exactly the limit", [("/", object(2000))], maxBytes: 2000, excess: nil),
        Row("a byte more", [("/", object(2001))], maxBytes: 2000, excess: "database"),
        Row("no limit", [("/", object(2001))], excess: nil),
        Row("of an administrator too", [("/", object(2001))], maxBytes: 2000, isAdministrator: true, excess: "database"),
        Row("above the limit, and smaller", [("/k", #""x""#)], maxBytes: 100, before: #"{"k":"xx","l":"x"}"#, excess: nil),
        Row("above the limit, and as large", [("/k", #""yy""#)], maxBytes: 100, before: #"{"k":"xx","l":"x"}"#, excess: nil),
        Row("above the limit, and larger", [("/k", #""xxx""#)], maxBytes: 100, before: #"{"k":"xx","l":"x"}"#, excess: "database"),
        Row("several changes together", [("/a", object(1000)), ("/b", object(1000))], maxBytes: 2000, excess: "database"),
        Row(
            "one makes room for the other", [("/a", "null"), ("/b", object(1000))], maxBytes: 1200, before: #"{"a":\#(object(1000))}"#,
            excess: nil),
        Row("a place", [("/users/ada", object(2001))], maxBytes: 0, pattern: "/users/$uid", excess: "/users/ada"),
        Row("a place within its limit", [("/users/ada", object(2000))], pattern: "/users/$uid", excess: nil),
        Row("below a place", [("/users/ada/deep/er", object(2000))], pattern: "/users/$uid", excess: "/users/ada"),
        Row(
            "little by little", [("/users/ada/more", "1")], pattern: "/users/$uid", before: #"{"users":{"ada":\#(object(1990))}}"#,
            excess: "/users/ada"),
        Row("above places", [("/users", #"{"ada":1,"bob":\#(object(2001))}"#)], pattern: "/users/$uid", excess: "/users/bob"),
        Row("at the root", [("/", #"{"users":{"bob":\#(object(2001))}}"#)], pattern: "/users/$uid", excess: "/users/bob"),
        Row(
            "many small places", [("/users", #"{"ada":\#(object(1500)),"bob":\#(object(1500))}"#)], pattern: "/users/$uid", excess: nil),
        Row("elsewhere", [("/other/ada", object(9000))], pattern: "/users/$uid", excess: nil),
        Row("of an administrator", [("/users/ada", object(9000))], pattern: "/users/$uid", isAdministrator: true, excess: nil),
        Row(
            "a place above its limit, and smaller", [("/users/ada/l", "null")], pattern: "/users/$uid",
            before: #"{"users":{"ada":{"k":\#(object(2500)),"l":1}}}"#, excess: nil),
        Row("a key behind a variable", [("/rooms/1/log", object(2001))], pattern: "/rooms/$r/log", excess: "/rooms/1/log"),
        Row("another key there", [("/rooms/1/text", object(2001))], pattern: "/rooms/$r/log", excess: nil),
    ]

    @Test(arguments: rows) private func aWriteKeepsToTheLimits(_ row: Row) throws {
        let before = node(row.before)
        let changes = row.change.map { TreeChange.set(path($0.0), node($0.1)) }
        let after = changes.reduce(before) { $0.applying($1) }
        let limits = SizeLimits(
            maxBytes: row.maxBytes, places: try row.pattern.map { [try #require(PathSizeLimit($0, maxBytes: 2000))] } ?? [])
        let excess = limits.excess(of: changes, from: before, to: after, isAdministrator: row.isAdministrator)
        switch excess {
        case nil: #expect(row.excess == nil)
        case .database: #expect(row.excess == "database")
        case .place(let place, _): #expect(row.excess == "\(place)")
        }
    }

    @Test(
        arguments: [
            (nil, SecurityRules.ownUsersOnly.text, ["/users/$uid"]), (nil, #"{"rules": {}}"#, []),
            ([:], SecurityRules.ownUsersOnly.text, []),
            (["/a": 2048], SecurityRules.ownUsersOnly.text, ["/a"]), (["/a": 2048], #"{"rules": {}}"#, ["/a"]),
        ] as [([String: Int]?, String, [String])])
    func theRulesOfANewProjectHaveALimitForEachUser(_ set: [String: Int]?, _ rules: String, _ patterns: [String]) throws {
        let settings = DatabaseSettings(pathSizeLimits: try set.map { try PathSizeLimits($0) })
        #expect(SizeLimits(settings, under: try SecurityRules(rules)).places.map(\.pattern) == patterns)
    }

    // MARK: In a database

    private let store = ScriptedTreeStore()
    private static let open = #"{"rules": {".read": true, ".write": true, "shut": {".validate": false}}}"#

    private func database(_ settings: DatabaseSettings, holding json: String = "null") throws -> RealtimeDatabase {
        RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "p", name: "p"), number: 1),
            stored: StoredTree(
                snapshot: TreeSnapshot(root: node(json), sequence: 0), entries: [], rules: Self.open, settings: settings),
            rules: try SecurityRules(Self.open), store: store, now: { 99 })
    }

    @Test(arguments: [Requester.nobody, .administrator]) func writesBeyondTheSizeLimitAreRejected(_ requester: Requester) async throws {
        let database = try database(DatabaseSettings(sizeLimit: 2000), holding: #"{"a":\#(Self.object(1000))}"#)
        let excess = DatabaseError.tooLarge(.database(maxBytes: 2000))
        await #expect(throws: excess) { try await database.write(.set(node(Self.object(1000)), at: path("b")), by: requester) }
        await #expect(throws: excess) {
            try await database.write(.set(node(Self.object(1000)), at: path("b"), expectedHash: ""), by: requester)
        }
        #expect(throws: excess) { try database.check(.set(node(Self.object(1000)), at: path("b")), by: requester) }
        #expect(store.entries.isEmpty && database.node(at: path("b")).isEmpty)
        _ = try await database.write(.set(node("1"), at: path("b")), by: requester)
        #expect(database.size == database.node(at: .root).estimatedBytes)
    }

    @Test func aConditionThatFailsAndADenialComeFirst() async throws {
        let database = try database(DatabaseSettings(sizeLimit: 2000), holding: #"{"a":1}"#)
        let large = node(Self.object(3000))
        await #expect(throws: DatabaseError.stale(current: node("1"))) {
            try await database.write(.set(large, at: path("a"), expectedHash: ""), by: .nobody)
        }
        await #expect(throws: DatabaseError.permissionDenied) { try await database.write(.set(large, at: path("shut")), by: .nobody) }
    }

    @Test func aBatchIsDecidedWriteByWrite() async throws {
        let database = try database(DatabaseSettings(sizeLimit: 2500))
        store.appending.close()
        let replies = Replies()
        for number in 0..<4 {
            database.submit(.set(node(Self.object(1000)), at: path("w\(number)")), by: .nobody) { replies.add(number, $0) }
        }
        store.appending.open()
        await replies.all(4)
        #expect(replies.numbers(.tooLarge(.database(maxBytes: 2500))) == [2, 3])
        #expect(database.node(at: .root).childCount == 2)
    }

    @Test func aChangedLimitHoldsAtOnceAndLetsDataBeRemoved() async throws {
        let database = try database(DatabaseSettings(), holding: #"{"a":\#(Self.object(1000)),"b":1}"#)
        try await database.changeSettings { $0.sizeLimit = 500 }
        await #expect(throws: DatabaseError.tooLarge(.database(maxBytes: 500))) {
            try await database.write(.set(node("1"), at: path("c")), by: .nobody)
        }
        _ = try await database.write(.set(.empty, at: path("b")), by: .nobody)
        try await database.changeSettings { $0.sizeLimit = 0 }
        _ = try await database.write(.set(node("1"), at: path("c")), by: .nobody)
    }
}
