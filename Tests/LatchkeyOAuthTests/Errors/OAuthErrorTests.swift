import LatchkeyOAuth
import Testing

@Suite struct OAuthErrorTests {
    @Test func comparesByCodeOnly() {
        #expect(OAuthError(.rateLimited, detail: "a") == OAuthError(.rateLimited, detail: "b", status: 429))
        #expect(OAuthError(.rateLimited) != OAuthError(.clockSkew))
    }

    static let details: [(said: String, kept: String)] = [
        ("", ""),
        ("Could not authenticate you.", "Could not authenticate you."),
        ("two\r\nlines\u{0}and\u{1B}[31mmore\u{202E}", "two lines and [31mmore"),
        ("token gho_16C7e42F292c6912E7710c838347Ae178B4a is bad", "token [...] is bad"),
        ("370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "[...]"),
        ("a_rather_long_word_without_digits stays", "a_rather_long_word_without_digits stays"),
        ("short1token stays", "short1token stays"),
        ("\u{E9}clair \u{2603}", "\u{E9}clair \u{2603}"),
    ]

    @Test(arguments: details) func removesControlCharactersFromTheDetail(_ row: (said: String, kept: String)) {
        #expect(OAuthError(.unexpectedStatus, detail: row.said).detail == row.kept)
    }

    @Test func shortensTheDetail() {
        let detail = OAuthError(.unexpectedStatus, detail: String(repeating: "word ", count: 100_000)).detail
        #expect(detail.count == 303)
        #expect(detail.hasSuffix("..."))
    }
}
