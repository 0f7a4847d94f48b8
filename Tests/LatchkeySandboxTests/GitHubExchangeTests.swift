import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct GitHubExchangeTests {
    static let guide = "https://docs.github.com/apps/troubleshooting-oauth-app-access-token-request-errors"
    static let badCode =
        "200 {\"error\":\"bad_verification_code\",\"error_description\":\"The code passed is incorrect or expired.\","
        + "\"error_uri\":\"\(guide)#bad-verification-code\"}"
    static let badClient =
        "200 {\"error\":\"incorrect_client_credentials\","
        + "\"error_description\":\"The client_id and/or client_secret passed are incorrect.\","
        + "\"error_uri\":\"\(guide)#incorrect-client-credentials\"}"
    static let mismatch =
        "200 {\"error\":\"redirect_uri_mismatch\","
        + "\"error_description\":\"The redirect_uri MUST match the registered callback URL for this application.\","
        + "\"error_uri\":\"\(guide)#redirect-uri-mismatch\"}"

    /// Changes to a valid exchange, and the whole response.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let changes: [String: String?]
        let expected: String
        var testDescription: String { name }
    }

    static let wrong: [Row] = [
        Row(name: "an unknown client", changes: ["client_id": "nobody"], expected: badClient),
        Row(name: "no client", changes: ["client_id": nil], expected: badClient),
        Row(name: "a consumer key of the other provider", changes: ["client_id": SandboxApp.twitter.key], expected: badClient),
        Row(name: "a wrong secret", changes: ["client_secret": "wrong"], expected: badClient),
        Row(name: "no secret", changes: ["client_secret": nil], expected: badClient),
        Row(name: "no code", changes: ["code": nil], expected: badCode),
        Row(name: "a wrong code", changes: ["code": "0123456789abcdef0123"], expected: badCode),
        Row(name: "another redirect URI", changes: ["redirect_uri": "http://127.0.0.1:5001/callback"], expected: mismatch),
        Row(name: "a redirect URI below the given one", changes: ["redirect_uri": "\(TestSandbox.callback)/x"], expected: mismatch),
        Row(
            name: "a verifier although there was no challenge", changes: ["code_verifier": TestSandbox.verifier],
            expected: badCode),
        Row(
            name: "another grant type", changes: ["grant_type": "password"],
            expected: "200 {\"error\":\"unsupported_grant_type\",\"error_description\":\"The grant type is not supported.\","
                + "\"error_uri\":\"\(guide)#unsupported-grant-type\"}"),
    ]

    @Test(arguments: wrong) func wrongRequest(_ row: Row) async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code()
        #expect(try await sandbox.exchange(code: code, changing: row.changes).summary == row.expected)
        // A failed exchange does not use up the code.
        #expect(try await sandbox.exchange(code: code).json["access_token"] != nil)
    }

    @Test func aCodeOfAnotherApplicationIsRefused() async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code(.otherGitHub)
        #expect(try await sandbox.exchange(code: code).summary == Self.badCode)
    }

    @Test func codeCanBeUsedOnce() async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code()
        #expect(try await sandbox.exchange(code: code).json["access_token"] != nil)
        #expect(try await sandbox.exchange(code: code).summary == Self.badCode)
    }

    @Test func ofManyExchangesAtOnceOneWins() async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code()
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await sandbox.exchange(code: code).json["access_token"] != nil }
            }
            return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(wins == 1)
    }

    @Test(arguments: [(599, true), (600, false)] as [(Double, Bool)])
    func aCodeLivesTenMinutes(_ seconds: Double, _ isGood: Bool) async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code()
        sandbox.clock.advance(seconds: seconds)
        #expect(try await (sandbox.exchange(code: code).json["access_token"] != nil) == isGood)
    }

    @Test func theRedirectURIMayBeLeftOut() async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code()
        #expect(try await sandbox.exchange(code: code, changing: ["redirect_uri": nil]).json["access_token"] != nil)
    }

    /// PKCE in all combinations: the authorization request, the exchange, and whether it is valid.
    static let pkce: [(String, [String: String?], String?, Bool)] = [
        ("neither", [:], nil, true),
        ("both", ["code_challenge": TestSandbox.challenge, "code_challenge_method": "S256"], TestSandbox.verifier, true),
        ("no verifier", ["code_challenge": TestSandbox.challenge, "code_challenge_method": "S256"], nil, false),
        ("an empty verifier", ["code_challenge": TestSandbox.challenge, "code_challenge_method": "S256"], "", false),
        (
            "another verifier", ["code_challenge": TestSandbox.challenge, "code_challenge_method": "S256"],
            "eBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", false
        ),
        (
            "the challenge as verifier", ["code_challenge": TestSandbox.challenge, "code_challenge_method": "S256"],
            TestSandbox.challenge, false
        ),
        ("a verifier without challenge", [:], TestSandbox.verifier, false),
    ]

    @Test(arguments: pkce)
    func proofKey(_ name: String, _ changes: [String: String?], _ verifier: String?, _ isGood: Bool) async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code(changing: changes)
        let reply = try await sandbox.exchange(code: code, changing: ["code_verifier": verifier])
        #expect(try (reply.json["access_token"] != nil) == isGood)
        if !isGood { #expect(reply.summary == Self.badCode) }
    }

    @Test(
        arguments: [
            (nil, "application/x-www-form-urlencoded; charset=utf-8", "access_token=gho_"),
            ("*/*", "application/x-www-form-urlencoded; charset=utf-8", "access_token=gho_"),
            ("application/json", "application/json; charset=utf-8", "{\"access_token\":\"gho_"),
            ("text/html, application/json;q=0.9", "application/json; charset=utf-8", "{\"access_token\":\"gho_"),
            (
                "application/xml", "application/xml; charset=utf-8",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<OAuth><access_token>gho_"
            ),
        ] as [(String?, String, String)])
    func responseHasTheAcceptedFormat(_ accept: String?, _ type: String, _ start: String) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.exchange(code: try sandbox.code(), accept: accept)
        #expect(reply.header("content-type") == type)
        #expect(reply.text.hasPrefix(start))
    }

    @Test func scopesAreSeparatedByCommas() async throws {
        let sandbox = TestSandbox()
        let code = try sandbox.code(changing: ["scope": "repo,user:email user"])
        let reply = try await sandbox.exchange(code: code, accept: nil)
        #expect(reply.text.contains("&scope=repo%2Cuser&token_type=bearer"))
    }

    @Test func theBodyMayBeJSONAndTheClientInTheHeader() async throws {
        let sandbox = TestSandbox()
        var headers = sandbox.basic(.github)
        headers[.accept] = "application/json"
        let reply = try await sandbox.send(
            .post, "/login/oauth/access_token", json: "{\"code\":\"\(try sandbox.code())\"}", headers: headers)
        #expect(try reply.json["token_type"] as? String == "bearer")
    }

    @Test(arguments: ["[]", "{", "{\"code\":{}}", "nonsense"]) func malformedJSONIsRejected(_ body: String) async throws {
        let sandbox = TestSandbox()
        #expect(try await sandbox.send(.post, "/login/oauth/access_token", json: body).head.status == .badRequest)
    }

    @Test func repeatedParameterIsRejected() async throws {
        let sandbox = TestSandbox()
        let form = sandbox.exchangeForm(code: try sandbox.code()) + ["code": "another"]
        #expect(try await sandbox.post("/login/oauth/access_token", form: form).head.status == .badRequest)
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        let sandbox = TestSandbox()
        let form: LatchkeyOAuth.Parameters = ["code": String(repeating: "a", count: 70_000)]
        #expect(try await sandbox.post("/login/oauth/access_token", form: form).head.status == .contentTooLarge)
    }

    @Test func theEleventhTokenDisplacesTheFirst() async throws {
        let sandbox = TestSandbox()
        var tokens: [String] = []
        for _ in 0..<11 {
            tokens.append(try await sandbox.exchange(code: try sandbox.code()).json["access_token"] as? String ?? "")
        }
        #expect(try await sandbox.api("/user", token: tokens[0]).head.status == .unauthorized)
        #expect(try await sandbox.api("/user", token: tokens[1]).head.status == .ok)
        #expect(try await sandbox.api("/user", token: tokens[10]).head.status == .ok)
    }
}
