import LatchkeyIdentity
import Testing

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("Ada@Example.ORG", "ada@example.org"), ("o'hara+tag@example.org", "o'hara+tag@example.org"), ("ü@example.org", "ü@example.org"),
        ("u\u{308}@example.org", "\u{fc}@example.org"),
        // The same domain with a trailing dot.
        ("victim@example.org.", "victim@example.org"), ("ü@example.org.", "ü@example.org"),
    ])
    func isKeptInLowerCase(_ text: String, _ expected: String) {
        // Compared byte by byte: Swift treats composed and decomposed accents as equal.
        #expect(EmailAddress(text).map { Array($0.text.utf8) } == Array(expected.utf8))
    }

    @Test(arguments: [
        "", "@", "a@", "@b", "a@b@c", "a b@c", "a@b\n", "a\u{0}@b", "\u{7f}a@b", String(repeating: "a", count: 250) + "@b.cd",
        // Both would become ASCII letters: the Kelvin sign, and I with a dot.
        "mi\u{212a}e@example.org", "\u{130}da@example.org",
        // Dots without a label, angle brackets.
        "a@.", "a@example.org..", "<ada@example.org>", "a<b@example.org", "ada>@example.org", "ü<@example.org",
        // A combining character after the @.
        "victim@example.org@\u{336}example.com", "a@\u{301}",
        // Zero-width space, soft hyphen, direction mark, variation selector, tag, private use.
        "a\u{200b}da@example.org", "ada@exam\u{ad}ple.org", "\u{202e}ada@example.org", "ada\u{fe0f}@example.org", "a\u{e0061}@example.org",
        "a\u{e000}@example.org",
        // Fullwidth letters and dot, a ligature.
        "\u{ff41}da@example.org", "ada@example\u{ff0e}org", "\u{fb01}x@example.org",
        // The ideographic full stop, which IDNA reads as a dot.
        "ada@example\u{3002}org", "ada@example.org\u{3002}",
    ])
    func invalidAddressesAreRejected(_ text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test(arguments: [
        // The first two letters are Cyrillic; a Greek omicron; a Cyrillic letter in a label of the domain.
        ("\u{440}\u{430}ypal@example.org", ["Cyrillic", "Latin"]), ("g\u{3bf}ogle@example.org", ["Latin", "Greek"]),
        ("ada@ex\u{430}mple.org", ["Latin", "Cyrillic"]), ("ada@mail.ex\u{430}mple.org", ["Latin", "Cyrillic"]),
        ("a\u{561}@example.org", ["Latin", "Armenian"]), ("\u{5d0}a@example.org", ["Hebrew", "Latin"]),
        // Han with Cyrillic is not a common mixture, and neither is Hiragana with Hangul.
        ("漢\u{430}@example.org", ["Han", "Cyrillic"]), ("ひ한@example.org", ["Hiragana", "Hangul"]),
        ("a\u{2c00}@example.org".lowercased(), ["Latin", "another script"]),
    ])
    func aPartThatMixesScriptsIsFound(_ text: String, _ scripts: [String]) {
        #expect(EmailAddress(text)?.mixedScripts == scripts)
    }

    @Test(arguments: [
        "ada@example.org", "ada99+tag@example.org", "j\u{fc}rgen@example.org", "пример@example.org", "абв@пример.рф",
        "м\u{2bc}ята7@example.org", "παράδειγμα@example.org", "用户@例子.公司", "ひらカタ漢字abc@example.jp", "한글漢abc@example.kr",
        "उदाहरण1@example.org",
    ])
    func aPartThatKeepsToOneScriptIsNoMixture(_ text: String) {
        #expect(EmailAddress(text)?.mixedScripts == [])
    }

    /// Accounts with addresses that were accepted earlier must be readable.
    @Test(arguments: ["victim@example.org.", "a\u{200b}da@example.org", "<ada@example.org>"])
    func anAddressThatWasStoredIsRead(_ text: String) {
        #expect(EmailAddress.stored(text)?.text == text)
    }
}
