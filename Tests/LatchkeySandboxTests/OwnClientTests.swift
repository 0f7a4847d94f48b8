// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

/// Latchkey's own OAuth room as the client: whole flows, and what it makes of every kind of trouble.
@Suite struct OwnTwitterClientTests {
    let sandbox = TestSandbox()

    var twitter: Twitter {
        let clock = sandbox.clock
        return Twitter(consumer: SandboxApp.twitter.consumer, apiBase: TestSandbox.base, now: { clock.now })
    }

    /// All three legs and the question who it is.
    func signIn(as person: String) async throws -> ProviderProfile {
        let flow = twitter.flow(callback: .url(TestSandbox.callback))
        let issued = try await twitter.requestToken(callback: .url(TestSandbox.callback)).run(sandbox.send)
        let page = flow.authorizationURL(for: issued, language: "fr")
        guard case .redirect(let address) = try sandbox.state.decide(page, as: person) else {
            throw SandboxError(.invalidAuthorization, "no redirect")
        }
        let verifier = try flow.verifier(fromCallback: query(of: address), issued: issued)
        let grant = try await twitter.accessToken(issued: issued, verifier: verifier).run(sandbox.send)
        return try await twitter.identify(grant.token).run(sandbox.send)
    }

    @Test(
        arguments: [
            ("ada", "101815", "ada@example.org"), ("bob", "202930", nil), ("cleo", "303641", nil),
            ("max", "1594750123456789013", "max@example.org"), ("zoe", "505867", "zoe@example.org"),
        ] as [(String, String, String?)])
    func everySeedSignsIn(_ person: String, _ id: String, _ email: String?) async throws {
        let profile = try await signIn(as: person)
        #expect(profile.rawID == id)
        #expect(profile.email == email)
        #expect(profile.displayName == sandbox.state.person(person)?.name)
        #expect(profile.username == sandbox.state.person(person)?.twitter?.screenName)
    }

    static let troubles: [(SandboxFault, OAuthError.Code)] = [
        (SandboxFault(.callbackNotApproved), .callbackNotApproved), (SandboxFault(.denied), .accessDenied),
        (SandboxFault(.appSuspended), .appSuspended), (SandboxFault(.revokedToken), .invalidToken),
        (SandboxFault(.userSuspended), .userSuspended), (SandboxFault(.accountLocked), .accountLocked),
        (SandboxFault(.rateLimited), .rateLimited), (SandboxFault(.serverError), .providerUnavailable),
        (SandboxFault(.malformedBody), .malformedReply),
        (SandboxFault(.serverError, path: "/oauth/access_token"), .providerUnavailable),
        (SandboxFault(.malformedBody, path: "/1.1/account/verify_credentials.json"), .malformedReply),
        // Ahead at each request of its own, so that learning does not help.
        (SandboxFault(.wrongClock, path: "/oauth/request_token", times: 1, seconds: 1_000_000), .clockSkew),
    ]

    @Test(arguments: troubles) func trouble(_ fault: SandboxFault, _ code: OAuthError.Code) async throws {
        try sandbox.state.switchOn(fault)
        await #expect(throws: OAuthError(code)) { try await signIn(as: "ada") }
    }

    @Test func aWrongClockIsLearntFrom() async throws {
        try sandbox.state.switchOn(SandboxFault(.wrongClock, times: 0, seconds: 1200))
        #expect(try await signIn(as: "ada").rawID == "101815")
    }

    @Test func aLowAccessLevelLeadsToAPI2() async throws {
        try sandbox.state.switchOn(SandboxFault(.accessLevel, times: 0))
        let profile = try await signIn(as: "ada")
        #expect(profile.rawID == "101815" && profile.email == "ada@example.org")
    }

    @Test func aTokenOfAnotherApplicationIsRefused() async throws {
        let foreign = try sandbox.token(.otherTwitter)
        await #expect(throws: OAuthError(.invalidToken)) { try await twitter.identify(foreign).run(sandbox.send) }
    }

    @Test func aDesktopApplicationIsToldSo() async throws {
        let desktop = Twitter(
            consumer: SandboxApp.twitterDesktop.consumer, apiBase: TestSandbox.base, now: { [clock = sandbox.clock] in clock.now })
        await #expect(throws: OAuthError(.desktopAppOnly)) {
            try await desktop.requestToken(callback: .url(TestSandbox.callback)).run(sandbox.send)
        }
        let issued = try await desktop.requestToken(callback: .outOfBand).run(sandbox.send)
        let page = desktop.flow(callback: .outOfBand).authorizationURL(for: issued, page: .authorize)
        guard case .pin(let pin) = try sandbox.state.decide(page, as: "max") else {
            Issue.record("no PIN")
            return
        }
        let verifier = try desktop.flow(callback: .outOfBand).verifier(fromPIN: pin)
        let grant = try await desktop.accessToken(issued: issued, verifier: verifier).run(sandbox.send)
        #expect(grant.parameters["user_id"] == "1594750123456789013")
    }
}

@Suite struct OwnGitHubClientTests {
    let sandbox = TestSandbox()

    let github = GitHub(
        client: OAuth2Client(id: SandboxApp.github.key, secret: SandboxApp.github.secret), webBase: TestSandbox.base,
        apiBase: TestSandbox.base)

    func signIn(as person: String) async throws -> ProviderGrant {
        let flow = github.flow(redirectURI: TestSandbox.callback)
        let pkce = PKCE.random()
        let page = flow.authorizationURL(state: "state-1", pkce: pkce, scopes: GitHub.defaultScopes)
        guard case .redirect(let address) = try sandbox.state.decide(page, as: person) else {
            throw SandboxError(.invalidAuthorization, "no redirect")
        }
        let code = try flow.code(fromCallback: query(of: address), expectedState: "state-1")
        let token = try await github.exchange(
            code: code, redirectURI: TestSandbox.callback, pkceVerifier: pkce.verifier
        ).run(sandbox.send)
        return try await github.identify(accessToken: token.accessToken).run(sandbox.send)
    }

    @Test(
        arguments: [
            ("ada", "5101", "ada@example.org"), ("bob", "5202", nil), ("cleo", "5303", nil), ("dora", "5404", "dora@example.com"),
            ("mallory", "5606", nil),
        ] as [(String, String, String?)])
    func everySeedSignsIn(_ person: String, _ id: String, _ email: String?) async throws {
        let grant = try await signIn(as: person)
        #expect(grant.profile.rawID == id)
        #expect(grant.profile.email == email)
        #expect(grant.profile.username == sandbox.state.person(person)?.github?.login)
        #expect(grant.tokens.scopes == ["user:email"])
    }

    static let troubles: [(SandboxFault, OAuthError.Code)] = [
        (SandboxFault(.callbackNotApproved), .redirectMismatch), (SandboxFault(.denied), .accessDenied),
        (SandboxFault(.callbackNotApproved, path: "/login/oauth/access_token"), .redirectMismatch),
        (SandboxFault(.unverifiedEmail), .unverifiedEmail), (SandboxFault(.rateLimited), .rateLimited),
        (SandboxFault(.serverError), .providerUnavailable), (SandboxFault(.malformedBody), .malformedReply),
        (SandboxFault(.revokedToken, path: "/user"), .invalidToken), (SandboxFault(.revokedToken), .wrongApplication),
        (SandboxFault(.serverError, path: "/user"), .providerUnavailable),
    ]

    @Test(arguments: troubles) func trouble(_ fault: SandboxFault, _ code: OAuthError.Code) async throws {
        try sandbox.state.switchOn(fault)
        await #expect(throws: OAuthError(code)) { try await signIn(as: "ada") }
    }

    @Test func withoutTheScopeThereIsNoAddress() async throws {
        try sandbox.state.switchOn(SandboxFault(.emailPermissionMissing))
        #expect(try await signIn(as: "ada").profile.email == nil)
    }

    @Test func aTokenOfAnotherApplicationIsRefused() async throws {
        let foreign = Secret(try sandbox.gitHubToken(.otherGitHub))
        await #expect(throws: OAuthError(.wrongApplication)) {
            try await github.identify(accessToken: foreign).run(sandbox.send)
        }
    }

    @Test func aDeviceIsLetIn() async throws {
        let codes = try github.deviceCode(from: try await sandbox.send(github.deviceCodeRequest()))
        func poll() async throws -> DevicePoll {
            try github.devicePoll(codes, from: try await sandbox.send(github.devicePollRequest(codes)))
        }
        #expect(try await poll() == .pending)
        #expect(try await poll() == .slowDown(intervalSeconds: 10))
        sandbox.clock.advance(seconds: 10)
        try sandbox.state.decideDevice(userCode: codes.userCode, as: "ada")
        guard case .granted(let token) = try await poll() else {
            Issue.record("no token")
            return
        }
        #expect(try await github.identify(accessToken: token.accessToken).run(sandbox.send).profile.rawID == "5101")
    }
}
