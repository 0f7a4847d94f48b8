import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Synchronization
import Testing

@Suite struct OAuth2FaultTests {
    let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }

    /// A fault, a call that it affects, and the response.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let fault: SandboxFault
        let expected: String
        let call: @Sendable (TestSandbox) async throws -> ProviderReply
        var testDescription: String { name }
    }

    @Sendable static func me(_ sandbox: TestSandbox) async throws -> ProviderReply {
        try await sandbox.call("/2/users/me", bearer: sandbox.bearer(.x))
    }

    @Sendable static func info(_ sandbox: TestSandbox) async throws -> ProviderReply {
        try await sandbox.call("/openid/userinfo", bearer: sandbox.bearer(.openID))
    }

    @Sendable static func exchange(_ sandbox: TestSandbox) async throws -> ProviderReply {
        try await sandbox.exchangeOAuth2(code: sandbox.codeOAuth2())
    }

    static let rows: [Row] = [
        Row(name: "X is busy", fault: .init(.rateLimited), expected: XTests.problem(429, "Too Many Requests"), call: me),
        Row(name: "X is broken", fault: .init(.serverError), expected: XTests.problem(500, "Internal Server Error"), call: me),
        Row(name: "X revoked the token", fault: .init(.revokedToken), expected: XTests.problem(401, "Unauthorized"), call: me),
        Row(name: "X's token expired", fault: .init(.expiredToken), expected: XTests.problem(401, "Unauthorized"), call: me),
        Row(name: "X suspended the person", fault: .init(.userSuspended), expected: XTests.problem(403, "Forbidden"), call: me),
        Row(name: "X locked the account", fault: .init(.accountLocked), expected: XTests.problem(403, "Forbidden"), call: me),
        Row(
            name: "the OpenID provider is busy", fault: .init(.rateLimited),
            expected: #"429 {"error":"temporarily_unavailable","error_description":"Too many requests; a fault is switched on."}"#,
            call: info),
        Row(
            name: "the OpenID provider is broken", fault: .init(.serverError),
            expected: #"500 {"error":"server_error","error_description":"Internal error; a fault is switched on."}"#, call: info),
        Row(
            name: "the OpenID provider revoked the token", fault: .init(.revokedToken),
            expected: #"401 {"error":"invalid_token","error_description":"A fault is switched on."}"#, call: info),
        Row(
            name: "the OpenID provider's token expired", fault: .init(.expiredToken, path: "/openid/userinfo"),
            expected: #"401 {"error":"invalid_token","error_description":"A fault is switched on."}"#, call: info),
        Row(
            name: "the redirect URI is no longer registered", fault: .init(.callbackNotApproved, path: "/openid/token"),
            expected: #"400 {"error":"invalid_grant","error_description":"redirect_uri is not registered; a fault is switched on."}"#,
            call: exchange),
        Row(
            name: "the application is suspended", fault: .init(.appSuspended, path: "/openid/token"),
            expected: #"401 {"error":"invalid_client","error_description":"The application is suspended; a fault is switched on."}"#,
            call: exchange),
        Row(
            name: "X is busy at the token endpoint", fault: .init(.rateLimited, provider: .x, path: "/2/oauth2/token"),
            expected: XTests.problem(429, "Too Many Requests"),
            call: { try await $0.exchangeOAuth2(.x, code: $0.codeOAuth2(.x)) }),
        Row(
            name: "the key set is away", fault: .init(.serverError, provider: .openID, path: "/openid/jwks"),
            expected: #"500 {"error":"server_error","error_description":"Internal error; a fault is switched on."}"#,
            call: { try await $0.get("/openid/jwks") }),
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
    }

    /// A fault of the ID token, and the error that a verifier must report.
    @Test(
        arguments: [
            (SandboxFault.Kind.expiredToken, \TestIDToken.exp, 1_699_996_400), (.wrongClock, \.iat, 1_700_001_200),
        ] as [(SandboxFault.Kind, any KeyPath<TestIDToken, Int> & Sendable, Int)])
    func aTimeIsWrong(
        _ kind: SandboxFault.Kind, _ claim: any KeyPath<TestIDToken, Int> & Sendable, _ expected: Int
    ) async throws {
        let code = try sandbox.codeOAuth2()
        try sandbox.state.switchOn(SandboxFault(kind, provider: .openID, path: "/openid/token"))
        let token = try await sandbox.exchangeOAuth2(code: code).json["id_token"] as? String ?? ""
        #expect(try await sandbox.verified(token)[keyPath: claim] == expected)
    }

    @Test(arguments: [
        (SandboxFault.Kind.wrongAudience, "somebody-else", TestSandbox.issuer, "n-123"),
        (.wrongIssuer, SandboxApp.openID.key, "https://issuer.example", "n-123"),
        (.wrongNonce, SandboxApp.openID.key, TestSandbox.issuer, "another-nonce"),
    ])
    func aClaimIsWrong(_ kind: SandboxFault.Kind, _ audience: String, _ issuer: String, _ nonce: String) async throws {
        for isImplicit in [false, true] {
            try sandbox.state.switchOn(SandboxFault(kind, person: "ada"))
            let token = try await token(isImplicit: isImplicit)
            let claims = try await sandbox.verified(token)
            #expect(claims.aud == audience && claims.iss == issuer && claims.nonce == nonce)
            #expect(sandbox.state.faults().isEmpty)
        }
    }

    @Test func aForeignKeySignsUnderAKnownName() async throws {
        let good = try await token(isImplicit: false)
        try sandbox.state.switchOn(SandboxFault(.foreignKey))
        let bad = try await token(isImplicit: false)
        #expect(good.prefix { $0 != "." } == bad.prefix { $0 != "." }, "the same algorithm and key id")
        _ = try await sandbox.verified(good)
        await #expect(throws: (any Error).self) { try await sandbox.verified(bad) }
    }

    @Test func aTokenIsUnsigned() async throws {
        try sandbox.state.switchOn(SandboxFault(.unsignedToken))
        let token = try await token(isImplicit: false)
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        #expect(parts.count == 3 && parts[2].isEmpty)
        let header = String(decoding: Base64URL.decode(parts[0]) ?? [], as: UTF8.self)
        #expect(header == #"{"alg":"none","typ":"JWT"}"#)
    }

    @Test func tokeninfoNamesAnotherApplication() async throws {
        try sandbox.state.switchOn(SandboxFault(.wrongAudience, path: "/openid/tokeninfo"))
        let token = try sandbox.bearer(.openID)
        let reply = try await sandbox.get("/openid/tokeninfo?access_token=\(token)").json
        #expect(reply["aud"] as? String == "somebody-else" && reply["azp"] as? String == "somebody-else")
    }

    @Test(arguments: ["/openid/jwks", "/openid/.well-known/openid-configuration"])
    func aDocumentIsSlow(_ path: String) async throws {
        let waited = Mutex<[Duration]>([])
        let sandbox = TestSandbox { configuration in
            configuration.openIDAlgorithm = .es256
            configuration.sleep = { duration in waited.withLock { $0.append(duration) } }
        }
        try sandbox.state.switchOn(SandboxFault(.timeout, path: path, milliseconds: 1234))
        #expect(try await sandbox.get(path).head.status == .ok)
        #expect(waited.withLock { $0 } == [.milliseconds(1234)])
    }

    @Test(arguments: [SandboxApp.openID, .x]) func deniedFaultOverridesTheButton(_ app: SandboxApp) throws {
        try sandbox.state.switchOn(SandboxFault(.denied, provider: app.provider, person: "ada"))
        #expect(try sandbox.answerOAuth2(app)["error"] == "access_denied")
        #expect(try sandbox.answerOAuth2(app)["code"] != nil)
    }

    @Test func theAddressIsWithheld() async throws {
        try sandbox.state.switchOn(SandboxFault(.emailPermissionMissing, path: "/openid/authorize"))
        try sandbox.state.switchOn(SandboxFault(.emailPermissionMissing, path: "/i/oauth2/authorize"))
        #expect(try await Self.exchange(sandbox).json["scope"] as? String == "openid profile")
        let x = try await sandbox.exchangeOAuth2(.x, code: sandbox.codeOAuth2(.x)).json
        #expect(x["scope"] as? String == "tweet.read users.read offline.access")
    }

    @Test(arguments: [SandboxApp.openID, .x]) func theAuthorisationPageFails(_ app: SandboxApp) async throws {
        try sandbox.state.switchOn(SandboxFault(.callbackNotApproved, provider: app.provider))
        try sandbox.state.switchOn(SandboxFault(.appSuspended, provider: app.provider))
        let page = try await sandbox.get(sandbox.authorizeOAuth2Path(app))
        #expect(page.head.status == .badRequest && page.text.contains("redirect_uri_mismatch"))
        let suspended = try await sandbox.get(sandbox.authorizeOAuth2Path(app))
        #expect(suspended.header("location")?.contains("?error=unauthorized_client") == true)
    }

    @Test func faultsOfTwitterAndXAreIndependent() async throws {
        try sandbox.state.switchOn(SandboxFault(.serverError, provider: .twitter, path: "/2/users/me"))
        #expect(try await Self.me(sandbox).head.status == .ok)
        #expect(try await sandbox.call("/2/users/me", token: sandbox.token()).head.status == .internalServerError)
        try sandbox.state.switchOn(SandboxFault(.serverError, provider: .x))
        #expect(try await sandbox.call("/2/users/me", token: sandbox.token()).head.status == .ok)
        #expect(try await Self.me(sandbox).head.status == .internalServerError)
    }

    private func token(isImplicit: Bool) async throws -> String {
        guard isImplicit else { return try await Self.exchange(sandbox).json["id_token"] as? String ?? "" }
        let path = sandbox.authorizeOAuth2Path(changing: ["response_type": "id_token", "response_mode": "form_post"])
        guard case .post(_, let form) = try sandbox.state.decide(TestSandbox.base + path, as: "ada") else { return "" }
        return form["id_token"] ?? ""
    }
}
