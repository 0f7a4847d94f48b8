import LatchkeySecrets
import Testing

@Suite struct SecretTests {
    @Test func neverShowsItsValue() {
        struct Settings {
            let key = Secret("hunter2")
        }
        var dumped = ""
        dump(Settings(), to: &dumped)
        for text in ["\(Secret("hunter2"))", String(reflecting: Secret("hunter2")), dumped, "\(Settings())"] {
            #expect(!text.contains("hunter2"), "\(text)")
        }
    }

    @Test func exposeReturnsTheValue() {
        #expect(Secret("hunter2").expose() == "hunter2")
    }

    @Test func comparesWholeValues() {
        #expect(Secret("abc") == Secret("abc"))
        #expect(Secret("abc") != Secret("abd"))
        #expect(Secret("abc") != Secret("abcd"))
        #expect(Secret("") == Secret(""))
    }
}

@Suite struct Base64URLTests {
    /// RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func knownAnswers(_ clear: String, _ encoded: String) {
        #expect(Base64URL.encode(clear.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(clear.utf8))
    }

    @Test func readsBothAlphabetsAndPadding() {
        #expect(Base64URL.encode([0xfb, 0xff]) == "-_8")
        #expect(Base64URL.decode("+/8=") == [0xfb, 0xff])
        #expect(Base64URL.decode("-_8") == [0xfb, 0xff])
    }

    @Test(arguments: ["A", "Zg*", "Zg\n", "Z g", "AAAA\0", "AA\u{301}", "\u{212A}AAA"])
    func rejectsInvalidBase64URL(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    /// U+212A is equivalent to K, so `==` does not distinguish the two.
    @Test func rejectsOtherEncodingsOfTheSameBytes() {
        #expect(["", "Zg", "-_8", "KAAA"].allSatisfy { Base64URL.decodeCanonical($0) != nil })
        for text in ["Zg==", "Zh", "+/8", "=", "\u{212A}AAA"] { #expect(Base64URL.decodeCanonical(text) == nil, "\(text)") }
    }
}

@Suite struct RandomTokensTests {
    @Test func tokensHaveTheirLengthAndDiffer() {
        let tokens = (0..<100).map { _ in RandomTokens.system.token() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 43 })
    }

    @Test func drawsEvenlyByDroppingTheTail() {
        // With an alphabet of 10, bytes 250...255 would favor the first six symbols, so they have to be skipped.
        let random = RandomTokens { count in (0..<count).map { UInt8(250 + $0 % 6) } + [7] }
        #expect(random.text(length: 3, from: "0123456789") == "777")
    }

    @Test func fingerprintIsTheSHA256OfTheToken() {
        // FIPS 180-4's example message.
        #expect(Fingerprint(of: "abc").hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
