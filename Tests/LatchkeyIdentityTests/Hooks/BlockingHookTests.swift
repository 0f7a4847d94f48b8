import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct BlockingHookTests {
    private static let create = ScriptedHooks.beforeCreate
    private static let enter = ScriptedHooks.beforeSignIn
    private let hooks = ScriptedHooks()
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture(ScriptedHooks.settings, hooks: hooks)
    }

    private func record(_ mask: String, _ members: String) -> String {
        #"{"userRecord":{"updateMask":"\#(mask)",\#(members)}}"#
    }

    @Test func signUpCallsBothHooksAndSignInTheSecond() async throws {
        _ = try await fixture.newUser()
        #expect(hooks.requestedURLs == [Self.create, Self.enter])
        _ = try await fixture.signIn()
        #expect(hooks.requestedURLs == [Self.create, Self.enter, Self.enter])
    }

    @Test func theTokenDescribesTheAccountAndTheRequest() async throws {
        let tokens = try await fixture.newUser()
        let claims = try hooks.lastClaims(at: Self.create)
        #expect(claims["aud"] == .string(Self.create))
        #expect(claims["iss"] == .string("https://auth.example.org/sample-project"))
        #expect(claims["sub"] == .string(tokens.account.id.rawValue))
        #expect(claims["event_type"] == .string("beforeCreate"))
        #expect(claims["sign_in_method"] == .string("password"))
        #expect(claims["ip_address"] == .string("192.0.2.1"))
        #expect(claims["iat"] == .integer(1_772_366_400))
        #expect(claims["exp"] == .integer(1_772_366_700))
        guard case .object(let user)? = claims["user_record"] else { throw Unexpected(what: "no user record") }
        #expect(user["email"] == .string("ada@example.org"))
        #expect(user["email_verified"] == .bool(false))
        #expect(user["disabled"] == .bool(false))
    }

    @Test func aHookThatRefusesCreatesNoAccountAndItsMessageReachesTheUser() async throws {
        hooks.reply(#"{"error":{"message":"Only example.com","status":"PERMISSION_DENIED"}}"#, status: 403, at: Self.create)
        let error = await #expect(throws: SignInError.self) { try await fixture.newUser() }
        #expect(error?.code.rawValue == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        #expect(error?.message?.contains("Only example.com") == true)
        #expect(try await fixture.accountCount() == 0)
        #expect(try await fixture.events() == ["sign_up refused BLOCKING_FUNCTION_ERROR_RESPONSE"])
    }

    @Test func aHookThatRefusesTheSignInUndoesTheSignUp() async throws {
        hooks.reply("{}", status: 403, at: Self.enter)
        #expect(await refusal { try await fixture.newUser() } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        #expect(try await fixture.accountCount() == 0)
    }

    @Test(arguments: [
        (500, "{}"), (302, "{}"), (200, ""), (200, "[]"), (200, "null"), (200, #"{"userRecord":1}"#), (200, #"{"userRecord":{}}"#),
        (200, #"{"userRecord":{"updateMask":"uid","uid":"eve"}}"#), (200, #"{"userRecord":{"updateMask":"email","email":"e@x.org"}}"#),
        (200, #"{"userRecord":{"updateMask":"disabled","disabled":"yes"}}"#),
        (200, #"{"userRecord":{"updateMask":"displayName","displayName":7}}"#),
        (200, #"{"userRecord":{"updateMask":"photoUrl","photoUrl":"javascript:alert(1)"}}"#),
        (200, #"{"userRecord":{"updateMask":"customClaims","customClaims":[]}}"#),
        (200, #"{"userRecord":{"updateMask":"customClaims","customClaims":{"sub":"eve"}}}"#),
        (200, #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"a":1}}}"#),
        (200, #"{"userRecord":{"updateMask":"disabled","disabled":true,"disabled":false}}"#),
    ])
    func aHookThatFailsRefuses(_ status: Int, _ body: String) async throws {
        hooks.reply(body, status: status, at: Self.create)
        #expect(await refusal { try await fixture.newUser() } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        #expect(try await fixture.accountCount() == 0)
    }

    @Test func aHookThatCannotBeReachedRefuses() async throws {
        hooks.perform { throw Unexpected(what: "no route") }
        #expect(await refusal { try await fixture.newUser() } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        let without = try await IdentityFixture(ScriptedHooks.settings, hooks: nil)
        #expect(await refusal { try await without.newUser() } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    }

    @Test func anOverlongResponseRefuses() async throws {
        hooks.reply("{}" + String(repeating: " ", count: 65_535), at: Self.create)
        #expect(await refusal { try await fixture.newUser() } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    }

    @Test func aHookEditsTheNewAccount() async throws {
        hooks.reply(
            record(
                "displayName, photoUrl,emailVerified,customClaims",
                #""displayName":"Ada","photoUrl":"https://example.org/a","emailVerified":true,"customClaims":{"role":"editor"}"#),
            at: Self.create)
        let tokens = try await fixture.newUser()
        let account = try await fixture.account(tokens.account.id)
        #expect(account.displayName == "Ada")
        #expect(account.photoURL == "https://example.org/a")
        #expect(account.emailVerified)
        #expect(try await fixture.holder(of: tokens).claims.custom == ["role": .string("editor")])
    }

    @Test func aHookEditsTheNewAccountAtItsFirstSignIn() async throws {
        hooks.reply(record("displayName,customClaims", #""displayName":"Ada","customClaims":{"role":"editor"}"#), at: Self.enter)
        let account = try await fixture.account(try await fixture.newUser().account.id)
        #expect(account.displayName == "Ada" && account.customClaims == #"{"role":"editor"}"#)
        #expect(account.lastSignInAt == ManualClock.start && account.lastRefreshAt == ManualClock.start)
    }

    @Test func onlyTheMembersOfTheMaskChange() async throws {
        hooks.reply(record("displayName", #""displayName":"Ada","disabled":true"#), at: Self.create)
        let tokens = try await fixture.newUser()
        #expect(tokens.account.displayName == "Ada")
        #expect(!tokens.account.disabled)
    }

    @Test func claimsOfTheSessionWinOverThoseOfTheAccountAndEndWithIt() async throws {
        hooks.reply(record("customClaims", #""customClaims":{"role":"reader","plan":"free"}"#), at: Self.create)
        hooks.reply(record("sessionClaims", #""sessionClaims":{"role":"admin"}"#), at: Self.enter)
        let tokens = try await fixture.newUser()
        #expect(try await fixture.holder(of: tokens).claims.custom == ["role": .string("admin"), "plan": .string("free")])
        hooks.reply("{}", at: Self.enter)
        #expect(try await fixture.holder(of: try await fixture.signIn()).claims.custom["role"] == .string("reader"))
    }

    @Test func aHookThatDisablesANewAccountKeepsItForTheOperator() async throws {
        hooks.reply(record("disabled", #""disabled":true"#), at: Self.create)
        #expect(await refusal { try await fixture.newUser() } == "USER_DISABLED")
        let id = try #require(try await fixture.owner(of: "ada@example.org"))
        #expect(try await fixture.account(id).disabled)
        #expect(try await fixture.account(id).lastRefreshAt == nil)
        #expect(try await fixture.sessionCount(of: id) == 0)
        #expect(hooks.requestedURLs == [Self.create], "a disabled account does not sign in")
    }

    @Test func aHookThatDisablesAtSignInOpensNoSession() async throws {
        let tokens = try await fixture.newUser()
        hooks.reply(record("disabled", #""disabled":true"#), at: Self.enter)
        #expect(await refusal { try await fixture.signIn() } == "USER_DISABLED")
        #expect(try await fixture.account(tokens.account.id).disabled)
        #expect(try await fixture.events().last == "sign_in refused USER_DISABLED")
    }

    @Test func aHookThatDisablesANewAccountAtSignInOpensNoSession() async throws {
        hooks.reply(record("disabled", #""disabled":true"#), at: Self.enter)
        #expect(await refusal { try await fixture.newUser() } == "USER_DISABLED")
        let id = try #require(try await fixture.owner(of: "ada@example.org"))
        #expect(try await fixture.account(id).disabled)
        #expect(try await fixture.account(id).lastRefreshAt == nil)
        #expect(try await fixture.sessionCount(of: id) == 0)
    }

    @Test func aWrongPasswordAndATakenAddressCallNoHook() async throws {
        _ = try await fixture.newUser()
        let before = hooks.requestedURLs
        #expect(await refusal { try await fixture.signIn(IdentityFixture.adaText, "wrong password") } == "INVALID_LOGIN_CREDENTIALS")
        #expect(await refusal { try await fixture.newUser() } == "EMAIL_EXISTS")
        #expect(hooks.requestedURLs == before)
    }

    @Test func secondFactorIsVerifiedBeforeTheHookIsCalled() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let program = try #require(enrolled.program)
        let before = hooks.requestedURLs.count
        let needed = try await fixture.firstFactor()
        #expect(hooks.requestedURLs.count == before)
        fixture.clock.advance(bySeconds: 60)
        _ = try await fixture.finish(needed, .totp(code: fixture.code(of: program), enrollment: nil))
        #expect(hooks.requestedURLs.count == before + 1)
        #expect(try hooks.lastClaims(at: Self.enter)["sign_in_second_factor"] == .string("totp"))
    }

    @Test func aRefusedSecondFactorSignInGivesTheCodeBack() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let program = try #require(enrolled.program)
        fixture.clock.advance(bySeconds: 60)
        let needed = try await fixture.firstFactor()
        let proof = SecondFactorProof.totp(code: fixture.code(of: program), enrollment: nil)
        hooks.reply("{}", status: 503, at: Self.enter)
        #expect(await refusal { try await fixture.finish(needed, proof) } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        hooks.reply("{}", at: Self.enter)
        #expect(await refusal { try await fixture.finish(needed, proof) } == nil)
    }

    @Test func anAnonymousUserIsCheckedWhenAFirstWayInIsAdded() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        #expect(hooks.requestedURLs.isEmpty)
        hooks.reply("{}", status: 403, at: Self.create)
        let holder = try await fixture.holder(of: anonymous)
        let linked = await refusal { try await fixture.providerSignIn.finish(.sample("1"), for: .link(holder)) }
        #expect(linked == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        let upgraded = await refusal {
            try await fixture.signUp.upgrade(holder, email: address("ada@example.org"), password: "correct horse")
        }
        #expect(upgraded == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        #expect(try await fixture.account(anonymous.account.id).isAnonymous)
        #expect(hooks.requestedURLs == [Self.create, Self.create])
    }

    @Test func hookCannotDisableAnUpgradedAnonymousUser() async throws {
        let anonymous = try await fixture.signUp.anonymously(fixture.caller())
        hooks.reply(record("disabled", #""disabled":true"#), at: Self.create)
        #expect(await refusal { try await fixture.link(.sample("1"), to: anonymous) } == "USER_DISABLED")
        #expect(try await fixture.account(anonymous.account.id).isAnonymous)
        #expect(await fixture.endOfSession(anonymous) == nil)
    }

    @Test func refusedSignUpsConsumeTheQuotaOfTheNetwork() async throws {
        hooks.reply("{}", status: 403, at: Self.create)
        let caller = fixture.caller { $0.signUpsPerHour = 2 }
        for number in 0..<2 {
            let code = await refusal { try await fixture.enter(.sample("\(number)"), as: caller) }
            #expect(code == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        }
        #expect(await refusal { try await fixture.enter(.sample("3"), as: caller) } == "wait 1800")
        #expect(hooks.requestedURLs.count == 2)
    }

    @Test func aProvidersSignUpThatTheHookAllowsConsumesNone() async throws {
        let caller = fixture.caller { $0.signUpsPerHour = 1 }
        for number in 0..<5 { #expect(await refusal { try await fixture.enter(.sample("\(number)"), as: caller) } == nil) }
    }

    // MARK: Changes during a call

    @Test func accountChangeDuringTheHookCallFailsTheSignIn() async throws {
        let tokens = try await fixture.newUser()
        hooks.perform { [fixture] in
            try await fixture.edit(tokens.account.id) { $0.email = EmailAddress("new@example.org") }
        }
        #expect(await refusal { try await fixture.signIn() } == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        #expect(try await fixture.sessionCount(of: tokens.account.id) == 1)
    }

    @Test func anAccountThatIsDisabledMeanwhileIsNotOpened() async throws {
        let tokens = try await fixture.newUser()
        hooks.perform { [fixture] in try await fixture.edit(tokens.account.id) { $0.disabled = true } }
        #expect(await refusal { try await fixture.signIn() } == "USER_DISABLED")
        #expect(try await fixture.sessionCount(of: tokens.account.id) == 1)
    }

    @Test func aPasswordThatChangesMeanwhileIsNoLongerRight() async throws {
        let tokens = try await fixture.newUser()
        hooks.perform { [fixture] in
            try await fixture.edit(tokens.account.id) { $0.password = PasswordHash(hash: [1], salt: [2], parameters: .firebase) }
        }
        #expect(await refusal { try await fixture.signIn() } == "INVALID_LOGIN_CREDENTIALS")
    }

    @Test func anAddressThatIsTakenMeanwhileIsRefused() async throws {
        hooks.perform { [fixture] in
            try await fixture.store.write { try $0.insert(Account.sample("fast", email: "ada@example.org")) }
        }
        #expect(await refusal { try await fixture.newUser() } == "EMAIL_EXISTS")
        #expect(try await fixture.accountCount() == 1)
    }

    @Test func anEmailLinkThatTheHookRefusesStaysValid() async throws {
        try await fixture.codeRequests.sendSignInLink(to: address("ada@example.org"), for: fixture.caller())
        let code = try await fixture.lastCode(.emailSignIn)
        func enter() async -> String? {
            await refusal { try await fixture.emailLinkSignIn.signIn(code, email: address("ada@example.org"), for: fixture.caller()) }
        }
        hooks.reply("{}", status: 503, at: Self.create)
        #expect(await enter() == "BLOCKING_FUNCTION_ERROR_RESPONSE")
        hooks.reply("{}", at: Self.create)
        #expect(await enter() == nil)
        #expect(try hooks.lastClaims(at: Self.enter)["sign_in_method"] == .string("emailLink"))
    }
}
