import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct ProofKeyTests {
    @Test func challengeMatchesTheSpecification() {
        #expect(PKCEVerifier.challenge(for: TestSandbox.verifier) == TestSandbox.challenge)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 43), true),
        (String(repeating: "~", count: 128), true), (String(repeating: "a", count: 129), false),
        (String(repeating: "a", count: 43) + "+", false),
    ])
    func theFormOfAVerifier(_ verifier: String, _ isValid: Bool) {
        #expect(PKCEVerifier.isValid(verifier) == isValid)
    }
}
