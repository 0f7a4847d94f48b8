import Foundation
import LatchkeySecrets
import LatchkeyVerifier
import Testing

@Suite struct TokenVerifierTests {
    private let server: PlayedServer
    private let verifier: TokenVerifier

    init() throws {
        server = try PlayedServer()
        verifier = try server.verifier()
    }

    private func refusal(_ token: String, cookie: Bool = false) async -> TokenVerificationError? {
        do {
            _ = try await cookie ? verifier.verify(sessionCookie: token) : verifier.verify(idToken: token)
            return nil
        } catch {
            return error as? TokenVerificationError
        }
    }

    @Test(arguments: ["ec", "rsa"])
    func aGoodTokenIsRead(_ key: String) async throws {
        let token = try await verifier.verify(idToken: try server.token(with: key))
        #expect(token.uid == "ada" && token.audience == "default" && token.issuer == "https://auth.example.org/default")
        #expect(token.email == "ada@example.org" && token.emailVerified && token.name == "Ada")
        #expect(token.signInProvider == "password" && token.secondFactor == nil && token.tenantID == nil)
        #expect(token.authenticatedAt == PlayedServer.now.addingTimeInterval(-100))
        #expect(token.issuedAt == PlayedServer.now.addingTimeInterval(-10))
        #expect(token.expiresAt == PlayedServer.now.addingTimeInterval(3590))
        #expect(token.claims["role"]?.members?["admin"]?.flag == true)
        #expect(server.received == ["https://auth.example.org/.well-known/jwks.json"])
    }

    @Test func aCookieIsReadAndIsNoIDToken() async throws {
        let cookie = try server.token(claims: ["iss": "https://auth.example.org/default/session"])
        #expect(try await verifier.verify(sessionCookie: cookie).uid == "ada")
        #expect(server.received == ["https://auth.example.org/v1/sessionCookiePublicKeys"])
        let crossed = await refusal(cookie)
        #expect(crossed?.code == .wrongIssuer && crossed?.detail.contains("session cookie") == true)
        let other = await refusal(try server.token(), cookie: true)
        #expect(other?.code == .wrongIssuer && other?.detail.contains("is an ID token") == true)
    }

    @Test func readsTenantAndSecondFactor() async throws {
        let token = try await verifier.verify(
            idToken: try server.token(claims: [
                "firebase": ["sign_in_provider": "github.com", "sign_in_second_factor": "totp", "tenant": "acme-1"], "email": nil,
                "email_verified": nil,
            ]))
        #expect(token.tenantID == "acme-1" && token.secondFactor == "totp" && token.signInProvider == "github.com")
        #expect(token.email == nil && !token.emailVerified)
    }

    // MARK: Every part, changed

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var header: [String: (any Sendable)?] = [:]
        var claims: [String: (any Sendable)?] = [:]
        let code: TokenVerificationError.Code?

        init(
            _ sentence: String, header: [String: (any Sendable)?] = [:], claims: [String: (any Sendable)?] = [:],
            _ code: TokenVerificationError.Code?
        ) {
            (testDescription, self.header, self.claims, self.code) = (sentence, header, claims, code)
        }
    }

    private static let seconds = Int(PlayedServer.now.timeIntervalSince1970)

    @Test(arguments: [
        Change("nobody's", header: ["alg": "none"], .unsigned),
        Change("nobody's, written otherwise", header: ["alg": "NonE"], .unsigned),
        Change("a shared secret", header: ["alg": "HS256"], .algorithmRefused),
        Change("an algorithm that the server does not use", header: ["alg": "PS256"], .algorithmRefused),
        Change("a name in small letters", header: ["alg": "es256"], .algorithmRefused),
        Change("the algorithm of another key", header: ["alg": "RS256"], .algorithmRefused),
        Change("no algorithm", header: ["alg": nil], .malformed),
        Change("an algorithm that is no text", header: ["alg": 1], .malformed),
        Change("no key", header: ["kid": nil], .missingKeyID),
        Change("an empty key", header: ["kid": ""], .missingKeyID),
        Change("a key that is no text", header: ["kid": 7], .malformed),
        Change("a long key", header: ["kid": String(repeating: "k", count: 257)], .missingKeyID),
        Change("a stranger's key", header: ["kid": "other"], .unknownKey),
        Change("another key of the server", header: ["kid": "rsa", "alg": "RS256"], .badSignature),
        Change("no type", header: ["typ": nil], nil),
        Change("the type in small letters", header: ["typ": "jwt"], nil),
        Change("an access token", header: ["typ": "at+jwt"], .malformed),
        Change("critical extensions", header: ["crit": ["exp"]], .malformed),
        Change("another encoding", header: ["b64": false], .malformed),
        Change("its own key", header: ["jwk": ["kty": "EC"], "jku": "https://evil.example.com"], nil),

        Change("no issuer", claims: ["iss": nil], .wrongIssuer),
        Change("another server", claims: ["iss": "https://evil.example.com/default"], .wrongIssuer),
        Change("another project", claims: ["iss": "https://auth.example.org/other"], .wrongIssuer),
        Change("an issuer with a slash", claims: ["iss": "https://auth.example.org/default/"], .wrongIssuer),
        Change("an issuer in a list", claims: ["iss": ["https://auth.example.org/default"]], .wrongIssuer),
        Change("Google's", claims: ["iss": "https://securetoken.google.com/default"], .wrongIssuer),
        Change("no audience", claims: ["aud": nil], .wrongAudience),
        Change("another audience", claims: ["aud": "other"], .wrongAudience),
        Change("an audience in a list", claims: ["aud": ["default"]], .wrongAudience),
        Change("an empty audience", claims: ["aud": ""], .wrongAudience),
        Change("nobody", claims: ["sub": nil], .invalidSubject),
        Change("an empty subject", claims: ["sub": ""], .invalidSubject),
        Change("a subject that is no text", claims: ["sub": 7], .invalidSubject),
        Change("the longest subject", claims: ["sub": String(repeating: "ä", count: 128)], nil),
        Change("too long a subject", claims: ["sub": String(repeating: "a", count: 129)], .invalidSubject),
        Change("no end", claims: ["exp": nil], .missingClaim),
        Change("an end that is no number", claims: ["exp": "soon"], .missingClaim),
        Change("an end in the past", claims: ["exp": seconds - 60], .expired),
        Change("an end within the leeway", claims: ["exp": seconds - 59], nil),
        Change("an end with a fraction", claims: ["exp": Double(seconds) + 0.5], nil),
        Change("no beginning", claims: ["iat": nil], .missingClaim),
        Change("a beginning that is no number", claims: ["iat": true], .missingClaim),
        Change("a beginning in the future", claims: ["iat": seconds + 61], .issuedInTheFuture),
        Change("a beginning within the leeway", claims: ["iat": seconds + 60], nil),
        Change("no sign-in", claims: ["auth_time": nil], .missingClaim),
        Change("a sign-in before all time", claims: ["auth_time": -1], .missingClaim),
        Change("a sign-in in the future", claims: ["auth_time": seconds + 61], .authenticatedInTheFuture),
        Change("a sign-in within the leeway", claims: ["auth_time": seconds + 60], nil),
    ])
    func everyPartCounts(_ change: Change) async throws {
        let refusal = await refusal(try server.token(header: change.header, claims: change.claims))
        #expect(refusal?.code == change.code, "\(refusal?.detail ?? "accepted")")
    }

    @Test func aTokenOfAnEmulatorIsRefusedByName() async throws {
        let parts = try [PlayedServer.part(["alg": "none", "typ": "JWT"]), PlayedServer.part(PlayedServer.claims)]
        let signature = try server.token().split(separator: ".")[2]
        for token in [parts.joined(separator: ".") + ".", parts.joined(separator: ".") + "." + signature] {
            let refused = await refusal(token)
            #expect(refused?.code == .unsigned && refused?.detail.contains("emulator") == true)
        }
        #expect(server.received == [], "nothing is fetched for it")
    }

    @Test func everyBitIsSigned() async throws {
        let good = try server.token()
        let parts = good.split(separator: ".").map(String.init)
        for index in parts.indices {
            var bytes = try #require(Base64URL.decode(parts[index]))
            for position in stride(from: 0, to: bytes.count, by: 7) {
                bytes[position] ^= 1
                var changed = parts
                changed[index] = Base64URL.encode(bytes)
                let text = changed.joined(separator: ".")
                #expect(await refusal(text) != nil, "part \(index), byte \(position)")
                bytes[position] ^= 1
            }
        }
        #expect(await refusal(good) == nil)
    }

    /// The last letter of a signature has unused bits.
    @Test func theSameBytesInAnotherSpellingAreAnotherText() async throws {
        let good = try server.token()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(good.last.flatMap { alphabet.firstIndex(of: $0) })
        let spelt = good.dropLast() + String(alphabet[last ^ 1])
        #expect(Base64URL.decode(String(spelt.split(separator: ".")[2])) == Base64URL.decode(String(good.split(separator: ".")[2])))
        #expect(await refusal(String(spelt))?.code == .malformed)
    }

    @Test(arguments: [
        "", ".", "..", "a.b", "a.b.c", "a.b.c.d", "=.=.=", "e30.e30.e30", "é.é.é", " ", "eyJhbGciOiJFUzI1NiJ9..AA",
        String(repeating: "a", count: 16_385),
    ])
    func malformedTokensAreRejected(_ text: String) async throws {
        let refused = try #require(await refusal(text))
        #expect([.malformed, .missingKeyID].contains(refused.code))
        #expect(server.received == [])
    }

    @Test func claimsThatAreNoObjectAreRefused() async throws {
        let text = try PlayedServer.part(PlayedServer.header) + "." + Base64URL.encode(Array("[1]".utf8))
        #expect(await refusal(try server.sign(text))?.code == .malformed)
    }

    // MARK: Settings

    @Test(arguments: [
        ("", "default"), ("auth.example.org", "default"), ("ftp://auth.example.org", "default"), ("http://auth.example.org", "default"),
        ("https://", "default"), ("https://auth.example.org?x=y", "default"), ("https://u:p@auth.example.org", "default"),
        ("https://auth.example.org", ""), ("https://auth.example.org", "a/b"), ("http://127.0.0.1.evil.example", "default"),
    ])
    func wrongSettingsAreRefused(_ url: String, _ project: String) throws {
        #expect(throws: TokenVerificationError(.misconfigured, "")) { _ = try TokenVerifier(serverURL: url, projectID: project) }
    }

    @Test func keysMayComeFromElsewhere() async throws {
        for url in ["http://localhost:9099", "http://127.0.0.1:9099", "http://[::1]:9099", "https://auth.example.org/"] {
            #expect(try TokenVerifier(serverURL: url, projectID: "p").issuer == (url.hasSuffix("/") ? url + "p" : url + "/p"))
        }
        #expect(throws: TokenVerificationError(.misconfigured, "")) {
            _ = try TokenVerifier(serverURL: PlayedServer.url, projectID: "default", keysURL: "http://latchkey:9099")
        }
        let inside = try TokenVerifier(
            serverURL: PlayedServer.url, projectID: "default", keysURL: "http://latchkey:9099", insecureHTTP: true, transport: server,
            now: { PlayedServer.now })
        #expect(try await inside.verify(idToken: try server.token()).uid == "ada")
        #expect(server.received == ["http://latchkey:9099/.well-known/jwks.json"])
        #expect(throws: TokenVerificationError(.misconfigured, "")) {
            _ = try TokenVerifier(serverURL: PlayedServer.url, projectID: "default", leewaySeconds: 301)
        }
    }
}
