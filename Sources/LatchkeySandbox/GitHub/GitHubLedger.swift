import Foundation
import LatchkeySecrets

/// All codes and tokens that the mock GitHub issued.
struct GitHubLedger: Sendable {
    static let codeLifetimeSeconds: Double = 600
    static let deviceCodeLifetimeSeconds: Double = 900
    /// The maximum number of tokens per person, application and scope list; the oldest is removed.
    static let maxTokensPerGrant = 10
    /// The maximum number of wrong user codes within an hour.
    static let maxWrongUserCodes = 50

    /// An authorization code that was not exchanged yet.
    struct Code: Sendable {
        let grant: Grant
        let scopes: [GitHubScope]
        /// The `redirect_uri` of the authorization request; `nil` if it had none.
        let givenRedirectURI: String?
        let challenge: String?
        let createdAt: Date

        func isExpired(now: Date) -> Bool { now.timeIntervalSince(createdAt) >= GitHubLedger.codeLifetimeSeconds }
    }

    /// An access token.
    struct Token: Sendable {
        let serial: Int64
        let token: Secret<String>
        let grant: Grant
        let scopes: [GitHubScope]
        let createdAt: Date
        var calls = CallWindow()
    }

    /// A device that waits for a decision.
    struct Device: Sendable {
        enum Verdict: Sendable, Equatable {
            case pending, denied
            case allowed(personKey: String, scopes: [GitHubScope])
        }

        let deviceCode: String
        let userCode: String
        let appKey: String
        let scopes: [GitHubScope]
        let createdAt: Date
        var intervalSeconds = 5
        var lastPoll: Date?
        var verdict = Verdict.pending

        func isExpired(now: Date) -> Bool { now.timeIntervalSince(createdAt) >= GitHubLedger.deviceCodeLifetimeSeconds }
    }

    var codes = BoundedStore<Fingerprint, Code>(capacity: 10_000)
    var devices = BoundedStore<Fingerprint, Device>(capacity: 1000)
    var wrongUserCodes = CallWindow()
    private(set) var tokens = BoundedStore<Fingerprint, Token>(capacity: 20_000)
    /// The scopes that each person last granted to each application, so that the consent page can be skipped.
    private(set) var granted = BoundedStore<Grant, [GitHubScope]>(capacity: 10_000)
    private var nextSerial: Int64 = 1
    /// The tokens of each grant, oldest first.
    private var tokensByGrant: [Grant: [Fingerprint]] = [:]

    func token(_ text: String) -> Token? {
        tokens[Fingerprint(of: text)]
    }

    /// Returns the device with this user code; letter case, hyphens and spaces are ignored.
    func device(userCode: String) -> Device? {
        let wanted = userCode.uppercased().filter { $0 != "-" && $0 != " " }
        return devices.values.first { $0.userCode.filter { $0 != "-" } == wanted }
    }

    mutating func issueToken(for grant: Grant, scopes: [GitHubScope], now: Date, random: RandomTokens) -> Token {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let text = "gho_\(random.text(length: 36, from: alphabet))"
        let issued = Token(serial: nextSerial, token: Secret(text), grant: grant, scopes: scopes, createdAt: now)
        nextSerial += 1
        let others = tokensByGrant[grant, default: []].filter { tokens[$0]?.scopes == scopes }
        if others.count >= Self.maxTokensPerGrant, let oldest = others.first { remove(oldest) }
        let fingerprint = Fingerprint(of: text)
        if let evicted = tokens.insert(issued, for: fingerprint) {
            forget(Fingerprint(of: evicted.token.expose()), of: evicted.grant)
        }
        tokensByGrant[grant, default: []].append(fingerprint)
        granted.insert(scopes, for: grant)
        return issued
    }

    @discardableResult
    mutating func revoke(_ text: String) -> Bool {
        remove(Fingerprint(of: text))
    }

    /// Revokes all tokens of a grant and removes the grant.
    @discardableResult
    mutating func revoke(_ grant: Grant) -> Bool {
        granted.remove(grant)
        let revoked = tokensByGrant.removeValue(forKey: grant) ?? []
        for fingerprint in revoked { tokens.remove(fingerprint) }
        return !revoked.isEmpty
    }

    /// Counts an API call with a token.
    mutating func countCall(_ text: String, now: Date) -> CallWindow.Reading {
        var reading = CallWindow.Reading(limit: 5000, used: 1, resetAt: now.addingTimeInterval(3600))
        tokens.update(Fingerprint(of: text)) { reading = $0.calls.count(now: now, limit: 5000, windowSeconds: 3600) }
        return reading
    }

    @discardableResult
    private mutating func remove(_ fingerprint: Fingerprint) -> Bool {
        guard let removed = tokens.remove(fingerprint) else { return false }
        forget(fingerprint, of: removed.grant)
        return true
    }

    private mutating func forget(_ fingerprint: Fingerprint, of grant: Grant) {
        tokensByGrant[grant]?.removeAll { $0 == fingerprint }
        if tokensByGrant[grant]?.isEmpty == true { tokensByGrant[grant] = nil }
    }
}
