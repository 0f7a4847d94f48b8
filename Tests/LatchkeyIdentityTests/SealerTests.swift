import Crypto
import LatchkeyIdentity
import LatchkeySecrets
import Testing

@Suite struct SealerTests {
    private let sealer = Sealer(masterKey: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
    private let place = SealingContext(project: "p", table: "t", row: "r", column: "c")

    /// A provider's assertion is sealed for the client that started the sign-in, and must be restored completely.
    @Test func assertionIsRestoredCompletely() throws {
        let assertion = ProviderAssertion(
            key: IdentityKey(provider: .twitter, origin: "https://api.twitter.com", rawID: "17"), configuredAs: .x,
            email: EmailAddress("ada@example.org"), addressVerifiedByProvider: true, providerHoldsAddress: false, displayName: "Ada",
            screenName: "ada", photoURL: "https://p.test/1", rawUserInfo: #"{"id":"17"}"#,
            tokens: ProviderTokens(
                accessToken: "a", tokenSecret: "s", idToken: "i", nonce: "n", scopes: ["x", "y"], expiresInSeconds: 7))
        #expect(try sealer.openAssertion(sealer.seal(assertion, for: place), for: place) == assertion)
        var bare = assertion
        bare.tokens = ProviderTokens()
        #expect(try sealer.openAssertion(sealer.seal(bare, for: place), for: place) == bare)
    }

    @Test func opensItsOwnSecrets() throws {
        let sealed = try sealer.seal(Secret("a consumer secret"), for: place)
        #expect(try sealer.openText(sealed, for: place).expose() == "a consumer secret")
    }

    @Test func theClearTextIsNotInTheBytes() throws {
        let sealed = try sealer.seal(Secret("a consumer secret"), for: place)
        #expect(!String(decoding: sealed.bytes, as: UTF8.self).contains("consumer"))
    }

    @Test func sealingTwiceLooksDifferent() throws {
        #expect(try sealer.seal(Secret("x"), for: place) != sealer.seal(Secret("x"), for: place))
    }

    @Test(arguments: [
        SealingContext(project: "q", table: "t", row: "r", column: "c"), SealingContext(project: "p", table: "u", row: "r", column: "c"),
        SealingContext(project: "p", table: "t", row: "s", column: "c"), SealingContext(project: "p", table: "t", row: "r", column: "d"),
        SealingContext(project: "pt", table: "", row: "r", column: "c"),
    ])
    func aValueMovedElsewhereDoesNotOpen(_ elsewhere: SealingContext) throws {
        let sealed = try sealer.seal(Secret("x"), for: place)
        #expect(throws: SealingError.forged) { try sealer.open(sealed, for: elsewhere) }
    }

    @Test func everyChangedByteIsNoticed() throws {
        let sealed = try sealer.seal(Secret("x"), for: place)
        for index in sealed.bytes.indices {
            var bytes = sealed.bytes
            bytes[index] ^= 1
            #expect(throws: SealingError.self) { try sealer.open(SealedSecret(bytes: bytes), for: place) }
        }
    }

    @Test func otherMasterKeyIsReported() throws {
        let other = Sealer(masterKey: SymmetricKey(data: [UInt8](repeating: 8, count: 32)))
        let sealed = try sealer.seal(Secret("x"), for: place)
        #expect(throws: SealingError.unknownKey) { try other.open(sealed, for: place) }
    }

    @Test func shortBytesAreMalformed() {
        #expect(throws: SealingError.malformed) { try sealer.open(SealedSecret(bytes: [1, 2, 3]), for: place) }
    }

    @Test func anAssertionSurvivesWithItsSecrets() throws {
        let assertion = ProviderAssertion(
            key: IdentityKey(provider: .twitter, origin: "https://api.twitter.com", rawID: "9007199254740993"),
            email: EmailAddress("ada@example.org"), addressVerifiedByProvider: true, displayName: "Ada ✨", screenName: "ada",
            photoURL: "https://example.org/a.png", rawUserInfo: #"{"id_str":"9007199254740993"}"#,
            tokens: ProviderTokens(accessToken: "token", tokenSecret: "secret", scopes: ["a"], expiresInSeconds: 60))
        let sealed = try sealer.seal(assertion, for: place)
        #expect(try sealer.openAssertion(sealed, for: place) == assertion)
    }
}

@Suite struct MasterKeyTests {
    private static let (first, second) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))

    @Test func theTextOfAKeyParses() throws {
        let key = SymmetricKey(data: Self.first)
        #expect(MasterKey.text(of: key) == "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE")
        #expect(try #require(MasterKeys.parse(MasterKey.text(of: key))).current == key)
    }

    @Test(arguments: ["", "short", String(repeating: "A", count: 44), "not base64 at all, is it, no it is not!!"])
    func otherTextsDoNot(_ text: String) {
        #expect(MasterKey.parse(text) == nil)
        #expect(MasterKeys.parse(text) == nil)
    }

    @Test(arguments: [
        "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\nAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=\n",
        "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI",
    ])
    func theFirstOfTwoKeysSeals(_ text: String) throws {
        let keys = try #require(MasterKeys.parse(text))
        #expect(keys.current == SymmetricKey(data: Self.first))
        #expect(keys.previous == SymmetricKey(data: Self.second))
    }

    @Test(arguments: ["\n", " "])
    func aSingleKeyMayHaveWhiteSpaceInside(_ space: String) throws {
        let keys = try #require(MasterKeys.parse("AQEBAQEBAQEBAQEBAQEBAQ\(space)EBAQEBAQEBAQEBAQEBAQE=\n"))
        #expect(keys.current == SymmetricKey(data: Self.first))
        #expect(keys.previous == nil)
    }

    @Test(arguments: [
        "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
        "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE AgI",
        String(repeating: "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE ", count: 3),
    ])
    func otherListsOfKeysDoNotParse(_ text: String) {
        #expect(MasterKeys.parse(text) == nil)
    }

    @Test func aReplacedKeyAppliesToAllCopiesAndStillOpens() throws {
        let sealer = Sealer(masterKey: SymmetricKey(data: Self.first))
        let copy = sealer
        let place = SealingContext(project: "p", table: "t", row: "r", column: "c")
        let old = try sealer.seal(Secret("x"), for: place)
        sealer.seal(with: SymmetricKey(data: Self.second))
        let new = try copy.seal(Secret("y"), for: place)
        #expect(try [old, new].map { try copy.openText($0, for: place).expose() } == ["x", "y"])
        let restarted = Sealer(masterKey: SymmetricKey(data: Self.second))
        #expect(try restarted.openText(new, for: place).expose() == "y")
        #expect(throws: SealingError.unknownKey) { try restarted.openText(old, for: place) }
        let withBoth = Sealer(
            masterKeys: MasterKeys(current: SymmetricKey(data: Self.second), previous: SymmetricKey(data: Self.first)))
        #expect(try withBoth.openText(old, for: place).expose() == "x")
        #expect(try withBoth.seal(Secret("z"), for: place).bytes.prefix(5) == new.bytes.prefix(5))
    }
}
