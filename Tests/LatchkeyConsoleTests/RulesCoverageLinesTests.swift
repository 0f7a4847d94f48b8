import Foundation
import LatchkeyRules
import Testing

@testable import LatchkeyDatabaseConsole

@Suite struct RulesCoverageLinesTests {
    private func lines(_ rules: String) throws -> RulesCoverageLines {
        RulesCoverageLines(try JSONDecoder().decode(CoverageReport.self, from: Data(#"{"rules": [\#(rules)]}"#.utf8)))
    }

    private static func rule(_ line: Int, _ kind: String, _ expressions: String) -> String {
        #"{"kind": "\#(kind)", "line": \#(line), "column": 14, "expressions": [\#(expressions)]}"#
    }

    private static func expression(_ count: Int, _ values: String) -> String {
        #"{"line": 1, "column": 1, "text": "x", "count": \#(count), "values": {\#(values)}}"#
    }

    @Test(arguments: [
        (expression(0, ""), "never evaluated", 0, 0, Int?.none),
        (expression(1, #""true": 1"#), "evaluated 1 time: true 1, false 0", 1, 0, nil),
        (expression(12, #""true": 3, "false": 9"#), "evaluated 12 times: true 3, false 9", 3, 9, nil),
        // An error denies as false does.
        (expression(5, #""true": 3, "error": 2"#), "evaluated 5 times: true 3, false 2", 3, 2, nil),
        (
            expression(2, #""false": 2"#) + "," + expression(2, #""false": 2"#) + "," + expression(0, ""),
            "evaluated 2 times: true 0, false 2, 1 of 3 expressions never evaluated", 0, 2, 1
        ),
        (expression(0, "") + "," + expression(0, ""), "never evaluated", 0, 0, nil),
    ])
    func ruleIsDescribed(expressions: String, words: String, granted: Int, refused: Int, missed: Int?) throws {
        let line = try #require(try lines(Self.rule(3, ".read", expressions)).lines.first)
        #expect(line.words == words && line.line == 3 && line.column == 14 && line.kind == ".read")
        #expect(line.granted == granted && line.refused == refused && line.missed == missed)
    }

    @Test func evaluatedRulesAreCounted() throws {
        let one = Self.rule(1, ".read", Self.expression(4, #""true": 4"#))
        let none = Self.rule(2, ".write", Self.expression(0, ""))
        let lines = try lines([one, none, one].joined(separator: ","))
        #expect(lines.evaluated == 2 && lines.total == 3 && lines.lines.count == 3)
    }

    @Test func longListsAreCut() throws {
        let lines = try lines((1...1500).map { Self.rule($0, ".read", Self.expression(0, "")) }.joined(separator: ","))
        #expect(lines.lines.count == 1000 && lines.total == 1500)
    }
}
