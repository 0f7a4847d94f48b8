// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import Testing

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("Ada@Example.ORG", "ada@example.org"), ("o'hara+tag@example.org", "o'hara+tag@example.org"), ("ü@example.org", "ü@example.org"),
        ("u\u{308}@example.org", "\u{fc}@example.org"),
        // The same domain, written to its root.
        ("victim@example.org.", "victim@example.org"), ("ü@example.org.", "ü@example.org"),
    ])
    func isKeptInLowerCase(_ text: String, _ expected: String) {
        // Byte by byte: Swift takes composed and decomposed accents for the same text.
        #expect(EmailAddress(text).map { Array($0.text.utf8) } == Array(expected.utf8))
    }

    @Test(arguments: [
        "", "@", "a@", "@b", "a@b@c", "a b@c", "a@b\n", "a\u{0}@b", "\u{7f}a@b", String(repeating: "a", count: 250) + "@b.cd",
        // Both would become ASCII letters: the sign for kelvin, and I with a dot.
        "mi\u{212a}e@example.org", "\u{130}da@example.org",
        // Dots without a label, angle brackets.
        "a@.", "a@example.org..", "<ada@example.org>", "a<b@example.org", "ada>@example.org", "ü<@example.org",
        // Zero-width space, soft hyphen, direction mark, variation selector, tag, private use.
        "a\u{200b}da@example.org", "ada@exam\u{ad}ple.org", "\u{202e}ada@example.org", "ada\u{fe0f}@example.org", "a\u{e0061}@example.org",
        "a\u{e000}@example.org",
        // Fullwidth letters and dot, a ligature.
        "\u{ff41}da@example.org", "ada@example\u{ff0e}org", "\u{fb01}x@example.org",
    ])
    func othersAreNone(_ text: String) {
        #expect(EmailAddress(text) == nil)
    }

    /// Accounts whose addresses were taken before must be read.
    @Test(arguments: ["victim@example.org.", "a\u{200b}da@example.org", "<ada@example.org>"])
    func anAddressThatWasStoredIsRead(_ text: String) {
        #expect(EmailAddress.stored(text)?.text == text)
    }
}
