package import Foundation
import JWTKit
package import LatchkeySecrets

/// Verifies ID tokens of OpenID providers, as a pure function from the token and the provider's keys to its claims.
package enum ProviderToken {
    /// The maximum length of a token. The largest tokens in practice contain hundreds of groups.
    package static let maxBytes = 32_768
    /// The tolerated difference between the provider's clock and this server's.
    package static let clockToleranceSeconds = 60.0
    /// The maximum length of a subject: 255 ASCII characters (OpenID Connect Core, section 2).
    static let maxSubjectBytes = 255

    /// An accepted algorithm. All are asymmetric: `none` proves nothing, and with a shared secret each client could forge tokens.
    struct Algorithm: RawRepresentable, Hashable {
        let rawValue: String
        let keyType: String
        let curve: String?

        init?(rawValue: String) {
            switch rawValue {
            case "RS256", "RS384", "RS512", "PS256", "PS384", "PS512": (keyType, curve) = ("RSA", nil)
            case "ES256": (keyType, curve) = ("EC", "P-256")
            case "ES384": (keyType, curve) = ("EC", "P-384")
            case "ES512": (keyType, curve) = ("EC", "P-521")
            case "EdDSA", "Ed25519": (keyType, curve) = ("OKP", "Ed25519")
            default: return nil
            }
            // RFC 9864 gives EdDSA with this curve a separate name.
            self.rawValue = rawValue == "Ed25519" ? "EdDSA" : rawValue
        }

        var jwk: JWK.Algorithm? { JWK.Algorithm(rawValue: rawValue) }
    }

    /// The required contents of a token.
    package struct Expectations: Sendable {
        /// The accepted issuers, compared byte for byte.
        package var issuers: Set<String>
        /// The accepted client ids.
        package var audiences: Set<String>
        package var nonce: Nonce
        package var now: Date

        package init(issuers: Set<String>, audiences: Set<String>, nonce: Nonce, now: Date) {
            self.issuers = issuers
            self.audiences = audiences
            self.nonce = nonce
            self.now = now
        }
    }

    /// The check that ties a token to its request.
    package enum Nonce: Sendable {
        /// The claim must be the lower-case hexadecimal SHA-256 of this, so that an observer of the token cannot use it.
        case hashOf(Secret<String>)
        /// The claim must be this or its SHA-256.
        case itselfOrHashOf(Secret<String>)
        /// The client sent no nonce, so the token must not contain one.
        case absent
        /// The client sent no nonce, and the token may contain one.
        case ignored
    }

    /// Verifies a token.
    ///
    /// - Parameter keySet: The response of the provider's `jwks_uri`, as JSON text.
    /// - Throws: ``ProviderTokenError``.
    package static func verified(_ token: String, keySet: String, expecting expected: Expectations) async throws -> ProviderClaims {
        let parts = try parts(of: token)
        try await ProviderKeySet(keySet).verify(
            parts.signature, of: parts.signed, algorithm: parts.algorithm, keyID: parts.keyID)
        guard let claims = ProviderClaims(json: parts.payload) else { throw malformed("Its claims are not a JSON object.") }
        try check(claims, expected)
        return claims
    }

    /// Returns the unverified claims of a token, on which the issuer of a multi-tenant provider depends.
    package static func unverified(_ token: String) throws -> ProviderClaims {
        guard let claims = ProviderClaims(json: try parts(of: token).payload) else { throw malformed("Its claims are not a JSON object.") }
        return claims
    }

    // MARK: The three parts (RFC 7515, section 3.1)

    private struct Parts {
        let algorithm: Algorithm
        let keyID: String?
        let payload: [UInt8]
        let signature: [UInt8]
        let signed: [UInt8]
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
        let crit: [String]?
        let b64: Bool?
    }

    private static func parts(of token: String) throws -> Parts {
        guard token.utf8.count <= maxBytes else { throw malformed("It is longer than \(maxBytes) bytes.") }
        guard let parts = TokenParts(token) else {
            throw malformed("It must have three parts in URL-safe Base64, separated by periods.")
        }
        guard let header = try? UniqueJSON.decode(Header.self, from: parts.header) else { throw malformed("Its header cannot be read.") }
        guard let algorithm = Algorithm(rawValue: header.alg) else {
            throw ProviderTokenError(
                .algorithmRefused, detail: "“alg” must be one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA.")
        }
        guard header.crit == nil, header.b64 == nil else { throw malformed("Its header requires extensions that are not supported.") }
        // Access tokens and logout tokens of the same issuer state their type (RFC 9068; RFC 8725, section 3.11).
        guard header.typ == nil || header.typ?.lowercased() == "jwt" else { throw malformed("“typ” is not that of an ID token.") }
        return Parts(
            algorithm: algorithm, keyID: header.kid, payload: parts.payload, signature: parts.signature, signed: parts.signed)
    }

    // MARK: The claims (OpenID Connect Core, section 3.1.3.7)

    private static func check(_ claims: ProviderClaims, _ expected: Expectations) throws {
        guard expected.issuers.contains(where: { $0.utf8.elementsEqual(claims.issuer.utf8) }) else {
            throw ProviderTokenError(.wrongIssuer, detail: "“iss” is not the issuer that is configured here.")
        }
        let audiences = claims.audiences
        guard !expected.audiences.isDisjoint(with: audiences) else {
            throw ProviderTokenError(.wrongAudience, detail: "“aud” is not this project's client: the token was issued to another app.")
        }
        if audiences.count > 1 {
            guard let party = claims["azp"], expected.audiences.contains(party) else {
                throw ProviderTokenError(.wrongAudience, detail: "The token has several audiences, and “azp” is not this project's client.")
            }
        }
        try checkTimes(claims, now: expected.now)
        try checkNonce(claims, expected.nonce)
        guard (1...maxSubjectBytes).contains(claims.subject.utf8.count) else {
            throw ProviderTokenError(.missingClaim, detail: "“sub” must have 1 to \(maxSubjectBytes) characters.")
        }
    }

    private static func checkTimes(_ claims: ProviderClaims, now: Date) throws {
        guard let expiry = claims.instant("exp"), let issued = claims.instant("iat") else {
            throw ProviderTokenError(.missingClaim, detail: "“exp” and “iat” must be numbers.")
        }
        guard expiry.addingTimeInterval(clockToleranceSeconds) > now else {
            throw ProviderTokenError(.expired, detail: "The token has expired.")
        }
        let latest = now.addingTimeInterval(clockToleranceSeconds)
        guard issued <= latest else {
            throw ProviderTokenError(.notYetValid, detail: "“iat” lies in the future: one of the two clocks is wrong.")
        }
        if claims.members["nbf"] != nil {
            guard let start = claims.instant("nbf"), start <= latest else {
                throw ProviderTokenError(.notYetValid, detail: "“nbf” lies in the future: one of the two clocks is wrong.")
            }
        }
    }

    private static func checkNonce(_ claims: ProviderClaims, _ nonce: Nonce) throws {
        let claim = claims["nonce"]
        let matches =
            switch nonce {
            case .ignored: true
            case .absent: claims.members["nonce"] == nil || claims.members["nonce"] == .null
            case .hashOf(let raw): claim.map { $0.equalsInConstantTime(hash(raw)) } ?? false
            case .itselfOrHashOf(let raw):
                claim.map { $0.equalsInConstantTime(hash(raw)) || $0.equalsInConstantTime(raw.expose()) } ?? false
            }
        guard matches else {
            throw ProviderTokenError(
                .wrongNonce,
                detail: "The token's “nonce” and the raw nonce do not belong together: send the raw nonce of the request for this token, or"
                    + " none if the token has no “nonce”.")
        }
    }

    /// Returns the nonce for a token request: the SHA-256 of the raw nonce in lower-case hexadecimal digits, as in Firebase's clients.
    package static func hash(_ raw: Secret<String>) -> String {
        Fingerprint(of: raw.expose()).hex
    }

    private static func malformed(_ detail: String) -> ProviderTokenError {
        ProviderTokenError(.malformed, detail: detail)
    }
}
