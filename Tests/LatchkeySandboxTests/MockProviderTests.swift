import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

/// The mock providers that are entries of a table: their JSON is that of the real providers, and they are as strict or stricter.
@Suite struct MockProviderTests {
    let sandbox = TestSandbox()

    private func provider(_ name: String) throws -> SandboxProvider { try #require(SandboxProvider(rawValue: name)) }

    private func token(_ name: String, scopes: [String]? = nil, foreign: Bool = false) throws -> String {
        let app = foreign ? SandboxApp.other(at: try provider(name)) : SandboxApp.latchkey(at: try provider(name))
        return try sandbox.state.issueToken(app: app.key, person: "ada", scopes: scopes).accessToken.expose()
    }

    @Test func discordDescribesUserAndToken() async throws {
        let user = try await sandbox.call("/discord/api/v10/users/@me", bearer: try token("discord")).json
        #expect(user["id"] as? String == "803510000000000101" && user["global_name"] as? String == "Ada Lovelace")
        #expect(user["username"] as? String == "ada" && user["verified"] as? Bool == true && user["avatar"] is String)
        #expect(user["email"] as? String == "ada@example.org")
        let bare = try await sandbox.call("/discord/api/v10/users/@me", bearer: try token("discord", scopes: ["identify"])).json
        #expect(bare["email"] == nil && bare["verified"] == nil, "without the scope email there is neither")
        let about = try await sandbox.call("/discord/api/v10/oauth2/@me", bearer: try token("discord", foreign: true)).json
        #expect((about["application"] as? [String: Any])?["id"] as? String == "foreign.sandbox-discord")
        #expect((about["user"] as? [String: Any])?["id"] as? String == "803510000000000101")
        let refused = try await sandbox.call("/discord/api/v10/users/@me", bearer: "wrong")
        #expect(refused.head.status == .unauthorized && refused.text == #"{"code":0,"message":"401: Unauthorized"}"#)
    }

    @Test func spotifyDescribesTheUser() async throws {
        let user = try await sandbox.call("/spotify/api/v1/me", bearer: try token("spotify")).json
        #expect(user["id"] as? String == "spotify000101" && user["display_name"] as? String == "Ada Lovelace")
        #expect(user["email"] as? String == "ada@example.org" && user["verified"] == nil && user["email_verified"] == nil)
        #expect(((user["images"] as? [[String: Any]])?.first?["url"] as? String)?.hasSuffix(".svg") == true)
        let refused = try await sandbox.call("/spotify/api/v1/me", bearer: "wrong").json
        #expect((refused["error"] as? [String: Any])?["status"] as? Int == 401)
    }

    @Test func facebookWantsTheProofAndTheFields() async throws {
        let access = try token("facebook")
        let bare = try await sandbox.call("/facebook/graph/v23.0/me?fields=id,name", bearer: access)
        #expect(bare.head.status == .badRequest && bare.text.contains("appsecret_proof"))
        let wrong = try await sandbox.call("/facebook/graph/v23.0/me?appsecret_proof=00", bearer: access)
        #expect(wrong.head.status == .badRequest)
        let error = try wrong.json["error"] as? [String: Any]
        #expect(error?["type"] as? String == "OAuthException")
    }

    @Test func facebookDescribesATokenToItsOwnAppOnly() async throws {
        let app = SandboxApp.latchkey(at: try provider("facebook"))
        func about(_ token: String, by credentials: String) async throws -> ProviderReply {
            let query: LatchkeyOAuth.Parameters = ["input_token": token, "access_token": credentials]
            return try await sandbox.get("/facebook/graph/v23.0/debug_token?" + query.formEncoded)
        }
        let ours = "\(app.key)|\(app.secret.expose())"
        let data = try await about(try token("facebook"), by: ours).json["data"] as? [String: Any]
        #expect(data?["app_id"] as? String == app.key && data?["is_valid"] as? Bool == true && data?["type"] as? String == "USER")
        #expect(data?["user_id"] as? String == "102200000000101")
        #expect(try await about(try token("facebook", foreign: true), by: ours).head.status == .badRequest)
        let unknown = try await about("unknown", by: ours)
        #expect(unknown.head.status == .ok)
        let nothing = try unknown.json["data"] as? [String: Any]
        #expect(nothing?["is_valid"] as? Bool == false)
        for wrong in ["", app.key, "\(app.key)|wrong", "nobody|x"] {
            #expect(try await about(try token("facebook"), by: wrong).head.status == .unauthorized, "\(wrong)")
        }
    }

    @Test func twitchDescribesTokensUnderItsOwnScheme() async throws {
        let access = try token("twitch")
        let about = try await sandbox.get("/twitch/oauth2/validate", headers: [.authorization: "OAuth \(access)"]).json
        #expect(about["client_id"] as? String == "latchkey.sandbox-twitch" && about["user_id"] as? String == "00000101")
        #expect(try await sandbox.call("/twitch/oauth2/validate", bearer: access).head.status == .unauthorized)
    }

    @Test(arguments: [("linkedin", "/linkedin/oauth"), ("slack", "/slack"), ("twitch", "/twitch/oauth2")])
    func theIssuerIsThatOfTheDocument(_ name: String, _ path: String) async throws {
        let document = try await sandbox.get(path + "/.well-known/openid-configuration")
        let metadata = try OpenIDMetadata(
            document.body, issuer: TestSandbox.base + path, from: TestSandbox.base + path, isOwnNetwork: { _ in true })
        #expect(try provider(name).issuerPath == path)
        #expect(try await sandbox.get(String(metadata.jwksURI.dropFirst(TestSandbox.base.count))).text.contains(#""kty""#))
        let member = try document.json["token_endpoint_auth_methods_supported"]
        #expect((member == nil) == (name == "linkedin"), "LinkedIn's document does not say")
    }

    private func authorize(_ name: String, _ more: LatchkeyOAuth.Parameters) throws -> LatchkeyOAuth.Parameters {
        let app = SandboxApp.latchkey(at: try provider(name))
        let paths = [
            "linkedin": "/linkedin/oauth/v2/authorization", "slack": "/slack/openid/connect/authorize",
            "twitch": "/twitch/oauth2/authorize", "facebook": "/facebook/v23.0/dialog/oauth", "discord": "/discord/oauth2/authorize",
        ]
        let query: LatchkeyOAuth.Parameters = [
            "response_type": "code", "client_id": app.key, "redirect_uri": TestSandbox.callback, "state": "s",
        ]
        let address = TestSandbox.base + (paths[name] ?? "") + "?" + LatchkeyOAuth.Parameters(Array(query) + Array(more)).formEncoded
        guard case .redirect(let callback) = try sandbox.state.decide(address, as: "ada") else { return [:] }
        return try LatchkeySandboxTests.query(of: callback)
    }

    @Test(arguments: ["linkedin", "slack", "twitch", "facebook"])
    func aChallengeIsRefusedWhereTheProviderHasNoPKCE(_ name: String) throws {
        let scope = name == "facebook" ? "email" : "openid"
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        let with = try authorize(name, ["scope": scope, "code_challenge": challenge, "code_challenge_method": "S256"])
        #expect(with["error"] == "invalid_request" && with["code"] == nil)
        #expect(try authorize(name, ["scope": scope])["code"] != nil)
    }

    private func idToken(_ name: String, _ more: LatchkeyOAuth.Parameters) async throws -> TestIDToken {
        let app = SandboxApp.latchkey(at: try provider(name))
        let code = try authorize(name, more)["code"] ?? ""
        let path = ["linkedin": "/linkedin/oauth/v2/accessToken", "twitch": "/twitch/oauth2/token"][name] ?? ""
        let reply = try await sandbox.post(
            path,
            form: [
                "grant_type": "authorization_code", "code": code, "redirect_uri": TestSandbox.callback, "client_id": app.key,
                "client_secret": app.secret.expose(),
            ])
        return try await sandbox.verified(try reply.json["id_token"] as? String ?? "")
    }

    @Test func linkedInRepeatsNoNonce() async throws {
        let token = try await idToken("linkedin", ["scope": "openid email", "nonce": "n"])
        #expect(token.nonce == nil && token.email == "ada@example.org" && token.sub == "782bbtaQ000101")
    }

    @Test func twitchDisclosesAnAddressOnlyIfTheClaimsRequestIt() async throws {
        let scope = "openid user:read:email"
        #expect(try await idToken("twitch", ["scope": scope, "nonce": "n"]).email == nil)
        let received = try await idToken("twitch", ["scope": scope, "nonce": "n", "claims": #"{"id_token":{"email":null}}"#])
        #expect(received.email == "ada@example.org" && received.nonce == "n")
    }
}
