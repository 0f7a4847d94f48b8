import LatchkeyRules
import LatchkeyTestSupport
import LatchkeyTree
import Testing

/// Valid and invalid rules, and the reported problems.
@Suite struct LoadingTests {
    /// An upgraded server must still load rules that an earlier version accepted.
    @Test func propertiesOfValuesLoadWhereTheyWereSavedBefore() throws {
        let text = #"{"rules": {".read": "root.val().open === true || root.val()[auth.uid] === 1"}}"#
        #expect(throws: RulesError.self) { try SecurityRules(text) }
        let rules = try SecurityRules(saved: text)
        let open = try Node(json: Array(#"{"open": true}"#.utf8))
        let closed = try Node(json: Array(#"{"open": false}"#.utf8))
        #expect(rules.read(.root, RulesRequest(root: open, now: noon)).isAllowed)
        #expect(!rules.read(.root, RulesRequest(root: closed, now: noon)).isAllowed)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        /// Line, column and the beginning of the message of each problem.
        let problems: [String]

        init(_ description: String, _ text: String, _ problems: String...) {
            testDescription = description
            self.text = text
            self.problems = problems
        }
    }

    static let rows: [Row] = [
        Row("nothing", "", "1:1: Expected an object with the key \"rules\", but the rules end."),
        Row("white space", " \n ", "2:2: Expected an object"),
        Row("a list", "[]", "1:1: Expected an object with the key \"rules\", but got a list."),
        Row("null", "null", "1:1: Expected an object with the key \"rules\", but got null."),
        Row("an object without rules", "{}", "1:1: Expected the key \"rules\""),
        Row("another key beside rules", #"{"rules": {}, "more": 1}"#, "1:16: Expected only the key \"rules\" here, but got \"more\"."),
        Row("rules twice", #"{"rules": {}, "rules": {}}"#, "1:16: The key \"rules\" occurs twice."),
        Row("rules that are a string", #"{"rules": "true"}"#, "1:11: Expected an object, but got a string."),
        Row("rules that are null", #"{"rules": null}"#, "1:11: Expected an object, but got null."),
        Row("a node that is a boolean", #"{"rules": {"a": true}}"#, "1:17: Expected an object, but got a boolean."),
        Row("a node that is a number", #"{"rules": {"a": 1.5e3}}"#, "1:17: Expected an object, but got a number."),
        Row("a comma too many", "{\"rules\": {\n  \"a\": {},\n}}", "3:1: Expected a key in double quotes, but got }."),
        Row("a comma too few", "{\"rules\": {\n  \"a\": {}\n  \"b\": {}\n}}", "3:3: Expected , or }, but got \"."),
        Row("no colon", #"{"rules" {}}"#, "1:10: Expected : after the key, but got {."),
        Row("no closing brace", #"{"rules": {}"#, "1:13: Expected , or }, but the rules end."),
        Row("something after the end", #"{"rules": {}} x"#, "1:15: Expected the end of the rules, but got x."),
        Row("an expression without quotes", #"{"rules": {".read": auth}}"#, "1:21: Expected a value, but got auth."),
        Row("single quotes", "{'rules': {}}", "1:2: Expected a key in double quotes or }, but got '."),
        Row("a comment without an end", "{\"rules\": {}} /* x", "1:15: Expected */ at the end of the comment, but the rules end."),
        Row("half a comment", "{\"rules\": / {}}", "1:11: Expected a comment after /."),
        Row("a string without an end", "{\"rules\": {\"a", "1:12: Expected \" at the end of the string, but the rules end."),
        Row("an escape that is none", #"{"rules": {".read": "\d"}}"#, "1:22: Expected one of"),
        Row("a \\u without digits", #"{"rules": {"\u12": {}}}"#, "1:13: Expected four hexadecimal digits"),
        Row("half a character", #"{"rules": {"\ud83d": {}}}"#, "1:13: This is half of a character"),
        Row("a control character", "{\"rules\": {\"a\u{1}\": {}}}", "1:14: A string may not have the control character 1"),
        Row("an unknown rule", #"{"rules": {".raed": true}}"#, "1:13: Unknown rule \".raed\"."),
        Row("a rule that is a number", #"{"rules": {".read": 1}}"#, "1:21: .read must be a string or boolean, but this is a number."),
        Row("a rule that is null", #"{"rules": {".write": null}}"#, "1:22: .write must be a string or boolean, but this is null."),
        Row(
            "a rule that is an object", #"{"rules": {".validate": {}}}"#,
            "1:25: .validate must be a string or boolean, but this is an object."),
        Row("a rule that is a list", #"{"rules": {".validate": []}}"#, "1:25: .validate must be a string or boolean, but this is a list."),
        Row("a rule that is empty", #"{"rules": {".read": ""}}"#, "1:22: Expected an expression, but the string is empty."),
        Row(
            "an index that is a number", #"{"rules": {".indexOn": 1}}"#,
            "1:24: .indexOn must be a string or a list of strings, but this is a number."),
        Row(
            "an index in which there is a number", #"{"rules": {".indexOn": ["a", 1]}}"#,
            "1:30: .indexOn must be a string or a list of strings, but this is a number."),
        Row("an index that is no path", #"{"rules": {".indexOn": "a.b"}}"#, "1:25: \"a.b\" cannot be the path of a child."),
        Row("an index that is empty", #"{"rules": {".indexOn": ""}}"#, "1:25: \"\" cannot be the path of a child."),
        Row(
            "two wildcards", #"{"rules": {"$a": {}, "$b": {}}}"#,
            "1:23: A location can have only one wildcard, and it already has $a."),
        Row(
            "a wildcard again below", #"{"rules": {"$a": {"b": {"$a": {}}}}}"#, "1:26: The wildcard $a is used further up the path already."
        ),
        Row("a wildcard without a name", #"{"rules": {"$": {}}}"#, "1:13: A wildcard is $ and letters, digits or _."),
        Row("a wildcard with other characters", #"{"rules": {"$a-b": {}}}"#, "1:13: A wildcard is $ and letters, digits or _."),
        Row("a path as a key", #"{"rules": {"a/b": {}}}"#, "1:13: \"a/b\" cannot be a key"),
        Row("an empty key", #"{"rules": {"": {}}}"#, "1:13: \"\" cannot be a key"),
        Row("a key twice", #"{"rules": {"a": {}, "a": {}}}"#, "1:22: The key \"a\" occurs twice."),
        Row("a rule twice", #"{"rules": {".read": true, ".read": false}}"#, "1:28: The key \".read\" occurs twice."),
        Row(
            "several at once",
            "{\"rules\": {\n  \".read\": \"auth.uid\",\n  \".raed\": true,\n  \"a\": {\".write\": \"nobody && x ==\"},\n  \"b\": 1\n}}",
            "2:13: A rule must be boolean, but this is a value of auth.", "3:4: Unknown rule \".raed\".",
            "4:34: Unexpected end of expression.",
            "5:8: Expected an object, but got a number."),
        Row(
            "several in one rule", #"{"rules": {".read": "nobody.x && $y === 1 + true"}}"#, "1:22: Unknown variable 'nobody'.",
            "1:34: Unknown variable '$y'.", "1:45: Operands of + must be numbers or strings, but this is boolean."),
        Row("a place behind escapes", #"{"rules": {".read": "'\u0041\"' === '' && nobody"}}"#, "1:43: Unknown variable 'nobody'."),
        Row(
            "a place behind line breaks in a string", "{\"rules\": {\".read\": \"true &&\n\n   nobody\"}}",
            "3:4: Unknown variable 'nobody'."),
    ]

    @Test(arguments: rows) func problems(_ row: Row) throws {
        let error = #expect(throws: RulesError.self) { _ = try SecurityRules(row.text) }
        let problems = try #require(error).problems.map(\.description)
        #expect(problems.count == row.problems.count, "\(problems)")
        for (problem, expected) in zip(problems, row.problems) { #expect(problem.hasPrefix(expected), "\(problem)") }
    }

    @Test(arguments: [
        #"{"rules": {}}"#, " // a\n {\"rules\": /* b */ {} } // c", "\u{FEFF}{\"rules\": {}}",
        #"{"rules": {"a": {}, "B": {"$x": {}}, "c": {"$x": {}}}}"#,
        #"{"rules": {".read": true, ".write": "false", ".validate": "true"}}"#,
        "{\"rules\": {\".read\": \"auth !== null\n  && // who\n auth.uid !== ''\"}}",
        #"{"rules": {"\u00e4\ud83d\ude00 \/": {}}}"#.replacing(#" \/"#, with: ""), "{\r\n\"rules\":\t{}\r\n}",
        #"{"rules": {"a": {".indexOn": []}}}"#,
    ]) func validRulesAreLoaded(_ text: String) throws {
        #expect(try SecurityRules(text).text == text)
    }

    @Test func problemsShowTheirLineAndAHint() throws {
        let text = "{\n\t\"rules\": {\n\t\t\".read\": \"auth.uid = $uid\"\n\t}\n}"
        let error = #expect(throws: RulesError.self) { _ = try SecurityRules(text) }
        #expect(
            try #require(error).rendered(file: "database.rules.json") == """
                database.rules.json:3:22: Rule expressions may not contain the = operator.
                    \t\t".read": "auth.uid = $uid"
                    \t\t                   ^
                    Use === to compare.
                """)
    }

    @Test func placesOfSomeLengthAreUnderlined() throws {
        let error = #expect(throws: RulesError.self) { _ = try SecurityRules(#"{"rules": {".read": "nobody"}}"#) }
        let problem = try #require(error?.problems.first)
        #expect(problem.length == 6)
        #expect(problem.rendered(file: "r").contains("\n                         ^~~~~~"))
    }

    @Test func longLinesAreCut() throws {
        let text =
            #"{"rules": {".read": ""# + String(repeating: "true || ", count: 100) + "nobody" + String(repeating: " || true", count: 100)
            + #""}}"#
        let error = #expect(throws: RulesError.self) { _ = try SecurityRules(text) }
        let problem = try #require(error?.problems.first)
        #expect(problem.column == 822)
        #expect(problem.excerpt.count < 200)
        #expect(problem.excerpt.dropFirst(problem.column - problem.excerptColumn).hasPrefix("nobody"))
    }

    @Test func deepNestingIsAProblemAndNoCrash() {
        let open = String(repeating: #"{"a":"#, count: 10_000)
        #expect(throws: RulesError.self) { try SecurityRules("{\"rules\":" + open) }
        #expect(throws: RulesError.self) { try SecurityRules(String(repeating: "[", count: 10_000)) }
        for (left, right) in [
            ("(", ")"), ("!", ""), ("-", ""), ("[", "]"), ("auth[", "]"), ("true ? ", " : true"), ("root.child(", ")"), ("1 + (", ")"),
        ] {
            let text = String(repeating: left, count: 5_000) + "true" + String(repeating: right, count: 5_000)
            #expect(!LatchkeyRulesTests.problems(text).isEmpty, "\(left)")
        }
        #expect(!LatchkeyRulesTests.problems("data" + String(repeating: ".parent()", count: 5_000) + ".exists()").isEmpty)
        #expect(!LatchkeyRulesTests.problems("1" + String(repeating: " + 1", count: 5_000) + " > 0").isEmpty)
        #expect(
            !LatchkeyRulesTests.problems(
                "'a'.matches(/" + String(repeating: "(", count: 5_000) + "a" + String(repeating: ")", count: 5_000) + "/)"
            ).isEmpty)
    }

    @Test func longChainsAreNotDeep() throws {
        #expect(try evaluate(String(repeating: "$key === 'x' || ", count: 3_000) + "$key === 'k1'"))
        #expect(try evaluate(String(repeating: "$key === 'k1' && ", count: 3_000) + "true"))
    }

    @Test func sizesAreLimited() {
        let big = "{\"rules\": {}}" + String(repeating: " ", count: 1024 * 1024)
        #expect(throws: RulesError.self) { try SecurityRules(big) }
        #expect(
            LatchkeyRulesTests.problems(String(repeating: " ", count: 65_536) + "true") == [
                "1: An expression may have 65536 bytes at most."
            ])
    }

    @Test func rulesCutAnywhereAreProblemsWithAPlace() throws {
        let whole = GuideRulesTests.twitter
        for length in 0..<whole.utf8.count {
            let text = String(decoding: whole.utf8.prefix(length), as: UTF8.self)
            let error = #expect(throws: RulesError.self) { _ = try SecurityRules(text) }
            for problem in try #require(error).problems {
                #expect(problem.line >= 1 && problem.column >= 1)
                _ = problem.rendered(file: "r")
            }
        }
    }

    @Test func rulesInWhichBytesAreChangedNeverCrash() async {
        var dice = Dice("mutations")
        let whole = Array(MeaningTests.everything.utf8)
        let words = [
            "\"", "\\", "{", "}", "[", "]", "(", ")", "/", "*", "'", "$", ".", "null", "newData", "\u{0}", "ä", "&&", "?", ":", ",",
            "1e999",
        ]
        for await _ in Soak.standard.rounds(500) {
            var bytes = whole
            for _ in 0...dice.below(3) {
                let index = dice.below(bytes.count)
                switch dice.below(3) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(contentsOf: Array(dice.pick(words).utf8), at: index)
                default:
                    bytes.replaceSubrange(
                        index..<min(bytes.count, index + dice.below(8)), with: bytes[dice.below(bytes.count / 2)..<bytes.count / 2])
                }
            }
            do {
                let rules = try SecurityRules(String(decoding: bytes, as: UTF8.self))
                _ = try rules.reads("a/b", auth: ada)
            } catch let error as RulesError {
                #expect(!error.problems.isEmpty)
                _ = error.rendered(file: "r")
            } catch {}
        }
    }
}
