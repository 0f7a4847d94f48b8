import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct OAuth2ExchangeTests {
    /// Changes to a valid exchange, and the error.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var app = SandboxApp.openID
        var changes: [String: String?] = [:]
        /// Replaces the application's own name and secret.
        var basic: String?
        let expected: String
        /// Whether the error is that the request has no `Authorization`.
        var requiresHeader = false
        var testDescription: String { "\(name) (\(app.key))" }
    }

    static let both: [Row] = [SandboxApp.openID, .x].flatMap { app in
        [
            Row(name: "no grant type", app: app, changes: ["grant_type": nil], expected: "400 invalid_request"),
            Row(name: "a password", app: app, changes: ["grant_type": "password"], expected: "400 unsupported_grant_type"),
            Row(name: "no code", app: app, changes: ["code": nil], expected: "400 invalid_request"),
            Row(name: "a wrong code", app: app, changes: ["code": "nothing"], expected: "400 invalid_grant"),
            Row(name: "no redirect URI", app: app, changes: ["redirect_uri": nil], expected: "400 invalid_request"),
            Row(
                name: "another port", app: app, changes: ["redirect_uri": "http://127.0.0.1:5001/callback"],
                expected: "400 invalid_grant"),
            Row(name: "no verifier", app: app, changes: ["code_verifier": nil], expected: "400 invalid_grant"),
            Row(name: "an empty verifier", app: app, changes: ["code_verifier": ""], expected: "400 invalid_grant"),
            Row(
                name: "the challenge as verifier", app: app, changes: ["code_verifier": TestSandbox.challenge],
                expected: "400 invalid_grant"),
            Row(name: "a wrong secret", app: app, basic: "\(app.key):wrong", expected: "401 invalid_client"),
            Row(name: "an empty secret", app: app, basic: "\(app.key):", expected: "401 invalid_client"),
            Row(name: "no colon", app: app, basic: app.key, expected: "401 invalid_client"),
            Row(name: "nobody", app: app, basic: "", expected: "401 invalid_client"),
            Row(
                name: "another's secret", app: app, basic: "\(app.key):\(SandboxApp.github.secret.expose())", expected: "401 invalid_client"
            ),
            Row(name: "a client id only", app: app, changes: ["client_id": app.key], basic: "", expected: "401 invalid_client"),
            Row(
                name: "two client ids", app: app, changes: ["client_id": SandboxApp.github.key], expected: "400 invalid_request"),
            Row(
                name: "the secret in two ways", app: app, changes: ["client_secret": app.secret.expose()],
                expected: "400 invalid_request"),
        ]
    }

    static let single: [Row] = [
        Row(
            name: "a wrong secret in the form", changes: ["client_id": SandboxApp.openID.key, "client_secret": "x"], basic: "",
            expected: "401 invalid_client"),
        Row(
            name: "X takes no secret in the form", app: .x,
            changes: ["client_id": SandboxApp.x.key, "client_secret": SandboxApp.x.secret.expose()], basic: "",
            expected: "401 invalid_client", requiresHeader: true),
        Row(
            name: "a public application with a secret", app: .nativeOpenID, changes: ["client_secret": "x"],
            expected: "401 invalid_client"),
        Row(
            name: "a public application with an empty password", app: .nativeX, basic: "\(SandboxApp.nativeX.key):",
            expected: "401 invalid_client"),
        Row(
            name: "a public application without verifier", app: .nativeX, changes: ["code_verifier": nil],
            expected: "400 invalid_grant"),
        Row(
            name: "a refresh token where there are none", changes: ["grant_type": "refresh_token", "refresh_token": "x"],
            expected: "400 unsupported_grant_type"),
    ]

    @Test(arguments: both + single) func wrongRequest(_ row: Row) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let code = try sandbox.codeOAuth2(row.app)
        let headers: HTTPFields? = row.basic.map { text in
            text.isEmpty ? [:] : [.authorization: "Basic \(Data(text.utf8).base64EncodedString())"]
        }
        let reply = try await sandbox.exchangeOAuth2(row.app, code: code, changing: row.changes, headers: headers)
        #expect("\(reply.head.status.code) \(try reply.json["error"] ?? "")" == row.expected)
        #expect(try (reply.json["error_description"] as? String)?.isEmpty == false)
        // RFC 6749, section 5.2: a response with status 401 to a request with `Authorization` names the scheme.
        let isChallenged = reply.head.status == .unauthorized && row.basic?.isEmpty == false
        #expect(reply.header("www-authenticate") == (isChallenged || row.requiresHeader ? #"Basic realm="sandbox""# : nil))
        // A failed exchange does not use up the code.
        #expect(try await sandbox.exchangeOAuth2(row.app, code: code).json["access_token"] != nil)
    }

    static let apps: [SandboxApp] = [.openID, .x, .nativeOpenID, .nativeX]

    @Test(arguments: apps) func ofManyExchangesAtOnceOneWins(_ app: SandboxApp) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let code = try sandbox.codeOAuth2(app)
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await sandbox.exchangeOAuth2(app, code: code).json["access_token"] != nil }
            }
            return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(wins == 1)
    }

    @Test(arguments: apps) func aCodeThatIsUsedAgainRevokesItsTokens(_ app: SandboxApp) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let path = app.provider == .x ? "/2/users/me" : "/openid/userinfo"
        let code = try sandbox.codeOAuth2(app)
        let other = try sandbox.bearer(app)
        let reply = try await sandbox.exchangeOAuth2(app, code: code).json
        let access = reply["access_token"] as? String ?? ""
        #expect(try await sandbox.call(path, bearer: access).head.status == .ok)
        #expect(try await sandbox.exchangeOAuth2(app, code: code).json["error"] as? String == "invalid_grant")
        #expect(try await sandbox.call(path, bearer: access).head.status == .unauthorized)
        #expect(try await sandbox.call(path, bearer: other).head.status == .ok, "another decision's tokens stay")
        if let refresh = reply["refresh_token"] as? String {
            #expect(try await sandbox.refresh(app, refresh).json["error"] as? String == "invalid_grant")
        }
    }

    @Test(
        arguments: [(SandboxApp.openID, 59, true), (.openID, 60, false), (.x, 29, true), (.x, 30, false)] as [(SandboxApp, Double, Bool)])
    func aCodeLivesShortly(_ app: SandboxApp, _ seconds: Double, _ isGood: Bool) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let code = try sandbox.codeOAuth2(app)
        sandbox.clock.advance(seconds: seconds)
        #expect(try await (sandbox.exchangeOAuth2(app, code: code).json["access_token"] != nil) == isGood)
    }

    @Test(arguments: [(SandboxApp.openID, 3600), (.x, 7200)] as [(SandboxApp, Double)])
    func anAccessTokenExpires(_ app: SandboxApp, _ seconds: Double) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let path = app.provider == .x ? "/2/users/me" : "/openid/userinfo"
        let token = try sandbox.bearer(app)
        sandbox.clock.advance(seconds: seconds - 1)
        #expect(try await sandbox.call(path, bearer: token).head.status == .ok)
        sandbox.clock.advance(seconds: 1)
        #expect(try await sandbox.call(path, bearer: token).head.status == .unauthorized)
    }

    @Test(arguments: [(SandboxApp.openID, SandboxApp.otherOpenID), (.x, .otherX), (.x, .nativeX)])
    func aCodeOfAnotherApplicationIsRefused(_ app: SandboxApp, _ other: SandboxApp) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let code = try sandbox.codeOAuth2(app)
        #expect(try await sandbox.exchangeOAuth2(other, code: code).json["error"] as? String == "invalid_grant")
        #expect(try await sandbox.exchangeOAuth2(app, code: code).head.status == .ok)
    }

    @Test(arguments: apps) func codeIsInvalidAfterTheUserRevokesThePermission(_ app: SandboxApp) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let code = try sandbox.codeOAuth2(app)
        try sandbox.state.revokeTokens(app: app.key, person: "ada")
        #expect(try await sandbox.exchangeOAuth2(app, code: code).json["error"] as? String == "invalid_grant")
        #expect(try await sandbox.exchangeOAuth2(app, code: sandbox.codeOAuth2(app)).head.status == .ok)
    }

    @Test func theOpenIDProviderTakesTheSecretInTheForm() async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let fields = ["client_id": SandboxApp.openID.key, "client_secret": SandboxApp.openID.secret.expose()]
        let reply = try await sandbox.exchangeOAuth2(code: try sandbox.codeOAuth2(), changing: fields, headers: [:])
        #expect(reply.head.status == .ok)
    }

    @Test func aVerifierWithoutChallengeIsRefused() async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let none: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        let code = try sandbox.codeOAuth2(changing: none)
        #expect(try await sandbox.exchangeOAuth2(code: code).json["error"] as? String == "invalid_grant")
        #expect(try await sandbox.exchangeOAuth2(code: code, changing: ["code_verifier": nil]).head.status == .ok)
    }

    @Test func namesAndSecretsAreFormEncodedInTheHeader() async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }
        let app = SandboxApp(
            provider: .openID, key: "mine & yours", secret: "50%+1:x", name: "Mine", callbacks: SandboxApp.defaultCallbacks)
        try sandbox.state.register(app)
        let text = Data("mine+%26+yours:50%25%2B1%3Ax".utf8).base64EncodedString()
        let reply = try await sandbox.exchangeOAuth2(
            app, code: try sandbox.codeOAuth2(app), headers: [.authorization: "Basic \(text)"])
        #expect(reply.head.status == .ok)
    }

    @Test(arguments: [SandboxApp.openID, .x]) func parametersStayOutOfTheAddress(_ app: SandboxApp) async throws {
        let sandbox = TestSandbox()
        let path = app.provider == .x ? "/2/oauth2/token" : "/openid/token"
        let reply = try await sandbox.post("\(path)?grant_type=authorization_code", form: [:], headers: sandbox.basic(app))
        #expect(try reply.json["error"] as? String == "invalid_request")
        let twice: LatchkeyOAuth.Parameters = [("code", "a"), ("code", "b")].reduce(into: [:]) { $0.append($1.0, $1.1) }
        #expect(
            try await sandbox.post(path, form: twice, headers: sandbox.basic(app)).json["error"] as? String == "invalid_request")
        let json = try await sandbox.send(.post, path, json: "{}", headers: sandbox.basic(app))
        #expect(try json.json["error"] as? String == "invalid_request")
    }
}
