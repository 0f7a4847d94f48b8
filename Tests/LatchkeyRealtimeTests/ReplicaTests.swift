import LatchkeyRules
import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyRealtime

/// A database at its owner, and a replica that gets what the owner tells its followers.
@Suite(.timeLimit(.minutes(10))) struct ReplicaTests {
    private let told = Told()
    private let far = FarOwner()
    private let database: RealtimeDatabase
    private let replica: RealtimeDatabase
    private let follower: FollowerID
    private static let open = #"{"rules": {".read": "root.child('open').val() === true", ".write": true}}"#
    private static let id = DatabaseID(project: "p", name: "p")

    init() throws {
        let database = RealtimeDatabase(
            DatabaseTerm(of: Self.id, number: 1),
            stored: StoredTree(
                snapshot: TreeSnapshot(root: node(#"{"open": true, "a": 1}"#), sequence: 0), entries: [], rules: Self.open),
            rules: try SecurityRules(Self.open), store: ScriptedTreeStore(), now: { 99 })
        let made = Made()
        let (id, state) = try database.follow { change in made.replica.withLock { $0 }?.apply(change) }
        let replica = RealtimeDatabase(replicaOf: Self.id, state, owner: far, now: { 99 })
        made.replica.withLock { $0 = replica }
        (self.database, self.replica, follower) = (database, replica, id)
    }

    private final class Made: Sendable {
        let replica = Mutex<RealtimeDatabase?>(nil)
    }

    /// An owner at another node, which executes nothing.
    private final class FarOwner: DatabaseOwner {
        private let state = Mutex((isCurrent: true, written: [String]()))
        var isCurrent: Bool { state.withLock { $0.isCurrent } }
        var written: [String] { state.withLock { $0.written } }
        let waitingCount = 0

        func lose() { state.withLock { $0.isCurrent = false } }

        func submit(
            _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool,
            reply: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void
        ) {
            state.withLock { $0.written.append(operation.path.description) }
            reply(.failure(.unavailable))
        }

        func keep(_ writes: [Int: [TreeChange]], of client: String, by requester: Requester) async throws(DatabaseError) {}
        func forgetLeftWrites(of client: String) async {}
        func catchUp() async throws(DatabaseError) {}
    }

    private func write(_ json: String, at text: String) async throws {
        _ = try await database.write(.set(node(json), at: path(text)), by: .administrator)
    }

    @Test func writesOfTheOwnerReachListenersOfTheReplica() async throws {
        _ = try replica.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        try await write("2", at: "a")
        let children = [(try WritePath(member: "x"), node("3")), (try WritePath(member: "y"), node("4"))]
        _ = try await database.write(try .update(children, at: path("a")), by: .administrator)
        _ = try await database.write(.setPriority(try Priority(node("5")), at: path("a/x")), by: .administrator)
        #expect(told.texts == ["first 1", "put /a 2", #"put /a {"x":3,"y":4}"#, "put /a/x 3"])
        #expect(replica.node(at: .root).hash == database.node(at: .root).hash)
    }

    @Test func rulesAreEvaluatedAtTheReplica() async throws {
        _ = try replica.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        try await write("false", at: "open")
        try await write("2", at: "a")
        #expect(told.texts == ["first 1", "revoked"])
        #expect(throws: DatabaseError.permissionDenied) { try replica.read(path("a"), by: .nobody) }
        try await database.replace(rules: try SecurityRules(#"{"rules": {".read": true}}"#))
        #expect(try replica.read(path("a"), by: .nobody) == node("2"))
        try await database.changeSettings { $0.sizeLimit = 2 << 20 }
        #expect(replica.settings.sizeLimit == 2 << 20)
    }

    @Test func writesGoToTheOwner() async throws {
        await #expect(throws: DatabaseError.unavailable) { try await replica.write(.set(node("2"), at: path("b")), by: .administrator) }
        #expect(far.written == ["/b"])
        #expect(replica.node(at: path("b")).isEmpty)
        await #expect(throws: DatabaseError.elsewhere) { try await replica.replace(rules: try SecurityRules(Self.open)) }
        await #expect(throws: DatabaseError.elsewhere) { try await replica.changeSettings { $0.sizeLimit = 0 } }
        #expect(throws: DatabaseError.elsewhere) { try replica.follow { _ in } }
    }

    @Test func nothingIsReadWhenTheOwnerIsNotHeard() throws {
        far.lose()
        #expect(throws: DatabaseError.elsewhere) { try replica.read(path("a"), by: .administrator) }
        #expect(throws: DatabaseError.elsewhere) { try replica.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin) }
    }

    @Test func theReplicaEndsWithTheDatabase() async throws {
        _ = try replica.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        _ = try await database.remove()
        #expect(told.texts == ["first 1", "revoked"] && replica.isRemoved)
        #expect(throws: DatabaseError.removed) { try database.follow { _ in } }
    }

    @Test func aFollowerThatHasEndedIsToldNothing() async throws {
        #expect(database.followerCount == 1)
        database.end(follower)
        try await write("2", at: "a")
        #expect(replica.node(at: path("a")) == node("1") && database.followerCount == 0)
    }
}
