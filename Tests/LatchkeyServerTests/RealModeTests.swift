import Foundation
import HTTPTypes
import LatchkeyEmulator
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyWeb

/// Credentials of emulator mode are refused in real mode.
@Suite struct RealModeTests {
    /// The payload of a signed token, under a header that declares it unsigned.
    private func unsigned(_ token: String) -> String {
        let header = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
        return header + "." + token.split(separator: ".")[1] + "."
    }

    @Test func anUnsignedIDTokenIsRefusedEverywhere() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let entered = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret password"])
            let token = try #require(entered["idToken"])
            for forged in [unsigned(token), String(unsigned(token).dropLast()), unsigned(token) + "c2ln"] {
                for name in ["accounts:lookup", "accounts:update", "accounts:delete"] {
                    #expect(try await caller.call(name, ["idToken": forged, "displayName": "x"]).error == "INVALID_ID_TOKEN")
                }
            }
            // The same token with its signature is valid.
            #expect(try await caller.call("accounts:lookup", ["idToken": token]).status == .ok)
        }
    }

    @Test func ourVerifierRefusesAnEmulatorsTokens() async throws {
        let server = try await TestServer()
        let clock = server.clock
        let account = Account(id: "somebody", realm: Realm(project: server.project.id), createdAt: clock.now)
        let session = Session(
            id: SessionID(rawValue: "s"), account: account.id, realm: account.realm, refreshToken: Fingerprint(of: "t"),
            createdAt: clock.now, method: .password, client: .init())
        let token = try Emulation.authority(now: { clock.now }).idToken(for: account, in: session)
        await #expect(throws: SignInError(.invalidIDToken)) {
            try await server.authority.claims(of: token, for: server.project.id)
        }
        // An authority with the same issuer refuses it too.
        let real = TokenAuthority(
            ring: server.authority.currentRing, issuer: { "https://securetoken.google.com/" + $0.rawValue }, now: { clock.now })
        await #expect(throws: SignInError(.invalidIDToken)) { try await real.claims(of: token, for: server.project.id) }
    }

    @Test(arguments: ["owner", "OWNER", "ya29.anything"])
    func emulatorOwnerTokenIsRejected(_ token: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let headers: HTTPFields = [.authorization: "Bearer \(token)", .contentType: "application/json"]
            for name in ["accounts", "accounts:lookup", "accounts:update", "accounts:delete", "accounts:batchDelete"] {
                let reply = try await caller.send(
                    .post, "/v1/projects/\(server.project.id)/\(name)", headers: headers, body: #"{"localId":"x"}"#)
                #expect(reply.status == .unauthorized, "\(name)")
            }
            let pages = try await caller.send(.get, "/v1/projects/\(server.project.id)/accounts:batchGet", headers: headers)
            #expect(pages.status == .unauthorized)
            // With a client's route and an app's key, `Bearer owner` has no special rights.
            let made = try await caller.send(
                .post, "/v1/accounts:signUp?key=\(caller.apiKey)", headers: headers, body: #"{"localId":"chosen","disabled":true}"#)
            #expect(made["localId"] != "chosen")
            let found = try await caller.send(
                .post, "/v1/accounts:lookup?key=\(caller.apiKey)", headers: headers, body: #"{"localId":["chosen"]}"#)
            #expect(found.error == "MISSING_ID_TOKEN")
            // Without a key, the request is refused.
            #expect(try await caller.send(.post, "/v1/accounts:signUp", headers: headers, body: "{}").status == .forbidden)
        }
    }

    @Test(arguments: ["twitter.com", "github.com", "google.com", "apple.com", "facebook.com", "oidc.anything"])
    func claimsAreNoTokens(_ provider: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let claims = #"{"sub":"abc123","email":"ada@example.org","email_verified":true}"#
            let jwt = Base64URL.encode(#"{"alg":"none"}"#.utf8) + "." + Base64URL.encode(claims.utf8) + "."
            for text in [claims, jwt] {
                for name in ["id_token", "access_token"] {
                    let value = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    let reply = try await caller.call(
                        "accounts:signInWithIdp",
                        [
                            "requestUri": "http://localhost", "returnIdpCredential": true,
                            "postBody": "\(name)=\(value)&oauth_token_secret=x&providerId=\(provider)",
                        ])
                    #expect(reply.status != .ok, "\(reply.text)")
                    #expect(reply["idToken"] == nil && reply["pendingToken"] == nil)
                }
            }
        }
    }

    @Test func samlResponseAsJSONIsRejected() async throws {
        let response = PercentEncoding.encode(#"{"assertion":{"subject":{"nameId":"ada@example.org"}}}"#)
        let claims = PercentEncoding.encode(#"{"sub":"1","email":"ada@example.org"}"#)
        try await TestServer().run { caller in
            for credential in ["SAMLResponse=\(response)", "id_token=\(claims)", "SAMLResponse=\(response)&id_token=\(claims)"] {
                let reply = try await caller.call(
                    "accounts:signInWithIdp",
                    ["requestUri": "http://localhost", "postBody": credential + "&providerId=saml.acme", "returnSecureToken": true])
                #expect(reply.error == "OPERATION_NOT_ALLOWED", "\(reply.text)")
            }
        }
    }

    @Test func customTokensHaveToBeSigned() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let now = Int(server.clock.now.timeIntervalSince1970)
            let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
            let issuer = "firebase-auth-emulator@example.com"
            let claims =
                #"{"aud":"\#(audience)","iss":"\#(issuer)","sub":"\#(issuer)","uid":"x","iat":\#(now),"exp":\#(now + 3600)}"#
            let jwt = Base64URL.encode(#"{"alg":"none"}"#.utf8) + "." + Base64URL.encode(claims.utf8) + "."
            for token in [jwt, claims, #"{"uid":"x"}"#] {
                let reply = try await caller.call("accounts:signInWithCustomToken", ["token": token])
                #expect(reply.error == "INVALID_CUSTOM_TOKEN")
            }
        }
    }

    @Test func noFakeHashOpensAnAccount() async throws {
        let server = try await TestServer()
        let fake = InsecureFakeHash.hash("secret password", random: .system)
        let account = Account(
            id: "somebody", realm: Realm(project: server.project.id), email: EmailAddress("ada@example.org"), password: fake,
            createdAt: server.clock.now)
        try await server.store.write { try $0.insert(account) }
        try await server.run { caller in
            let reply = try await caller.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret password"])
            #expect(reply.error == "INVALID_LOGIN_CREDENTIALS")
        }
    }

    @Test(arguments: [
        "/emulator/v1/projects/default/config", "/emulator/v1/projects/default/oobCodes",
        "/emulator/v1/projects/default/verificationCodes", "/emulator/openapi.json",
        "/emulator/auth/choose?providerId=google.com&callback=http://localhost&state=x", "/assets/emulator-handler.js",
    ])
    func emulatorPagesAreNotServed(_ path: String) async throws {
        try await TestServer().run { caller in
            let reply = try await caller.send(.get, path)
            #expect(reply.status == .notFound)
        }
    }

    @Test func emulatorAdministrationIsNotServed() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let entered = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret password"])
            for prefix in ["/emulator/v1/projects/default", "/emulator/v1/projects/default/tenants/x"] {
                #expect(try await caller.send(.delete, prefix + "/accounts").status == .notFound)
            }
            #expect(try await caller.send(.patch, "/emulator/v1/projects/default/config", body: "{}").status == .notFound)
            #expect(try await caller.call("accounts:lookup", ["idToken": entered["idToken"] ?? ""]).status == .ok)
            // Clients that check for an emulator are redirected to the sign-in page.
            let root = try await caller.send(.get, "/")
            #expect(root.status == .seeOther && !root.text.contains("authEmulator"))
        }
    }

    @Test func requestsCreateNoKeyOrProject() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(
                .post, "/v1/accounts:signUp?key=fake-api-key", headers: [.contentType: "application/json"], body: "{}")
            #expect(reply.status == .badRequest)
            #expect(reply.text.contains("keyInvalid"))
        }
        #expect(try await server.store.read { try $0.projects().map(\.id) } == [server.project.id])
    }

    @Test func openingALinkUnderTheEmulatorPathHasNoEffect() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let entered = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret password"])
            let token = try #require(entered["idToken"])
            _ = try await caller.call("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": token])
            let link = try #require(try await server.lastMail().content.link)
            let path = link.replacingOccurrences(of: server.publicAddress.url, with: "")
                .replacingOccurrences(of: "/__/auth/action", with: "/emulator/action")
            #expect(path.hasPrefix("/emulator/action?"))
            #expect(try await caller.send(.get, path).status == .ok)
            #expect(try await caller.user(token)?["emailVerified"] as? Bool == false)
        }
    }
}
