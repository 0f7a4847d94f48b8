import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct GetTests {
    /// Lets the test end the timeout.
    let passTime: AsyncStream<Void>.Continuation
    let harness: Harness

    init() {
        let (times, passTime) = AsyncStream.makeStream(of: Void.self)
        self.passTime = passTime
        harness = Harness { environment in
            environment.sleep = { duration in
                #expect(duration == .seconds(3))
                for await _ in times { return }
            }
        }
    }

    private func get(_ query: DatabaseQuery) {
        let log = harness.log
        query.getData { error, snapshot in log.add("got \(snapshot?.node.json() ?? "\(error.map { "\($0.databaseCode)" } ?? "")")") }
    }

    @Test func pendingWritesOverlayTheServersResponse() async throws {
        try harness.server.startedReceiver(harness).connectionChanged(isConnected: true)
        harness.ref("a/x").write(5)
        get(harness.ref("a"))
        #expect(harness.server.calls() == ["put /a/x 5", "get /a"])
        try harness.server.respondToGet("get /a", .success(try node(#"{"x":1,"y":2}"#)))
        #expect(await harness.told() == [#"got {"x":5,"y":2}"#])
    }

    @Test func observedDataNeedsNoRequest() async throws {
        harness.observe("a", harness.ref("a"))
        try harness.server.push("a", #"{"x":1,"y":2}"#)
        _ = harness.server.calls()
        get(harness.ref("a/x"))
        get(harness.ref("a").queryLimited(toLast: 1))
        #expect(harness.server.calls() == [])
        #expect(await harness.told() == [#"a {"x":1,"y":2}"#, "got 1", #"got {"y":2}"#])
    }

    @Test func deniedGetFails() async throws {
        get(harness.ref("a"))
        try harness.server.respondToGet("get /a", .failure(ServerFailure(status: "permission_denied", text: "")))
        #expect(await harness.told() == ["got permissionDenied"])
    }

    @Test func offlineGetFailsOnceAfterATimeout() async throws {
        let result = await withCheckedContinuation { continuation in
            harness.ref("a").getData { error, _ in continuation.resume(returning: error?.databaseCode) }
            passTime.yield()
        }
        #expect(result == .offline)
        try harness.server.respondToGet("get /a", .success(try node("1")))
        #expect(await harness.told() == [])
    }

    @Test func offlineGetReturnsPendingWrites() async throws {
        harness.ref("a").write(3)
        let value = await withCheckedContinuation { continuation in
            harness.ref("a").getData { _, snapshot in continuation.resume(returning: snapshot?.value as? Int) }
            passTime.yield()
        }
        #expect(value == 3)
    }

    @Test func invalidQueryFailsAndIsNotSent() async throws {
        get(harness.ref("a").queryLimited(toFirst: 1).queryLimited(toLast: 1))
        #expect(await harness.told() == ["got invalidArgument"])
        #expect(harness.server.calls() == [])
    }
}
