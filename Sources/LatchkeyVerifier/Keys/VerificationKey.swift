import JWTKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A public key of the server (RFC 7517).
struct VerificationKey: Sendable {
    private let jwk: Entry

    /// More keys than this are read by nobody.
    private static let maxKeys = 100

    private struct Entry: Decodable, Sendable {
        let kty: String
        let kid: String
        let use: String?
        let alg: String?
        let crv: String?
        let n: String?
        let e: String?
        let x: String?
        let y: String?
    }

    private struct Document: Decodable {
        let keys: [Element]

        /// A key that cannot be read is none.
        struct Element: Decodable {
            let entry: Entry?
            init(from decoder: any Decoder) throws { entry = try? Entry(from: decoder) }
        }
    }

    /// The keys of a document by their ids.
    ///
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/keysUnavailable``.
    static func all(in body: [UInt8]) throws -> [String: VerificationKey] {
        guard body.count <= KeyDocument.maxBytes, let document = try? JSONDecoder().decode(Document.self, from: Data(body)) else {
            throw TokenVerificationError(.keysUnavailable, "The server's keys are no JSON object with “keys”.")
        }
        let entries = document.keys.prefix(maxKeys).compactMap(\.entry).filter { $0.use == nil || $0.use == "sig" }
        // Of two keys with one id neither can be meant.
        return Dictionary(grouping: entries, by: \.kid).compactMapValues { $0.count == 1 ? VerificationKey(jwk: $0[0]) : nil }
    }

    /// - Throws: ``TokenVerificationError``: ``TokenVerificationError/Code/algorithmRefused`` for an algorithm that is not the key's,
    ///   ``TokenVerificationError/Code/badSignature``.
    func verify(_ token: SignedToken) async throws {
        guard (jwk.alg ?? token.algorithm.rawValue) == token.algorithm.rawValue, jwk.kty == token.algorithm.keyType else {
            throw TokenVerificationError(.algorithmRefused, "“alg” is not that of the key.")
        }
        guard let maker = try? await maker(token.algorithm), (try? maker.verify(token.signature, signs: token.signed)) == true else {
            throw TokenVerificationError(.badSignature, "The token's signature is not that of the server.")
        }
    }

    private func maker(_ algorithm: SignedToken.Algorithm) async throws -> any JWTAlgorithm {
        let id = JWKIdentifier(string: "key")
        let key: JWK =
            switch algorithm {
            case .rs256: .rsa(.rs256, identifier: id, modulus: jwk.n, exponent: jwk.e)
            case .es256: .ecdsa(.es256, identifier: id, x: jwk.x, y: jwk.y, curve: jwk.crv.flatMap { ECDSACurve(rawValue: $0) })
            }
        return try await JWTKeyCollection().add(jwk: key).getKey(for: id, alg: algorithm.rawValue)
    }
}

extension SignedToken.Algorithm {
    var keyType: String {
        switch self {
        case .rs256: "RSA"
        case .es256: "EC"
        }
    }
}
