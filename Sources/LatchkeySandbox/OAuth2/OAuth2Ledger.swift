import Foundation
import LatchkeySecrets

/// All codes and tokens that one OAuth 2.0 provider issued.
///
/// All codes and tokens from one decision form a family, which is revoked as a whole when one of them is used twice.
struct OAuth2Ledger: Sendable {
    /// An authorization code; kept after its use, to detect a second use.
    struct Code: Sendable {
        let grant: Grant
        let scopes: [String]
        let redirectURI: String
        let challenge: String?
        let nonce: String?
        let authTime: Date?
        let family: Int64
        let createdAt: Date
        var isUsed = false
    }

    /// An access token.
    struct AccessToken: Sendable {
        let token: Secret<String>
        let grant: Grant
        let scopes: [String]
        let family: Int64
        let expiresAt: Date
        var calls = CallWindow()
    }

    /// A refresh token; kept after its use, for the same reason as a code.
    struct RefreshToken: Sendable {
        let grant: Grant
        let scopes: [String]
        let family: Int64
        var isUsed = false
    }

    /// The tokens in a response of the token endpoint.
    struct Issued: Sendable {
        let access: AccessToken
        let refreshToken: Secret<String>?
    }

    var codes = BoundedStore<Fingerprint, Code>(capacity: 10_000)
    private var accessTokens = BoundedStore<Fingerprint, AccessToken>(capacity: 20_000)
    private var refreshTokens = BoundedStore<Fingerprint, RefreshToken>(capacity: 20_000)
    /// The scopes that each person granted to each application, so that the consent page can be skipped.
    private(set) var granted = BoundedStore<Grant, Set<String>>(capacity: 10_000)
    private var revokedFamilies = BoundedStore<Int64, Bool>(capacity: 20_000)
    /// For each revoked grant, the first family that is still valid; families with a lower number are revoked.
    private var revokedBefore: [Grant: Int64] = [:]
    private var nextFamily: Int64 = 1

    /// Starts a family for a new decision.
    ///
    /// - Parameter withheld: The scopes that the person does not grant, even if they granted them before.
    mutating func beginFamily(_ grant: Grant, scopes: [String], withheld: Set<String> = []) -> Int64 {
        granted.insert((granted[grant] ?? []).union(scopes).subtracting(withheld), for: grant)
        defer { nextFamily += 1 }
        return nextFamily
    }

    mutating func issue(
        _ grant: Grant, scopes: [String], family: Int64, rules: OAuth2Rules, now: Date, random: RandomTokens
    ) -> Issued {
        let access = AccessToken(
            token: Secret(random.token(byteCount: 48)), grant: grant, scopes: scopes, family: family,
            expiresAt: now.addingTimeInterval(Double(rules.accessTokenLifetimeSeconds)))
        accessTokens.insert(access, for: Fingerprint(of: access.token.expose()))
        guard let scope = rules.refreshScope, scopes.contains(scope) else { return Issued(access: access, refreshToken: nil) }
        let refresh = random.token(byteCount: 48)
        refreshTokens.insert(
            RefreshToken(grant: grant, scopes: scopes, family: family), for: Fingerprint(of: refresh))
        return Issued(access: access, refreshToken: Secret(refresh))
    }

    /// Returns the access token; `nil` if it is unknown, revoked or expired.
    func accessToken(_ text: String, now: Date) -> AccessToken? {
        accessTokens[Fingerprint(of: text)].flatMap { token in
            now < token.expiresAt && isLive(token.family, of: token.grant) ? token : nil
        }
    }

    /// Returns the refresh token, used or not; `nil` if it is unknown or revoked.
    func refreshToken(_ text: String) -> RefreshToken? {
        refreshTokens[Fingerprint(of: text)].flatMap { isLive($0.family, of: $0.grant) ? $0 : nil }
    }

    mutating func markUsed(refreshToken text: String) {
        refreshTokens.update(Fingerprint(of: text)) { $0.isUsed = true }
    }

    mutating func revoke(family: Int64) {
        revokedFamilies.insert(true, for: family)
    }

    mutating func revoke(accessToken text: String) {
        accessTokens.remove(Fingerprint(of: text))
    }

    /// Revokes everything of a grant and removes the grant; returns whether there was a live access token.
    mutating func revoke(_ grant: Grant, now: Date) -> Bool {
        let hadSome = accessTokens.values.contains {
            $0.grant == grant && now < $0.expiresAt && isLive($0.family, of: grant)
        }
        granted.remove(grant)
        revokedBefore[grant] = nextFamily
        return hadSome
    }

    /// Counts an API call with a token.
    mutating func countCall(_ text: String, now: Date) -> CallWindow.Reading {
        var reading = CallWindow.Reading(limit: 75, used: 1, resetAt: now.addingTimeInterval(900))
        accessTokens.update(Fingerprint(of: text)) { reading = $0.calls.count(now: now, limit: 75, windowSeconds: 900) }
        return reading
    }

    /// Returns whether the family is not revoked.
    func isLive(_ family: Int64, of grant: Grant) -> Bool {
        revokedFamilies[family] == nil && family >= revokedBefore[grant] ?? 0
    }
}
