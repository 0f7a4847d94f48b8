import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct PKCETests {
    @Test func matchesAppendixBOfTheRFCAsV18() throws {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(PKCE.challenge(for: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(PKCE(verifier: Secret(verifier))?.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func makesTheRFCsVerifierOfTheRFCsBytes() {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91, 88, 5,
            88, 83, 132, 141, 121,
        ]
        let pkce = PKCE.random(RandomTokens { _ in bytes })
        #expect(pkce.verifier.expose() == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func drawsValidVerifiers() {
        let verifiers = Set((0..<20).map { _ in PKCE.random().verifier.expose() })
        #expect(verifiers.count == 20)
        #expect(verifiers.allSatisfy(PKCE.isValidVerifier))
    }

    @Test(arguments: [
        (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 43), true),
        (String(repeating: "~", count: 128), true), (String(repeating: "a", count: 129), false), ("", false),
        (String(repeating: "a", count: 42) + "+", false), (String(repeating: "a", count: 42) + "\u{E9}", false),
    ])
    func knowsAVerifier(_ text: String, _ isValid: Bool) {
        #expect(PKCE.isValidVerifier(text) == isValid)
        #expect((PKCE(verifier: Secret(text)) != nil) == isValid)
    }
}
