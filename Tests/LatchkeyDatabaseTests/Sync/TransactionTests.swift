import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct TransactionTests {
    @Test func transactionReportsADeniedRead() async throws {
        let harness = Harness()
        harness.ref("a").runTransactionBlock(
            { data in
                data.value = 1
                return .success(withValue: data)
            },
            andCompletionBlock: { [log = harness.log] error, isCommitted, _ in
                log.add("\(isCommitted) \(error.map { "\($0.databaseCode)" } ?? "ok")")
            })
        let put = try #require(harness.server.calls().last)
        try harness.server.fail("listen /a", "permission_denied")
        try harness.server.fail(put, "datastale")
        #expect(await harness.told() == ["false permissionDenied"])
        #expect(harness.server.calls().contains { $0.hasPrefix("put") } == false, "it is not tried again")
    }

    let harness = Harness()
    /// The values that transactions received. They run on the calling thread; observers run on the main actor.
    let runs = Log()

    /// Adds one to the number at the path.
    private func count(_ path: String = "n", localEvents: Bool = true) {
        let (log, runs) = (harness.log, runs)
        harness.ref(path).runTransactionBlock(
            { data in
                runs.add("run on \(data.value as? Int ?? 0)")
                data.value = (data.value as? Int ?? 0) + 1
                return .success(withValue: data)
            },
            andCompletionBlock: { error, isCommitted, snapshot in
                let outcome = error.map { "\($0.databaseCode)" } ?? (isCommitted ? "committed" : "aborted")
                log.add("\(outcome) \(snapshot?.node.json() ?? "-")")
            }, withLocalEvents: localEvents)
    }

    private func put(_ json: String, seen: String) throws -> String { "put /n \(json) if \(try node(seen).hash)" }

    @Test func transactionRunsOnTheCachedValueAndRetriesOnTheServers() async throws {
        harness.observe("n", harness.ref("n"))
        count()
        #expect(harness.server.calls() == ["listen /n", "put /n 1 if "])
        #expect(await harness.told() == ["n 1"])
        try harness.server.push("n", "4")
        try harness.server.ok("listen /n")
        try harness.server.fail("put /n 1 if ", "datastale")
        // The hash of 4 is one of the protocol's known answers.
        #expect(harness.server.calls() == ["put /n 5 if eVih19a6ZDz3NL32uVBtg9KSgQY="])
        try harness.server.push("n", "5")
        try harness.server.ok("put /n 5 if eVih19a6ZDz3NL32uVBtg9KSgQY=")
        #expect(await harness.told() == ["n 5", "committed 5"])
        #expect(runs.take() == ["run on 0", "run on 4"])
        #expect(harness.server.calls() == [])
    }

    @Test func itListensToItsPlaceForAsLongAsItRuns() async throws {
        count()
        #expect(harness.server.calls() == ["listen /n", "put /n 1 if "])
        try harness.server.ok("listen /n")
        try harness.server.push("n", "1")
        try harness.server.ok("put /n 1 if ")
        #expect(harness.server.calls() == ["unlisten /n"])
        #expect(await harness.told() == ["committed 1"])
    }

    @Test func withoutLocalEventsObserversSeeCommittedValuesOnly() async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", "4")
        try harness.server.ok("listen /n")
        count(localEvents: false)
        #expect(await harness.told() == ["n 4"])
        try harness.server.push("n", "5")
        try harness.server.ok(put("5", seen: "4"))
        #expect(await harness.told() == ["n 5", "committed 5"])
    }

    @Test func theNextTransactionBuildsOnTheOneBefore() async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", "4")
        try harness.server.ok("listen /n")
        count(localEvents: false)
        count()
        #expect(harness.server.calls() == ["listen /n", try put("5", seen: "4"), try put("6", seen: "5")])
        #expect(await harness.told() == ["n 4", "n 6"])
        // Both are stale: another client wrote 10.
        try harness.server.push("n", "10")
        try harness.server.fail(put("5", seen: "4"), "datastale")
        try harness.server.fail(put("6", seen: "5"), "datastale")
        #expect(harness.server.calls() == [try put("11", seen: "10"), try put("12", seen: "11")])
        try harness.server.push("n", "11")
        try harness.server.ok(put("11", seen: "10"))
        try harness.server.push("n", "12")
        try harness.server.ok(put("12", seen: "11"))
        #expect(await harness.told() == ["n 12", "committed 11", "committed 12"])
        #expect(runs.take() == ["run on 4", "run on 5", "run on 10", "run on 11"])
    }

    @Test func writesThatWereMadeBeforeAreSeen() async throws {
        harness.ref("n").write(7)
        count()
        #expect(harness.server.calls() == ["put /n 7", "listen /n", try put("8", seen: "7")])
    }

    @Test func itGivesUpAfter25Tries() async throws {
        count()
        try harness.server.push("n", "100")
        try harness.server.ok("listen /n")
        try harness.server.fail("put /n 1 if ", "datastale")
        for _ in 2...25 { try harness.server.fail(put("101", seen: "100"), "datastale") }
        #expect(await harness.told() == ["maxRetries -"])
        #expect(runs.take().count == 25)
    }

    @Test func abortedTransactionSendsNothing() async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", "4")
        let log = harness.log
        harness.ref("n").runTransactionBlock({ _ in .abort() }) { error, isCommitted, snapshot in
            log.add("\(error == nil) \(isCommitted) \(snapshot?.node.json() ?? "-")")
        }
        #expect(harness.server.calls() == ["listen /n"])
        #expect(await harness.told() == ["n 4", "true false 4"])
    }

    @Test func abortingTheSecondTimeTakesTheFirstResultBack() async throws {
        harness.observe("n", harness.ref("n"))
        let log = harness.log
        harness.ref("n").runTransactionBlock({ data in
            if data.value is String { return .abort() }
            data.value = 1
            return .success(withValue: data)
        }) { _, isCommitted, snapshot in log.add("\(isCommitted) \(snapshot?.node.json() ?? "-")") }
        try harness.server.push("n", #""taken""#)
        try harness.server.fail("put /n 1 if ", "datastale")
        #expect(await harness.told() == ["n 1", #"n "taken""#, #"false "taken""#])
    }

    @Test func anotherWriteOfTheAppEndsIt() async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", "4")
        try harness.server.ok("listen /n")
        count()
        harness.ref("n").write(50)
        try harness.server.push("n", "9")
        try harness.server.fail(put("5", seen: "4"), "datastale")
        #expect(await harness.told() == ["n 4", "n 5", "n 50", "overriddenBySet -"])
    }

    @Test(arguments: [("disconnect", "disconnected -"), ("permission_denied", "permissionDenied -")])
    func otherErrorsEndAndRevertTheTransaction(status: String, told: String) async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", "4")
        count()
        try harness.server.fail(put("5", seen: "4"), status)
        #expect(await harness.told() == ["n 4", "n 5", "n 4", told])
    }

    @Test func invalidValueFailsTheTransaction() async throws {
        let log = harness.log
        harness.ref("n").runTransactionBlock({ data in
            data.childData(byAppendingPath: "x").value = Double.nan
            return .success(withValue: data)
        }) { error, _, _ in log.add("\(error.map { "\($0.databaseCode)" } ?? "ok")") }
        #expect(await harness.told() == ["invalidArgument"])
        #expect(harness.server.calls() == ["listen /n", "unlisten /n"])
    }

    @Test func partsOfTheDataAreReadAndWritten() async throws {
        harness.observe("n", harness.ref("n"))
        try harness.server.push("n", #"{"a":{"b":1},"c":{".value":2,".priority":9}}"#)
        _ = harness.server.calls()
        let runs = runs
        harness.ref("n").transaction { data in
            runs.add("\(data.key ?? "") \(data.childrenCount) \(data.children.map { $0.key ?? "" })")
            runs.add("\(data.hasChildren()) \(data.hasChild(atPath: "a/b")) \(data.hasChild(atPath: "b"))")
            data.childData(byAppendingPath: "a").childData(byAppendingPath: "b").value = 5
            data.childData(byAppendingPath: "c").value = 3
            // A missing value has no priority.
            data.childData(byAppendingPath: "d").priority = 1
            return .success(withValue: data)
        }
        #expect(runs.take() == [#"n 2 ["a", "c"]"#, "true true false"])
        let call = try #require(harness.server.calls().first)
        #expect(call.hasPrefix(#"put /n {"a":{"b":5},"c":{".value":3,".priority":9}} if "#), "\(call)")
    }
}
