import Foundation
import LatchkeySecrets

/// All tokens that the mock Twitter issued.
struct TwitterLedger: Sendable {
    /// The allowed clock difference in seconds; probably similar to the real Twitter's.
    static let timestampWindowSeconds: Double = 300
    /// The maximum time between the first and the last leg, in seconds.
    static let requestTokenLifetimeSeconds: Double = 600
    /// The number of wrong verifiers that invalidates a request token; limited because a PIN has only seven digits.
    static let maxVerifierAttempts = 5

    /// Temporary credentials.
    struct RequestToken: Sendable {
        enum Callback: Sendable, Equatable {
            case address(String), pin
        }
        enum Verdict: Sendable, Equatable {
            case open
            case allowed(personKey: String, verifier: Secret<String>)
            case denied
        }

        let token: String
        let secret: Secret<String>
        let appKey: String
        let callback: Callback
        let mayWrite: Bool
        let createdAt: Date
        var verdict = Verdict.open
        var wrongVerifiers = 0

        func isExpired(now: Date) -> Bool {
            now.timeIntervalSince(createdAt) >= TwitterLedger.requestTokenLifetimeSeconds
        }
    }

    /// Token credentials of a person for an application.
    struct AccessToken: Sendable {
        let token: String
        let secret: Secret<String>
        let grant: Grant
        let mayWrite: Bool
        /// Whether the application had the email permission when the person last granted access.
        var coversEmail: Bool
        var calls = CallWindow()
    }

    /// The text that the phone sends to Twitter in the second step of reverse auth.
    struct ReverseTicket: Sendable {
        let secret: Secret<String>
        let appKey: String
        let createdAt: Date
    }

    var requestTokens = BoundedStore<String, RequestToken>(capacity: 10_000)
    var reverseTickets = BoundedStore<String, ReverseTicket>(capacity: 1000)
    var nonces = NonceRegister(windowSeconds: timestampWindowSeconds)
    private(set) var accessTokens = BoundedStore<String, AccessToken>(capacity: 20_000)
    private var tokenByGrant: [Grant: String] = [:]

    func accessToken(for grant: Grant) -> AccessToken? {
        tokenByGrant[grant].flatMap { accessTokens[$0] }
    }

    /// Returns the token pair of an application and a person; Twitter issues the same pair until it is revoked.
    mutating func issueAccessToken(
        app: SandboxApp, person: SandboxPerson, mayWrite: Bool, random: RandomTokens
    ) -> AccessToken {
        let grant = Grant(appKey: app.key, personKey: person.key)
        if let token = tokenByGrant[grant], let known = accessTokens[token], known.mayWrite == mayWrite {
            accessTokens.update(token) { $0.coversEmail = app.mayRequestEmail }
            return accessTokens[token] ?? known
        }
        revoke(grant)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let issued = AccessToken(
            token: "\(person.twitter?.id ?? 0)-\(random.text(length: 40, from: alphabet))",
            secret: Secret(random.text(length: 45, from: alphabet)), grant: grant, mayWrite: mayWrite,
            coversEmail: app.mayRequestEmail)
        if let evicted = accessTokens.insert(issued, for: issued.token) { tokenByGrant[evicted.grant] = nil }
        tokenByGrant[grant] = issued.token
        return issued
    }

    /// Revokes the token of a grant.
    @discardableResult
    mutating func revoke(_ grant: Grant) -> Bool {
        guard let token = tokenByGrant.removeValue(forKey: grant) else { return false }
        return accessTokens.remove(token) != nil
    }

    /// Counts an API call with a token.
    mutating func countCall(_ token: String, now: Date) -> CallWindow.Reading {
        var reading = CallWindow.Reading(limit: 75, used: 1, resetAt: now.addingTimeInterval(900))
        accessTokens.update(token) { reading = $0.calls.count(now: now, limit: 75, windowSeconds: 900) }
        return reading
    }
}
