import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Testing

@Suite struct DatabaseDirectoryTests {
    private static let shop = DatabaseID(project: "p", name: "shop")
    private static let rules = #"{"rules": {".read": true}}"#

    private let directory = DatabaseDirectory(store: ScriptedTreeStore(), now: { 0 })

    @Test func unknownDatabaseIsNotFound() async throws {
        let found = try await directory.database(Self.shop)
        #expect(found == nil)
    }

    /// Two instances of one database would be two writers.
    @Test func concurrentCallersGetTheSameInstance() async throws {
        for _ in 0..<50 {
            let directory = DatabaseDirectory(store: ScriptedTreeStore(), now: { 0 })
            let found = try await withThrowingTaskGroup(of: RealtimeDatabase?.self) { group in
                for index in 0..<40 {
                    group.addTask { try await directory.database(Self.shop, making: index.isMultiple(of: 2) ? Self.rules : nil) }
                }
                return try await group.reduce(into: [ObjectIdentifier]()) { found, database in
                    if let database { found.append(ObjectIdentifier(database)) }
                }
            }
            #expect(found.count >= 20 && Set(found).count == 1)
        }
    }

    @Test func invalidRulesDoNotPreventALaterAttempt() async throws {
        let store = ScriptedTreeStore()
        let directory = DatabaseDirectory(store: store, now: { 0 })
        await #expect(throws: (any Error).self) { try await directory.database(Self.shop, making: "no rules") }
        let other = try await directory.database(DatabaseID(project: "p", name: "other"), making: Self.rules)
        #expect(other != nil)
    }

    @Test func aDatabaseThatCannotBeReadIsNamed() async throws {
        let store = ScriptedTreeStore()
        store.unreadable = [Self.shop: 7]
        let directory = DatabaseDirectory(store: store, now: { 0 })
        let error = await #expect(throws: UnreadableDatabase.self) { try await directory.database(Self.shop, making: Self.rules) }
        #expect(error?.database == Self.shop && error?.sequence == 7)
        #expect(error.map { "\($0)" }?.contains("p/shop") == true)
        // A failed database is not read again for each caller, and other databases work.
        store.unreadable = [:]
        await #expect(throws: UnreadableDatabase.self) { try await directory.database(Self.shop) }
        let other = try await directory.database(DatabaseID(project: "p", name: "other"), making: Self.rules)
        #expect(other != nil)
    }

    @Test func onDisconnectWritesOfAFormerProcessRunAtOpening() async throws {
        let store = ScriptedTreeStore()
        let rules = #"{"rules": {".read": true, "$uid": {".write": "auth.uid == $uid"}}}"#
        let before = try await directory(store).database(Self.shop, making: rules)
        let ada = Requester.user(.firebase2(uid: "ada", provider: "password"))
        let database = try #require(before)
        func left(_ path: String, _ json: String) throws -> WriteOperation {
            .set(try Node(json: json.utf8), at: try TreePath(path))
        }
        try await database.keep([0: try left("ada/on", "false"), 1: try left("ada/gone", "1")], of: "one", by: ada)
        try await database.keep([1: nil], of: "one", by: ada)
        try await database.keep([0: try left("bob/on", "false")], of: "two", by: ada)
        try await database.keep([0: try left("eve", "true")], of: "three", by: .administrator)
        await database.forgetLeftWrites(of: "three")
        #expect(store.entries.isEmpty)
        // The process crashes. The rules are evaluated again, as at the end of a connection.
        let failed = try await directory(store).openThoseWithLeftWrites()
        #expect(failed.isEmpty)
        #expect(store.entries.map { $0.changes.map(\.path.description) } == [["/ada/on"]])
        // The writes run once.
        let again = try await directory(store).openThoseWithLeftWrites()
        #expect(again.isEmpty && store.entries.count == 1)
    }

    @Test func operationsThatCannotBeStoredAreRejected() async throws {
        let store = ScriptedTreeStore()
        let opened = try await directory(store).database(Self.shop, making: Self.rules)
        let database = try #require(opened)
        store.isFull = true
        await #expect(throws: DatabaseError.self) {
            try await database.keep([0: .set(Node(true), at: try TreePath("a"))], of: "one", by: .administrator)
        }
    }

    private func directory(_ store: ScriptedTreeStore) -> DatabaseDirectory { DatabaseDirectory(store: store, now: { 0 }) }

    @Test func aDatabaseThatIsClosedStaysSo() async throws {
        await directory.close(UnreadableDatabase(Self.shop, cause: CancellationError()))
        await #expect(throws: UnreadableDatabase.self) { try await directory.database(Self.shop, making: Self.rules) }
    }
}
