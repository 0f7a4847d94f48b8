import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Sign-ups whose address is proven first.
@Suite struct MailedSignUpTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func request(_ email: String, as caller: Caller? = nil) async -> String? {
        await refusal {
            try await fixture.codeRequests.sendSignUp(
                to: address(email), continueURL: "https://auth.example.org/sign-in/sign-up?visit=",
                home: "https://auth.example.org/sign-in", for: caller ?? fixture.caller())
        }
    }

    private func finish(_ code: Secret<String>, _ password: Secret<String> = "lovelace", as caller: Caller? = nil) async -> String? {
        await refusal {
            try await fixture.signUp.withPassword(password, provenBy: code, for: caller ?? fixture.caller())
        }
    }

    private func code(_ email: String = "new@example.org") async throws -> Secret<String> {
        #expect(await request(email) == nil)
        let link = try #require(try await fixture.sent(.signUp).last { $0.recipient == email }?.content.link)
        #expect(link.hasPrefix("signUp "))
        return Secret(String(link.dropFirst("signUp ".count)))
    }

    private func found(_ email: String = "new@example.org") async throws -> Account? {
        let email = try address(email)
        return try await fixture.store.read { try $0.account(withEmail: email, in: .sample) }
    }

    @Test func everyAddressGetsTheMailThatAppliesToIt() async throws {
        _ = try await fixture.newUser()
        let disabled = try await fixture.newUser("disabled@example.org")
        try await fixture.edit(disabled.account.id) { $0.disabled = true }
        for email in ["ada@example.org", "new@example.org", "disabled@example.org"] { #expect(await request(email) == nil) }
        #expect(try await fixture.sent(.signUp).map(\.recipient) == ["new@example.org"])
        let told = try await fixture.sent(.accountExists)
        #expect(told.map(\.recipient) == ["ada@example.org"])
        #expect(told.first?.content.link?.hasPrefix("resetPassword ") == true)
        #expect(try await fixture.sent(.passwordReset).isEmpty)
    }

    @Test func theCodeCreatesAnAccountWithAVerifiedAddressOnce() async throws {
        let code = try await code()
        #expect(try await found() == nil, "the request creates nothing")
        #expect(await finish(code, "short") == "WEAK_PASSWORD")
        #expect(await finish(code) == nil)
        let account = try #require(try await found())
        #expect(account.emailVerified && account.password != nil)
        #expect(await finish(code) == "INVALID_OOB_CODE")
    }

    @Test func ofTwoUsesAtOnceOneSucceeds() async throws {
        let code = try await code()
        async let first = finish(code)
        async let second = finish(code, "another password")
        let refusals = await [first, second].compactMap(\.self)
        #expect(refusals.count == 1 && ["INVALID_OOB_CODE", "EMAIL_EXISTS"].contains(refusals[0]), "\(refusals)")
    }

    @Test func theCodeEndsAfterADay() async throws {
        let code = try await code()
        fixture.clock.advance(bySeconds: 86_399)
        #expect(await finish(code, "short") == "WEAK_PASSWORD", "still valid")
        fixture.clock.advance(bySeconds: 2)
        #expect(await finish(code) == "EXPIRED_OOB_CODE")
    }

    @Test func aCodeDoesNotReplaceAnAccountThatWasCreatedMeanwhile() async throws {
        let code = try await code()
        let owner = try await fixture.newUser("new@example.org")
        #expect(await finish(code) == "EMAIL_EXISTS")
        #expect(try await found()?.id == owner.account.id)
    }

    @Test func aCodeOfAnAddressThatHasAnAccountCostsNoHash() async throws {
        let (first, second) = (try await code(), try await code())
        #expect(await finish(first) == nil)
        // A policy would refuse the password before it is hashed.
        #expect(await finish(second, "short") == "EMAIL_EXISTS")
    }

    @Test func codesOfOtherKindsCreateNoAccount() async throws {
        try await fixture.codeRequests.sendSignInLink(to: address("new@example.org"), for: fixture.caller())
        let link = try #require(try await fixture.sent(.emailSignIn).first?.content.link)
        #expect(await finish(Secret(String(link.dropFirst("signIn ".count)))) == "INVALID_OOB_CODE")
    }

    @Test func aProjectWithoutSignUpSendsAndCreatesNothing() async throws {
        let code = try await code()
        let closed = fixture.caller { $0.signUp = false }
        #expect(await finish(code, as: closed) == "ADMIN_ONLY_OPERATION")
        #expect(await request("ada@example.org", as: closed) == "ADMIN_ONLY_OPERATION")
        #expect(await request("ada@example.org", as: fixture.caller { $0.passwordSignIn = false }) == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.sent(.signUp).map(\.recipient) == ["new@example.org"])
    }

    @Test(arguments: ["ada@example.org", "new@example.org"]) func everyAddressHasFiveMailsAnHour(_ email: String) async throws {
        _ = try await fixture.newUser()
        for _ in 0..<5 { #expect(await request(email) == nil) }
        #expect(await request(email) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(await request(email, as: fixture.caller(from: "203.0.113.9")) == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }

    @Test(arguments: ["ada@example.org", "new@example.org"])
    func aNetworkRequestsNoMoreThanItMayCreate(_ email: String) async throws {
        _ = try await fixture.newUser()
        let caller = fixture.caller(from: "203.0.113.9") { $0.signUpsPerHour = 3 }
        for number in 0..<3 { #expect(await request("user\(number)@example.org", as: caller) == nil) }
        await #expect(throws: TooManyAttempts.self) {
            try await fixture.codeRequests.sendSignUp(to: address(email), continueURL: "", home: "", for: caller)
        }
    }
}
