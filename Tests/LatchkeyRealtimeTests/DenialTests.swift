import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Synchronization
import Testing

/// The log of denials, and its limits.
@Suite struct DenialTests {
    private static let rules = """
        {
          "rules": {
            "notes": {
              ".read": "root.child('open').val() === true",
              ".write": "root.child('open').val() === true",
              "$note": {".validate": "newData.isString()"}
            }
          }
        }
        """
    private let ada = Requester.user(["uid": "ada", "provider": "password"])
    private let notes: TreePath
    private let open: TreePath
    private let note: TreePath

    init() throws {
        notes = try TreePath("notes")
        open = try TreePath("open")
        note = try TreePath("notes/a")
    }

    private func database(_ log: DenialLog, _ json: String = #"{"open": false}"#, rules: String = rules) throws -> RealtimeDatabase {
        RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "shop", name: "stock"), number: 1),
            stored: StoredTree(snapshot: TreeSnapshot(root: try Node(json: json.utf8), sequence: 0), entries: [], rules: rules),
            rules: try SecurityRules(rules), store: ScriptedTreeStore(), now: { 1_700_000_000_000 }, denials: log)
    }

    private func decision(_ body: () async throws -> Void) async -> DecisionID? {
        do {
            try await body()
            Issue.record("it was allowed")
        } catch DatabaseError.denied(let id) {
            return id
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func denialIsExplainedWithTheDataOfItsTime() async throws {
        let log = DenialLog()
        let database = try database(log)
        let id = await decision { _ = try database.read(notes, by: ada) }
        _ = try await database.write(.set(.leaf(.boolean(true)), at: open), by: .administrator)
        let denial = try #require(id.flatMap { log.denial($0) })
        #expect(denial.project == "shop" && denial.database == "stock" && denial.occasion == .read && denial.paths == ["/notes"])
        #expect(denial.uid == "ada" && denial.at == 1_700_000_000_000 && denial.query == nil)
        #expect(denial.rulesVersion == database.rules.version)
        #expect(denial.auth == #"{"provider":"password","uid":"ada"}"#)
        let step = denial.explanation?.rules.first?.steps.first { $0.text == "root.child('open').val()" }
        #expect(step?.value == "false")
    }

    @Test func everyWayOfBeingDeniedHasAName() async throws {
        let log = DenialLog()
        let database = try database(log, #"{"open": true, "notes": {"a": "x"}}"#)
        let revoked = Mutex<[DecisionID?]>([])
        let sink: ListenerSink = { event, _ in if case .revoked(let id) = event { revoked.withLock { $0.append(id) } } }
        _ = try database.listen(to: notes, by: ada, sink: sink, first: { _ in {} })
        let changing = try database.listen(to: notes, query: .all, by: .administrator, sink: { _, _ in }, first: { _ in {} })
        let invalid = await decision { _ = try await database.write(.set(.leaf(.number(1)), at: note), by: ada) }
        _ = try await database.write(.set(.leaf(.boolean(false)), at: open), by: .administrator)
        // The listener's rules do not depend on the changed data until an event is sent.
        _ = try await database.write(.set(.leaf(.string("y")), at: note), by: .administrator)
        let told = revoked.withLock { $0.first ?? nil }
        var changed: DecisionID?
        #expect(!database.change(changing, to: ada) { changed = $0 })
        let limited = try Query(parameters: ["orderBy": "\"$key\"", "limitToFirst": "2"])
        let listened = await decision { _ = try database.listen(to: notes, query: limited, by: ada, sink: sink, first: { _ in {} }) }
        let written = await decision { _ = try await database.write(try .update([(WritePath(note), .empty)], at: .root), by: ada) }
        let left = await decision { try database.check(.set(.empty, at: note), by: ada) }
        let denials = [told, changed, invalid, listened, written, left].compactMap { $0.flatMap { log.denial($0) } }
        try #require(denials.count == 6)
        #expect(denials.map(\.occasion) == [.listening, .listening, .write, .listen, .write, .onDisconnect])
        #expect(denials.allSatisfy { $0.explanation?.isAllowed == false })
        #expect(denials[2].explanation?.conclusion == "Refused by .validate in line 6 at /notes/a.")
        #expect(denials[3].query?.contains("\"l\":2") == true)
        #expect(Set(denials.map(\.id)).count == 6)
        #expect(Set(log.last(10).map(\.id)) == Set(denials.map(\.id)))
    }

    @Test func otherRulesRevokeWithAName() async throws {
        let log = DenialLog()
        let database = try database(log, #"{"open": true}"#)
        let revoked = Mutex<DecisionID?>(nil)
        _ = try database.listen(
            to: notes, by: ada, sink: { event, _ in if case .revoked(let id) = event { revoked.withLock { $0 = id } } }, first: { _ in {} })
        let closed = try SecurityRules(#"{"rules": {}}"#)
        try await database.replace(rules: closed)
        let id = revoked.withLock { $0 }
        let denial = try #require(id.flatMap { log.denial($0) })
        #expect(denial.explanation?.conclusion == "There is no .read on the way.")
        #expect(denial.rulesVersion == closed.version)
    }

    @Test func allowedOperationsAreNotLogged() async throws {
        let log = DenialLog()
        let database = try database(log, #"{"open": true}"#)
        _ = try database.read(notes, by: ada)
        _ = try await database.write(.set(.leaf(.string("x")), at: note), by: ada)
        _ = try database.read(.root, by: .administrator)
        #expect(log.last(10).isEmpty)
    }

    @Test func theOldestAreForgotten() async throws {
        let log = DenialLog(maxCount: 3)
        let database = try database(log)
        var ids: [DecisionID] = []
        for _ in 0..<10 { ids += [await decision { _ = try database.read(notes, by: ada) }].compactMap { $0 } }
        #expect(log.last(100).map(\.id) == ids.suffix(3).reversed())
        #expect(ids.prefix(7).allSatisfy { log.denial($0) == nil })
        #expect(log.last(2).map(\.id) == ids.suffix(2).reversed())
        #expect(log.last(2, of: "other").isEmpty)
    }

    @Test func explanationsHaveALimitInBytes() async throws {
        let log = DenialLog(maxBytes: 10_000)
        let database = try database(log)
        var ids: [DecisionID] = []
        for _ in 0..<100 { ids += [await decision { _ = try database.read(notes, by: ada) }].compactMap { $0 } }
        let kept = log.last(100)
        #expect((2...40).contains(kept.count))
        #expect(kept.first?.id == ids.last)
    }

    @Test func explanationsOfAnonymousDenialsAreRateLimited() async throws {
        let log = DenialLog(maxCount: 100_000)
        let database = try database(log)
        for _ in 0..<3000 { _ = await decision { _ = try database.read(notes, by: .nobody) } }
        let denials = log.last(3000)
        #expect(denials.count == 3000)
        // The first explanations are within the quota; the number of others depends on the elapsed time.
        #expect(denials.suffix(100).allSatisfy { $0.explanation != nil })
        #expect(denials.contains { $0.explanation == nil })
        #expect(denials.first { $0.explanation == nil }?.description.contains("too many operations were denied") == true)
    }

    @Test func aLargeWriteTakesMoreOfTheSupply() async throws {
        let start = ContinuousClock.now
        let log = DenialLog(now: { start })
        let database = try database(log)
        let many = try Node(json: ("{" + (0..<30_000).map { "\"k\($0)\": \"x\"" }.joined(separator: ",") + "}").utf8)
        let first = await decision { _ = try await database.write(.set(many, at: notes), by: ada) }
        let second = await decision { _ = try await database.write(.set(many, at: notes), by: ada) }
        #expect(first.flatMap { log.denial($0) }?.explanation != nil)
        #expect(second != nil)
        #expect(second.flatMap { log.denial($0) }?.explanation == nil)
    }

    @Test func observerReceivesEachDenialOnce() async throws {
        let (told, continuation) = AsyncStream.makeStream(of: Denial.self)
        let log = DenialLog { continuation.yield($0) }
        let database = try database(log)
        let id = await decision { _ = try database.read(notes, by: ada) }
        let first = await told.first { _ in true }
        let denial = try #require(first)
        #expect(denial.id == id)
        #expect(denial.explanation != nil)
    }

    // MARK: Coverage

    @Test func coverageIsCountedWhileItIsOn() async throws {
        let database = try database(DenialLog())
        _ = try? database.read(notes, by: ada)
        #expect(database.coverage == nil)
        database.countCoverage(true)
        for _ in 0..<2 { _ = try? database.read(notes, by: ada) }
        #expect(database.coverage?.rules.first { $0.kind == .read }?.expressions.first?.values == ["false": 2])
        try await database.replace(rules: try SecurityRules(#"{"rules": {".read": "auth === null"}}"#))
        _ = try database.read(notes, by: .nobody)
        #expect(database.coverage?.rules.map { $0.expressions.first?.values } == [["true": 1]])
        database.countCoverage(false)
        #expect(database.coverage == nil)
    }

    // MARK: Profile

    @Test func operationsAreReportedWhileWatched() async throws {
        let profile = try database(DenialLog()).profile
        profile.tell(unwanted())
        let operations = profile.operations()
        #expect(profile.isWatched)
        let query = try Query(parameters: ["orderBy": "\"name\"", "limitToLast": "5"])
        profile.tell(
            ProfiledOperation(
                .restRead, at: 12, path: notes, bytes: 3, milliseconds: 1.23456, isAllowed: true,
                query: query, isUnindexed: true))
        let first = await operations.first { _ in true }
        let told = try #require(first)
        #expect(
            String(decoding: told.json, as: UTF8.self) == """
                {"name":"rest-read","timestamp":12,"path":["notes"],"bytes":3,"millis":1.235,"allowed":true,"unIndexed":true,\
                "querySet":[{"index":{"path":["name"]},"query":{"i":"name","l":5,"vf":"r"}}]}
                """)
    }

    private func unwanted() -> ProfiledOperation {
        Issue.record("it is made for nobody")
        return ProfiledOperation(.connect, at: 0)
    }
}
