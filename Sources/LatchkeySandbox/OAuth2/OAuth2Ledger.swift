import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every code and token that one provider of OAuth 2.0 gave out.
///
/// All that comes from one decision of a person is a family: it is revoked as a whole when a part of it is used twice.
struct OAuth2Ledger: Sendable {
    /// An authorisation code; it stays after its use, so that a second use is noticed.
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

    /// A refresh token; it stays after its use, for the same reason as a code.
    struct RefreshToken: Sendable {
        let grant: Grant
        let scopes: [String]
        let family: Int64
        var isUsed = false
    }

    /// What the token endpoint hands out.
    struct Issued: Sendable {
        let access: AccessToken
        let refreshToken: Secret<String>?
    }

    var codes = BoundedStore<Fingerprint, Code>(capacity: 10_000)
    private var accessTokens = BoundedStore<Fingerprint, AccessToken>(capacity: 20_000)
    private var refreshTokens = BoundedStore<Fingerprint, RefreshToken>(capacity: 20_000)
    /// What each person has granted each application, so that the consent page need not ask again.
    private(set) var granted = BoundedStore<Grant, Set<String>>(capacity: 10_000)
    private var revokedFamilies = BoundedStore<Int64, Bool>(capacity: 20_000)
    /// Families older than this number are revoked as well, when a person took the grant back.
    private var revokedBefore: [Grant: Int64] = [:]
    private var nextFamily: Int64 = 1

    /// A family for a new decision.
    ///
    /// - Parameter withheld: What the person does not grant, whatever they granted before.
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

    /// The access token, unless it is unknown, revoked or expired.
    func accessToken(_ text: String, now: Date) -> AccessToken? {
        accessTokens[Fingerprint(of: text)].flatMap { token in
            now < token.expiresAt && isLive(token.family, of: token.grant) ? token : nil
        }
    }

    /// The refresh token, used or not, unless it is unknown or revoked.
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

    /// Takes everything of a grant back and forgets that it was given.
    mutating func revoke(_ grant: Grant, now: Date) -> Bool {
        let hadSome = accessTokens.values.contains {
            $0.grant == grant && now < $0.expiresAt && isLive($0.family, of: grant)
        }
        granted.remove(grant)
        revokedBefore[grant] = nextFamily
        return hadSome
    }

    /// Counts one call of a token.
    mutating func countCall(_ text: String, now: Date) -> CallWindow.Reading {
        var reading = CallWindow.Reading(limit: 75, used: 1, resetAt: now.addingTimeInterval(900))
        accessTokens.update(Fingerprint(of: text)) { reading = $0.calls.count(now: now, limit: 75, windowSeconds: 900) }
        return reading
    }

    /// Whether nobody has taken the family back.
    func isLive(_ family: Int64, of grant: Grant) -> Bool {
        revokedFamilies[family] == nil && family >= revokedBefore[grant] ?? 0
    }
}
