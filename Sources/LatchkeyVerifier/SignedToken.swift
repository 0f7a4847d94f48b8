import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A token in its three parts (RFC 7515, section 3.1), before anybody knows whether it is true.
struct SignedToken {
    let algorithm: Algorithm
    let keyID: String
    let payload: [UInt8]
    let signature: [UInt8]
    /// What was signed.
    let signed: [UInt8]

    /// What the server signs with, and nothing else: a list that is longer helps only forgers.
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

    /// Members of a header that change what the rest means (RFC 7515, section 4.1.11; RFC 7797).
    private struct Extensions: Decodable {
        let crit: TokenClaim?
        let b64: TokenClaim?
        let zip: TokenClaim?
        let enc: TokenClaim?
        var isEmpty: Bool { crit == nil && b64 == nil && zip == nil && enc == nil }
    }

    /// - Throws: ``TokenVerificationError``.
    init(_ text: String) throws {
        guard text.utf8.count <= TokenVerifier.maxTokenBytes else {
            throw Self.malformed("It is longer than \(TokenVerifier.maxTokenBytes) bytes.")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decoded = parts.compactMap { Base64URL.decodeCanonical(String($0)) }
        guard parts.count == 3, decoded.count == 3 else {
            throw Self.malformed("It has to have three parts in URL-safe Base64 with points between them.")
        }
        let (head, payload, signature) = (decoded[0], decoded[1], decoded[2])
        guard let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
            let extensions = try? JSONDecoder().decode(Extensions.self, from: Data(head))
        else {
            throw Self.malformed("Its header cannot be read.")
        }
        guard header.alg.lowercased() != "none", !signature.isEmpty else {
            throw TokenVerificationError(
                .unsigned,
                "Nobody signed this token: it comes from an emulator, where everybody can be anybody. A server that is in use signs its tokens."
            )
        }
        guard let algorithm = Algorithm(rawValue: header.alg) else {
            throw TokenVerificationError(.algorithmRefused, "“alg” has to be RS256 or ES256.")
        }
        guard extensions.isEmpty else { throw Self.malformed("Its header asks for extensions that are not known here.") }
        guard header.typ == nil || header.typ?.lowercased() == "jwt" else { throw Self.malformed("“typ” says that it is no ID token.") }
        guard let keyID = header.kid, (1...Self.maxKeyIDBytes).contains(keyID.utf8.count) else {
            throw TokenVerificationError(.missingKeyID, "“kid” is missing: custom tokens and tokens of others have none of this server's.")
        }
        self.algorithm = algorithm
        self.keyID = keyID
        self.payload = payload
        self.signature = signature
        signed = Array(parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts[1].utf8)
    }

    /// What the token says. Call it once the signature is known to be right.
    func claims() throws -> [String: TokenClaim] {
        guard let claims = try? JSONDecoder().decode([String: TokenClaim].self, from: Data(payload)) else {
            throw Self.malformed("Its claims are no JSON object.")
        }
        return claims
    }

    private static func malformed(_ detail: String) -> TokenVerificationError { TokenVerificationError(.malformed, detail) }
}
