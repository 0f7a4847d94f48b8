import JWTKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A public key of the server (RFC 7517).
struct VerificationKey: Sendable {
    private let jwk: Entry

    /// The maximum number of keys that are read from a document.
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

        /// A key, or `nil` if it cannot be read; unreadable keys are skipped.
        struct Element: Decodable {
            let entry: Entry?
            init(from decoder: any Decoder) throws { entry = try? Entry(from: decoder) }
        }
    }

    /// Returns the keys of a document by their ids.
    ///
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/keysUnavailable``.
    static func all(in body: [UInt8]) throws -> [String: VerificationKey] {
        guard body.count <= KeyDocument.maxBytes, let document = try? JSONDecoder().decode(Document.self, from: Data(body)) else {
            throw TokenVerificationError(.keysUnavailable, "The server's keys are not a JSON object with “keys”.")
        }
        let entries = document.keys.prefix(maxKeys).compactMap(\.entry).filter { $0.use == nil || $0.use == "sig" }
        // Two keys with the same id are ambiguous, so neither is used.
        return Dictionary(grouping: entries, by: \.kid).compactMapValues { $0.count == 1 ? VerificationKey(jwk: $0[0]) : nil }
    }

    /// Verifies the signature of a token.
    ///
    /// - Throws: ``TokenVerificationError``: ``TokenVerificationError/Code/algorithmRefused`` if the algorithm does not match the key,
    ///   ``TokenVerificationError/Code/badSignature``.
    func verify(_ token: SignedToken) async throws {
        guard (jwk.alg ?? token.algorithm.rawValue) == token.algorithm.rawValue, jwk.kty == token.algorithm.keyType else {
            throw TokenVerificationError(.algorithmRefused, "“alg” does not match the key.")
        }
        guard let maker = try? await maker(token.algorithm), (try? maker.verify(token.signature, signs: token.signed)) == true else {
            throw TokenVerificationError(.badSignature, "The token's signature is invalid.")
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
