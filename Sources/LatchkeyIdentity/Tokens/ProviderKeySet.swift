import JWTKit
import LatchkeySecrets

/// The public keys of an OpenID provider (RFC 7517), from its `jwks_uri`.
///
/// Keys of unknown types are ignored (section 5), so that a provider can add new ones. Private parts that a provider publishes by mistake
/// are not read.
struct ProviderKeySet {
    private let keys: [Key]

    /// The maximum number of keys that are read.
    private static let maxKeys = 100

    init(_ json: String) throws {
        guard let document = try? UniqueJSON.decode(Document.self, from: json.utf8) else {
            throw ProviderTokenError(.malformedKeys, detail: "The provider's key set is not a JSON object with “keys”.")
        }
        keys = document.keys.prefix(Self.maxKeys).compactMap(\.key)
    }

    /// Verifies that one of these keys made a signature.
    ///
    /// - Parameter id: `kid` of the token's header; it may be absent only if a single key fits (OpenID Connect Core, section 10.1).
    func verify(_ signature: [UInt8], of signed: [UInt8], algorithm: ProviderToken.Algorithm, keyID id: String?) async throws {
        let fitting = keys.filter { $0.fits(algorithm) }
        let candidates = id.map { id in fitting.filter { $0.kid == id } } ?? fitting
        guard let key = candidates.first, id != nil || candidates.count == 1 else {
            throw ProviderTokenError(.unknownKey, detail: "The token is signed with a key that the provider does not publish.")
        }
        guard let maker = try? await key.verifier(algorithm), (try? maker.verify(signature, signs: signed)) == true else {
            throw ProviderTokenError(.badSignature, detail: "The token's signature is not that of the provider.")
        }
    }

    private struct Document: Decodable {
        let keys: [Entry]

        /// An entry of the key set; an unreadable key is ignored.
        struct Entry: Decodable {
            let key: Key?

            init(from decoder: any Decoder) throws {
                key = try? Key(from: decoder)
            }
        }
    }

    private struct Key: Decodable {
        let kty: String
        let kid: String?
        let use: String?
        let alg: String?
        let crv: String?
        let n: String?
        let e: String?
        let x: String?
        let y: String?

        func fits(_ algorithm: ProviderToken.Algorithm) -> Bool {
            guard use == nil || use == "sig" else { return false }
            if let alg, ProviderToken.Algorithm(rawValue: alg) != algorithm { return false }
            return kty == algorithm.keyType && (kty == "RSA" || crv == algorithm.curve)
        }

        func verifier(_ algorithm: ProviderToken.Algorithm) async throws -> any JWTAlgorithm {
            let id = JWKIdentifier(string: "key")
            let jwk: JWK =
                switch kty {
                case "RSA": .rsa(algorithm.jwk, identifier: id, modulus: n, exponent: e)
                case "EC": .ecdsa(algorithm.jwk, identifier: id, x: x, y: y, curve: crv.flatMap { ECDSACurve(rawValue: $0) })
                default: .octetKeyPair(algorithm.jwk, identifier: id, x: x, y: nil, curve: crv.flatMap { EdDSACurve(rawValue: $0) })
                }
            return try await JWTKeyCollection().add(jwk: jwk).getKey(for: id, alg: algorithm.rawValue)
        }
    }
}
