import LatchkeyRules
import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyRealtime

@Suite(.timeLimit(.minutes(10))) struct WritingTests {
    private let store = ScriptedTreeStore()
    private static let open = ScriptedTreeStore.firstRules

    private func database(_ rules: String = open, holding json: String = "null", limits: DatabaseLimits = DatabaseLimits()) throws
        -> RealtimeDatabase
    {
        RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "p", name: "p"), number: 1),
            stored: StoredTree(snapshot: TreeSnapshot(root: node(json), sequence: 0), entries: [], rules: rules),
            rules: try SecurityRules(rules), store: store, limits: limits, now: { 99 })
    }

    /// Submits writes without waiting for them.
    private func submit(_ count: Int, to database: RealtimeDatabase, json: String = "1", evenIfBusy: Bool = false) -> Replies {
        let replies = Replies()
        for number in 0..<count {
            database.submit(.set(node(json), at: path("w/\(number)")), by: .nobody, evenIfBusy: evenIfBusy) { replies.add(number, $0) }
        }
        return replies
    }

    // MARK: The queue

    @Test func moreWritesThanMayWaitAreRefusedAndTheOthersHappen() async throws {
        var limits = DatabaseLimits()
        limits.maxWaitingWrites = 10
        let database = try database(limits: limits)
        store.appending.close()
        let replies = submit(25, to: database)
        #expect(replies.refused == Array(10..<25))
        let urgent = submit(2, to: database, json: "2", evenIfBusy: true)
        store.appending.open()
        _ = try? await database.write(.set(node("3"), at: path("last")), by: .administrator)
        await replies.all(25)
        await urgent.all(2)
        #expect(urgent.refused.isEmpty)
        #expect(try database.read(path("w"), by: .nobody).childCount == 10)
        // The queue has room again.
        _ = try await database.write(.set(node("4"), at: path("w/11")), by: .nobody)
    }

    @Test func pendingBytesAreLimitedExceptForASingleWrite() async throws {
        var limits = DatabaseLimits()
        limits.maxWaitingBytes = 10_000
        let database = try database(limits: limits)
        store.appending.close()
        let large = "\"\(String(repeating: "x", count: 20_000))\""
        let replies = submit(3, to: database, json: large)
        #expect(replies.refused == [1, 2])
        store.appending.open()
        await replies.all(3)
        #expect(try database.read(path("w"), by: .nobody).childCount == 1)
    }

    @Test func writesWithoutEffectAreNotStored() async throws {
        let database = try database(holding: #"{"n": 5}"#)
        for operation in try [
            WriteOperation.set(node("5"), at: path("n")), .set(.empty, at: path("gone")), .update([], at: .root),
            .setPriority(.number(1), at: path("gone")),
        ] {
            _ = try await database.write(operation, by: .nobody)
        }
        #expect(store.entries.isEmpty)
        _ = try await database.write(.set(node("6"), at: path("n")), by: .nobody)
        #expect(store.entries.map(\.sequence) == [1])
    }

    // MARK: Rules

    /// All changes of the rules run concurrently; the rules in use are the stored ones.
    @Test func rulesInUseAreTheStoredOnes() async throws {
        let database = try database()
        let texts = (0..<20).map { #"{"rules": {".read": true, "r\#($0)": {}}}"# }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in texts { group.addTask { try await database.replace(rules: try SecurityRules(text)) } }
            try await group.waitForAll()
        }
        #expect(database.rules.text == store.rules)
    }

    @Test func queuedWriteIsDecidedByTheRulesAtItsExecution() async throws {
        let database = try database()
        store.appending.close()
        let before = submit(3, to: database)
        await store.appending.isTried()
        let waiting = database.waitingCount
        async let replaced: Void = database.replace(rules: try SecurityRules(#"{"rules": {".read": true}}"#))
        // The change of the rules is submitted, and waits behind earlier writes.
        while database.waitingCount == waiting { await Task.yield() }
        let after = submit(3, to: database)
        store.appending.open()
        try await replaced
        await before.all(3)
        await after.all(3)
        #expect(before.refused.isEmpty)
        #expect(after.denied == [0, 1, 2])
    }

    @Test func parallelChangesOfSettingsAllTakeEffect() async throws {
        let database = try database()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await database.changeSettings { $0.sizeLimit += 1 } } }
            try await group.waitForAll()
        }
        #expect(database.settings.sizeLimit == DatabaseSettings().sizeLimit + 20)
    }

    // MARK: Results of a write

    private static let dropBox = #"{"rules": {"box": {".write": true}, "open": {".read": true, ".write": true}}}"#

    @Test func staleErrorHidesUnreadableData() async throws {
        let database = try database(Self.dropBox, holding: #"{"box": "secret", "open": 5, "n": 1}"#)
        await #expect(throws: DatabaseError.stale(current: nil)) {
            try await database.write(.set(node("1"), at: path("box"), expectedHash: "x"), by: .nobody)
        }
        await #expect(throws: DatabaseError.stale(current: node("5"))) {
            try await database.write(.set(node("1"), at: path("open"), expectedHash: "x"), by: .nobody)
        }
    }

    @Test func incrementHidesUnreadableResults() async throws {
        let database = try database(Self.dropBox, holding: #"{"box": {"n": 41, "t": 1}, "open": 5}"#)
        let increment = #"{".sv": {"increment": 1}}"#
        for (place, received) in [("box/n", increment), ("box", #"{"n": \#(increment)}"#)] {
            let outcome = try await database.write(.set(node(received), at: path(place)), by: .nobody)
            #expect(outcome.node == node(received))
        }
        let time = try await database.write(.set(node(#"{".sv": "timestamp"}"#), at: path("box/t")), by: .nobody)
        #expect(time.node == node("99"))
        let open = try await database.write(.set(node(increment), at: path("open")), by: .nobody)
        #expect(open.node == node("6"))
        let known = try await database.write(.set(node(increment), at: path("box/n")), by: .administrator)
        #expect(known.node == node("44"))
    }

    @Test func aPriorityIsCountedUp() async throws {
        let rules = #"{"rules": {".read": true, "n": {".write": "newData.getPriority() === 3"}}}"#
        let database = try database(rules, holding: #"{"n": {".value": 1, ".priority": 2}}"#)
        _ = try await database.write(.setPriority(try Priority(node(#"{".sv": {"increment": 1}}"#)), at: path("n")), by: .nobody)
        #expect(try database.read(path("n"), by: .nobody).json(.export) == #"{".value":1,".priority":3}"#)
    }

    // MARK: Snapshots

    @Test func writesGoOnWhileASnapshotIsWritten() async throws {
        var limits = DatabaseLimits()
        limits.writesPerSnapshot = 5
        let database = try database(limits: limits)
        store.saving.close()
        for number in 0..<5 { _ = try await database.write(.set(node("\(number)"), at: path("a/\(number)")), by: .nobody) }
        await store.saving.isTried()
        // Enough for another snapshot, but no second one starts during the first.
        for number in 5..<12 { _ = try await database.write(.set(node("\(number)"), at: path("a/\(number)")), by: .nobody) }
        store.saving.open()
        await store.finishesSaving()
        let snapshot = try #require(store.snapshots.first)
        #expect(snapshot.sequence == 5)
        #expect(snapshot.root == node(#"{"a": [0, 1, 2, 3, 4]}"#))
        // The snapshot and the later log entries are the whole tree.
        let stored = StoredTree(snapshot: snapshot, entries: store.entries.filter { $0.sequence > 5 }, rules: "")
        #expect(try stored.root == database.read(.root, by: .nobody))
    }

    @Test func fewLargeWritesAreASnapshotToo() async throws {
        var limits = DatabaseLimits()
        limits.bytesPerSnapshot = 50_000
        let database = try database(limits: limits)
        for number in 0..<4 {
            _ = try await database.write(.set(Node(.string(String(repeating: "x", count: 20_000))), at: path("\(number)")), by: .nobody)
        }
        await store.finishesSaving()
        #expect(store.snapshots.map(\.sequence) == [3])
    }

    /// The store behaves like one whose connection to PostgreSQL is lost during a commit.
    @Test(arguments: [false, true])
    func writeThatWasStoredWithoutAConfirmationIsKnownBeforeTheNextOne(_ waits: Bool) async throws {
        let database = try database()
        _ = try await database.write(.set(node("1"), at: path("a")), by: .nobody)
        store.losesConnection = true
        for value in ["2", "3"] {
            await #expect(throws: DatabaseError.unavailable) { try await database.write(.set(node(value), at: path("a")), by: .nobody) }
        }
        store.losesConnection = false
        // Without another write, after a pause.
        while waits, try database.read(path("a"), by: .nobody).json() != "2" { await Task.yield() }
        _ = try await database.write(.set(node("true"), at: path("b")), by: .nobody)
        #expect(try database.read(.root, by: .nobody).json() == #"{"a":2,"b":true}"#)
        #expect(store.entries.map(\.sequence) == [1, 2, 3])
    }

    /// The store behaves like one whose connection to PostgreSQL is lost during a commit.
    @Test func rulesAndSettingsThatWereStoredWithoutAConfirmationTakeEffect() async throws {
        let database = try database()
        _ = try await database.write(.set(node("1"), at: path("a")), by: .nobody)
        let closed = try SecurityRules(#"{"rules": {".read": false}}"#)
        store.losesConnection = true
        await #expect(throws: ScriptedTreeStore.ConnectionLost.self) { try await database.replace(rules: closed) }
        store.losesConnection = false
        // Without another change, after a pause.
        while (try? database.read(path("a"), by: .nobody)) != nil { await Task.yield() }
        await #expect(throws: DatabaseError.self) { try await database.write(.set(node("2"), at: path("a")), by: .nobody) }

        store.losesConnection = true
        await #expect(throws: ScriptedTreeStore.ConnectionLost.self) {
            try await database.changeSettings { $0.strictTriggerValidation = false }
        }
        store.losesConnection = false
        // The next change is based on the stored settings.
        let change = try await database.changeSettings { $0.sizeLimit = 0 }
        #expect(!change.before.strictTriggerValidation && !change.after.strictTriggerValidation)
        #expect(try database.read(path("a"), by: .administrator) == node("1"))
    }

    private static let left: [Int: WriteOperation] = [
        0: .set(node(#"{".sv": {"increment": 1}}"#), at: path("count")), 1: .set(node("1"), at: path("end")),
    ]

    /// A write that was executed is not repeated with one that could not be stored.
    @Test func storedOnDisconnectWritesOfAClientAreTriedAgain() async throws {
        let database = try database()
        for client in ["gone", "here"] { try await database.keep(Self.left.mapValues { $0 }, of: client, by: .nobody) }
        store.capacity = 1
        var failures = 0
        try await database.doLeftWrites(of: ["gone"]) { error in
            failures += 1
            #expect(error as? DatabaseError == .unavailable)
            store.capacity = nil
        }
        #expect(failures == 1)
        #expect(try database.read(.root, by: .nobody).json() == #"{"count":1,"end":1}"#)
        #expect(try await store.leftWrites(in: database.id).map(\.client) == ["here"])
    }

    @Test func onDisconnectWritesAreTriedAgainAtTheEndOfAClient() async throws {
        let database = try database()
        try await database.keep(Self.left.mapValues { $0 }, of: "gone", by: .nobody)
        store.capacity = 1
        let writes = Self.left.sorted { $0.key < $1.key }.map(\.value)
        await database.leave(writes, of: "gone", by: .nobody)
        #expect(try await !store.leftWrites(in: database.id).isEmpty)
        store.capacity = nil
        while try await !store.leftWrites(in: database.id).isEmpty { await Task.yield() }
        #expect(try database.read(.root, by: .nobody).json() == #"{"count":1,"end":1}"#)
    }

    @Test func aNodeThatLostTheDatabaseLeavesOnDisconnectWritesToTheOther() async throws {
        let database = try database()
        try await database.keep(Self.left.mapValues { $0 }, of: "c", by: .nobody)
        store.isElsewhere = true
        await #expect(throws: DatabaseError.elsewhere) { try await database.doLeftWrites(of: ["c"]) { _ in } }
        await database.leave(Self.left.map(\.value), of: "c", by: .nobody)
        #expect(try await store.leftWrites(in: database.id).map(\.writes.count) == [2])
    }

    @Test func aSnapshotThatFailedIsTriedAgain() async throws {
        var limits = DatabaseLimits()
        limits.writesPerSnapshot = 1
        let database = try database(limits: limits)
        store.saving.close()
        _ = try await database.write(.set(node("1"), at: path("a")), by: .nobody)
        await store.saving.isTried()
        store.isFull = true
        store.saving.open()
        await store.finishesSaving()
        store.isFull = false
        var number = 1
        while store.snapshots.isEmpty {
            number += 1
            _ = try? await database.write(.set(node("\(number)"), at: path("a")), by: .nobody)
        }
        #expect(store.snapshots[0].sequence > 1)
    }
}

/// The results of writes.
final class Replies: Sendable {
    private struct State {
        var results: [Int: Result<WriteOutcome, DatabaseError>] = [:]
        var waiting: (count: Int, CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    func add(_ number: Int, _ result: Result<WriteOutcome, DatabaseError>) {
        let ready = state.withLock { state in
            state.results[number] = result
            guard let waiting = state.waiting, state.results.count == waiting.count else { return nil as CheckedContinuation<Void, Never>? }
            return waiting.1
        }
        ready?.resume()
    }

    func all(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.results.count < count { state.waiting = (count, continuation) }
                return state.results.count >= count
            }
            if isReady { continuation.resume() }
        }
    }

    /// The writes that failed with an error.
    func numbers(_ error: DatabaseError) -> [Int] {
        state.withLock { state in
            state.results.filter { if case .failure(error) = $0.value { true } else { false } }.keys.sorted()
        }
    }

    var refused: [Int] { numbers(.unavailable) }
    var removed: [Int] { numbers(.removed) }
    var denied: [Int] { numbers(.permissionDenied) }
}
