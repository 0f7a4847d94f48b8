import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyRules

/// The regular expressions of rules.
@Suite struct PatternTests {
    static func matches(_ pattern: String, _ text: String) throws -> Bool {
        let rules = try SecurityRules("{\"rules\": {\".read\": \(quoted("root.val().matches(\(pattern))"))}}")
        return try rules.reads("", Node(.string(text)))
    }

    @Test(arguments: [
        ("/a/", "bab", "bbb"), ("/^a/", "ab", "ba"), ("/a$/", "ba", "ab"), ("/^a$/", "a", "aa"), ("/^$/", "", "a"), ("/./", "x", "\n"),
        ("/^.$/", "ä", "ab"), ("/^.$/", "😀", "😀😀"), ("/^a*$/", "", "b"), ("/^a+$/", "aaa", ""),
        ("/^a?b$/", "b", "aab"), ("/^a{2}$/", "aa", "aaa"), ("/^a{2,}$/", "aaaa", "a"), ("/^a{1,3}$/", "aaa", "aaaa"),
        ("/^a{0}b$/", "b", "ab"), ("/^(ab)+$/", "abab", "aba"), ("/^(a|bc)$/", "bc", "b"), ("/^a|b$/", "xb", "xbx"),
        ("/^a|b$/", "ax", "xax"), ("/^[abc]$/", "b", "d"),
        ("/^[a-c]$/", "c", "d"), ("/^[^a-c]$/", "d", "a"), ("/^[^a]$/", "\n", "a"), ("/^[\\d_]$/", "5", "a"), ("/^[\\w-]$/", "-", "+"),
        ("/^[-a]$/", "-", "b"), ("/^[\\]]$/", "]", "["), ("/^[\\s\\S]$/", "\n", ""), ("/^\\d\\w\\s$/", "1a ", "a1 "),
        ("/^\\D\\W\\S$/", "a-b", "1ab"),
        ("/^\\s$/", "\u{a0}", "a"), ("/^\\.$/", ".", "a"), ("/^\\/$/", "/", "a"), ("/^[/]$/", "/", "a"), ("/^\\\\$/", "\\", "a"),
        ("/^\\^\\$$/", "^$", "a"), ("/^a}$/", "a}", "a"), ("/\\{foo}/", "x{foo}", "foo"), ("/^\\n$/", "\n", "n"),
        ("/abc/i", "xABCx", "abd"),
        ("/^[a-z]$/i", "Q", "1"), ("/^[^a-z]$/i", "1", "Q"), ("/^ä$/i", "Ä", "a"), ("/^k$/i", "K", "\u{212a}"), ("/^(?:x)$/", ":x", "x"),
        ("/^(?:x)$/", "?:x", "x?"), ("/*a/", "*a", "a"), ("/^(+a)$/", "+a", "a"), ("/^((a|b)c?){2}$/", "acb", "c"),
        ("/^(a*)*$/", "aaa", "ab"),
        ("/^[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,4}$/i", "ada@example.org", "ada@example"),
        ("/^(19|20)[0-9][0-9][-\\/. ](0[1-9]|1[012])$/", "2024-07", "2124-07"), ("/^#[0-9a-f]{6}$/i", "#A0b1C2", "#A0b1C"),
        ("/]/", "]", "["), ("/a|$/", "b", "\u{0}never"), ("/^(a{2}){2}$/", "aaaa", "aaa"),
    ]) func matches(_ pattern: String, _ yes: String, _ no: String) throws {
        // After an initial `*`, JavaScript would begin a comment.
        guard !pattern.hasPrefix("/*") else { return }
        let isOptional = pattern.hasPrefix("/^(?:") && yes == ":x"
        #expect(try Self.matches(pattern, yes) != isOptional)
        if no != "\u{0}never" { #expect(try !Self.matches(pattern, no)) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The column in the pattern, from 1, and the beginning of the message.
        let problem: String
        init(_ pattern: String, _ problem: String) {
            testDescription = pattern
            self.problem = problem
        }
    }

    static let rows: [Row] = [
        Row("/(^a$|b)/", "3: ^ may only be the first"), Row("/a^/", "3: ^ may only be the first"),
        Row("/a$b/", "3: $ may only be the last"), Row("/(a$)/", "4: $ may only be the last"),
        Row("/^(a|)$/", "6: A regular expression may have no empty alternative."),
        Row("/(|a)/", "3: A regular expression may have no empty"), Row("/a|/", "4: A regular expression may have no empty"),
        Row("/|a/", "2: A regular expression may have no empty"), Row("/a||b/", "4: A regular expression may have no empty"),
        Row("/()/", "3: A regular expression may have no empty"), Row("/(a/", "2: The group does not end."),
        Row("/a)/", "3: Unexpected ) in the regular expression."), Row("/[a/", "1: The regular expression does not end."),
        Row("/[]/", "2: A set may not be empty."), Row("/[z-a]/", "3: This is not a range"),
        Row("/[\\\\w-z]/", "3: This is not a range"), Row("/a**/", "4: A repetition may not be repeated."),
        Row("/a+?/", "4: Regular expressions of rules have no lazy repetition."), Row("/a{2}{3}/", "6: A repetition may not be repeated."),
        Row("/a|*b/", "4: There is nothing that * could repeat."), Row("/a{x}/", "3: Expected {n}, {n,} or {n,m}."),
        Row("/a{1/", "3: Expected {n}"), Row("/a{3,2}/", "3: The counts in { } are in the wrong order."),
        Row("/a{1001}/", "3: A part may be repeated 1000 times at most."), Row("/a{99999999999999999999}/", "3: A part may be repeated"),
        Row("/(a{1000}){1000}/", "2: The regular expression is too large"),
        Row("/((((a{0}){1000}){1000}){1000}){1000}/", "2: The regular expression is too large"),
        Row("/\\\\b/", "2: Regular expressions of rules have no \\b."), Row("/(a)\\\\1/", "5: Regular expressions of rules have no \\1."),
        Row("/(?<n>a)\\\\k/", "9: Regular expressions of rules have no \\k."),
        Row("/\\\\p{L}/", "2: Regular expressions of rules have no \\p."),
    ]

    @Test(arguments: rows) func isNoPattern(_ row: Row) throws {
        let before = "$key.matches("
        let text = row.testDescription.replacing("\\\\", with: "\\")
        let found = problems(before + text + ")")
        #expect(found.count == 1, "\(found)")
        // Columns count the doubled backslashes of JSON.
        let expected = row.problem.split(separator: ":", maxSplits: 1)
        let column = try #require(Int(expected[0])) + before.count
        #expect(found.first?.hasPrefix("\(column):\(expected[1])") == true, "\(found)")
    }

    @Test(arguments: [
        "/^(a+)+$/", "/^(a|a)*$/", "/^(a|aa)+$/", "/^(.*)(.*)(.*)(.*)[^a!]$/", "/(a*)*b/", "/^(a?){50}a{50}$/", "/^([a-z]+)*[0-9]$/",
        "/(.+)+x/", "/^(a{1,30}){1,30}b$/",
    ])
    func backtrackingPatternsRunInLinearTime(_ pattern: String) throws {
        let clock = ContinuousClock()
        let text = String(repeating: "a", count: 100_000) + "!"
        var found = true
        let time = try clock.measure { found = try Self.matches(pattern, text) }
        #expect(!found)
        #expect(time < .seconds(20))
    }

    // MARK: A second matcher

    indirect enum Part {
        case one(Character), any, set([Character], isInverted: Bool), sequence([Part]), either([Part]), times(Part, Int, Int?)

        var text: String {
            switch self {
            case .one(let character): "\(character)"
            case .any: "."
            case .set(let members, let isInverted): "[" + (isInverted ? "^" : "") + String(members) + "]"
            case .sequence(let parts): parts.map(\.text).joined()
            case .either(let parts): "(" + parts.map(\.text).joined(separator: "|") + ")"
            case .times(let part, let min, let max): "(\(part.text))" + (max == min ? "{\(min)}" : "{\(min),\(max.map(String.init) ?? "")}")
            }
        }

        /// Returns the ends of all matches that begin at an index: slow and obvious.
        func ends(_ text: [Character], from start: Int) -> Set<Int> {
            switch self {
            case .one(let character): start < text.count && text[start] == character ? [start + 1] : []
            case .any: start < text.count ? [start + 1] : []
            case .set(let members, let isInverted): start < text.count && members.contains(text[start]) != isInverted ? [start + 1] : []
            case .sequence(let parts): parts.reduce([start]) { ends, part in Set(ends.flatMap { part.ends(text, from: $0) }) }
            case .either(let parts): Set(parts.flatMap { $0.ends(text, from: start) })
            case .times(let part, let min, let max):
                {
                    var all: Set<Int> = min == 0 ? [start] : []
                    var current: Set<Int> = [start]
                    for count in 1...((max ?? min + text.count + 1) + 1) where count <= max ?? .max {
                        current = Set(current.flatMap { part.ends(text, from: $0) })
                        if count >= min { all.formUnion(current) }
                    }
                    return all
                }()
            }
        }
    }

    static func part(_ dice: inout Dice, _ depth: Int) -> Part {
        switch dice.below(depth > 0 ? 8 : 4) {
        case 0, 1: .one(dice.pick(["a", "b", "c"]))
        case 2: .any
        case 3: .set([["a", "b"], ["b"], ["a", "c"]][dice.below(3)], isInverted: dice.below(2) == 0)
        case 4, 5: .sequence((0...dice.below(3)).map { _ in part(&dice, depth - 1) })
        case 6: .either((0...dice.below(3)).map { _ in part(&dice, depth - 1) })
        default:
            {
                let min = dice.below(3)
                return .times(part(&dice, depth - 1), min, dice.below(3) == 0 ? nil : min + dice.below(3))
            }()
        }
    }

    @Test func matchesASimpleMatcher() async throws {
        var dice = Dice("patterns")
        for await _ in Soak.standard.rounds(400) {
            let part = Self.part(&dice, 3)
            let (isStart, isEnd) = (dice.below(2) == 0, dice.below(2) == 0)
            let body = (isStart ? "^" : "") + "(" + part.text + ")" + (isEnd ? "$" : "")
            // The fallback for large expressions, without a table.
            let machine = try Pattern(Array(body.utf8)[...], ignoresCase: false, usesAutomaton: false)
            let pattern = "/" + (isStart ? "^" : "") + "(" + part.text + ")" + (isEnd ? "$" : "") + "/"
            let rules: SecurityRules
            do {
                rules = try SecurityRules("{\"rules\": {\".read\": \"root.val().matches(\(pattern))\"}}")
            } catch {
                Issue.record("\(pattern) \(error)")
                continue
            }
            for _ in 0..<8 {
                let text = (0..<dice.below(7)).map { _ in dice.pick(["a", "b", "c", "d"] as [Character]) }
                let expected = (0...text.count).contains { start in
                    (!isStart || start == 0) && part.ends(text, from: start).contains { !isEnd || $0 == text.count }
                }
                #expect(try machine.matches(String(text)) == expected, "\(pattern) \(String(text))")
                #expect(try rules.reads("", Node(.string(String(text)))) == expected, "\(pattern) \(String(text))")
            }
        }
    }
}
