import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Testing

@Suite struct RealtimeDatabaseTests {
    private let store = ScriptedTreeStore()

    private func database(_ rules: String = #"{"rules": {".read": true, ".write": true}}"#, holding json: String = "null") throws
        -> RealtimeDatabase
    {
        RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "p", name: "p"), number: 1),
            stored: StoredTree(snapshot: TreeSnapshot(root: node(json), sequence: 0), entries: [], rules: rules),
            rules: try SecurityRules(rules), store: store, now: { 1_700_000_000_000 })
    }

    @Test func writtenDataIsRead() async throws {
        let database = try database()
        _ = try await database.write(.set(node(#"{"a": {"b": 1}}"#), at: .root), by: .nobody)
        _ = try await database.write(
            .update([(try WritePath("a/c"), node("2")), (try WritePath("a/b"), .empty)], at: .root), by: .nobody)
        #expect(try database.read(.root, by: .nobody).json() == #"{"a":{"c":2}}"#)
    }

    @Test func theServersTimeIsTheSameInRulesAndData() async throws {
        let database = try database(
            #"{"rules": {".read": true, "t": {".write": true, ".validate": "newData.val() === now"}}}"#)
        let written = try await database.write(.set(node(#"{".sv": "timestamp"}"#), at: path("t")), by: .nobody)
        #expect(written.node.json() == "1700000000000")
    }

    @Test func deniedWritesAreNotStored() async throws {
        let database = try database(#"{"rules": {".read": true, "open": {".write": true}}}"#)
        await #expect(throws: DatabaseError.permissionDenied) {
            try await database.write(.set(node("1"), at: path("closed")), by: .nobody)
        }
        await #expect(throws: DatabaseError.permissionDenied) {
            try await database.write(
                .update([(try WritePath("open"), node("1")), (try WritePath("closed"), node("1"))], at: .root), by: .nobody)
        }
        #expect(store.entries.isEmpty)
        _ = try await database.write(.set(node("1"), at: path("closed")), by: .administrator)
        #expect(store.entries.map(\.sequence) == [1])
    }

    @Test func conditionalWriteRequiresTheCurrentHash() async throws {
        let database = try database(holding: #"{"n": 5}"#)
        let n = path("n")
        await #expect(throws: DatabaseError.stale(current: node("5"))) {
            try await database.write(.set(node("7"), at: n, expectedHash: node("6").hash), by: .nobody)
        }
        _ = try await database.write(.set(node("6"), at: n, expectedHash: node("5").hash), by: .nobody)
        #expect(try database.read(n, by: .nobody).json() == "6")
    }

    @Test func anUpdateSetsPrioritiesToo() async throws {
        let database = try database(holding: #"{"old": {"x": 1}}"#)
        _ = try await database.write(
            .update(
                [
                    (try WritePath(".priority"), node("5")), (try WritePath("new/.priority"), node("\"p\"")),
                    (try WritePath("new/x"), node("1")), (try WritePath("old/.priority"), node(#"{".sv":"timestamp"}"#)),
                    (try WritePath("none/.priority"), node("1")),
                ], at: try TreePath("list")), by: .nobody)
        _ = try await database.write(.update([(try WritePath("old/.priority"), node("7"))], at: .root), by: .nobody)
        #expect(
            try database.read(.root, by: .nobody).json(.export)
                == #"{"list":{".priority":5,"new":{".priority":"p","x":1}},"old":{".priority":7,"x":1}}"#)
        #expect(throws: DatabaseError.tree(.priority)) {
            try WriteOperation.update([(try WritePath("a/.priority"), node("true"))], at: .root)
        }
    }

    @Test(arguments: [
        (["a", "a/.priority"], true), (["a/b/.priority", "a"], true), (["a/.priority", "a/.priority"], true), (["a/b", "a"], true),
        (["a", "a-b", "a/b"], true), (["a/.priority", "a/b"], false), ([".priority", "a", "b/.priority"], false),
        (["a/.priority", "ab", "a-b/c"], false), (["a/b/.priority", "a/b/c", "a/.priority"], false),
    ]) func onePlaceOfAnUpdateIsNotWithinAnother(_ paths: [String], _ overlap: Bool) throws {
        let children = try paths.map { (path: try WritePath($0), node: node("1")) }
        for children in [children, children.reversed()] {
            if overlap {
                #expect(throws: DatabaseError.self) { try WriteOperation.update(children, at: .root) }
            } else {
                #expect(try WriteOperation.update(children, at: .root).changes.count == paths.count)
            }
        }
    }

    @Test func aTransactionOnAPriorityIsOne() async throws {
        let database = try database(holding: #"{"n": {".value": 5, ".priority": 1}}"#)
        let n = try TreePath("n")
        await #expect(throws: DatabaseError.stale(current: node("1"))) {
            try await database.write(.setPriority(.number(3), at: n, expectedHash: node("2").hash), by: .nobody)
        }
        _ = try await database.write(.setPriority(.number(2), at: n, expectedHash: node("1").hash), by: .nobody)
        #expect(try database.read(n, by: .nobody).json(.export) == #"{".value":5,".priority":2}"#)
    }

    /// Firebase's example of a bounded read. The query that a client sends omits the order by key, whether or not the app set it.
    @Test(arguments: [
        (#"{"l":10,"vf":"l"}"#, true), (#"{"l":11,"vf":"l"}"#, false), (#"{"i":".key","l":10,"vf":"l"}"#, true),
        (#"{"i":".priority","l":10,"vf":"l"}"#, true), (#"{"i":".value","l":10,"vf":"l"}"#, false),
        (#"{"l":10,"vf":"l","sp":"a"}"#, false), (#"{"l":10,"vf":"l","ep":"a"}"#, false),
    ]) func aLimitWithoutAnOrderCountsAsOneByKeys(_ query: String, _ isAllowed: Bool) throws {
        let database = try database(#"{"rules": {"list": {".read": "query.orderByKey && query.limitToFirst <= 10"}}}"#)
        let query = try Query(queryObject: query.utf8)
        if isAllowed {
            #expect(try database.read(try TreePath("list"), query: query, by: .nobody).isEmpty)
        } else {
            #expect(throws: DatabaseError.permissionDenied) { try database.read(try TreePath("list"), query: query, by: .nobody) }
        }
    }

    @Test func aLimitWithoutAnOrderCountsAsOneByPrioritiesAsWell() throws {
        let database = try database(#"{"rules": {".read": "query.orderByPriority && query.limitToLast <= 10"}}"#)
        #expect(try database.read(.root, query: try Query(queryObject: #"{"l":3,"vf":"r"}"#.utf8), by: .nobody).isEmpty)
        #expect(throws: DatabaseError.permissionDenied) { try database.read(.root, by: .nobody) }
    }

    @Test func failedStoreWriteLeavesTheDataUnchanged() async throws {
        let database = try database(holding: #"{"n": 5}"#)
        store.isFull = true
        await #expect(throws: DatabaseError.unavailable) {
            try await database.write(.set(node("6"), at: path("n")), by: .nobody)
        }
        #expect(try database.read(path("n"), by: .nobody).json() == "5")
        store.isFull = false
        _ = try await database.write(.set(node("7"), at: path("n")), by: .nobody)
        #expect(store.entries.map(\.sequence) == [1])
    }

    @Test func writesAtTheSameTimeAllCount() async throws {
        let database = try database(holding: #"{"n": 0}"#)
        let increment = node(#"{".sv": {"increment": 1}}"#)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask { _ = try await database.write(.set(increment, at: path("n")), by: .nobody) }
            }
            try await group.waitForAll()
        }
        #expect(try database.read(.root, by: .nobody).json() == #"{"n":200}"#)
        #expect(store.entries.map(\.sequence) == Array(1...200))
    }

    /// Firebase's documentation of streams: each merged key is a child of the path.
    @Test(
        arguments: [
            (["b/c": "2", "b/d": "3"], #"merge /a/b ["c 2", "d 3"]"#), (["b/c": "2", "e": "3"], #"merge /a ["e 3", "b/c 2"]"#),
            (["b/c": "2"], "put /a/b/c 2"), (["b/f/x": "2", "b/f/y": "3"], #"merge /a/b/f ["x 2", "y 3"]"#),
            (["b/f/x": "2", "b/c": "3"], #"merge /a/b ["c 3", "f/x 2"]"#),
            (["b/.priority": "7", "b/c": "2"], #"merge /a/b ["c 2", ".priority 7"]"#),
        ] as [([String: String], String)])
    func listenersReceiveTheSmallestChange(_ update: [String: String], _ expected: String) async throws {
        let database = try database(holding: #"{"a": {"b": {"c": 1, "d": 1, "f": {"x": 1, "y": 1, "z": 1}}, "e": 1}}"#)
        let told = Told()
        _ = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        let children = try update.map { (try WritePath($0.key), node($0.value)) }
        _ = try await database.write(.update(children, at: path("a")), by: .nobody)
        #expect(told.texts.dropFirst() == [expected])
    }

    @Test func listenersReceiveChangesAtAboveAndBelowTheirPath() async throws {
        let database = try database(holding: #"{"a": {"b": 1}, "x": 1}"#)
        let told = Told()
        _ = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        _ = try await database.write(.set(node("2"), at: path("a/b")), by: .nobody)
        _ = try await database.write(.set(node("2"), at: path("x")), by: .nobody)
        _ = try await database.write(.set(node(#"{"a": 3}"#), at: .root), by: .nobody)
        #expect(told.texts == [#"first {"b":1}"#, "put /a/b 2", "put /a 3"])
    }

    @Test func endedListenerReceivesNoEvents() async throws {
        let database = try database(holding: #"{"a": 1}"#)
        let told = Told()
        let listener = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        database.end(listener)
        _ = try await database.write(.set(node("2"), at: path("a")), by: .nobody)
        #expect(told.texts == ["first 1"])
    }

    @Test func listenerIsRevokedWhenDataChangesItsPermission() async throws {
        let database = try database(
            #"{"rules": {".write": true, "room": {".read": "root.child('open').val() === true"}}}"#, holding: #"{"open": true, "room": 1}"#)
        let told = Told()
        _ = try database.listen(to: path("room"), by: .nobody, sink: told.take, first: told.begin)
        _ = try await database.write(.set(node("false"), at: path("open")), by: .nobody)
        _ = try await database.write(.set(node("2"), at: path("room")), by: .nobody)
        #expect(told.texts == ["first 1", "revoked"])
    }

    @Test func newRulesRevokeListenersImmediately() async throws {
        let database = try database(holding: #"{"a": 1}"#)
        let told = Told()
        _ = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        try await database.replace(rules: try SecurityRules(#"{"rules": {".write": true}}"#))
        #expect(told.texts == ["first 1", "revoked"])
        #expect(throws: DatabaseError.permissionDenied) { try database.read(path("a"), by: .nobody) }
        #expect(store.rules == #"{"rules": {".write": true}}"#)
    }
}
