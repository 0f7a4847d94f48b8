import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// The app may call the database from within its own callbacks.
@Suite struct ReentryTests {
    private final class Row: Sendable {
        let ref: DatabaseReference

        init(_ ref: DatabaseReference) { self.ref = ref }

        deinit {
            ref.write(ref.childByAutoId().key?.isEmpty)
            ref.observe(.value) { _ in }
            ref.removeAllObservers()
        }

        func show() {}
    }

    @Test(arguments: [false, true]) func deinitializersOfCapturedObjectsCanCallTheDatabase(removesAll: Bool) async throws {
        let harness = Harness()
        let list = harness.ref("list")
        var row: Row? = Row(harness.ref("row"))
        let handle = list.observe(.childAdded) { [row] _ in row?.show() }
        row = nil
        #expect(harness.server.calls() == ["listen /list"])
        if removesAll { list.removeAllObservers() } else { list.removeObserver(withHandle: handle) }
        #expect(harness.server.calls() == ["unlisten /list", "put /row false", "listen /row", "unlisten /row"])
    }

    @Test func anImpossibleTimeOfTheServerIsNoKey() async throws {
        for offset in [1e300, -1e300] {
            let harness = Harness()
            try harness.server.startedReceiver(harness).serverTimeChanged(offsetMilliseconds: offset)
            #expect(harness.ref("a").childByAutoId().key?.utf8.count == 20)
        }
    }
}
