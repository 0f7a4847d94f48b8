import LatchkeyRules
import LatchkeyTree
import Testing

@testable import LatchkeyRealtime

/// A database that another node has opened.
@Suite(.timeLimit(.minutes(1))) struct ElsewhereTests {
    private static let shop = DatabaseID(project: "p", name: "shop")
    private static let open = #"{"rules": {".read": "data.val() != 2", ".write": true}}"#
    private let store = ScriptedTreeStore()
    private let told = Told()

    private func opened(whenGivenUp: @escaping @Sendable (RealtimeDatabase) async -> Void = { _ in }) async throws -> (
        DatabaseDirectory, RealtimeDatabase
    ) {
        let directory = DatabaseDirectory(store: store, now: { 0 }, whenGivenUp: whenGivenUp)
        let database = try #require(try await directory.database(Self.shop, making: Self.open))
        _ = try await database.write(.set(node("1"), at: path("a")), by: .administrator)
        return (directory, database)
    }

    @Test func nothingIsReadFromMemory() async throws {
        let (_, database) = try await opened()
        store.isElsewhere = true
        #expect(throws: DatabaseError.elsewhere) { try database.read(path("a"), by: .administrator) }
        #expect(throws: DatabaseError.elsewhere) { try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin) }
        #expect(told.texts.isEmpty)
        store.isElsewhere = false
        #expect(try database.read(path("a"), by: .administrator) == node("1"))
    }

    @Test func writesAreRefused() async throws {
        let (_, database) = try await opened()
        store.isElsewhere = true
        await #expect(throws: DatabaseError.elsewhere) { try await database.write(.set(node("2"), at: path("a")), by: .administrator) }
        // Writes that would not change the tree in memory: nothing is stored, and the other node may have changed it.
        await #expect(throws: DatabaseError.elsewhere) { try await database.write(.set(node("1"), at: path("a")), by: .administrator) }
        await #expect(throws: DatabaseError.elsewhere) {
            try await database.write(.set(node("3"), at: path("a"), expectedHash: "no"), by: .administrator)
        }
        await #expect(throws: DatabaseError.elsewhere) {
            try await database.keep([0: .set(node("1"), at: path("b"))], of: "c", by: .nobody)
        }
        #expect(store.entries.count == 1)
    }

    @Test func listenersAndSessionsEnd() async throws {
        let (ended, end) = AsyncStream.makeStream(of: DatabaseID.self)
        let (directory, database) = try await opened { end.yield($0.id) }
        _ = try database.listen(to: path("a"), by: .administrator, sink: told.take, first: told.begin)
        store.isElsewhere = true
        await directory.giveUpLost()
        #expect(told.texts == ["first 1", "ended"])
        #expect(await ended.first { _ in true } == Self.shop)
        #expect(throws: DatabaseError.elsewhere) { try database.read(path("a"), by: .administrator) }
        await #expect(throws: DatabaseError.elsewhere) { try await database.write(.set(node("2"), at: path("a")), by: .administrator) }
        await #expect(throws: DatabaseError.elsewhere) { try await database.changeSettings { $0.sizeLimit = 1 } }
        #expect(!database.isRemoved)
    }

    @Test func theNextRequestOpensItAgain() async throws {
        let (directory, former) = try await opened()
        store.isElsewhere = true
        await directory.giveUpLost()
        store.isElsewhere = false
        #expect(directory.opened("shop") == nil)
        let database = try #require(try await directory.database(Self.shop))
        #expect(database !== former)
        #expect(try database.read(path("a"), by: .administrator) == node("1"))
    }
}
