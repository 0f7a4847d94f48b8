import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The three parts of a token (RFC 7515, section 3.1), before its signature is verified.
struct SignedToken {
    let algorithm: Algorithm
    let keyID: String
    let payload: [UInt8]
    let signature: [UInt8]
    /// The signed bytes: the first two parts of the token.
    let signed: [UInt8]

    /// The algorithms that the server signs with. No others are accepted, because every further algorithm only helps attackers.
    enum Algorithm: String {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    private static let maxKeyIDBytes = 256

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
    }

    /// Header members that change the meaning of the rest of the token (RFC 7515, section 4.1.11; RFC 7797).
    private struct Extensions: Decodable {
        let crit: TokenClaim?
        let b64: TokenClaim?
        let zip: TokenClaim?
        let enc: TokenClaim?
        var isEmpty: Bool { crit == nil && b64 == nil && zip == nil && enc == nil }
    }

    /// Splits and decodes a token, and checks its header.
    ///
    /// - Throws: ``TokenVerificationError``.
    init(_ text: String) throws {
        guard text.utf8.count <= TokenVerifier.maxTokenBytes else {
            throw Self.malformed("It is longer than \(TokenVerifier.maxTokenBytes) bytes.")
        }
        guard let parts = TokenParts(text) else {
            throw Self.malformed("It must have three parts in URL-safe Base64, separated by periods.")
        }
        guard let header = try? JSONDecoder().decode(Header.self, from: Data(parts.header)),
            let extensions = try? JSONDecoder().decode(Extensions.self, from: Data(parts.header))
        else {
            throw Self.malformed("Its header cannot be read.")
        }
        guard header.alg.lowercased() != "none", !parts.signature.isEmpty else {
            throw TokenVerificationError(
                .unsigned,
                "The token is not signed. Only an emulator issues unsigned tokens, which anyone can forge."
            )
        }
        guard let algorithm = Algorithm(rawValue: header.alg) else {
            throw TokenVerificationError(.algorithmRefused, "“alg” must be RS256 or ES256.")
        }
        guard extensions.isEmpty else { throw Self.malformed("Its header requires unsupported extensions.") }
        guard header.typ == nil || header.typ?.lowercased() == "jwt" else { throw Self.malformed("Its “typ” is not that of an ID token.") }
        guard let keyID = header.kid, (1...Self.maxKeyIDBytes).contains(keyID.utf8.count) else {
            throw TokenVerificationError(.missingKeyID, "“kid” is missing, as in custom tokens and tokens of other issuers.")
        }
        self.algorithm = algorithm
        self.keyID = keyID
        (payload, signature, signed) = (parts.payload, parts.signature, parts.signed)
    }

    /// Returns the claims of the token. Call this only after the signature is verified.
    func claims() throws -> [String: TokenClaim] {
        guard let claims = try? JSONDecoder().decode([String: TokenClaim].self, from: Data(payload)) else {
            throw Self.malformed("Its claims are not a JSON object.")
        }
        return claims
    }

    private static func malformed(_ detail: String) -> TokenVerificationError { TokenVerificationError(.malformed, detail) }
}
