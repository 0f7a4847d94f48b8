import LatchkeyRules
import LatchkeyTree
import Testing

/// Paths where no rule allows any write.
@Suite struct CanNeverWriteTests {
    private static let rules = """
        {"rules": {
          "users": { "$uid": { ".write": "auth.uid === $uid" }, "admin": {} },
          "all": { ".write": true },
          "shut": { ".write": false, "way": { "in": { ".write": "auth != null" } } },
          "never": { ".write": "false && auth != null", "x": { ".read": true, ".validate": true } }
        }}
        """

    @Test(arguments: [
        ("the root has no rule of its own", "", true, false),
        ("a place above a rule", "users", true, false),
        ("a rule depends on the user", "users/ada", false, false),
        ("what is below such a rule", "users/ada/x/y", false, false),
        ("a name hides the wildcard", "users/admin", true, true),
        ("what is below nothing", "users/admin/x", true, true),
        ("everybody may", "all/x", false, false),
        ("false, and nothing below", "never", true, true),
        ("a rule for reading is none for writing", "never/x", true, true),
        ("false, and a rule below", "shut", true, false),
        ("on the way to that rule", "shut/way", true, false),
        ("at that rule", "shut/way/in", false, false),
        ("beside that rule", "shut/out", true, true),
        ("nothing is said of it", "else/where", true, true),
    ])
    func findsPathsThatNoRuleCanWrite(_ case: String, _ path: String, at: Bool, orBelow: Bool) throws {
        let rules = try SecurityRules(Self.rules)
        #expect(rules.canNeverWrite(try TreePath(path)) == at)
        #expect(rules.canNeverWrite(try TreePath(path), orBelow: true) == orBelow)
    }
}
