import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// Invalid queries: they do not stop the program, and report the problem when they are used.
@Suite struct QueryProblemsTests {
    static let queries: [(@Sendable (DatabaseReference) -> DatabaseQuery, String)] = [
        ({ $0.queryOrderedByKey().queryOrderedByValue() }, "one order"),
        ({ $0.queryLimited(toFirst: 1).queryLimited(toLast: 1) }, "one limit"),
        ({ $0.queryLimited(toFirst: 0) }, "from 1 to"),
        ({ $0.queryLimited(toLast: UInt.max) }, "from 1 to"),
        ({ $0.queryStarting(atValue: 1).queryStarting(afterValue: 2) }, "one start"),
        ({ $0.queryEqual(toValue: 1).queryEnding(atValue: 2) }, "one end"),
        ({ $0.queryOrdered(byChild: "") }, "path below"),
        ({ $0.queryOrdered(byChild: "a.b") }, "a.b"),
        ({ $0.queryOrderedByKey().queryStarting(atValue: 5) }, "must be a string"),
        ({ $0.queryOrderedByKey().queryStarting(atValue: "a", childKey: "b") }, "no second key"),
        ({ $0.queryStarting(atValue: true) }, "must be null, a number or a string"),
        ({ $0.queryOrderedByValue().queryStarting(atValue: ["a": 1]) }, "bounded by"),
        ({ $0.queryOrderedByValue().queryEnding(atValue: Double.nan) }, "bounded by"),
        ({ $0.queryOrderedByValue().queryEnding(atValue: Date()) }, "bounded by"),
        ({ $0.queryOrderedByValue().queryEqual(toValue: LatchkeyDatabase.ServerValue.timestamp()) }, "bounded by"),
        ({ $0.queryOrderedByValue().queryStarting(atValue: 1, childKey: "a/b") }, "is not a valid key"),
    ]

    @Test(arguments: queries.indices) func invalidQueriesFailWithAReason(index: Int) async throws {
        let (make, text) = Self.queries[index]
        let harness = Harness()
        let (query, log) = (make(harness.ref("a")), harness.log)
        query.observe(.childAdded, with: { _ in log.add("told") }, withCancel: { log.add("\($0.databaseCode) \($0.localizedDescription)") })
        query.keepSynced(true)
        query.removeAllObservers()
        await #expect(throws: (any Error).self) { for try await _ in query.values {} }
        let lines = await harness.told()
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(text) }, "\(lines)")
        #expect(
            lines.contains { $0.hasPrefix("invalidArgument") } && lines.contains { $0.hasPrefix("warning: keepSynced: at /a failed: ") })
        #expect(harness.server.calls() == [])
    }

    /// A query, and the query object that Firebase's clients send for it.
    static let objects: [(@Sendable (DatabaseReference) -> DatabaseQuery, String)] = [
        ({ $0.queryLimited(toLast: 5) }, #"{"l":5,"vf":"r"}"#),
        ({ $0.queryOrdered(byChild: "/a/b").queryLimited(toFirst: 5) }, #"{"i":"a/b","l":5,"vf":"l"}"#),
        ({ $0.queryOrderedByKey().queryStarting(atValue: "k") }, #"{"i":".key","sin":true,"sp":"k"}"#),
        ({ $0.queryOrderedByKey().queryEnding(beforeValue: "k") }, #"{"ein":false,"ep":"k","i":".key"}"#),
        ({ $0.queryStarting(afterValue: 3) }, #"{"sin":false,"sn":"[MAX_NAME]","sp":3}"#),
        ({ $0.queryStarting(atValue: "x", childKey: "k") }, #"{"sin":true,"sn":"k","sp":"x"}"#),
        ({ $0.queryOrderedByValue().queryEnding(beforeValue: nil) }, #"{"ein":false,"en":"[MIN_NAME]","ep":null,"i":".value"}"#),
        ({ $0.queryOrderedByValue().queryEqual(toValue: true) }, #"{"ein":true,"ep":true,"i":".value","sin":true,"sp":true}"#),
        (
            { $0.queryOrdered(byChild: "n").queryEqual(toValue: 1, childKey: "k") },
            #"{"ein":true,"en":"k","ep":1,"i":"n","sin":true,"sn":"k","sp":1}"#
        ),
    ]

    @Test(arguments: objects.indices) func queriesAreSentAsFirebasesClientsDo(index: Int) throws {
        let harness = Harness()
        Self.objects[index].0(harness.ref("a")).observe(.value) { _ in }
        #expect(harness.server.calls() == ["listen /a \(Self.objects[index].1) tag 1"])
    }
}
