import LatchkeyRules
import LatchkeyTree
import Testing

@testable import LatchkeyRealtime

/// The removal of a database while clients use it.
@Suite(.timeLimit(.minutes(1))) struct RemovalTests {
    private static let shop = DatabaseID(project: "p", name: "shop")
    private static let open = #"{"rules": {".read": true, ".write": true}}"#
    private let store = ScriptedTreeStore()

    private func opened() async throws -> (DatabaseDirectory, RealtimeDatabase) {
        let directory = DatabaseDirectory(store: store, now: { 0 })
        return (directory, try #require(try await directory.database(Self.shop, making: Self.open)))
    }

    @Test func listenersEndAndEverythingIsRefused() async throws {
        let (directory, database) = try await opened()
        _ = try await database.write(.set(node("1"), at: path("a")), by: .nobody)
        let told = Told()
        _ = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        #expect(try await directory.remove(Self.shop))
        #expect(told.texts == ["first 1", "revoked"])
        #expect(database.listenerCount == 0 && directory.opened("shop") == nil)
        await #expect(throws: DatabaseError.removed) { try await database.write(.set(node("2"), at: path("a")), by: .administrator) }
        #expect(throws: DatabaseError.removed) { try database.read(path("a"), by: .administrator) }
        #expect(throws: DatabaseError.removed) { try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin) }
        await #expect(throws: DatabaseError.removed) { try await database.changeSettings { $0.sizeLimit = 1 } }
        #expect(try await directory.database(Self.shop) == nil)
        #expect(try await directory.remove(Self.shop) == false)
    }

    /// A write that was accepted before the removal is stored; one that was sent while the removal is stored is refused.
    @Test func writesUnderWay() async throws {
        let (directory, database) = try await opened()
        store.appending.close()
        let replies = Replies()
        database.submit(.set(node("1"), at: path("a")), by: .nobody) { replies.add(0, $0) }
        await store.appending.isTried()
        let removal = Task { try await directory.remove(Self.shop) }
        while database.waitingCount == 0 { await Task.yield() }
        database.submit(.set(node("2"), at: path("a")), by: .nobody) { replies.add(1, $0) }
        store.appending.open()
        await replies.all(2)
        #expect(try await removal.value)
        #expect(replies.removed == [1])
        #expect(store.entries.count == 1)
    }

    @Test func aRemovalThatCannotBeStoredChangesNothing() async throws {
        let (directory, database) = try await opened()
        let told = Told()
        _ = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        store.isFull = true
        await #expect(throws: (any Error).self) { try await directory.remove(Self.shop) }
        store.isFull = false
        _ = try await database.write(.set(node("2"), at: path("a")), by: .nobody)
        #expect(told.texts == ["first null", "put /a 2"])
        #expect(directory.opened("shop") === database)
    }

    @Test func aDatabaseThatIsNotOpenIsRemovedToo() async throws {
        try await store.make(Self.shop, rules: Self.open)
        let directory = DatabaseDirectory(store: store, now: { 0 })
        #expect(try await directory.remove(Self.shop))
        #expect(try await directory.database(Self.shop) == nil)
        let new = try await directory.database(Self.shop, making: Self.open)
        #expect(new != nil)
    }

    /// Otherwise the snapshot could be stored in a later database with the name.
    @Test func aSnapshotEndsBeforeTheRemoval() async throws {
        let (directory, database) = try await opened()
        store.saving.close()
        let emptying = Task { try await database.empty() }
        await store.saving.isTried()
        let removal = Task { try await directory.remove(Self.shop) }
        while !database.isRemoved { await Task.yield() }
        #expect(store.snapshots.isEmpty)
        store.saving.open()
        #expect(try await removal.value)
        #expect(store.snapshots.count == 1)
        _ = try await emptying.value
    }

    @Test func anEmptiedDatabaseGoesOn() async throws {
        let (_, database) = try await opened()
        _ = try await database.write(.set(node("1"), at: path("a")), by: .nobody)
        let told = Told()
        _ = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        try await database.empty()
        #expect(told.texts == ["first 1", "put /a null"])
        #expect(store.snapshots.map { $0.root.isEmpty } == [true] && store.snapshots.last?.sequence == 2)
        _ = try await database.write(.set(node("3"), at: path("a")), by: .nobody)
        #expect(told.texts.last == "put /a 3")
    }
}
