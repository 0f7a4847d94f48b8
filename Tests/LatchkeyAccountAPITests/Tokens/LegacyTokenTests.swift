import Crypto
import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// The credentials of the first generations of Firebase, presented to a database.
@Suite struct LegacyTokenTests {
    private static let rules = """
        {"rules": {
          "who": { "$uid": { ".read": "auth !== null && auth.uid === $uid" } },
          // The rules of the guides to Twitter and GitHub with Firebase 2.x, and what Simple Login's says of `auth`.
          "users": { "$uid": {
            ".write": "auth !== null && auth.uid === $uid",
            ".read": "auth !== null && auth.provider === 'twitter'"
          } },
          "simple": { "$id": { ".read": "auth.id === $id && auth.provider === 'twitter' && auth.uid === 'twitter:' + $id" } }
        }}
        """

    private let server: DatabaseServer

    init() async throws {
        let server = try await DatabaseServer()
        self.server = server
        let kept = try await server.run { try await $0.send(.put, "/.settings/rules.json?auth=\(server.secretText)", Self.rules) }
        #expect(kept.status == .ok, "\(kept.text)")
    }

    private func get(_ path: String, _ token: String) async throws -> Reply {
        try await server.run { try await $0.send(.get, "\(path).json?auth=\(token)") }
    }

    @Test func dIsAuthInRules() async throws {
        let twitter = try server.token()
        #expect(try await get("/users/anyone", twitter).text == "null")
        #expect(try await get("/users/anyone", server.token(["uid": "github:17", "provider": "github"])).text == Self.denied)
        let simple = try server.token(["uid": "twitter:17", "provider": "twitter", "id": "17"])
        #expect(try await get("/simple/17", simple).text == "null")
        #expect(try await get("/simple/18", simple).text == Self.denied)
        #expect(try await get("/simple/17", twitter).text == Self.denied, "Firebase 2.x has no id")
        try await server.run { port in
            let own = try await port.send(.put, "/users/twitter:17/name.json?auth=\(twitter)", "\"Ada\"")
            #expect(own.text == "\"Ada\"")
            let foreign = try await port.send(.put, "/users/twitter:18/name.json?auth=\(twitter)", "\"Ada\"")
            #expect((foreign.status, foreign.text) == (.unauthorized, Self.denied))
        }
    }

    private static let denied = #"{"error":"Permission denied"}"#
    private static let unreadable = #"{"error":"Could not parse auth token."}"#
    private static let expired = #"{"error":"Auth token is expired"}"#

    struct Case: Sendable, CustomTestStringConvertible {
        let sentence: String
        let token: @Sendable (DatabaseServer) async throws -> String
        var reply = LegacyTokenTests.unreadable
        var testDescription: String { sentence }

        init(
            _ sentence: String, is reply: String = LegacyTokenTests.unreadable,
            _ token: @escaping @Sendable (DatabaseServer) async throws -> String
        ) {
            (self.sentence, self.reply, self.token) = (sentence, reply, token)
        }
    }

    private static let now: Int64 = 1_800_000_000
    private static let uid: [String: any Sendable] = ["uid": "17"]

    /// Sent to `/who/17`, which the user with the uid 17 may read.
    static let cases: [Case] = [
        Case("good", is: "null") { try $0.token(uid) },
        Case("with the id of the secret", is: "null") { try $0.token(uid, header: #"{"alg":"HS256","kid":"\#($0.secret.id)"}"#) },
        Case("without typ", is: "null") { try $0.token(uid, header: #"{"alg":"HS256"}"#) },
        Case("that ends later", is: "null") { try $0.token(uid, ["exp": now + 1]) },
        Case("a day old, with an end of its own", is: "null") { try $0.token(uid, ["iat": now - 90_000, "exp": now + 9]) },
        Case("an administrator's, without a user", is: "null") { try $0.token([:], ["admin": true]) },
        Case("with a uid of 255 characters", is: denied) { try $0.token(["uid": String(repeating: "u", count: 255)]) },

        Case("that has just ended", is: expired) { try $0.token(uid, ["exp": now]) },
        Case("a day old, which is the end of one without an end", is: expired) { try $0.token(uid, ["iat": now - 86_400]) },
        Case("not good yet") { try $0.token(uid, ["nbf": now + 120]) },
        Case("from the future") { try $0.token(uid, ["iat": now + 120]) },
        Case("without iat") { try $0.token(uid, without: "iat") },
        Case("with a text as iat") { try $0.token(uid, ["iat": "\(now)"]) },
        Case("with a time beyond all times") { try $0.token(uid, ["exp": 1e300]) },
        Case("of version 1") { try $0.token(uid, ["v": 1]) },
        Case("without v") { try $0.token(uid, without: "v") },
        Case("with a text as v") { try $0.token(uid, ["v": "0"]) },
        Case("without d") { try $0.token(uid, without: "d") },
        Case("with a list as d") { try $0.token(uid, ["d": ["uid"]]) },
        Case("without a uid") { try $0.token(["provider": "twitter"]) },
        Case("with an empty uid") { try $0.token(["uid": ""]) },
        Case("with a number as uid") { try $0.token(["uid": 17]) },
        Case("with a uid of 256 characters") { try $0.token(["uid": String(repeating: "u", count: 256)]) },
        Case("with a text as admin") { try $0.token(uid, ["admin": "true"]) },
        Case("with a number as debug") { try $0.token(uid, ["debug": 1]) },
        Case("of 1024 characters and more") { try $0.token(["uid": "17", "more": String(repeating: "m", count: 800)]) },
        Case("that belongs to a session that there is not") { try $0.token(uid, ["sid": "missing"]) },
        Case("with a number as sid") { try $0.token(uid, ["sid": 5]) },

        Case("signed with something else") { try $0.token(uid, key: String(repeating: "a", count: 40)) },
        Case("signed with nothing") { try $0.token(uid, key: "") },
        Case("signed with the secret's fingerprint") { try $0.token(uid, key: $0.secret.fingerprint.hex) },
        Case("signed with a secret of another project") { server in
            let other = Project(
                id: "other-project", displayName: "Other", passwordHashing: server.server.project.passwordHashing,
                createdAt: server.server.clock.now)
            try await server.server.store.write { try $0.insert(other) }
            return try server.token(uid, key: try await server.anotherSecret(of: "other-project").text)
        },
        Case("with the id of a secret that there is not") { try $0.token(uid, header: #"{"alg":"HS256","kid":"000000000000"}"#) },
        Case("with the id of the key of ID tokens") {
            try $0.token(uid, header: #"{"alg":"HS256","kid":"\#(try $0.published().id)"}"#)
        },
        Case("with a number as kid") { try $0.token(uid, header: #"{"alg":"HS256","kid":1}"#) },
        Case("with an extension that has to be understood") { try $0.token(uid, header: #"{"alg":"HS256","crit":["exp"]}"#) },
        Case("with the header of an ID token") { try $0.token(uid, header: #"{"alg":"ES256","typ":"JWT"}"#) },
        Case("of RS256, with a code in place of a signature") { try $0.token(uid, header: #"{"alg":"RS256"}"#) },
        Case("of HS512") { try $0.token(uid, header: #"{"alg":"HS512"}"#) },
        Case("of hs256") { try $0.token(uid, header: #"{"alg":"hs256"}"#) },
        Case("that is not signed") {
            try $0.token(uid, header: #"{"alg":"none"}"#).split(separator: ".").dropLast().joined(separator: ".") + "."
        },
        Case("that says HS256 and is not signed") { try $0.token(uid).split(separator: ".").dropLast().joined(separator: ".") + "." },
        Case("an ID token's claims, signed with the public key as its file has it") { server in
            let (id, _, key) = try server.published()
            let header = #"{"alg":"HS256","typ":"JWT","kid":"\#(id)"}"#
            return DatabaseServer.hs256(header, try await server.idTokenClaims(), key: Array(key.utf8))
        },
        Case("version 0, signed with the public key of ID tokens") { try $0.token(uid, key: try $0.published().publicKey) },
        Case("version 0, signed with the certificate of ID tokens") { try $0.token(uid, key: try $0.published().certificate) },
        Case("an ID token whose header says HS256") { server in
            let parts = try await server.idToken().split(separator: ".")
            return TokenForge.part(#"{"alg":"HS256","typ":"JWT"}"#) + "." + parts[1] + "." + parts[2]
        },
        Case("with padding") { try $0.token(uid) + "=" },
        Case("with a fourth part") { try $0.token(uid) + "." },
        Case("with a space") { try $0.token(uid) + "%20" },
        Case("an ID token of another project") { try await $0.idToken(of: "other-project") },
        Case("a session cookie") { try await $0.sessionCookie() },
        Case("a secret that there is not") { _ in String(repeating: "x", count: 40) },
        Case("a secret cut short") { String($0.secretText.dropLast()) },
    ]

    @Test(arguments: cases) func aTokenIsCheckedInEveryPart(_ one: Case) async throws {
        let reply = try await get("/who/17", try await one.token(server))
        #expect(reply.text == one.reply)
        #expect(reply.status == (one.reply == "null" ? .ok : .unauthorized))
    }

    @Test func idTokensStillOpenDatabases() async throws {
        let token = try await server.idToken()
        let uid = try #require(try await server.uid(of: token))
        #expect(try await get("/who/\(uid)", token).text == "null")
        #expect(try await get("/who/other", token).text == Self.denied)
    }

    @Test func theSecretItselfIsAnAdministrator() async throws {
        #expect(try await get("/anything", server.secretText).text == "null")
        let asNobody = try await get("/anything", server.secretText + "&auth_variable_override=null")
        #expect(asNobody.text == Self.denied)
        _ = try await server.server.store.write { [secret = server.secret, now = server.server.clock.now] in
            try $0.revokeDatabaseSecret(secret.fingerprint, at: now)
        }
        #expect(try await get("/anything", server.secretText).text == Self.unreadable)
        #expect(try await get("/who/17", try server.token(Self.uid)).text == Self.unreadable)
    }

    @Test func tokensWithoutAKeyIDUseTheCurrentSecret() async throws {
        let second = try await server.anotherSecret()
        let byName = try server.token(Self.uid, header: #"{"alg":"HS256","kid":"\#(second.secret.id)"}"#, key: second.text)
        let unnamed = try server.token(Self.uid, key: second.text)
        #expect(try await get("/who/17", try server.token(Self.uid)).text == "null", "the oldest goes on")
        #expect(try await get("/who/17", unnamed).text == Self.unreadable)
        #expect(try await get("/who/17", byName).text == "null")
        _ = try await server.server.store.write { [secret = server.secret, now = server.server.clock.now] in
            try $0.revokeDatabaseSecret(secret.fingerprint, at: now)
        }
        #expect(try await get("/who/17", unnamed).text == "null", "the next takes over")
        #expect(try await get("/who/17", try server.token(Self.uid)).text == Self.unreadable)
    }

    @Test func aTokenOfASessionEndsWithIt() async throws {
        // Such a token belongs to the legacy routes, and is valid while they are on.
        try await server.server.store.write { transaction in
            var project = try #require(try transaction.project(.standard))
            project.settings.legacy.routes = true
            try transaction.update(project)
        }
        let idToken = try await server.idToken()
        let uid = try #require(try await server.uid(of: idToken))
        let session = try #require(try await server.session(of: idToken))
        let token = try server.token(["uid": uid], ["sid": session.rawValue])
        #expect(try await get("/who/\(uid)", token).text == "null")
        #expect(
            try await get("/who/17", try server.token(Self.uid, ["sid": session.rawValue])).text == Self.unreadable, "another's session")
        _ = try await server.server.store.write { try $0.deleteSession(session) }
        #expect(try await get("/who/\(uid)", token).text == Self.unreadable)
    }

    @Test func otherEndpointsRejectLegacyTokens() async throws {
        let token = try server.token(Self.uid)
        let secret = server.secretText
        try await server.server.run { caller in
            for credential in [token, secret] {
                for name in ["accounts:lookup", "accounts:update", "accounts:delete"] {
                    let reply = try await caller.call(name, ["idToken": credential])
                    #expect(reply.error == "INVALID_ID_TOKEN", "\(name): \(reply.text)")
                }
                let reply = try await caller.administer(.post, "/v1/projects/default/accounts:query", [:], token: credential)
                #expect(reply.status == .unauthorized, "\(reply.text)")
            }
        }
        // Nor as an access token.
        try await server.run { port in
            for credential in [token, secret] {
                let inAddress = try await port.send(.get, "/who/17.json?access_token=\(credential)")
                let borne = try await port.send(.get, "/who/17.json", headers: [.authorization: "Bearer \(credential)"])
                #expect(inAddress.text == Self.unreadable && borne.text == Self.unreadable)
            }
        }
    }

    @Test func debugHeaderListsTheEvaluatedRules() async throws {
        let token = try server.token(["uid": "17", "name": "Ä\r\nX: y"], ["debug": true])
        let name = try #require(HTTPField.Name("x-firebase-auth-debug"))
        let allowed = try #require(try await get("/who/17", token).headers[name])
        #expect(allowed.hasPrefix("Attempt to read /who/17 with auth={\"name\":\"\\u00c4"))
        #expect(
            allowed.contains(" /who/17:.read (line 2): \"auth !== null && auth.uid === $uid\" => true") && allowed.hasSuffix("allowed."))
        let denied = try await get("/who/18", token)
        #expect(denied.status == .unauthorized && denied.headers[name]?.contains("=> false") == true)
        let written = try await server.run { try await $0.send(.put, "/users/18.json?auth=\(token)", "1") }
        #expect(written.headers[name]?.contains("/users/18:.write") == true && written.headers[name]?.hasSuffix("denied.") == true)
        let long = try await get("/who/" + String(repeating: "k", count: 700), token)
        #expect((long.headers[name]?.utf8.count ?? 0) <= 4096)
        #expect(try await get("/who/17", try server.token(Self.uid)).headers[name] == nil)
    }

    @Test func simulatedWritesAreNotStored() async throws {
        let token = try server.token(["uid": "17", "provider": "twitter"], ["simulate": true])
        try await server.run { port in
            let reply = try await port.send(.put, "/users/17/n.json?auth=\(token)", "5")
            #expect((reply.status, reply.text) == (.ok, "5"))
            #expect(try await port.send(.put, "/users/18/n.json?auth=\(token)", "5").text == Self.denied)
            #expect(try await port.send(.get, "/users/17/n.json?auth=\(token)").text == "null")
        }
    }
}

extension DatabaseServer {
    /// The ID token of a new account.
    fileprivate func idToken() async throws -> String {
        let reply = try await server.run {
            try await $0.call("accounts:signUp", ["email": "\(UUID().uuidString)@example.org", "password": "lovelace"])
        }
        return try #require(reply["idToken"], "\(reply.text)")
    }

    fileprivate func claims(of token: String) async throws -> IDTokenClaims {
        try await server.authority.claims(of: token, for: .standard)
    }

    fileprivate func uid(of token: String) async throws -> String? { try await claims(of: token).subject.rawValue }

    fileprivate func session(of token: String) async throws -> SessionID? {
        try await claims(of: token).firebase.session.map(SessionID.init(rawValue:))
    }

    /// As JSON text.
    fileprivate func idTokenClaims() async throws -> String {
        let part = try await idToken().split(separator: ".")[1]
        return String(decoding: try #require(Base64URL.decode(String(part))), as: UTF8.self)
    }

    /// Signed with the server's key, for an unrelated project.
    fileprivate func idToken(of project: ProjectID) async throws -> String {
        let claims = try await claims(of: try await idToken())
        let account = Account(
            id: claims.subject, realm: Realm(project: project), createdAt: server.clock.now, validSince: server.clock.now)
        let session = Session(
            id: SessionID(rawValue: claims.firebase.session ?? ""), account: account.id, realm: account.realm,
            refreshToken: Fingerprint(of: "x"), createdAt: server.clock.now, method: .password)
        return try server.authority.idToken(for: account, in: session)
    }

    fileprivate func sessionCookie() async throws -> String {
        let clock = server.clock
        let sessions = Sessions(store: server.store, authority: server.authority, now: { clock.now })
        return try await SessionCookies(sessions: sessions).make(
            from: try await idToken(), lastingSeconds: 3600, caller: Caller(project: server.project)
        ).expose()
    }

    /// The published data of the key that signs ID tokens: its ID, its certificate and the public key.
    fileprivate func published() throws -> (id: String, certificate: String, publicKey: String) {
        let certificates =
            try JSONSerialization.jsonObject(with: Data(server.authority.certificates(of: .idToken).utf8)) as? [String: String]
        let (id, certificate) = try #require(certificates?.first)
        let keys = try JSONSerialization.jsonObject(with: Data(server.authority.jwks(of: .idToken).utf8)) as? [String: [[String: String]]]
        let key = try #require(keys?["keys"]?.first)
        let point = [4] + (try #require(Base64URL.decode(key["x"] ?? ""))) + (try #require(Base64URL.decode(key["y"] ?? "")))
        return (id, certificate, try P256.Signing.PublicKey(x963Representation: point).pemRepresentation)
    }
}
