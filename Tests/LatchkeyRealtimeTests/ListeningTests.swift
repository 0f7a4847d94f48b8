import Dispatch
import Foundation
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import Testing

@Suite(.timeLimit(.minutes(10))) struct ListeningTests {
    private static let rules = #"{"rules": {".read": true, ".write": true, "list": {".indexOn": ["good"]}}}"#
    private let store = ScriptedTreeStore()

    private func database(holding json: String) throws -> RealtimeDatabase {
        RealtimeDatabase(
            DatabaseTerm(of: DatabaseID(project: "p", name: "p"), number: 1),
            stored: StoredTree(snapshot: TreeSnapshot(root: node(json), sequence: 0), entries: [], rules: Self.rules),
            rules: try SecurityRules(Self.rules), store: store, now: { 99 })
    }

    /// Sorting, hashing and serializing a large node takes time, and must not block other clients. Concurrent changes are part of the
    /// initial value, or follow as events.
    @Test(arguments: [1, 2, 100]) func writesProceedWhileTheInitialValueIsPrepared(_ writes: Int) async throws {
        let database = try database(holding: #"{"a": 0}"#)
        let told = Told()
        let written = await withCheckedContinuation { continuation in
            // A separate thread, because this one waits.
            Thread.detachNewThread {
                let isWritten = DispatchSemaphore(value: 0)
                var count = 0
                _ = try? database.listen(
                    to: path("a"), by: .nobody, sink: told.take,
                    first: { node in
                        if count < writes {
                            database.submit(.set(Node(.number(Double(count + 1))), at: path("a")), by: .nobody) { _ in isWritten.signal() }
                            if isWritten.wait(timeout: .now() + 600) == .success { count += 1 }
                        }
                        return told.begin(node)
                    })
                continuation.resume(returning: count)
            }
        }
        #expect(written == min(writes, 4))
        _ = try await database.write(.set(Node(9), at: path("a")), by: .nobody)
        let after = writes == 1 ? ["first 1"] : writes == 2 ? ["first 2"] : ["first 3", "put /a 4"]
        #expect(told.texts == after + ["put /a 9"])
    }

    @Test func rulesChangedDuringTheStartApplyToTheListener() async throws {
        let database = try database(holding: #"{"a": 1}"#)
        let told = Told()
        let error = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var found: DatabaseError?
                do throws(DatabaseError) {
                    _ = try database.listen(
                        to: path("a"), by: .nobody, sink: told.take,
                        first: { node in
                            let isReplaced = DispatchSemaphore(value: 0)
                            Task {
                                try? await database.replace(rules: try SecurityRules(#"{"rules": {}}"#))
                                isReplaced.signal()
                            }
                            _ = isReplaced.wait(timeout: .now() + 600)
                            return told.begin(node)
                        })
                } catch {
                    found = error
                }
                continuation.resume(returning: found)
            }
        }
        #expect(error == .permissionDenied)
        #expect(told.texts == [])
    }

    @Test func userChangeKeepsOrEndsTheListenerByItsPermission() async throws {
        let database = try database(holding: #"{"a": 1}"#)
        try await database.replace(
            rules: try SecurityRules(#"{"rules": {".write": true, ".read": "auth !== null && auth.uid !== 'eve'"}}"#))
        let told = Told()
        let listener = try database.listen(to: path("a"), by: .user(["uid": "ada"]), sink: told.take, first: told.begin)
        #expect(database.change(listener, to: .user(["uid": "bob"])))
        #expect(!database.change(listener, to: .user(["uid": "eve"])))
        _ = try await database.write(.set(Node(2), at: path("a")), by: .nobody)
        #expect(told.texts == ["first 1"])
    }

    @Test(arguments: [("a", false), ("b", false), ("c", true), ("d", true), ("e", true)])
    func queryReceivesChangesInItsWindowOnly(_ child: String, _ isTold: Bool) async throws {
        let database = try database(holding: #"{"list": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}}"#)
        for order in [Query.Order.key, .priority] {
            let told = Told()
            _ = try database.listen(
                to: path("list"), query: try Query(order: order, limit: .last(3)), by: .nobody, sink: told.take, first: told.begin)
            _ = try await database.write(.set(Node(order == .key ? 7 : 8), at: path("list/\(child)")), by: .nobody)
            #expect(told.texts.count == (isTold ? 2 : 1), "\(order)")
        }
    }

    @Test func childrenAreSortedByOnlySoMuchThatNoIndexNames() throws {
        let database = try database(holding: #"{"list": {"x": {"o1": 1}}}"#)
        func listen(_ order: Query.Order) throws -> ListenerID {
            let query = try Query(order: order, limit: .last(1))
            return try database.listen(to: path("list"), query: query, by: .nobody, sink: { _, _ in }, first: { _ in {} })
        }
        var listeners = try (0..<8).map { try listen(.child(path("o\($0)"))) }
        let ninth = try Query(order: .child(path("o9")), limit: .last(1))
        #expect(throws: DatabaseError.indexMissing(ninth, path("list"))) { try listen(ninth.order) }
        // An order of the rules, a built-in order, an order of another listener, and another path.
        for order in [Query.Order.child(path("good")), .key, .priority, .child(path("o3"))] { listeners.append(try listen(order)) }
        database.end(listeners[0])
        listeners.append(try listen(ninth.order))
        // The order of two listeners is kept until both have ended.
        database.end(listeners[3])
        #expect(throws: DatabaseError.self) { try listen(.child(path("o10"))) }
    }

    @Test func missingIndexIsReportedAfterTheRulesAllowTheRead() throws {
        let database = try database(holding: #"{"list": {"x": {"o": 1}}}"#)
        let query = try Query(order: .child(path("o")), limit: .last(1))
        #expect(throws: DatabaseError.indexMissing(query, path("list"))) {
            try database.read(path("list"), query: query, needsIndex: true, by: .nobody)
        }
        #expect(throws: DatabaseError.indexMissing(query, path("list"))) {
            try database.listen(to: path("list"), query: query, needsIndex: true, by: .nobody, sink: { _, _ in }, first: { _ in {} })
        }
        #expect(try database.read(path("list"), query: query, by: .nobody).childCount == 1)
    }

    @Test func revokedListenerReceivesNoEvents() async throws {
        let database = try database(holding: #"{"a": 1}"#)
        let told = Told()
        let listener = try database.listen(to: path("a"), by: .nobody, sink: told.take, first: told.begin)
        try await database.replace(rules: try SecurityRules(#"{"rules": {}}"#))
        #expect(told.texts == ["first 1", "revoked"])
        #expect(database.change(listener, to: .nobody))
        #expect(told.texts.count == 2)
    }
}
