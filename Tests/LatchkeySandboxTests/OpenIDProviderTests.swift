import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct OpenIDProviderTests {
    let sandbox = TestSandbox { $0.openIDAlgorithm = .es256 }

    @Test func documentListsTheEndpoints() async throws {
        let reply = try await sandbox.get("/openid/.well-known/openid-configuration")
        #expect(reply.header("cache-control") == "public, max-age=3600")
        let document = try reply.json
        #expect(document["issuer"] as? String == TestSandbox.issuer)
        for name in ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "revocation_endpoint", "jwks_uri"] {
            let address = try #require(document[name] as? String)
            #expect(address.hasPrefix("\(TestSandbox.issuer)/"))
            let method: HTTPRequest.Method = name == "token_endpoint" || name == "revocation_endpoint" ? .post : .get
            let status = try await sandbox.send(ProviderRequest(method: method, url: address)).head.status
            #expect(status != .notFound || name == "authorization_endpoint", "\(name)")
        }
        let named = try await sandbox.send(
            ProviderRequest(method: .get, url: "http://localhost:9100/openid/.well-known/openid-configuration"))
        #expect(try named.json["issuer"] as? String == "http://localhost:9100/openid")
    }

    /// A user, and the claims about the email address in the ID token.
    @Test(
        arguments: [
            ("ada", "ada@example.org", true), ("cleo", "cleo@example.org", false), ("dora", "dora@example.net", true),
            ("mallory", "ada@example.org", false), ("bob", nil, nil),
        ] as [(String, String?, Bool?)])
    func anAddressIsVerifiedOrNot(_ person: String, _ email: String?, _ isVerified: Bool?) async throws {
        let token = try #require(try sandbox.state.issueToken(app: SandboxApp.openID.key, person: person).idToken)
        let claims = try await sandbox.verified(token.expose())
        #expect(claims.email == email && claims.email_verified == isVerified)
        #expect(claims.sub == sandbox.state.person(person)?.openID?.subject && claims.sub.count == 22)
    }

    @Test(arguments: [
        (["openid"], #"{"sub":"1080000000000000000303"}"#),
        (
            ["openid", "email"],
            #"{"email":"cleo@example.org","email_verified":false,"sub":"1080000000000000000303"}"#
        ),
    ])
    func scopesLimitTheClaims(_ scopes: [String], _ expected: String) async throws {
        let token = try sandbox.bearer(.openID, of: "cleo", scopes: scopes)
        #expect(try await sandbox.call("/openid/userinfo", bearer: token).text == expected)
    }

    @Test func userinfoWantsTheTokenInTheHeader() async throws {
        let token = try sandbox.bearer(.openID)
        let without = try await sandbox.get("/openid/userinfo?access_token=\(token)")
        #expect(without.head.status == .unauthorized && without.header("www-authenticate") == "Bearer realm=\"sandbox\"")
        let wrong = try await sandbox.call("/openid/userinfo", bearer: "x")
        #expect(wrong.head.status == .unauthorized)
        #expect(wrong.header("www-authenticate") == "Bearer realm=\"sandbox\", error=\"invalid_token\"")
        let posted = try await sandbox.post("/openid/userinfo", form: [:], headers: [.authorization: "Bearer \(token)"])
        #expect(posted.head.status == .ok)
    }

    @Test func tokeninfoReturnsTheAudience() async throws {
        let token = try sandbox.bearer(.otherOpenID, of: "cleo")
        sandbox.clock.advance(seconds: 100)
        let reply = try await sandbox.get("/openid/tokeninfo?access_token=\(token)")
        #expect(
            reply.summary == #"200 {"access_type":"online","aud":"foreign.sandbox-openid","azp":"foreign.sandbox-openid","#
                + #""email":"cleo@example.org","email_verified":"false","exp":"1700003600","expires_in":"3500","#
                + #""scope":"openid email profile","sub":"1080000000000000000303"}"#)
        #expect(
            try await sandbox.get("/openid/tokeninfo?access_token=x").summary
                == #"400 {"error":"invalid_token","error_description":"Invalid Value"}"#)
        #expect(try await sandbox.get("/openid/tokeninfo").json["error"] as? String == "invalid_request")
        #expect(try await sandbox.post("/openid/tokeninfo", form: ["access_token": token]).head.status == .ok)
    }

    @Test func idTokenIsReturnedInTheFragment() async throws {
        let changes: [String: String?] = ["response_type": "id_token", "code_challenge": nil, "code_challenge_method": nil]
        let path = sandbox.authorizeOAuth2Path(changing: changes)
        guard case .redirect(let address) = try sandbox.state.decide(TestSandbox.base + path, as: "zoe") else {
            Issue.record("no redirect")
            return
        }
        #expect(address.hasPrefix("\(TestSandbox.callback)#id_token="))
        let response = try query(of: address.split(separator: "#", maxSplits: 1).joined(separator: "?"))
        let token = try await sandbox.verified(response["id_token"] ?? "")
        #expect(token.nonce == "n-123" && token.at_hash == nil && token.iss == TestSandbox.issuer && token.email == "zoe@example.org")
        #expect(response["state"] == "s-123" && response["code"] == nil)
    }

    @Test func anOutcomeComesAsAForm() async throws {
        let changes: [String: String?] = ["response_type": "id_token", "response_mode": "form_post"]
        let path = sandbox.authorizeOAuth2Path(changing: changes)
        var browser = TestBrowser(sandbox)
        try await browser.open(path)
        let page = try await browser.submit(["person": "ada", "action": "allow"])
        #expect(page.text.contains("<form id=\"outcome\" method=\"post\" action=\"\(TestSandbox.callback)\">"))
        #expect(page.text.contains("<script src=\"/sandbox/submit.js\" defer></script>"))
        #expect(page.text.contains("name=\"state\" value=\"s-123\""))
        let policy = try #require(page.header("content-security-policy"))
        #expect(policy.contains("script-src 'self';") && !policy.contains("form-action") && policy.contains("frame-ancestors 'none'"))
        let token = try #require(page.text.range(between: "name=\"id_token\" value=\"", and: "\""))
        #expect(try await sandbox.verified(token).nonce == "n-123")
        #expect(try await sandbox.get("/sandbox/submit.js").header("content-type") == "text/javascript; charset=utf-8")

        let denied = try await sandbox.send(
            .post, "/sandbox/approve", json: "{\"url\":\"\(path)\",\"person\":\"ada\",\"decision\":\"deny\"}"
        ).json
        #expect(denied["postURL"] as? String == TestSandbox.callback)
        #expect((denied["form"] as? [String: String])?["error"] == "access_denied")
        var app = SandboxApp.openID
        app.callbacks = ["com.example.app://callback"]
        try sandbox.state.register(app)
        let custom = try await sandbox.get(
            sandbox.authorizeOAuth2Path(changing: changes.merging(["redirect_uri": "com.example.app://callback"]) { $1 }))
        #expect(custom.header("location")?.hasPrefix("com.example.app://callback#error=invalid_request") == true)
    }

    @Test func maxAgeBringsTheTimeOfTheDecision() async throws {
        let code = try sandbox.codeOAuth2(changing: ["max_age": "300"])
        sandbox.clock.advance(seconds: 20)
        let token = try await sandbox.exchangeOAuth2(code: code).json["id_token"] as? String ?? ""
        let claims = try await sandbox.verified(token)
        #expect(claims.auth_time == 1_700_000_000 && claims.iat == 1_700_000_020)
    }

    @Test func aRotatedKeySignsAndTheOldOneStays() async throws {
        func token() async throws -> String {
            try await sandbox.exchangeOAuth2(code: sandbox.codeOAuth2()).json["id_token"] as? String ?? ""
        }
        func kids() async throws -> [String] {
            let reply = try await sandbox.get("/openid/jwks")
            #expect(reply.header("cache-control") == "public, max-age=3600, must-revalidate")
            #expect(!reply.text.contains("\"d\""))
            return try (reply.json["keys"] as? [[String: String]] ?? []).compactMap { $0["kid"] }
        }
        let old = try await token()
        let first = try await kids()
        let rotated = try await sandbox.send(.post, "/sandbox/openid/keys", json: #"{"algorithm":"RS256"}"#)
        #expect(rotated.head.status == .created)
        let new = try await token()
        let both = try await kids()
        #expect(both.count == 2 && both.last == first.first)
        for token in [old, new] { #expect(try await sandbox.verified(token).aud == SandboxApp.openID.key) }
        _ = try await sandbox.send(.post, "/sandbox/openid/keys", json: #"{"algorithm":"ES256","keepOld":false}"#)
        #expect(try await kids().count == 1)
        for token in [old, new] {
            await #expect(throws: (any Error).self) { try await sandbox.verified(token) }
        }
        let newest = try await token()
        #expect(try await sandbox.verified(newest).aud == SandboxApp.openID.key)
        sandbox.state.reset()
        #expect(try await kids() == first)
        #expect(try await sandbox.send(.post, "/sandbox/openid/keys", json: #"{"algorithm":"HS256"}"#).head.status == .badRequest)
    }

    @Test func addedPersonHasAnAccount() async throws {
        try sandbox.state.addPerson(NewSandboxPerson(name: "Grace", email: "g@example.org", emailVerified: false))
        let other = try sandbox.state.addPerson(NewSandboxPerson(name: "Hedy"))
        let token = try #require(
            try sandbox.state.issueToken(app: SandboxApp.openID.key, person: "grace", nonce: "mine").idToken)
        let claims = try await sandbox.verified(token.expose())
        #expect(claims.email == "g@example.org" && claims.email_verified == false && claims.nonce == "mine")
        #expect(claims.sub != other.openID?.subject)
        #expect(try await sandbox.get("/sandbox/avatars/\(claims.sub).svg").text.contains(">G</text>"))
    }

    @Test func aTokenIsIssuedAndRevokedByTheControlInterface() async throws {
        let body = "{\"app\":\"\(SandboxApp.openID.key)\",\"person\":\"ada\",\"nonce\":\"n\"}"
        let reply = try await sandbox.send(.post, "/sandbox/tokens", json: body).json
        #expect(try await sandbox.verified(reply["idToken"] as? String ?? "").iss == TestSandbox.issuer)
        let access = reply["accessToken"] as? String ?? ""
        #expect(try await sandbox.call("/openid/userinfo", bearer: access).head.status == .ok)
        #expect(try await sandbox.send(.delete, "/sandbox/tokens", json: body).text == #"{"revoked":true}"#)
        #expect(try await sandbox.call("/openid/userinfo", bearer: access).head.status == .unauthorized)
        #expect(try await sandbox.send(.delete, "/sandbox/tokens", json: body).text == #"{"revoked":false}"#)
        let again = try sandbox.bearer(.openID)
        #expect(try await sandbox.call("/openid/userinfo", bearer: again).head.status == .ok)
    }
}
