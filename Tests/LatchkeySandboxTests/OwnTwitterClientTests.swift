import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

/// Latchkey's own OAuth module as the client: whole flows, and its error for every kind of fault.
@Suite struct OwnTwitterClientTests {
    let sandbox = TestSandbox()

    var twitter: Twitter {
        let clock = sandbox.clock
        return Twitter(consumer: SandboxApp.twitter.consumer, apiBase: TestSandbox.base, now: { clock.now })
    }

    /// All three legs and the profile request.
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
        // Each request has a different offset, so that learning the offset does not help.
        (SandboxFault(.wrongClock, path: "/oauth/request_token", times: 1, seconds: 1_000_000), .clockSkew),
    ]

    @Test(arguments: troubles) func faultsAreReportedAsErrors(_ fault: SandboxFault, _ code: OAuthError.Code) async throws {
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

    @Test func desktopApplicationRequiresAPIN() async throws {
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
