import Foundation
import LatchkeyRules
import LatchkeyTree
import Testing

/// Why a request was denied, and what was evaluated.
@Suite struct ExplanationTests {
    static let text = """
        {
          "rules": {
            "users": {
              "$uid": {
                ".read": "auth !== null && auth.uid === $uid",
                ".write": "auth.uid === $uid",
                "age": {
                  ".validate": "newData.isNumber() && newData.val() > root.child('limits').val()"
                }
              }
            }
          }
        }
        """

    /// Generated rules are one long line, and thousands of positions in it are named.
    @Test func longLinesAreExplainedInLinearSpace() throws {
        let terms = (0..<1500).map { "data.val() === 'é\($0)'" }.joined(separator: " || ")
        let text = "{\"rules\":{\".read\":\"" + terms + "\"}}"
        let explanation = try SecurityRules(text).explainRead(.root, RulesRequest(root: .empty, auth: ada, now: noon))
        let run = try #require(explanation.rules.first)
        let scalars = Array(text.unicodeScalars)
        for step in run.steps where step.text.hasPrefix("data.val() === 'é") && !step.text.contains("||") {
            let found = String(String.UnicodeScalarView(scalars[(step.column - 1)...].prefix(step.text.unicodeScalars.count)))
            #expect(found == step.text && step.line == 1)
        }
        #expect(run.steps.contains { $0.text == "data.val() === 'é1499'" })
        #expect(run.steps.reduce(0) { $0 + $1.text.utf8.count } < 10_000_000, "not the square of the rule")
    }

    @Test func manyGrantsAreNotAllNamed() throws {
        let rules = try SecurityRules(#"{"rules":{"$k":{".write":true}}}"#)
        let paths = try (0..<300).map { try TreePath("k\($0)") }
        let explanation = rules.explainWrite(paths, after: .empty, RulesRequest(root: .empty, auth: ada, now: noon))
        #expect(explanation.isAllowed && explanation.conclusion.hasSuffix(", and 290 more."), "\(explanation.conclusion)")
    }

    @Test func aDeniedReadNamesTheRuleAndItsParts() throws {
        let rules = try SecurityRules(Self.text)
        let explanation = rules.explainRead(try TreePath("users/bob/age"), RulesRequest(root: .empty, auth: ada, now: noon))
        #expect(!explanation.isAllowed)
        #expect(explanation.paths == ["/users/bob/age"])
        #expect(explanation.conclusion == "No .read on the way was true.")
        let run = try #require(explanation.rules.first)
        #expect(explanation.rules.count == 1)
        #expect((run.kind, run.path, run.line, run.column) == (.read, "/users/bob", 5, 19))
        #expect(
            run.steps.map(\.text) == [
                "auth !== null && auth.uid === $uid", "auth !== null", "auth", "null", "auth.uid === $uid", "auth.uid", "auth", "$uid",
            ])
        #expect(run.steps.map(\.column) == [19, 19, 19, 28, 36, 36, 36, 49])
        #expect(run.steps.map(\.level) == [0, 1, 2, 2, 1, 2, 3, 2])
        let values = run.steps.map(\.value)
        #expect(values[0] == "false" && values[1] == "true" && values[4] == "false" && values[5] == "\"ada\"" && values[7] == "\"bob\"")
    }

    @Test func unevaluatedStepsAreOmitted() throws {
        let rules = try SecurityRules(Self.text)
        let run = try #require(rules.explainRead(try TreePath("users/bob"), RulesRequest(root: .empty, now: noon)).rules.first)
        #expect(run.steps.map(\.text) == ["auth !== null && auth.uid === $uid", "auth !== null", "auth", "null"])
    }

    @Test func errorsAreReportedAtTheirExpression() throws {
        let rules = try SecurityRules(Self.text)
        let root = try node(#"{"limits": "many"}"#)
        let after = try node(#"{"limits": "many", "users": {"ada": {"age": 7}}}"#)
        let explanation = rules.explainWrite([try TreePath("users/ada/age")], after: after, RulesRequest(root: root, auth: ada, now: noon))
        #expect(!explanation.isAllowed)
        #expect(explanation.conclusion == "Refused by .validate in line 8 at /users/ada/age, which could not be evaluated.")
        let run = try #require(explanation.rules.last)
        #expect(run.error == "number cannot be compared with string: both must be numbers or both strings")
        #expect(run.steps.first { $0.text.hasPrefix("newData.val() >") }?.error == run.error)
        #expect(run.steps.first { $0.text == "root.child('limits').val()" }?.value == "\"many\"")
        #expect(explanation.description.contains("root.child('limits').val()  →  \"many\""))
        #expect(explanation.description.contains("8:25 .validate at /users/ada/age: false, because number cannot be compared"))
    }

    @Test func grantsAreNamed() throws {
        let rules = try SecurityRules(Self.text)
        let after = try node(#"{"users": {"ada": {"name": "Ada"}}}"#)
        let explanation = rules.explainWrite(
            [try TreePath("users/ada/name")], after: after, RulesRequest(root: .empty, auth: ada, now: noon))
        #expect(explanation.isAllowed)
        #expect(explanation.conclusion == "Granted by .write in line 6 at /users/ada.")
        #expect(
            rules.explainRead(try TreePath("other"), RulesRequest(root: .empty, now: noon)).conclusion == "There is no .read on the way.")
        #expect(rules.explainWrite([], after: .empty, RulesRequest(root: .empty, now: noon)).isAllowed)
    }

    @Test func ofSeveralPlacesTheRefusedOneIsNamed() throws {
        let rules = try SecurityRules(Self.text)
        let after = try node(#"{"users": {"ada": {"name": "A"}, "adam": {"name": "B"}}}"#)
        let paths = try ["users/ada/name", "users/adam/name"].map { try TreePath($0) }
        let explanation = rules.explainWrite(paths, after: after, RulesRequest(root: .empty, auth: ada, now: noon))
        #expect(!explanation.isAllowed)
        #expect(explanation.conclusion == "No .write on the way to /users/adam/name was true.")
    }

    @Test func explanationsAreJSON() throws {
        let rules = try SecurityRules(Self.text)
        let explanation = rules.explainRead(try TreePath("users/bob"), RulesRequest(root: .empty, auth: ada, now: noon))
        let data = try JSONEncoder().encode(explanation)
        #expect(try JSONDecoder().decode(Explanation.self, from: data) == explanation)
        #expect(String(decoding: data, as: UTF8.self).contains("\"isAllowed\":false"))
    }

    @Test func longValuesAreCut() throws {
        let rules = try SecurityRules(#"{"rules": {".read": "data.child('long').val() === 'x' || data.hasChild('none')"}}"#)
        let children = (0..<1000).map { "\"k\($0)\": {\"deep\": 1}" }.joined(separator: ",")
        let root = try node("{\"long\": \"\(String(repeating: "é", count: 5000))\", \(children)}")
        let explanation = rules.explainRead(.root, RulesRequest(root: root, now: noon))
        for step in explanation.rules.flatMap(\.steps) { #expect((step.value ?? "").count < 1000) }
    }

    @Test func shortenedTextIsNotReportedAsCut() throws {
        let long = Array(repeating: "auth === null", count: 30).joined(separator: " && ")
        let rules = try SecurityRules(#"{"rules": {".read": "\#(long)"}}"#)
        let whole = rules.explainRead(.root, RulesRequest(root: .empty, now: noon))
        let cut = whole.cut(toBytes: 100_000)
        #expect(cut.rules.first?.text.hasSuffix("…") == true && cut.rules.first?.steps.count == whole.rules.first?.steps.count)
        #expect(!cut.isCut)
    }

    @Test func ofMuchThatIsTrueNotAllIsKept() throws {
        let rules = try SecurityRules(#"{"rules": {".write": true, "$k": {".validate": "newData.val() < 5000"}}}"#)
        let after = try node("{" + (0...5000).map { "\"\($0)\": \($0)" }.joined(separator: ",") + "}")
        let explanation = rules.explainWrite([.root], after: after, RulesRequest(root: .empty, now: noon))
        #expect(!explanation.isAllowed)
        #expect(explanation.isCut)
        #expect(explanation.rules.count < 1100)
        #expect(explanation.rules.last?.path == "/5000")
        let coverage = RulesCoverage()
        var counted = rules
        counted.coverage = coverage
        _ = counted.write([.root], after: after, RulesRequest(root: .empty, now: noon))
        #expect(rules.report(coverage).rules.first { $0.kind == .validate }?.expressions.first?.values == ["true": 5000, "false": 1])
    }

    @Test func theRuleIsShownInItsLine() throws {
        let rules = try SecurityRules(Self.text)
        let explanation = rules.explainRead(try TreePath("users/bob"), RulesRequest(root: .empty, now: noon))
        let lines = explanation.rendered(file: "rules.json").split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0 == "  rules.json:5:19 .read at /users/bob: false" })
        #expect(lines[place + 1].hasSuffix("\".read\": \"auth !== null && auth.uid === $uid\","))
        let caret = try #require(lines[place + 2].firstIndex(of: "^"))
        #expect(
            lines[place + 1][
                lines[place + 1].index(
                    lines[place + 1].startIndex, offsetBy: lines[place + 2].distance(from: lines[place + 2].startIndex, to: caret))...
            ].hasPrefix("auth !== null"))
        #expect(lines[place + 2].hasSuffix("^" + String(repeating: "~", count: "auth !== null && auth.uid === $uid".count - 1)))
    }

    @Test func explanationIsLimitedAndKeepsTheDecidingSteps() throws {
        let long = String(repeating: "auth !== null && ", count: 100) + "true"
        let rules = try SecurityRules(
            #"{"rules": {".write": true, "$k": {".validate": "\#(long)", ".write": true}, "last": {".validate": "newData.val() === 'x'"}}}"#
        )
        let after = try node("{" + (0...200).map { "\"\($0)\": 1" }.joined(separator: ",") + ",\"last\": 1}")
        let whole = rules.explainWrite([.root], after: after, RulesRequest(root: .empty, auth: ada, now: noon))
        let cut = whole.cut(toBytes: 10_000)
        #expect(whole.estimatedBytes > 500_000)
        #expect(cut.estimatedBytes < 12_000)
        #expect(cut.isCut)
        #expect(cut.rules.last == whole.rules.last)
        #expect(cut.conclusion == whole.conclusion)
        let small = rules.explainRead(.root, RulesRequest(root: .empty, now: noon))
        #expect(small.cut(toBytes: 10_000) == small)
    }

    @Test func coverageCountsValues() throws {
        let rules = try SecurityRules(Self.text)
        let coverage = RulesCoverage()
        var counted = rules
        counted.coverage = coverage
        for name in ["ada", "bob", "eve"] {
            let path = try TreePath("users/\(name)")
            let request = RulesRequest(root: .empty, auth: ada, now: noon)
            #expect(counted.read(path, request).isAllowed == (name == "ada"))
        }
        _ = counted.read(try TreePath("users/ada"), RulesRequest(root: .empty, now: noon))
        _ = rules.read(try TreePath("users/ada"), RulesRequest(root: .empty, now: noon))
        let report = rules.report(coverage)
        let read = try #require(report.rules.first { $0.kind == .read })
        #expect((read.line, read.column) == (5, 19))
        #expect(read.expressions.first?.count == 4)
        #expect(read.expressions.first?.values == ["true": 1, "false": 3])
        let uid = try #require(read.expressions.first { $0.text == "$uid" })
        #expect(uid.count == 3)
        #expect(uid.values == ["\"ada\"": 1, "\"bob\"": 1, "\"eve\"": 1])
        let validate = try #require(report.rules.first { $0.kind == .validate })
        #expect(validate.expressions.allSatisfy { $0.count == 0 && $0.values.isEmpty })
    }

    /// This would overflow the stack if each evaluation made the next one deeper.
    @Test func aRuleThatWasRecordedOftenTakesNoDeeperStack() throws {
        var rules = try SecurityRules(#"{"rules": {".read": "auth !== null"}}"#)
        rules.coverage = RulesCoverage()
        let request = RulesRequest(root: .empty, now: noon)
        for _ in 0..<150_000 where rules.read(.root, request).isAllowed { Issue.record("the rule allows nothing") }
        #expect(!rules.explainRead(.root, request).isAllowed)
    }

    @Test func coverageCountsErrorsAndBoundsItself() throws {
        var rules = try SecurityRules(#"{"rules": {"$k": {".read": "$k.length > auth.none"}}}"#)
        let coverage = RulesCoverage()
        rules.coverage = coverage
        for number in 0..<100 { _ = rules.read(try TreePath("key\(number)"), RulesRequest(root: .empty, now: noon)) }
        let read = try #require(rules.report(coverage).rules.first)
        #expect(read.expressions.first?.values == ["error": 100])
        let key = try #require(read.expressions.first { $0.text == "$k" })
        #expect(key.count == 100)
        #expect(key.values.count <= 17)
        #expect(key.values["…"] == 84)
    }
}
