import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct ChildKeyTests {
    @Test func keysStandInFirebasesOrder() {
        let sorted = [
            "-2147483648", "-10", "-2", "-1", "-01", "-0", "00", "000", "1", "01", "2", "10", "010", "2147483647",
            // Not 32-bit integers, so they sort as strings.
            "", "-", "-2147483649", "-a", "1.5", "10a", "1e3", "2147483648", "99999999999", "A", "Z", "_", "a", "a\u{7F}", "aa", "b",
            "é", "\u{D7FF}", "😀", "\u{10FFFF}", "\u{E000}", "\u{FB01}", "\u{FFFD}",
        ].filter { !$0.contains(".") && !$0.isEmpty && $0 != "a\u{7F}" }
        // "-0" is 0 with two characters, "00" with two digits; 0 alone is shorter.
        let keys = (["0"] + sorted).compactMap(ChildKey.init)
        #expect(keys.count == sorted.count + 1)
        let inOrder = keys.sorted().map(\.text)
        var expected = sorted
        expected.insert("0", at: sorted.firstIndex(of: "-0") ?? 0)
        #expect(inOrder == expected)
        #expect(keys.reversed().sorted().map(\.text) == expected)
    }

    @Test func keyOrderIsTotalAndFollowsTheSpecification() async {
        var dice = Dice("keys")
        let parts = ["0", "1", "9", "-", "21474836", "47", "a", "Z", "é", "e\u{301}", "\u{E000}", "😀", "\u{FFFF}", "12345678", " "]
        for await _ in Soak.standard.rounds(4000) {
            func text() -> String { (0...dice.below(5)).map { _ in dice.pick(parts) }.joined() }
            let (first, second) = (text(), text())
            guard let left = ChildKey(first), let right = ChildKey(second) else {
                Issue.record("no key: \(first), \(second)")
                continue
            }
            let isSame = Array(first.utf8) == Array(second.utf8)
            #expect((left == right) == isSame)
            #expect((left < right) == (!isSame && Model.isKey(first, before: second)), "\(first) \(second)")
            if !isSame { #expect((left < right) != (right < left), "\(first) \(second)") }
        }
    }

    @Test(arguments: [
        ("a", true), ("with blanks and ' \" \\ ~ !", true), ("é", true), ("\u{80}", true), (String(repeating: "x", count: 768), true),
        (String(repeating: "é", count: 384), true), ("", false), (".", false), ("a.b", false), ("$", false), ("#", false), ("[", false),
        ("]", false), ("a/b", false), ("\u{0}", false), ("a\u{1F}", false), ("\u{7F}", false), ("\n", false),
        (String(repeating: "x", count: 769), false), (String(repeating: "é", count: 385), false),
    ]) func aTextCanBeAKeyOrNot(text: String, isKey: Bool) {
        #expect((ChildKey(text) != nil) == isKey)
        #expect(ChildKey.isValid(text) == isKey)
    }

    @Test func textsThatOnlyLookTheSameAreTwoKeys() {
        let composed = ChildKey("\u{E9}")
        let decomposed = ChildKey("e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
    }

    @Test(arguments: [
        ("", "", false, true), ("", "a", true, false), ("a", "", false, false), ("a", "b", true, false),
        ("abcdefgh", "abcdefgi", true, false),
        ("abcdefghi", "abcdefgh", false, false), ("\u{E000}", "😀", false, false), ("😀", "\u{E000}", true, false),
        ("\u{FFFF}", "\u{10000}", false, false), ("\u{D7FF}", "😀", true, false), ("é", "e\u{301}", false, false),
        ("12345678é", "12345678é", false, true), ("x😀a", "x😀b", true, false),
    ]) func textsAreComparedByTheirCodeUnits(left: String, right: String, precedes: Bool, same: Bool) {
        #expect(TextOrder.precedes(left, right) == precedes)
        #expect(TextOrder.same(left, right) == same)
        #expect(left.utf16.lexicographicallyPrecedes(right.utf16) == precedes)
    }
}
