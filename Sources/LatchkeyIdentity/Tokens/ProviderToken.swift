import JWTKit
public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An ID token of an OpenID provider: a pure function from the token and the provider's keys to its claims.
public enum ProviderToken {
    /// Longer tokens are refused unread; the largest that are seen carry hundreds of groups.
    public static let maxBytes = 32_768
    /// How far the provider's clock and ours may disagree.
    public static let clockToleranceSeconds = 60.0
    /// OpenID Connect Core, section 2: a subject has at most 255 ASCII characters.
    static let maxSubjectBytes = 255

    /// Asymmetric signatures only: `none` is nobody's, and a shared secret would let every client of it speak for the provider.
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
            // RFC 9864 gives EdDSA with this curve a name of its own.
            self.rawValue = rawValue == "Ed25519" ? "EdDSA" : rawValue
        }

        var jwk: JWK.Algorithm? { JWK.Algorithm(rawValue: rawValue) }
    }

    /// What a token has to say to be believed.
    public struct Expectations: Sendable {
        /// Names under which the provider issues; compared byte for byte.
        public var issuers: Set<String>
        /// Our client ids.
        public var audiences: Set<String>
        public var nonce: Nonce
        public var now: Date

        public init(issuers: Set<String>, audiences: Set<String>, nonce: Nonce, now: Date) {
            self.issuers = issuers
            self.audiences = audiences
            self.nonce = nonce
            self.now = now
        }
    }

    /// How a token is tied to the request for it.
    public enum Nonce: Sendable {
        /// The claim is the lower-case hexadecimal SHA-256 of this: who sees the token cannot use it.
        case hashOf(Secret<String>)
        /// The claim is this, or its SHA-256.
        case itselfOrHashOf(Secret<String>)
        /// No nonce was shown, so the token may hold none.
        case absent
        /// No nonce was shown, and whether the token holds one says nothing.
        case ignored
    }

    /// Checks a token.
    ///
    /// - Parameter keySet: What the provider's `jwks_uri` gave, as JSON text.
    /// - Throws: ``ProviderTokenError``.
    public static func verified(_ token: String, keySet: String, expecting expected: Expectations) async throws -> ProviderClaims {
        let parts = try parts(of: token)
        try await ProviderKeySet(keySet).verify(
            parts.signature, of: parts.signed, algorithm: parts.algorithm, keyID: parts.keyID)
        guard let claims = ProviderClaims(json: parts.payload) else { throw malformed("Its claims are no JSON object.") }
        try check(claims, expected)
        return claims
    }

    /// What a token says, before anybody knows whether it is true: a multi-tenant issuer's name depends on it.
    public static func unverified(_ token: String) throws -> ProviderClaims {
        guard let claims = ProviderClaims(json: try parts(of: token).payload) else { throw malformed("Its claims are no JSON object.") }
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
        let texts = token.split(separator: ".", omittingEmptySubsequences: false)
        let decoded = texts.compactMap { Base64URL.decodeCanonical(String($0)) }
        guard texts.count == 3, decoded.count == 3 else {
            throw malformed("It has to have three parts in URL-safe Base64 with points between them.")
        }
        let (head, payload, signature) = (decoded[0], decoded[1], decoded[2])
        guard let header = try? UniqueJSON.decode(Header.self, from: head)
        else {
            throw malformed("Its header cannot be read.")
        }
        guard let algorithm = Algorithm(rawValue: header.alg) else {
            throw ProviderTokenError(
                .algorithmRefused, detail: "“alg” has to be one of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA.")
        }
        guard header.crit == nil, header.b64 == nil else { throw malformed("Its header asks for extensions that are not known here.") }
        // Access tokens and logout tokens of the same issuer say what they are (RFC 9068, RFC 8725 section 3.11).
        guard header.typ == nil || header.typ?.lowercased() == "jwt" else { throw malformed("“typ” says that it is no ID token.") }
        return Parts(
            algorithm: algorithm, keyID: header.kid, payload: payload, signature: signature,
            signed: Array(texts[0].utf8) + [UInt8(ascii: ".")] + Array(texts[1].utf8))
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
            throw ProviderTokenError(.missingClaim, detail: "“sub” has to have 1 to \(maxSubjectBytes) characters.")
        }
    }

    private static func checkTimes(_ claims: ProviderClaims, now: Date) throws {
        guard let expiry = claims.instant("exp"), let issued = claims.instant("iat") else {
            throw ProviderTokenError(.missingClaim, detail: "“exp” and “iat” have to be numbers.")
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
                detail: "The token's “nonce” and the raw nonce beside it have to belong together: the one is the SHA-256 of the other.")
        }
    }

    /// What a request for a token carries in place of the raw nonce: its SHA-256 in lower-case hexadecimal digits, as Firebase's
    /// clients write it.
    public static func hash(_ raw: Secret<String>) -> String {
        Fingerprint(of: raw.expose()).hex
    }

    private static func malformed(_ detail: String) -> ProviderTokenError {
        ProviderTokenError(.malformed, detail: detail)
    }
}
