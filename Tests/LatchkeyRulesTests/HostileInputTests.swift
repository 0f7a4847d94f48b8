import LatchkeyTree
import Testing

@testable import LatchkeyRules

/// Values from untrusted clients are arguments of the operator's rules.
@Suite struct HostileInputTests {
    @Test(arguments: [
        ("root.child(newData.val()).parent().exists()", false), ("newData.parent().child(newData.val()).parent().parent().exists()", false),
        ("root.child(newData.val()).exists()", false), ("!root.hasChild(newData.val())", true),
    ]) func pathOfAMillionSegmentsIsEmpty(_ rule: String, _ isAllowed: Bool) throws {
        let text = String(repeating: "a/", count: 1_000_000)
        let after = Node.empty.setting(.leaf(.string(text)), at: try TreePath("place/k1"))
        #expect(try evaluate(rule, .write, root: try node(#"{"a": {"a": 1}}"#), after: after) == isAllowed)
    }

    /// Each `parent()` goes up one component, regardless of the component's length.
    @Test(arguments: [(1, true), (2, true), (3, false)]) func parentsOfLongPathsAreTheirParents(_ parts: Int, _ isThere: Bool) throws {
        let path = "a" + String(repeating: "/a", count: parts)
        #expect(try evaluate("root.child('\(path)').parent().exists()", root: try node(#"{"a": {"a": 1}}"#)) == isThere)
    }

    /// Without a table, each character costs as many steps as the expression has states.
    @Test func aTextThatIsTooLongForALargeExpressionFails() throws {
        let pattern = try Pattern(Array("^(.*a.{1,200}b)+$".utf8)[...], ignoresCase: false, usesAutomaton: false)
        #expect(try pattern.matches("xaxb", maxWork: 10_000))
        let text = String(repeating: "a", count: 3000)
        #expect(throws: RuleFailure(.patternTooSlow)) { try pattern.matches(text, maxWork: 10_000) }
        #expect(try !pattern.matches(text, maxWork: 10_000_000))
    }

    @Test(arguments: ["(", "!", "-", "[", "a.", "true && ", "true ? ", "root.child(", "'' + "])
    func expressionsOfAnyDepthAreReadOrRefused(_ part: String) {
        #expect(throws: (any Error).self) {
            try SecurityRules(#"{"rules": {".read": "\#(String(repeating: part, count: 10_000))"}}"#)
        }
    }

    @Test(arguments: [#"{"a":"#, "[", #"{"rules":"#, #"{"rules":{"a":["#]) func rulesOfAnyDepthAreReadOrRefused(_ part: String) {
        #expect(throws: RulesError.self) { try SecurityRules(String(repeating: part, count: 10_000)) }
    }
}
