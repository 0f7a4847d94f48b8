import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct OwnGitHubClientTests {
    let sandbox = TestSandbox()

    let github = OAuth2Provider(
        .gitHub, client: OAuth2Client(id: SandboxApp.github.key, secret: SandboxApp.github.secret), webBase: TestSandbox.base,
        apiBase: TestSandbox.base)

    func signIn(as person: String) async throws -> ProviderGrant {
        let flow = github.flow(redirectURI: TestSandbox.callback)
        let pkce = PKCE.random()
        let page = flow.authorizationURL(state: "state-1", pkce: pkce, scopes: OAuth2Description.gitHub.scopes)
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

    @Test(arguments: troubles) func faultsAreReportedAsErrors(_ fault: SandboxFault, _ code: OAuthError.Code) async throws {
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
}
