import LatchkeySecrets
import Testing

@Suite struct TokenPartsTests {
    @Test func decodesTheThreeParts() throws {
        let parts = try #require(TokenParts("Zg.Zm8.Zm9v"))
        #expect(parts.header == Array("f".utf8) && parts.payload == Array("fo".utf8) && parts.signature == Array("foo".utf8))
        #expect(parts.signed == Array("Zg.Zm8".utf8))
        #expect(TokenParts("..").map { $0.header + $0.payload + $0.signature } == [], "Parts may be empty")
    }

    @Test(arguments: [
        "", "Zg", "Zg.Zm8", "Zg.Zm8.Zm9v.", ".Zg.Zm8.Zm9v", "Zg.Zm8.Zm9v.Zg", "Zg==.Zm8.Zm9v", "Zh.Zm8.Zm9v", "Zg.+/8.Zm9v",
        "Zg.Zm8.Zm9v\n", "Zg .Zm8.Zm9v", "Zg.\u{301}Zm8.Zm9v", "Zg\u{ff0e}Zm8.Zm9v", "\u{212A}AAA.Zm8.Zm9v",
        String(repeating: ".", count: 16_384),
    ])
    func refusesOtherTexts(_ text: String) {
        #expect(TokenParts(text) == nil)
    }
}
