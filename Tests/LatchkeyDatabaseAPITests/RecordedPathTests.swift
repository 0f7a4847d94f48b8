import Testing

@testable import LatchkeyDatabaseAPI

/// The path of a write in the audit log.
@Suite struct RecordedPathTests {
    @Test func aLongPathEndsAfterAWholeKey() {
        let uid = String(repeating: "a", count: 128)
        #expect(DatabaseAdministration.recorded("/users/\(uid)/name") == "/users/\(uid)/name")
        #expect(DatabaseAdministration.recorded("/notes/\(uid)/\(uid)/name") == "/notes/\(uid)/…")
        #expect(DatabaseAdministration.recorded("/" + uid + uid) == "/…")
    }
}
