import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// Errors that no caller handles are logged for the developer.
@Suite struct WarningTests {
    let harness = Harness()

    /// A call without a completion block, the resulting request, and the warning when it is not allowed.
    static let calls: [(@Sendable (DatabaseReference) -> Void, String, String)] = [
        ({ $0.write(1) }, "put /a 1", "setValue: or removeValue: at /a"),
        ({ $0.remove() }, "put /a null", "setValue: or removeValue: at /a"),
        ({ $0.write(priority: 1) }, "put /a/.priority 1", "setPriority: at /a"),
        ({ $0.update(["b": 1]) }, "merge /a /b 1", "updateChildValues: at /a"),
        ({ $0.onDisconnectSetValue(1) }, "onDisconnectPut /a 1", "onDisconnectSetValue: or onDisconnectRemoveValue: at /a"),
        ({ $0.onDisconnectUpdateChildValues(["b": 1]) }, "onDisconnectMerge /a /b 1", "onDisconnectUpdateChildValues: at /a"),
        ({ $0.cancelDisconnectOperations() }, "onDisconnectCancel /a", "cancelDisconnectOperations at /a"),
        (
            { $0.transaction { .success(withValue: with($0) { $0.value = 1 }) } }, "put /a 1 if ",
            "runTransactionBlock: at /a"
        ),
        ({ $0.observe(.value) { _ in } }, "listen /a", "Listener at /a"),
        ({ $0.keepSynced(true) }, "listen /a", "Listener at /a"),
    ]

    @Test(arguments: calls.indices) func deniedCallsWithoutABlockAreLogged(index: Int) async throws {
        let (call, request, words) = Self.calls[index]
        call(harness.ref("a"))
        try harness.server.fail(request, "permission_denied", "Permission denied")
        #expect(await harness.told() == ["warning: \(words) failed: permission_denied: Permission denied"])
    }

    private static func with(_ data: MutableData, _ change: (MutableData) -> Void) -> MutableData {
        change(data)
        return data
    }

    @Test func errorsPassedToABlockAreNotLogged() async throws {
        harness.ref("a").setValue(1, withCompletionBlock: harness.report("put"))
        try harness.server.fail("put /a 1", "permission_denied")
        harness.observe("a", harness.ref("a"))
        // One of two cancel blocks is enough.
        harness.ref("a").observe(.childAdded) { _ in }
        try harness.server.fail("listen /a", "permission_denied")
        #expect(await harness.told() == ["put failed: permissionDenied", "a canceled: permissionDenied"])
    }

    @Test func cancelledWritesAreNotLogged() async throws {
        harness.ref("a").write(1)
        try harness.server.fail("put /a 1", "write_canceled", ServerFailure.canceled.text)
        #expect(await harness.told() == [])
    }

    @Test func invalidValuesPathsAndQueriesAreLogged() async throws {
        harness.ref("a").write(Date())
        harness.ref("a").child("b.c").write(1)
        harness.ref("a").queryOrderedByKey().queryStarting(atValue: 5).queryOrderedByValue().observe(.value) { _ in }
        let lines = await harness.told()
        #expect(lines.count == 3, "\(lines)")
        let words = [
            "setValue: or removeValue: at /a failed: A Date", "at /a failed: There is no child \"b.c\"", "Listener at /a failed: ",
        ]
        for (line, words) in zip(lines, words) { #expect(line.hasPrefix("warning: ") && line.contains(words), "\(line)") }
    }

    @Test func lateConfigurationIsLogged() async throws {
        harness.ref("a").write(1)
        harness.database.isPersistenceEnabled = true
        harness.database.isPersistenceEnabled = true
        #expect(await harness.told().map { $0.prefix(33) } == ["warning: Set isPersistenceEnabled"])
    }
}
