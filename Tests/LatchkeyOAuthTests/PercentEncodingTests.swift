import LatchkeyOAuth
import Testing

@Suite struct PercentEncodingTests {
    static let knownAnswers: [(text: String, encoded: String)] = [
        ("", ""), ("abcABC123", "abcABC123"), ("-._~", "-._~"), ("%", "%25"), ("+", "%2B"), ("&=*", "%26%3D%2A"),
        ("\n", "%0A"), (" ", "%20"), ("\u{7F}", "%7F"), ("\u{80}", "%C2%80"), ("\u{3001}", "%E3%80%81"),
        ("Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen"), ("An encoded string!", "An%20encoded%20string%21"),
        ("Dogs, Cats & Mice", "Dogs%2C%20Cats%20%26%20Mice"), ("\u{2603}", "%E2%98%83"), ("\u{1F600}", "%F0%9F%98%80"),
        ("\u{E9}", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("!*'()", "%21%2A%27%28%29"), ("\0", "%00"),
    ]

    @Test(arguments: knownAnswers) func encodes(_ row: (text: String, encoded: String)) {
        #expect(PercentEncoding.encode(row.text) == row.encoded)
        #expect(PercentEncoding.decode(row.encoded, plusIsSpace: false).map { Array($0.utf8) } == Array(row.text.utf8))
    }

    @Test func leavesExactlySixtySixCharactersAlone() {
        let kept = (0...127).map { String(UnicodeScalar(UInt8($0))) }.filter { PercentEncoding.encode($0) == $0 }.joined()
        #expect(kept == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~")
    }

    @Test func readsPlusAsSpaceOnlyInForms() {
        #expect(PercentEncoding.decode("2+q%2B", plusIsSpace: true) == "2 q+")
        #expect(PercentEncoding.decode("2+q%2B", plusIsSpace: false) == "2+q+")
    }

    @Test func readsLowerCaseEscapes() {
        #expect(PercentEncoding.decode("%c3%a9%2f", plusIsSpace: false) == "\u{E9}/")
    }

    @Test(arguments: ["%", "%2", "a%", "%zz", "%2g", "%%20", "%+1", "% 1", "%C3", "%FF", "%ED%A0%80", "%C0%AF"])
    func refusesBrokenEscapesAndBytesThatAreNotUTF8(_ text: String) {
        #expect(PercentEncoding.decode(text, plusIsSpace: false) == nil)
    }
}
