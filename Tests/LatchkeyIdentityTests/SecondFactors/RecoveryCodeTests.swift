import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct RecoveryCodeTests {
    private let fixture: IdentityFixture
    private let enrolled: Enrolled
    private let codes: [String]

    init() async throws {
        fixture = try await IdentityFixture()
        enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        codes = try await fixture.recoveryCodes.renew(for: try await fixture.holder(of: enrolled.tokens))
    }

    private func enter(_ code: String) async -> String? {
        await refusal { try await fixture.finish(try await fixture.firstFactor(), .recoveryCode(code)) }
    }

    @Test func tenCodesOfEightyBits() {
        #expect(codes.count == 10)
        #expect(Set(codes).count == 10)
        for code in codes {
            #expect(code.split(separator: "-").map(\.count) == [4, 4, 4, 4])
            #expect(!code.contains { "ILOU".contains($0) })
        }
    }

    @Test func aCodeReplacesTheFactorOnce() async throws {
        let tokens = try await fixture.finish(try await fixture.firstFactor(), .recoveryCode(codes[0]))
        #expect(tokens.session.secondFactor == UsedSecondFactor(.recoveryCode, id: nil))
        #expect(await enter(codes[0]) == "INVALID_CODE")
        #expect(await enter(codes[1]) == nil)
    }

    @Test func codeAcceptsCommonTypingVariants() async throws {
        #expect(await enter(codes[0].lowercased()) == nil)
        #expect(await enter(codes[1].filter { $0 != "-" }) == nil)
        #expect(await enter(" " + codes[2].split(separator: "-").joined(separator: " ")) == nil)
        let confused = codes[3].map { $0 == "0" ? "O" : $0 == "1" ? "l" : $0 }
        #expect(await enter(String(confused)) == nil)
    }

    @Test(arguments: ["", "-", "0000-0000-0000-0000", "made up", String(repeating: "0", count: 10_000)])
    func unknownCodeIsRejected(_ code: String) async {
        #expect(await enter(code) == "INVALID_CODE")
    }

    @Test func newCodesReplaceTheOldOnes() async throws {
        let renewed = try await fixture.recoveryCodes.renew(for: try await fixture.holder(of: enrolled.tokens))
        #expect(Set(renewed).isDisjoint(with: codes))
        #expect(await enter(codes[0]) == "INVALID_CODE")
        #expect(await enter(renewed[0]) == nil)
    }

    @Test func codesOfAnotherUserAreRejected() async throws {
        let bob = try await fixture.newUser("bob@example.org", verified: true)
        let other = try await fixture.enrolTOTP(bob)
        let codesOfBob = try await fixture.recoveryCodes.renew(for: try await fixture.holder(of: other.tokens))
        #expect(await enter(codesOfBob[0]) == "INVALID_CODE")
        let needed = try await fixture.passwordSignIn.signIn(
            email: address("bob@example.org"), password: IdentityFixture.password, caller: fixture.caller()
        ).needed
        #expect(await refusal { try await fixture.finish(needed, .recoveryCode(codesOfBob[0])) } == nil)
    }

    @Test func theCodesEndWithTheLastFactor() async throws {
        _ = try await fixture.enrollment.withdraw(enrolled.factor.id, for: try await fixture.holder(of: enrolled.tokens))
        fixture.clock.advance(bySeconds: 60)
        _ = try await fixture.enrolTOTP(try await fixture.signIn())
        #expect(await enter(codes[0]) == "INVALID_CODE")
    }

    @Test func anAccountWithoutASecondFactorNeedsNone() async throws {
        let bob = try await fixture.newUser("bob@example.org", verified: true)
        let code = await refusal { try await fixture.recoveryCodes.renew(for: try await fixture.holder(of: bob)) }
        #expect(code == "MFA_ENROLLMENT_NOT_FOUND")
    }

    @Test func aRecentSignInIsNeeded() async throws {
        fixture.clock.advance(bySeconds: 301)
        let holder = try await fixture.holder(of: enrolled.tokens)
        #expect(await refusal { try await fixture.recoveryCodes.renew(for: holder) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test func aCodeSufficesToRemoveTheLostFactor() async throws {
        let tokens = try await fixture.finish(try await fixture.firstFactor(), .recoveryCode(codes[0]))
        let holder = try await fixture.holder(of: tokens)
        #expect(await refusal { try await fixture.enrollment.withdraw(enrolled.factor.id, for: holder) } == nil)
        #expect(await refusal { try await fixture.signIn() } == nil)
    }
}
