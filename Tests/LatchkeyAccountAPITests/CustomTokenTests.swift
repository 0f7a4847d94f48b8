import Foundation
import HTTPTypes
import JWTKit
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyWire
import Testing

/// The claims of a back end's token; wrong types must be possible.
private typealias Claims = [String: ClaimValue]

private struct Payload: JWTPayload {
    let claims: Claims
    init(_ claims: Claims) { self.claims = claims }
    init(from decoder: any Decoder) throws { claims = try decoder.singleValueContainer().decode(Claims.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(claims)
    }
    func verify(using algorithm: some JWTAlgorithm) {}
}

@Suite struct CustomTokenTests {
    private static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private let server: TestServer
    private let key: ServiceAccountKey

    init() async throws {
        server = try await TestServer()
        key = try ServiceAccountKey.make(name: "back-end", project: server.project.id, at: server.clock.now)
        let account = key.account
        try await server.store.write { try $0.insert(account) }
    }

    private func token(_ changes: Claims = [:], signedWith other: ServiceAccountKey? = nil) async throws -> String {
        let now = Int64(server.clock.now.timeIntervalSince1970)
        var claims: Claims = [
            "iss": .string(key.account.email), "sub": .string(key.account.email), "aud": .string(Self.audience), "uid": "ada",
            "iat": .integer(now), "exp": .integer(now + 3600),
        ]
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        let signer = other ?? key
        let keys = JWTKeyCollection()
        await keys.add(
            rsa: try JWTKit.Insecure.RSA.PrivateKey(pem: signer.privateKeyPEM.expose()), digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: signer.account.keyID))
        return try await keys.sign(Payload(claims), kid: JWKIdentifier(string: signer.account.keyID))
    }

    private func claims(of idToken: String?) throws -> [String: Any] {
        let part = try #require(idToken).split(separator: ".")[1]
        let bytes = try #require(Base64URL.decode(String(part)))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func makesAnAccountAndFindsItAgain() async throws {
        let token = try await token(["claims": .object(["role": "editor", "level": .integer(3)])])
        try await server.run { caller in
            let first = try await caller.call("accounts:signInWithCustomToken", ["token": token, "returnSecureToken": true])
            #expect(first.status == .ok, "\(first.text)")
            #expect(first["kind"] == "identitytoolkit#VerifyCustomTokenResponse")
            #expect(first.json["isNewUser"] as? Bool == true)
            #expect(first["localId"] == nil)
            let said = try claims(of: first["idToken"])
            #expect(said["sub"] as? String == "ada")
            #expect(said["role"] as? String == "editor" && said["level"] as? Int == 3)
            #expect((said["firebase"] as? [String: Any])?["sign_in_provider"] as? String == "custom")
            let again = try await caller.call("accounts:signInWithCustomToken", ["token": token])
            #expect(again.json["isNewUser"] as? Bool == false)
            let users = try await caller.call("accounts:lookup", ["idToken": again["idToken"]]).json["users"] as? [[String: Any]]
            #expect(users?.first?["localId"] as? String == "ada")
            #expect(users?.first?["customAuth"] as? Bool == true)
        }
    }

    @Test func claimsOfTheSessionSurviveRefreshingAndEndWithIt() async throws {
        let privileged = try await token(["claims": .object(["role": "editor"])])
        let plain = try await token()
        try await server.run { caller in
            let signedIn = try await caller.call("accounts:signInWithCustomToken", ["token": privileged])
            let refreshed = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(signedIn["refreshToken"] ?? "")"}"#)
            #expect(try claims(of: refreshed["id_token"])["role"] as? String == "editor")
            let other = try await caller.call("accounts:signInWithCustomToken", ["token": plain])
            #expect(try claims(of: other["idToken"])["role"] == nil)
        }
    }

    @Test func endpointIsAvailableUnderAllPaths() async throws {
        let token = try await token()
        try await server.run { caller in
            for path in [
                "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken",
            ] {
                let reply = try await caller.post("\(path)?key=\(caller.apiKey)", #"{"token":"\#(token)"}"#)
                #expect(reply.status == .ok)
            }
        }
    }

    /// A change to a valid token, and the response.
    @Test(
        arguments: [
            ("no uid", ["uid": .null], "MISSING_IDENTIFIER"),
            ("an empty uid", ["uid": ""], "MISSING_IDENTIFIER"),
            ("a uid that is too long", ["uid": .string(String(repeating: "u", count: 129))], "INVALID_CUSTOM_TOKEN"),
            ("a uid that no path leads to", ["uid": ".."], "INVALID_CUSTOM_TOKEN"),
            ("a uid that stands for an administrator", ["uid": "console/ada"], "INVALID_CUSTOM_TOKEN"),
            ("a uid of another type", ["uid": .object([:])], "INVALID_CUSTOM_TOKEN"),
            ("another audience", ["aud": "https://example.org"], "INVALID_CUSTOM_TOKEN"),
            ("no audience", ["aud": .null], "INVALID_CUSTOM_TOKEN"),
            ("another subject", ["sub": "ada"], "INVALID_CUSTOM_TOKEN"),
            ("an unknown issuer", ["iss": "nobody@example.org"], "INVALID_CUSTOM_TOKEN"),
            ("no issuer", ["iss": .null], "INVALID_CUSTOM_TOKEN"),
            ("expired", ["iat": .integer(1_799_990_000), "exp": .integer(1_799_993_600)], "INVALID_CUSTOM_TOKEN"),
            ("just expired", ["iat": .integer(1_799_999_000), "exp": .integer(1_800_000_000)], "INVALID_CUSTOM_TOKEN"),
            ("lasting longer than an hour", ["exp": .integer(1_800_003_601)], "INVALID_CUSTOM_TOKEN"),
            ("from the future", ["iat": .integer(1_800_000_100), "exp": .integer(1_800_000_200)], "INVALID_CUSTOM_TOKEN"),
            ("without an end", ["exp": .null], "INVALID_CUSTOM_TOKEN"),
            ("an end that overflows", ["exp": .number(1e300)], "INVALID_CUSTOM_TOKEN"),
            ("a reserved claim", ["claims": .object(["firebase": "x"])], "FORBIDDEN_CLAIM"),
            ("claims that are no object", ["claims": .array([])], "INVALID_CLAIMS"),
            ("claims that are too large", ["claims": .object(["x": .string(String(repeating: "x", count: 1000))])], "CLAIMS_TOO_LARGE"),
            ("a tenant", ["tenant_id": "t"], "TENANT_ID_MISMATCH"),
        ] as [(String, [String: ClaimValue], String)])
    func aWrongTokenIsRefused(_ name: String, _ changes: [String: ClaimValue], _ code: String) async throws {
        let token = try await token(changes)
        try await server.run { caller in
            let reply = try await caller.call("accounts:signInWithCustomToken", ["token": token])
            #expect(reply.status == .badRequest)
            #expect(reply.error == code)
        }
        #expect(try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 9) }.isEmpty)
    }

    @Test func forgeriesAreRefused() async throws {
        let good = try await token()
        let parts = good.split(separator: ".").map(String.init)
        let stranger = try ServiceAccountKey.make(name: "stranger", project: server.project.id, at: server.clock.now)
        let none = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
        let symmetric = Base64URL.encode(#"{"alg":"HS256","typ":"JWT"}"#.utf8)
        let other = Base64URL.encode(try JSONEncoder().encode(["iss": key.account.email, "uid": "root"]))
        let forged = [
            "", "x", "a.b.c", parts[0] + "." + parts[1] + ".", none + "." + parts[1] + ".", none + "." + parts[1] + "." + parts[2],
            symmetric + "." + parts[1] + "." + parts[2], parts[0] + "." + other + "." + parts[2],
            try await token(signedWith: stranger), good + "x", String(repeating: "a", count: 20_000), #"{"uid":"ada"}"#,
        ]
        try await server.run { caller in
            for token in forged {
                let reply = try await caller.call("accounts:signInWithCustomToken", ["token": token])
                #expect(reply.error == (token.isEmpty ? "MISSING_CUSTOM_TOKEN" : "INVALID_CUSTOM_TOKEN"), "\(token.prefix(80))")
            }
        }
    }

    @Test func tokenOfARevokedServiceAccountIsRejected() async throws {
        let token = try await token()
        let (email, now) = (key.account.email, server.clock.now)
        let revoked = try await server.store.write { try $0.revokeServiceAccount(email, at: now) }
        #expect(revoked)
        try await server.run { caller in
            let reply = try await caller.call("accounts:signInWithCustomToken", ["token": token])
            #expect(reply.error == "INVALID_CUSTOM_TOKEN")
        }
    }

    @Test func serviceAccountOfAnotherProjectIsRejected() async throws {
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
        let (neighbour, _) = try await setup.create(ProjectID(rawValue: "neighbour"), displayName: "Neighbour")
        let foreign = try ServiceAccountKey.make(name: "back-end", project: neighbour.id, at: server.clock.now)
        let account = foreign.account
        try await server.store.write { try $0.insert(account) }
        let token = try await token(["iss": .string(account.email), "sub": .string(account.email)], signedWith: foreign)
        try await server.run { caller in
            let reply = try await caller.call("accounts:signInWithCustomToken", ["token": token])
            #expect(reply.error == "CREDENTIAL_MISMATCH")
        }
    }

    @Test func disabledAccountIsRejected() async throws {
        let token = try await token()
        try await server.run { caller in
            #expect(try await caller.call("accounts:signInWithCustomToken", ["token": token]).status == .ok)
            try await server.store.write { transaction in
                var account = try #require(try transaction.account("ada", in: Realm(project: .standard)))
                account.disabled = true
                try transaction.update(account)
            }
            #expect(try await caller.call("accounts:signInWithCustomToken", ["token": token]).error == "USER_DISABLED")
        }
    }
}
