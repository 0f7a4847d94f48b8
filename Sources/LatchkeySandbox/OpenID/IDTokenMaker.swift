import Crypto
import Foundation
import LatchkeySecrets
import Synchronization

/// Creates ID tokens (OpenID Connect Core, section 2), including invalid ones for faults.
struct IDTokenMaker: Sendable {
    static let lifetimeSeconds = 3600

    let state: SandboxState
    let rules: OAuth2Rules
    /// The scheme and host of the URL that the client used.
    let base: String
    /// The path of the endpoint that issues the token, for matching faults.
    let path: String
    let now: Date

    func token(
        for person: SandboxPerson, app: SandboxApp, scopes: [String], nonce: String?, authTime: Date? = nil,
        accessToken: String? = nil
    ) throws -> String {
        guard let openID = rules.openID, let account = MockAccount(of: person, rules: rules, base: base) else {
            throw SandboxError(.unknownPerson, "\(person.key) has no account at \(rules.provider.displayName)")
        }
        let faults = faults(befalling: person.key)
        let issuedAt = now.addingTimeInterval(faults.contains(.expiredToken) ? -Double(2 * Self.lifetimeSeconds) : 0).epochSeconds
        var claims = openID.claims(account, scopes)
        claims["iss"] = JSON(faults.contains(.wrongIssuer) ? "https://issuer.example" : rules.issuer(at: base))
        claims["aud"] = JSON(faults.contains(.wrongAudience) ? "somebody-else" : app.key)
        claims["iat"] = JSON(issuedAt)
        claims["exp"] = JSON(issuedAt + Self.lifetimeSeconds)
        if openID.repeatsNonce, let nonce { claims["nonce"] = JSON(faults.contains(.wrongNonce) ? "another-nonce" : nonce) }
        if let authTime { claims["auth_time"] = JSON(authTime.epochSeconds) }
        if let accessToken { claims["at_hash"] = JSON(Self.leftHalf(of: accessToken)) }
        let key = try state.openIDKeys.withLock { ring in
            try faults.contains(.foreignKey) ? ring.foreign() : ring.signing()
        }
        let signed = try key.sign(.object(claims))
        return faults.contains(.unsignedToken) ? Self.unsigned(signed) : signed
    }

    /// Returns the left half of the token's hash for `at_hash`, which binds the tokens to each other (section 3.1.3.6).
    static func leftHalf(of accessToken: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(accessToken.utf8))).prefix(16))
    }

    private static func unsigned(_ token: String) -> String {
        let claims = token.split(separator: ".")[1]
        let header: JSON = ["alg": "none", "typ": "JWT"]
        return "\(Base64URL.encode(header.bytes)).\(claims)."
    }

    private func faults(befalling person: String) -> Set<SandboxFault.Kind> {
        state.withLedger { ledger in
            let kinds = SandboxFault.Kind.ofIDTokens.filter {
                ledger.faults.take($0, provider: rules.provider, path: path, person: person) != nil
            }
            return Set(kinds)
        }
    }
}
