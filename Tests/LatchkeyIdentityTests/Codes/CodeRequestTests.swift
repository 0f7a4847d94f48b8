import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct CodeRequestTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private var open: Caller { fixture.caller { $0.enumerationProtection = false } }

    private func reset(_ email: String = "ada@example.org", as caller: Caller? = nil) async -> String? {
        await refusal { try await fixture.codeRequests.sendPasswordReset(to: address(email), for: caller ?? fixture.caller()) }
    }

    @Test func anUnknownAndADisabledAddressLookLikeAKnownOneButGetNoMail() async throws {
        _ = try await fixture.newUser()
        let disabled = try await fixture.newUser("disabled@example.org")
        try await fixture.edit(disabled.account.id) { $0.disabled = true }
        for email in ["ada@example.org", "unknown@example.org", "disabled@example.org"] { #expect(await reset(email) == nil) }
        #expect(try await fixture.sent(.passwordReset).map(\.recipient) == ["ada@example.org"])
        #expect(
            try await fixture.events().filter { $0.hasPrefix("send_code") } == [
                "send_code allowed", "send_code refused EMAIL_NOT_FOUND", "send_code refused USER_DISABLED",
            ], "operators see what clients do not")
    }

    @Test(arguments: [("unknown@example.org", "EMAIL_NOT_FOUND"), ("disabled@example.org", "USER_DISABLED"), ("ada@example.org", nil)])
    func withoutProtectionTheReasonIsReported(_ email: String, _ expected: String?) async throws {
        _ = try await fixture.newUser()
        let disabled = try await fixture.newUser("disabled@example.org")
        try await fixture.edit(disabled.account.id) { $0.disabled = true }
        #expect(await reset(email, as: open) == expected)
    }

    @Test(arguments: ["ada@example.org", "unknown@example.org"])
    func everyAddressHasFiveMailsAnHour(_ email: String) async throws {
        _ = try await fixture.newUser()
        for _ in 0..<5 { #expect(await reset(email) == nil) }
        #expect(await reset(email) == "RESET_PASSWORD_EXCEED_LIMIT")
        #expect(await reset(email, as: fixture.caller(from: "203.0.113.9")) == "RESET_PASSWORD_EXCEED_LIMIT")
        #expect(await reset("other@example.org") == nil)
        fixture.clock.advance(bySeconds: 720)
        #expect(await reset(email) == nil, "one more after a fifth of an hour")
        #expect(await reset(email) == "RESET_PASSWORD_EXCEED_LIMIT")
    }

    @Test func eachKindOfMailHasItsOwnLimit() async throws {
        _ = try await fixture.newUser()
        for _ in 0..<5 { #expect(await reset() == nil) }
        let link = await refusal { try await fixture.codeRequests.sendSignInLink(to: address("ada@example.org"), for: fixture.caller()) }
        #expect(link == nil)
    }

    @Test func aProjectWithoutPasswordsSendsNoResets() async throws {
        _ = try await fixture.newUser()
        #expect(await reset(as: fixture.caller { $0.passwordSignIn = false }) == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.sent(.passwordReset).isEmpty)
    }

    @Test func withoutSignUpALinkIsSentToAccountsOnly() async throws {
        _ = try await fixture.newUser()
        let closed = fixture.caller { $0.signUp = false }
        for email in ["ada@example.org", "unknown@example.org"] {
            #expect(await refusal { try await fixture.codeRequests.sendSignInLink(to: address(email), for: closed) } == nil)
        }
        #expect(try await fixture.sent(.emailSignIn).map(\.recipient) == ["ada@example.org"])
        let openAndClosed = fixture.caller {
            $0.signUp = false
            $0.enumerationProtection = false
        }
        let told = await refusal {
            try await fixture.codeRequests.sendSignInLink(to: address("unknown@example.org"), for: openAndClosed)
        }
        #expect(told == "EMAIL_NOT_FOUND")
    }

    @Test func aVerificationGoesToTheAccountsOwnAddressAndOffersADenial() async throws {
        let tokens = try await fixture.newUser()
        let sentTo = try await fixture.codeRequests.sendVerification(to: try await fixture.holder(of: tokens))
        #expect(sentTo.text == "ada@example.org")
        let message = try #require(try await fixture.sent(.verifyEmail).last)
        #expect(message.recipient == "ada@example.org")
        #expect(message.content.link?.hasPrefix("verifyEmail ") == true)
        #expect(message.content.denyLink?.hasPrefix("disownEmail ") == true)
    }

    @Test func verificationRequiresAnAddress() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        let holder = try await fixture.holder(of: anonymous)
        #expect(await refusal { try await fixture.codeRequests.sendVerification(to: holder) } == "MISSING_EMAIL")
    }

    @Test func aChangeOfAddressNeedsARecentSignInAndAnotherAddress() async throws {
        let tokens = try await fixture.newUser()
        let holder = try await fixture.holder(of: tokens)
        func change(_ email: String) async -> String? {
            await refusal { try await fixture.codeRequests.sendChange(to: address(email), of: holder) }
        }
        #expect(await change("ada@example.org") == "INVALID_NEW_EMAIL")
        #expect(await change("new@example.org") == nil)
        fixture.clock.advance(bySeconds: 301)
        #expect(await change("new@example.org") == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        #expect(try await fixture.sent(.verifyAndChangeEmail).map(\.recipient) == ["new@example.org"])
    }

    @Test func aTakenNewAddressLooksFreeWithProtectionAndGetsNoMail() async throws {
        _ = try await fixture.newUser("taken@example.org")
        let tokens = try await fixture.newUser()
        let holder = try await fixture.holder(of: tokens)
        #expect(await refusal { try await fixture.codeRequests.sendChange(to: address("taken@example.org"), of: holder) } == nil)
        #expect(try await fixture.sent(.verifyAndChangeEmail).isEmpty)
        let open = try await fixture.holder(of: tokens, as: open)
        let told = await refusal { try await fixture.codeRequests.sendChange(to: address("taken@example.org"), of: open) }
        #expect(told == "EMAIL_EXISTS")
    }

    @Test func accountCanRequestFiveAddressChangesAnHour() async throws {
        let holder = try await fixture.holder(of: try await fixture.newUser())
        for number in 0..<5 {
            let code = await refusal { try await fixture.codeRequests.sendChange(to: address("new\(number)@example.org"), of: holder) }
            #expect(code == nil)
        }
        let code = await refusal { try await fixture.codeRequests.sendChange(to: address("sixth@example.org"), of: holder) }
        #expect(code == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }
}
