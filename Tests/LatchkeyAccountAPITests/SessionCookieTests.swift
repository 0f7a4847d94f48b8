import Foundation
import HTTPTypes
import JWTKit
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyWire
import Testing

@testable import LatchkeyAccountAPI

@Suite struct SessionCookieTests {
    private let server: TestServer
    private let cookies: SessionCookies

    init() async throws {
        let server = try await TestServer()
        self.server = server
        cookies = SessionCookies(sessions: Sessions(store: server.store, authority: server.authority, now: { server.clock.now }))
    }

    private var caller: Caller { Caller(project: server.project) }

    private func ada() async throws -> (idToken: String, id: AccountID) {
        let made = try await server.run { caller in
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            return (made["idToken"], made["localId"])
        }
        let id = AccountID(rawValue: try #require(made.1))
        try await server.store.write { transaction in
            var account = try #require(try transaction.account(id, in: Realm(project: .standard)))
            account.customClaims = #"{"role":"editor"}"#
            try transaction.update(account)
        }
        return (try #require(made.0), id)
    }

    private func payload(_ token: String) throws -> [String: ClaimValue] {
        let bytes = try #require(Base64URL.decode(String(token.split(separator: ".")[1])))
        return try JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
    }

    @Test func cookieHasTheClaimsOfTheToken() async throws {
        let (idToken, id) = try await ada()
        server.clock.advance(bySeconds: 100)
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 86_400, caller: caller).expose()
        var (said, expected) = (try payload(cookie), try payload(idToken))
        #expect(said.removeValue(forKey: "iss") == .string("https://auth.example.org/default/session"))
        #expect(said.removeValue(forKey: "iat") == .integer(1_800_000_100))
        #expect(said.removeValue(forKey: "exp") == .integer(1_800_086_500))
        for name in ["iss", "iat", "exp"] { expected[name] = nil }
        #expect(said == expected)
        // Long after the ID token has expired.
        server.clock.advance(bySeconds: 86_000)
        #expect(try await cookies.claims(of: cookie, for: .standard).subject == id)
        #expect(try await cookies.check(cookie, from: caller).account.id == id)
        server.clock.advance(bySeconds: 400)
        await #expect(throws: SignInError(.init(rawValue: "SESSION_COOKIE_EXPIRED"))) {
            try await cookies.claims(of: cookie, for: .standard)
        }
    }

    @Test(arguments: [(299, false), (300, true), (1_209_600, true), (1_209_601, false), (0, false), (-1, false), (Int.max, false)])
    func lastsFromFiveMinutesToFourteenDays(_ seconds: Int, _ possible: Bool) async throws {
        let (idToken, _) = try await ada()
        if possible {
            let cookie = try await cookies.make(from: idToken, lastingSeconds: seconds, caller: caller)
            let claims = try await cookies.claims(of: cookie.expose(), for: .standard)
            #expect(claims.expiresAt.timeIntervalSince(claims.issuedAt) == Double(seconds))
        } else {
            await #expect(throws: SignInError(.init(rawValue: "INVALID_DURATION"))) {
                _ = try await cookies.make(from: idToken, lastingSeconds: seconds, caller: caller)
            }
        }
    }

    @Test func aCookieIsNoIDTokenAndTheOtherWayRound() async throws {
        let (idToken, _) = try await ada()
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 300, caller: caller).expose()
        try await server.run { client in
            for call in ["lookup", "delete", "update"] {
                let reply = try await client.call("accounts:\(call)", ["idToken": cookie])
                #expect(reply.error == "INVALID_ID_TOKEN")
            }
        }
        await #expect(throws: SignInError(.invalidIDToken)) {
            _ = try await cookies.make(from: cookie, lastingSeconds: 300, caller: caller)
        }
        await #expect(throws: SignInError(.init(rawValue: "INVALID_SESSION_COOKIE"))) {
            try await cookies.claims(of: idToken, for: .standard)
        }
    }

    @Test func forgeriesAreRefused() async throws {
        let (idToken, _) = try await ada()
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 300, caller: caller).expose()
        let parts = cookie.split(separator: ".").map(String.init)
        let none = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
        for forged in ["", "x", "a.b.c", cookie + "x", parts[0] + "." + parts[1] + ".", none + "." + parts[1] + ".", cookie + cookie] {
            await #expect(throws: SignInError(.init(rawValue: "INVALID_SESSION_COOKIE")), "\(forged.prefix(40))") {
                try await cookies.claims(of: forged, for: .standard)
            }
        }
        await #expect(throws: SignInError(.init(rawValue: "INVALID_SESSION_COOKIE")), "of another project") {
            try await cookies.claims(of: cookie, for: "neighbour")
        }
    }

    /// An event, and the account's state for a cookie with a valid signature.
    @Test(arguments: [
        ("the session is ended", "TOKEN_EXPIRED"), ("the account is disabled", "USER_DISABLED"),
        ("the account is deleted", "USER_NOT_FOUND"), ("tokens are revoked", "TOKEN_EXPIRED"),
    ])
    func checkFindsRevokedCookies(_ change: String, _ code: String) async throws {
        let (idToken, id) = try await ada()
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 86_400, caller: caller).expose()
        let realm = Realm(project: .standard)
        let later = server.clock.now.addingTimeInterval(1)
        try await server.store.write { transaction in
            var account = try #require(try transaction.account(id, in: realm))
            switch change {
            case "the session is ended": _ = try transaction.deleteSessions(of: id, in: realm, except: nil)
            case "the account is deleted": _ = try transaction.deleteAccount(id, in: realm)
            case "tokens are revoked":
                account.validSince = later
                try transaction.update(account)
            default:
                account.disabled = true
                try transaction.update(account)
            }
        }
        #expect(try await cookies.claims(of: cookie, for: .standard).subject == id)
        await #expect(throws: SignInError(.init(rawValue: code))) { _ = try await cookies.check(cookie, from: caller) }
        await #expect(throws: SignInError(.init(rawValue: code))) {
            _ = try await cookies.make(from: idToken, lastingSeconds: 300, caller: caller)
        }
    }

    @Test func theKeysArePublishedInBothForms() async throws {
        let (idToken, id) = try await ada()
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 300, caller: caller).expose()
        try await server.run { client in
            for path in ["/v1/sessionCookiePublicKeys", "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"] {
                let keys = JWTKeyCollection()
                try await keys.add(jwksJSON: try await client.send(.get, path).text)
                #expect(try await keys.verify(cookie, as: IDTokenClaims.self).subject == id)
            }
            for path in [
                "/v1/publicKeys", "/identitytoolkit.googleapis.com/v1/publicKeys",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
            ] {
                let reply = try await client.send(.get, path)
                #expect((reply.json.values.first as? String)?.hasPrefix("-----BEGIN CERTIFICATE-----") == true, "\(path)")
                #expect(Array(reply.json.keys) == [try keyID(of: cookie)], "\(path)")
                #expect(reply.headers[.cacheControl]?.contains("max-age=3600") == true)
            }
            let discovery = try await client.send(.get, "/default/session/.well-known/openid-configuration")
            #expect(discovery["issuer"] == "https://auth.example.org/default/session")
            #expect(discovery["jwks_uri"] == "https://auth.example.org/v1/sessionCookiePublicKeys")
            #expect(try await client.send(.get, "/nothing/session/.well-known/openid-configuration").status == .notFound)
        }
    }

    /// A verifier that checks nothing but the signature takes neither kind for the other.
    @Test func theKindsHaveKeysAtDifferentAddresses() async throws {
        let (idToken, id) = try await ada()
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 300, caller: caller).expose()
        try await server.run { client in
            for (path, accepted, refused) in [
                ("/.well-known/jwks.json", idToken, cookie), ("/v1/sessionCookiePublicKeys", cookie, idToken),
                ("/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com", idToken, cookie),
            ] {
                let keys = JWTKeyCollection()
                try await keys.add(jwksJSON: try await client.send(.get, path).text)
                #expect(try await keys.verify(accepted, as: IDTokenClaims.self).subject == id)
                await #expect(throws: (any Error).self, "\(path)") { try await keys.verify(refused, as: IDTokenClaims.self) }
            }
            for path in ["/.well-known/certificates.json", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"] {
                #expect(Array(try await client.send(.get, path).json.keys) == [try keyID(of: idToken)], "\(path)")
            }
        }
    }

    /// The server compares the issuer too, but a token with the right issuer and the key of the other kind is a forgery.
    @Test func theKeyOfOneKindCannotSignTheOther() async throws {
        let (idToken, _) = try await ada()
        let cookie = try await cookies.make(from: idToken, lastingSeconds: 300, caller: caller).expose()
        let cookieKey = try await server.signingKey(of: .sessionCookie)
        let tokenKey = try await server.signingKey()
        let swappedToken = try ForgedJWT(reading: idToken, key: cookieKey).header("kid", "\"\(try keyID(of: cookie))\"").token()
        let swappedCookie = try ForgedJWT(reading: cookie, key: tokenKey).header("kid", "\"\(try keyID(of: idToken))\"").token()
        try await server.run { client in
            let reply = try await client.call("accounts:lookup", ["idToken": swappedToken])
            #expect(reply.error == "INVALID_ID_TOKEN")
        }
        await #expect(throws: SignInError(.init(rawValue: "INVALID_SESSION_COOKIE"))) {
            try await cookies.claims(of: swappedCookie, for: .standard)
        }
    }

    private func keyID(of token: String) throws -> String {
        struct Header: Decodable { let kid: String }
        let bytes = try #require(Base64URL.decode(String(token.split(separator: ".")[0])))
        return try JSONDecoder().decode(Header.self, from: Data(bytes)).kid
    }

    @Test func endpointRequiresATokenAndAcceptsFourteenDays() async throws {
        let (idToken, _) = try await ada()
        let endpoint = CreateSessionCookieEndpoint(cookies: cookies)
        let input = try WireDecoder.decode(CreateSessionCookieRequest.self, from: Array(#"{"idToken":"\#(idToken)"}"#.utf8))
        let made = try await endpoint.respond(to: input, from: caller)
        let claims = try await cookies.claims(of: try #require(made.sessionCookie), for: .standard)
        #expect(claims.expiresAt.timeIntervalSince(claims.issuedAt) == 1_209_600)
        let short = try WireDecoder.decode(
            CreateSessionCookieRequest.self, from: Array(#"{"id_token":"\#(idToken)","validDuration":"299"}"#.utf8))
        await #expect(throws: SignInError(.init(rawValue: "INVALID_DURATION"))) { _ = try await endpoint.respond(to: short, from: caller) }
        await #expect(throws: SignInError(.init(rawValue: "MISSING_ID_TOKEN"))) {
            _ = try await endpoint.respond(to: .init(), from: caller)
        }
    }

    @Test func apiKeyCannotCreateACookie() async throws {
        let (idToken, _) = try await ada()
        try await server.run { client in
            for path in ["/v1/projects/default:createSessionCookie", "/v1/createSessionCookie"] {
                let reply = try await client.post("\(path)?key=\(client.apiKey)", #"{"idToken":"\#(idToken)"}"#)
                #expect(reply.status != .ok && reply["sessionCookie"] == nil)
            }
        }
    }
}
