import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Synchronization
import Testing

@Suite struct FaultTests {
    let sandbox = TestSandbox()

    /// A fault, a call that it affects, and the response.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let fault: SandboxFault
        let expected: String
        let call: @Sendable (TestSandbox) async throws -> ProviderReply
        var testDescription: String { name }
    }

    @Sendable static func verify(_ sandbox: TestSandbox) async throws -> ProviderReply {
        try await sandbox.call(VerifyCredentialsTests.full, token: sandbox.token())
    }

    @Sendable static func user(_ sandbox: TestSandbox) async throws -> ProviderReply {
        try await sandbox.api("/user", token: sandbox.gitHubToken())
    }

    static let rows: [Row] = [
        Row(
            name: "Twitter is busy", fault: .init(.rateLimited),
            expected: #"429 {"errors":[{"code":88,"message":"Rate limit exceeded"}]}"#, call: verify),
        Row(
            name: "Twitter is broken", fault: .init(.serverError),
            expected: #"500 {"errors":[{"code":131,"message":"Internal error"}]}"#, call: verify),
        Row(name: "Twitter's clock is ahead", fault: .init(.wrongClock), expected: TwitterReply.late, call: verify),
        Row(
            name: "Twitter's clock is behind", fault: .init(.wrongClock, seconds: -301), expected: TwitterReply.late,
            call: verify),
        Row(name: "Twitter revoked the token", fault: .init(.revokedToken), expected: TwitterReply.invalidToken, call: verify),
        Row(
            name: "Twitter suspended the person", fault: .init(.userSuspended),
            expected: #"403 {"errors":[{"code":63,"message":"User has been suspended."}]}"#, call: verify),
        Row(
            name: "Twitter's API 2 is busy", fault: .init(.rateLimited),
            expected:
                #"429 {"detail":"Too Many Requests","status":429,"title":"Too Many Requests","type":"about:blank"}"#,
            call: { try await $0.call("/2/users/me", token: $0.token()) }),
        Row(
            name: "Twitter does not know the callback", fault: .init(.callbackNotApproved),
            expected: TwitterReply.callbackNotApproved, call: { try await $0.send($0.requestTokenRequest()) }),
        Row(
            name: "Twitter suspended the application", fault: .init(.appSuspended),
            expected: #"401 {"errors":[{"code":416,"message":"Invalid / suspended application"}]}"#,
            call: { try await $0.send($0.requestTokenRequest()) }),
        Row(
            name: "GitHub is busy", fault: .init(.rateLimited),
            expected: #"429 {"documentation_url":"https://docs.github.com/rest/using-the-rest-api/"#
                + #"rate-limits-for-the-rest-api","message":"API rate limit exceeded.","status":"429"}"#, call: user),
        Row(
            name: "GitHub is broken", fault: .init(.serverError),
            expected: #"500 {"documentation_url":"https://docs.github.com/rest","message":"Server Error","status":"500"}"#,
            call: user),
        Row(
            name: "GitHub revoked the token", fault: .init(.revokedToken),
            expected: #"401 {"documentation_url":"https://docs.github.com/rest","message":"Bad credentials","status":"401"}"#,
            call: user),
        Row(
            name: "GitHub shows no addresses", fault: .init(.emailPermissionMissing),
            expected: GitHubApplicationTokenTests.notFound,
            call: { try await $0.api("/user/emails", token: $0.gitHubToken()) }),
        Row(
            name: "GitHub wants a confirmed address", fault: .init(.unverifiedEmail),
            expected: "200 {\"error\":\"unverified_user_email\","
                + "\"error_description\":\"The user must have a verified primary email.\","
                + "\"error_uri\":\"\(GitHubExchangeTests.guide)#unverified-user-email\"}",
            call: { try await $0.exchange(code: $0.code()) }),
    ]

    @Test(arguments: rows) func faultAppliesToOneRequest(_ row: Row) async throws {
        try sandbox.state.switchOn(row.fault)
        #expect(try await row.call(sandbox).summary == row.expected)
        #expect(sandbox.state.faults().isEmpty)
        #expect(try await row.call(sandbox).head.status == .ok)
    }

    @Test(arguments: rows) func faultAppliesToItsPersonOnly(_ row: Row) async throws {
        var fault = row.fault
        fault.person = "bob"
        try sandbox.state.switchOn(fault)
        #expect(try await row.call(sandbox).head.status == .ok)
        #expect(sandbox.state.faults() == [fault])
    }

    @Test(arguments: [SandboxFault.Kind.rateLimited, .serverError, .wrongClock, .revokedToken, .userSuspended])
    func faultAppliesOnce(_ kind: SandboxFault.Kind) async throws {
        try sandbox.state.switchOn(SandboxFault(kind, person: "ada"))
        #expect(try await Self.verify(sandbox).head.status != .ok)
        #expect(try await Self.verify(sandbox).head.status == .ok)
    }

    @Test func aBodyIsUnreadable() async throws {
        try sandbox.state.switchOn(SandboxFault(.malformedBody, times: 2))
        for reply in [try await Self.verify(sandbox), try await Self.user(sandbox)] {
            #expect(reply.head.status == .ok)
            #expect(String(validating: reply.body, as: UTF8.self) == nil)
        }
    }

    @Test func aConnectionIsHeld() async throws {
        let waited = Mutex<[Duration]>([])
        let sandbox = TestSandbox { configuration in
            configuration.sleep = { duration in waited.withLock { $0.append(duration) } }
        }
        try sandbox.state.switchOn(SandboxFault(.timeout, milliseconds: 1234))
        #expect(try await Self.verify(sandbox).head.status == .ok)
        #expect(waited.withLock { $0 } == [.milliseconds(1234)])
    }

    @Test func rateLimitHeadersContainTheReset() async throws {
        try sandbox.state.switchOn(SandboxFault(.rateLimited, provider: .twitter, seconds: 60))
        try sandbox.state.switchOn(SandboxFault(.rateLimited, provider: .github, seconds: 70))
        let twitter = try await Self.verify(sandbox)
        #expect(twitter.header("x-rate-limit-reset") == "1700000060")
        #expect(twitter.header("x-rate-limit-remaining") == "0")
        let github = try await Self.user(sandbox)
        #expect(github.header("x-ratelimit-reset") == "1700000070")
        #expect(github.header("retry-after") == "70")
    }

    @Test func aWrongClockShowsInTheDateAndCanBeLearntFrom() async throws {
        #expect(try await Self.verify(sandbox).header("date") == "Tue, 14 Nov 2023 22:13:20 GMT")
        try sandbox.state.switchOn(SandboxFault(.wrongClock, times: 0, seconds: 1200))
        let late = try await Self.verify(sandbox)
        #expect(late.summary == TwitterReply.late)
        #expect(late.header("date") == "Tue, 14 Nov 2023 22:33:20 GMT")
        let learnt = try await sandbox.call(VerifyCredentialsTests.full, token: sandbox.token(), secondsOff: 1200)
        #expect(learnt.head.status == .ok)
        sandbox.state.clearFaults()
        #expect(try await Self.verify(sandbox).head.status == .ok)
    }

    @Test func deniedFaultOverridesTheButton() async throws {
        try sandbox.state.switchOn(SandboxFault(.denied, provider: .twitter, person: "ada"))
        try sandbox.state.switchOn(SandboxFault(.denied, provider: .github, person: "ada"))
        let token = try await sandbox.requestToken()
        let twitter = try sandbox.state.decide("/oauth/authenticate?oauth_token=\(token.token)", as: "ada")
        #expect(twitter == .redirect("\(TestSandbox.callback)?denied=\(token.token)"))
        guard case .redirect(let github) = try sandbox.state.decide(sandbox.authorizePath(), as: "ada") else {
            Issue.record("no redirect")
            return
        }
        #expect(github.contains("error=access_denied"))
    }

    @Test func withoutTheEmailPermissionThereIsNoAddress() async throws {
        try sandbox.state.switchOn(SandboxFault(.emailPermissionMissing, times: 3))
        #expect(try await Self.verify(sandbox).json["email"] == nil)
        let v2 = try await sandbox.call("/2/users/me?user.fields=confirmed_email", token: sandbox.token())
        #expect(v2.text == #"{"data":{"id":"101815","name":"Ada Lovelace","username":"ada"}}"#)
        #expect(try await sandbox.exchange(code: try sandbox.code()).json["scope"] as? String == "")
    }

    @Test func theAccessLevelIsTooLow() async throws {
        try sandbox.state.switchOn(SandboxFault(.accessLevel, times: 0))
        #expect(try await Self.verify(sandbox).text.contains("\"code\":453"))
        #expect(try await sandbox.call("/2/users/me", token: sandbox.token()).head.status == .ok)
    }

    @Test func gitHubDoesNotKnowTheCallback() async throws {
        try sandbox.state.switchOn(SandboxFault(.callbackNotApproved))
        let page = try await sandbox.get(sandbox.authorizePath())
        #expect(page.header("location")?.hasPrefix("http://127.0.0.1/__/auth/handler?error=redirect_uri_mismatch") == true)
        try sandbox.state.switchOn(SandboxFault(.callbackNotApproved, path: "/login/oauth/access_token"))
        #expect(try await sandbox.exchange(code: try sandbox.code()).summary == GitHubExchangeTests.mismatch)
    }

    @Test func gitHubSuspendedTheApplication() async throws {
        try sandbox.state.switchOn(SandboxFault(.appSuspended))
        let page = try await sandbox.get(sandbox.authorizePath())
        #expect(page.header("location")?.contains("error=application_suspended") == true)
    }

    @Test func aFaultKeepsToItsProviderAndPath() async throws {
        try sandbox.state.switchOn(SandboxFault(.serverError, provider: .github, path: "/user/emails"))
        #expect(try await Self.verify(sandbox).head.status == .ok)
        #expect(try await Self.user(sandbox).head.status == .ok)
        let token = try sandbox.gitHubToken()
        #expect(try await sandbox.api("/api/v3/user/emails", token: token).head.status == .internalServerError)
    }

    @Test func aFaultCanLast() async throws {
        try sandbox.state.switchOn(SandboxFault(.serverError, times: 2))
        try sandbox.state.switchOn(SandboxFault(.userSuspended, times: 0))
        for _ in 0..<2 { #expect(try await Self.verify(sandbox).head.status == .internalServerError) }
        for _ in 0..<3 { #expect(try await Self.verify(sandbox).head.status == .forbidden) }
    }

    @Test func faultsDoNotApplyToTheSandboxsOwnPages() async throws {
        try sandbox.state.switchOn(SandboxFault(.serverError, times: 0))
        #expect(try await sandbox.get("/sandbox/people").head.status == .ok)
        #expect(try await sandbox.get("/").head.status == .ok)
    }

    static let impossible: [SandboxFault] = [
        SandboxFault(.init(rawValue: "earthquake")), SandboxFault(.timeout, milliseconds: -1),
        SandboxFault(.timeout, milliseconds: 600_001), SandboxFault(.denied, times: -1), SandboxFault(.denied, path: "user"),
        SandboxFault(.denied, person: "nobody"),
    ]

    @Test(arguments: impossible) func anImpossibleFaultIsRefused(_ fault: SandboxFault) {
        #expect(throws: SandboxError.self) { try sandbox.state.switchOn(fault) }
        #expect(sandbox.state.faults().isEmpty)
    }

    @Test func numberOfFaultsIsLimited() throws {
        for _ in 0..<100 { try sandbox.state.switchOn(SandboxFault(.denied)) }
        #expect(throws: SandboxError(.full, "")) { try sandbox.state.switchOn(SandboxFault(.denied)) }
    }
}
