import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct InfoTests {
    let harness = Harness()

    @Test func infoValuesNeedNoRequest() async throws {
        harness.observe("connected", harness.ref(".info/connected"))
        harness.observe("offset", harness.ref("/.info/serverTimeOffset"))
        harness.observe("authenticated", harness.ref(".info").child("authenticated"))
        let receiver = try harness.server.receiver()
        #expect(await harness.told() == ["connected false", "offset 0", "authenticated false"])
        receiver.serverTimeChanged(offsetMilliseconds: 12)
        receiver.connectionChanged(isConnected: true)
        receiver.connectionChanged(isConnected: true)
        harness.database.repo.authenticationChanged(isAuthenticated: true)
        receiver.connectionChanged(isConnected: false)
        #expect(await harness.told() == ["offset 12", "connected true", "authenticated true", "connected false"])
        #expect(harness.server.calls() == [])
    }

    @Test func infoValuesCannotBeWritten() async throws {
        harness.ref(".info/connected").setValue(true, withCompletionBlock: harness.report("set"))
        harness.ref(".info").updateChildValues(["x": 1], withCompletionBlock: harness.report("update"))
        harness.ref("a/.info").setValue(1, withCompletionBlock: harness.report("below"))
        #expect(
            await harness.told() == ["set failed: invalidArgument", "update failed: invalidArgument", "below failed: invalidArgument"])
        #expect(harness.server.calls() == [])
    }
}
