import Crypto
import CryptoExtras
import LatchkeySecrets

/// A signing key of the mock OpenID provider.
struct OpenIDKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    /// The key ID (`kid`).
    let id: String
    private let material: Material

    static func generate(_ algorithm: SandboxSigningAlgorithm, id: String) throws -> OpenIDKey {
        switch algorithm {
        case .rs256: OpenIDKey(id: id, material: .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)))
        case .es256: OpenIDKey(id: id, material: .p256(P256.Signing.PrivateKey()))
        }
    }

    var algorithm: SandboxSigningAlgorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Returns a signed token in compact form (RFC 7515, section 7.1).
    func sign(_ claims: JSON) throws -> String {
        let header: JSON = ["alg": JSON(algorithm.rawValue), "kid": JSON(id), "typ": "JWT"]
        let text = "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(claims.bytes))"
        let digest = SHA256.hash(data: Array(text.utf8))
        let signature =
            switch material {
            case .rsa(let key): Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
            // Both integers concatenated (RFC 7518, section 3.4).
            case .p256(let key): Array(try key.signature(for: digest).rawRepresentation)
            }
        return "\(text).\(Base64URL.encode(signature))"
    }

    /// Returns the public key as a JSON Web Key (RFC 7517).
    func publicJWK() throws -> JSON {
        switch material {
        case .rsa(let key):
            let parts = try key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "alg": "RS256", "use": "sig", "kid": JSON(id), "n": JSON(Base64URL.encode(parts.modulus)),
                "e": JSON(Base64URL.encode(parts.publicExponent)),
            ]
        case .p256(let key):
            let point = Array(key.publicKey.rawRepresentation)
            return [
                "kty": "EC", "alg": "ES256", "use": "sig", "kid": JSON(id), "crv": "P-256",
                "x": JSON(Base64URL.encode(point.prefix(32))), "y": JSON(Base64URL.encode(point.suffix(32))),
            ]
        }
    }
}
