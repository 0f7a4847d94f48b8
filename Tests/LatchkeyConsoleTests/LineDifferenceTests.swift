import Testing

@testable import LatchkeyDatabaseConsole

@Suite struct LineDifferenceTests {
    private func drawn(_ lines: [LineDifference.Line?]) -> String {
        lines.map { line in
            switch line?.kind {
            case nil: "..."
            case .same: " " + (line?.text ?? "")
            case .added: "+" + (line?.text ?? "")
            case .removed: "-" + (line?.text ?? "")
            }
        }.joined(separator: "|")
    }

    @Test(arguments: [
        ("a\nb\nc", "a\nb\nc", " a| b| c"), ("a\nb\nc", "a\nc", " a|-b| c"), ("a\nc", "a\nb\nc", " a|+b| c"), ("a\nb", "a\nx", " a|-b|+x"),
        ("", "a", "-|+a"), ("a\nb\na\nb", "a\nb", "-a|-b| a| b"), ("x\na\ny\nb", "a\nb\nz", "-x| a|-y| b|+z"),
    ])
    func linesAreSameAddedOrRemoved(_ old: String, _ new: String, _ expected: String) {
        let difference = LineDifference(from: old, to: new)
        // The difference contains both texts completely.
        #expect(difference.lines.filter { $0.kind != .added }.map(\.text).joined(separator: "\n") == old)
        #expect(difference.lines.filter { $0.kind != .removed }.map(\.text).joined(separator: "\n") == new)
        #expect(
            difference.lines.count == expected.split(separator: "|", omittingEmptySubsequences: false).count, "\(drawn(difference.lines))")
    }

    @Test func distantLinesAreOmitted() {
        let old = (1...20).map { "\($0)" }
        var new = old
        new[9] = "ten"
        let difference = LineDifference(from: old.joined(separator: "\n"), to: new.joined(separator: "\n"))
        #expect(drawn(difference.excerpt(around: 1)) == "...| 9|-10|+ten| 11|...")
        #expect(LineDifference(from: "a", to: "a").excerpt().count == 1)
    }

    @Test func linesEndAsTheyMayAndDifferByTheirBytes() {
        #expect(drawn(LineDifference(from: "a\r\nb\r\n", to: "a\r\nc\r\n").lines) == " a|-b|+c| ")
        #expect(drawn(LineDifference(from: "a\r\nb", to: "a\nb").lines) == " a| b", "another end is no other line")
        // The two look the same to users, but rules that name one do not match the other.
        #expect(drawn(LineDifference(from: "\u{e9}", to: "e\u{301}").lines) == "-\u{e9}|+e\u{301}")
    }

    /// Swift compares texts by canonical equivalence, which takes long for many accents.
    @Test(.timeLimit(.minutes(1))) func longLinesOfAccentsAreQuick() {
        let old = (0..<990).map { "//" + String(repeating: "e\u{301}", count: 150) + "\($0 % 7)" }.joined(separator: "\n")
        let new = (0..<990).map { "//" + String(repeating: "\u{e9}", count: 230) + "\($0 % 5)" }.joined(separator: "\n")
        #expect(LineDifference(from: old, to: new).lines.count == 1980)
    }

    @Test(.timeLimit(.minutes(1))) func unrelatedTextsAreComparedQuickly() {
        let old = (0..<20_000).map { "a\($0)" }.joined(separator: "\n")
        let new = (0..<20_000).map { "b\($0)" }.joined(separator: "\n")
        let difference = LineDifference(from: old, to: new)
        #expect(difference.lines.count == 40_000)
    }
}
