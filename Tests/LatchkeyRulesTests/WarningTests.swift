import LatchkeyRules
import Testing

/// Rules that are valid but probably a mistake.
@Suite struct WarningTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rules: String
        /// Column and beginning of each warning.
        let warnings: [String]
        init(_ description: String, _ rules: String, _ warnings: String...) {
            testDescription = description
            self.rules = rules
            self.warnings = warnings
        }
    }

    static let rows: [Row] = [
        Row("nothing strange", #"{"a": {"$b": {".read": "auth.uid === $b", "$other": {".validate": false}}}}"#),
        Row("open to all users", #"{".read": true}"#, "11: This .read is always true: anyone may read here"),
        Row(
            "open to all users in a string", #"{".write": "1 === 1 || auth === null"}"#,
            "13: This .write is always true: anyone may write here", "13: This comparison is always true."),
        Row(
            "never asked", #"{".read": true, "a": {".read": "auth !== null"}}"#, "11: This .read is always true",
            "33: This .read is never evaluated: the one in line 1 above it is always true."),
        Row("write is not read", #"{"a": {".read": "auth !== null", "b": {".write": "auth !== null"}}}"#),
        Row(
            "false takes nothing back", #"{"a": {".read": "auth !== null", "b": {".read": false}}}"#,
            "49: This false has no effect: a .read above"),
        Row("false below false", #"{".read": false, "b": {".read": false}}"#),
        Row(
            "types differ", #"{"$k": {".read": "$k === 5 || now == 'x'"}}"#,
            "19: This comparison is never true: one side is string, the other is number.", "31: This comparison is never true"),
        Row(
            "types differ and that is asked", #"{"$k": {".read": "$k !== null"}}"#,
            "19: This comparison is always true: one side is string, the other is null."),
        Row("no such key", #"{"$k": {".read": "$k === 'a.b'"}}"#, "19: This comparison is never true: the string is not a valid key."),
        Row("two literals", #"{".read": "'a' === 'b' || auth.x === 1"}"#, "12: This comparison is always false."),
        Row("unused wildcard", #"{"$room": {".read": "auth !== null"}}"#, "3: No rule below uses $room"),
        Row("wildcard that is used below", #"{"$room": {".read": "auth !== null", "$m": {".write": "auth.rooms[$room] === $m"}}}"#),
        Row("wildcard whose data is used", #"{"$room": {".read": "data.child('owner').val() === auth.uid"}}"#),
        Row(
            "a member of auth that no token has", #"{".read": "auth.tokn.admin === true", ".write": "auth.UID === 'ada'"}"#,
            "12: auth.tokn is null unless a custom claim has that name.", "50: auth.UID is null unless"),
        Row(
            "a claim of another spelling", #"{".read": "auth.token.emailVerified === true", ".write": "auth.token['e_mail'] === 'a'"}"#,
            "12: auth.token.emailVerified is null unless", "59: auth.token.e_mail is null unless"),
        Row(
            "members and claims of one's own",
            #"{".read": "auth.id === '7' && auth.email === 'a' && auth.rooms.uidd === 1", ".write": "auth.token.admin === true"}"#),
        Row("a claim that is a word of its own", #"{".read": "auth.token.game === 1 && auth.token.userId === '7' && auth.gid === 3"}"#),
        Row("index that there always is", #"{".indexOn": [".priority", "a"]}"#, "16: \".priority\" needs no index"),
        Row("a validate that is always true is no grant", #"{".validate": true, "a": {".validate": "newData.isString()"}}"#),
    ]

    @Test(arguments: rows) func warnings(_ row: Row) throws {
        let found = try SecurityRules("{\"rules\":\n\(row.rules)}").warnings.map { "\($0.column): \($0.message)" }
        #expect(found.count == row.warnings.count, "\(found)")
        for (warning, expected) in zip(found, row.warnings) {
            // The row counts lines from its own beginning.
            #expect(warning.replacing("line 2", with: "line 1").hasPrefix(expected), "\(warning)")
        }
    }
}
