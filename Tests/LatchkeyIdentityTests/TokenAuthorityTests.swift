import Crypto
import Foundation
import JWTKit
import LatchkeyIdentity
import LatchkeySecrets
import Synchronization
import Testing

@Suite struct TokenAuthorityTests {
    private let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private final class Clock: Sendable {
        private let time = Mutex(TokenAuthorityTests.start)
        var now: Date { time.withLock { $0 } }
        func advance(bySeconds seconds: Double) { time.withLock { $0 += seconds } }
    }

    private func authority(_ algorithm: SigningKey.Algorithm, clock: Clock) async throws -> TokenAuthority {
        let key = try KeyRing.makeKey(algorithm, sealer: sealer, at: clock.now)
        return TokenAuthority(
            ring: try await KeyRing([key], sealer: sealer, at: clock.now), issuer: { "https://auth.example.org/" + $0.rawValue },
            now: { clock.now })
    }

    private func account() -> Account {
        var account = Account(
            id: "uid-1", realm: Realm(project: "demo-project"), email: EmailAddress("ada@example.org"), displayName: "Ada",
            customClaims: #"{"role":"editor","level":3,"sub":"somebody else"}"#, createdAt: Self.start)
        account.identities = [
            Identity(key: IdentityKey(provider: .twitter, origin: "https://api.twitter.com", rawID: "42"), linkedAt: Self.start)
        ]
        return account
    }

    private func session(method: ProviderID = .twitter) -> Session {
        Session(
            id: SessionID(rawValue: "s"), account: "uid-1", realm: Realm(project: "demo-project"), refreshToken: Fingerprint(of: "r"),
            createdAt: Self.start.addingTimeInterval(-100), method: method)
    }

    private func json(_ part: String) throws -> [String: Any] {
        let bytes = try #require(Base64URL.decode(part))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test(arguments: [SigningKey.Algorithm.rs256, .es256])
    func tokenHasFirebasesClaims(_ algorithm: SigningKey.Algorithm) async throws {
        let clock = Clock()
        let token = try await authority(algorithm, clock: clock).idToken(for: account(), in: session())
        let parts = token.split(separator: ".").map(String.init)
        let header = try json(parts[0])
        #expect(header["alg"] as? String == algorithm.rawValue)
        #expect(header["typ"] as? String == "JWT")
        #expect((header["kid"] as? String)?.isEmpty == false)
        let claims = try json(parts[1])
        #expect(claims["iss"] as? String == "https://auth.example.org/demo-project")
        #expect(claims["aud"] as? String == "demo-project")
        #expect(claims["sub"] as? String == "uid-1")
        #expect(claims["user_id"] as? String == "uid-1")
        #expect(claims["iat"] as? Int == 1_800_000_000)
        #expect(claims["exp"] as? Int == 1_800_003_600)
        #expect(claims["auth_time"] as? Int == 1_799_999_900)
        #expect(claims["name"] as? String == "Ada")
        #expect(claims["email"] as? String == "ada@example.org")
        #expect(claims["email_verified"] as? Bool == false)
        #expect(claims["provider_id"] == nil)
        #expect(claims["role"] as? String == "editor")
        #expect(claims["level"] as? Int == 3)
        let firebase = try #require(claims["firebase"] as? [String: Any])
        #expect(firebase["sign_in_provider"] as? String == "twitter.com")
        #expect(firebase["identities"] as? [String: [String]] == ["twitter.com": ["42"], "email": ["ada@example.org"]])
        #expect(firebase["tenant"] == nil)
    }

    @Test func anAnonymousTokenNamesItsProvider() async throws {
        let clock = Clock()
        let authority = try await authority(.es256, clock: clock)
        let claims = try await authority.claims(
            of: authority.idToken(
                for: Account(id: "uid-1", realm: Realm(project: "demo-project"), createdAt: Self.start), in: session(method: .anonymous)),
            for: "demo-project")
        #expect(claims.providerID == "anonymous")
        #expect(claims.emailVerified == nil)
    }

    @Test func aTokenLastsAnHour() async throws {
        let clock = Clock()
        let authority = try await authority(.es256, clock: clock)
        let token = try authority.idToken(for: account(), in: session())
        clock.advance(bySeconds: 3599)
        #expect(try await authority.claims(of: token, for: "demo-project").subject == "uid-1")
        clock.advance(bySeconds: 1)
        await #expect(throws: SignInError(.tokenExpired)) { try await authority.claims(of: token, for: "demo-project") }
    }

    @Test func aTokenOfAnotherProjectIsNoToken() async throws {
        let clock = Clock()
        let authority = try await authority(.es256, clock: clock)
        let token = try authority.idToken(for: account(), in: session())
        _ = try await authority.claims(of: token, for: "demo-project")
        await #expect(throws: SignInError(.invalidIDToken)) { try await authority.claims(of: token, for: "other-project") }
    }

    @Test func forgeriesAreRefused() async throws {
        let clock = Clock()
        let authority = try await authority(.rs256, clock: clock)
        let good = try authority.idToken(for: account(), in: session())
        let parts = good.split(separator: ".").map(String.init)
        let none = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
        let header = try #require(Base64URL.decode(parts[0]).map { String(decoding: $0, as: UTF8.self) })
        let headerWithNone = Base64URL.encode(header.replacingOccurrences(of: "RS256", with: "none").utf8)
        // The classic confusion: the public key used as the secret of a symmetric signature.
        let hs256 = Base64URL.encode(header.replacingOccurrences(of: "RS256", with: "HS256").utf8)
        let mac = HMAC<SHA256>.authenticationCode(
            for: Data((hs256 + "." + parts[1]).utf8), using: SymmetricKey(data: Data(authority.jwks(of: .idToken).utf8)))
        let stranger = try await self.authority(.rs256, clock: clock).idToken(for: account(), in: session())
        let forgeries = [
            "", "a.b.c", "...", good + "x", String(good.dropLast(8)), "\(none).\(parts[1]).", "\(headerWithNone).\(parts[1]).",
            "\(headerWithNone).\(parts[1]).\(parts[2])", "\(hs256).\(parts[1]).\(Base64URL.encode(mac))", stranger,
            "\(parts[0]).\(Base64URL.encode(#"{"sub":"uid-2"}"#.utf8)).\(parts[2])", String(repeating: "a", count: 20_000),
        ]
        // A verified token is remembered, which must not help a forgery of it.
        #expect(try await authority.claims(of: good, for: "demo-project").subject == "uid-1")
        for forgery in forgeries {
            await #expect(throws: SignInError(.invalidIDToken), "\(forgery.prefix(60))") {
                try await authority.claims(of: forgery, for: "demo-project")
            }
        }
    }

    @Test func rotatedKeysStillVerifyUntilTheirLastTokenExpired() async throws {
        let clock = Clock()
        var old = try KeyRing.makeKey(.rs256, sealer: sealer, at: clock.now)
        let authority = TokenAuthority(
            ring: try await KeyRing([old], sealer: sealer, at: clock.now), issuer: { $0.rawValue }, now: { clock.now })
        let token = try authority.idToken(for: account(), in: session())
        let new = try KeyRing.makeKey(.es256, sealer: sealer, at: clock.now.addingTimeInterval(1))
        old.publishedUntil = clock.now.addingTimeInterval(SigningKey.Purpose.idToken.overlapSeconds)
        authority.replace(with: try await KeyRing([old, new], sealer: sealer, at: clock.now))
        #expect(try await authority.claims(of: token, for: "demo-project").subject == "uid-1")
        let fresh = try authority.idToken(for: account(), in: session())
        #expect(authority.jwks(of: .idToken).contains(new.id) && authority.jwks(of: .idToken).contains(old.id))
        #expect(authority.certificates(of: .idToken).contains(new.id) && authority.certificates(of: .idToken).contains(old.id))
        #expect(fresh.split(separator: ".")[0] != token.split(separator: ".")[0])
        clock.advance(bySeconds: SigningKey.Purpose.idToken.overlapSeconds)
        #expect(authority.jwks(of: .idToken).contains(new.id) && !authority.jwks(of: .idToken).contains(old.id))
        #expect(authority.certificates(of: .idToken).contains(new.id) && !authority.certificates(of: .idToken).contains(old.id))
    }

    @Test func aKeyEndsInARunningServerToo() async throws {
        let clock = Clock()
        var leaked = try KeyRing.makeKey(.es256, sealer: sealer, at: clock.now)
        let authority = TokenAuthority(
            ring: try await KeyRing([leaked], sealer: sealer, at: clock.now), issuer: { $0.rawValue }, now: { clock.now })
        let token = try authority.idToken(for: account(), in: session())
        leaked.publishedUntil = clock.now.addingTimeInterval(600)
        let new = try KeyRing.makeKey(.es256, sealer: sealer, at: clock.now.addingTimeInterval(1))
        authority.replace(with: try await KeyRing([leaked, new], sealer: sealer, at: clock.now))
        clock.advance(bySeconds: 599)
        #expect(try await authority.claims(of: token, for: "demo-project").subject == "uid-1")
        clock.advance(bySeconds: 1)
        await #expect(throws: SignInError(.invalidIDToken)) { try await authority.claims(of: token, for: "demo-project") }
    }

    @Test func missingSigningKeyIsAnError() async throws {
        await #expect(throws: NoSigningKey.self) { try await KeyRing([], sealer: sealer, at: Self.start) }
    }

    @Test func customClaimsCannotReplaceOurs() async throws {
        let clock = Clock()
        let authority = try await authority(.es256, clock: clock)
        let token = try authority.idToken(for: account(), in: session())
        #expect(try await authority.claims(of: token, for: "demo-project").subject == "uid-1")
    }

    /// Unsigned tokens can contain any number; these would overflow when converted to milliseconds.
    @Test(arguments: ["iat", "exp", "auth_time"], ["9223372036854775807", "-9223372036854775808", "253402300800", "1e300", "-1"])
    func aTimeOutsideOfAllCalendarsIsRefused(_ name: String, _ number: String) async throws {
        let authority = TokenAuthority(ring: .insecureUnsigned, issuer: { "https://auth.example.org/" + $0.rawValue }, now: { Self.start })
        func token(_ times: [String: String]) -> String {
            let members = times.map { ",\"\($0.key)\":\($0.value)" }.joined()
            let claims =
                #"{"iss":"https://auth.example.org/demo","aud":"demo","sub":"ada","firebase":{"identities":{},"sign_in_provider":"custom"}"#
            return Base64URL.encode(#"{"alg":"none"}"#.utf8) + "." + Base64URL.encode((claims + members + "}").utf8) + "."
        }
        var times = ["iat": "1800000000", "exp": "1800003600", "auth_time": "1800000000"]
        #expect(try await authority.claims(of: token(times), for: "demo").subject == "ada")
        times[name] = number
        let absurd = token(times)
        await #expect(throws: SignInError(.invalidIDToken)) { _ = try await authority.claims(of: absurd, for: "demo") }
    }
}
