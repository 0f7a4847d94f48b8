import Crypto
import CryptoExtras
import Foundation
import JWTKit
import LatchkeySecrets
import SwiftASN1
import X509

/// An unsealed signing key. Only this type and ``RSASigningKey`` use swift-crypto's underscored RSA interface for signing keys.
enum PrivateSigningKey: Sendable {
    case rsa(RSASigningKey)
    case p256(P256.Signing.PrivateKey)

    static func generate(_ algorithm: SigningKey.Algorithm) throws -> PrivateSigningKey {
        switch algorithm {
        case .es256: .p256(P256.Signing.PrivateKey())
        default: .rsa(RSASigningKey(try _RSA.Signing.PrivateKey(keySize: .bits2048)))
        }
    }

    /// Generates an RSA key pair for another party: the private key as PKCS #8, the public key as SubjectPublicKeyInfo.
    static func rsaPair() throws -> (privatePEM: String, publicPEM: String) {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        return (key.pkcs8PEMRepresentation, key.publicKey.pemRepresentation)
    }

    init(pem: String, algorithm: SigningKey.Algorithm) throws {
        switch algorithm {
        case .es256: self = .p256(try P256.Signing.PrivateKey(pemRepresentation: pem))
        default: self = .rsa(RSASigningKey(try _RSA.Signing.PrivateKey(pemRepresentation: pem)))
        }
    }

    var pem: String {
        switch self {
        case .rsa(let rsa): rsa.key.pemRepresentation
        case .p256(let key): key.pemRepresentation
        }
    }

    var algorithm: SigningKey.Algorithm {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Signs a text. RS256: PKCS #1 version 1.5; ES256: the two concatenated numbers (RFC 7518, sections 3.3 and 3.4).
    func signature(of text: String) throws -> Data {
        let digest = SHA256.hash(data: Array(text.utf8))
        return switch self {
        case .rsa(let rsa): try rsa.signature(for: digest)
        case .p256(let key): try key.signature(for: digest).rawRepresentation
        }
    }

    func add(to keys: JWTKeyCollection, id: String) async throws {
        let kid = JWKIdentifier(string: id)
        switch self {
        case .rsa(let rsa):
            await keys.add(rsa: try JWTKit.Insecure.RSA.PrivateKey(backing: rsa.key), digestAlgorithm: .sha256, kid: kid)
        case .p256(let key):
            await keys.add(ecdsa: try ES256PrivateKey(pem: key.pemRepresentation), kid: kid)
        }
    }

    /// Returns the public key as a JSON Web Key (RFC 7517).
    func publicJWK(id: String) throws -> [String: String] {
        switch self {
        case .rsa(let rsa):
            let (n, e) = try rsa.key.publicKey.getKeyPrimitives().parts
            return ["kty": "RSA", "alg": "RS256", "use": "sig", "kid": id, "n": Base64URL.encode(n), "e": Base64URL.encode(e)]
        case .p256(let key):
            let point = key.publicKey.rawRepresentation
            return [
                "kty": "EC", "alg": "ES256", "use": "sig", "kid": id, "crv": "P-256",
                "x": Base64URL.encode(point.prefix(32)), "y": Base64URL.encode(point.suffix(32)),
            ]
        }
    }

    /// Returns a self-signed certificate, the only form in which Google's verifiers read public keys.
    func certificatePEM(now: Date) throws -> String {
        let issuer: Certificate.PrivateKey
        switch self {
        case .rsa(let rsa): issuer = Certificate.PrivateKey(rsa.key)
        case .p256(let key): issuer = Certificate.PrivateKey(key)
        }
        let name = try DistinguishedName { CommonName("latchkey token signing") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: issuer.publicKey,
            // Verifiers with a slow clock must accept a new key.
            notValidBefore: now.addingTimeInterval(-300), notValidAfter: now.addingTimeInterval(10 * 365 * 86_400),
            issuer: name, subject: name, extensions: try Certificate.Extensions { KeyUsage(digitalSignature: true) },
            issuerPrivateKey: issuer)
        return try certificate.serializeAsPEM().pemString
    }
}

extension _RSA.Signing.PublicKey.Primitives {
    fileprivate var parts: (modulus: Data, exponent: Data) { (modulus, publicExponent) }
}
