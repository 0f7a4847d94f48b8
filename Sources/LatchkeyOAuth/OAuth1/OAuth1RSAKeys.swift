import Crypto
import CryptoExtras

// The only file that uses swift-crypto's underscored RSA API.

/// An application's RSA key for `RSA-SHA1` signatures.
public struct OAuth1RSAPrivateKey: Sendable {
    private let key: _RSA.Signing.PrivateKey

    /// Creates a key from PEM text (PKCS#1 or PKCS#8, at least 2048 bits).
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey``.
    public init(pem: String) throws {
        do {
            key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        } catch {
            throw OAuthError(
                .unusableKey, detail: "the RSA private key cannot be read",
                hint: "Use a PEM file that begins with BEGIN PRIVATE KEY or BEGIN RSA PRIVATE KEY, with at least 2048 bits.")
        }
    }

    /// Signs with PKCS#1 v1.5 over SHA-1, as the signature method requires; do not use it for anything else.
    func signature(for bytes: [UInt8]) throws -> [UInt8] {
        let signature = try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
        return Array(signature.rawRepresentation)
    }
}

/// The public key for verifying `RSA-SHA1` signatures.
public struct OAuth1RSAPublicKey: Sendable {
    private let key: _RSA.Signing.PublicKey

    /// Creates a key from PEM text (PKCS#1 or SubjectPublicKeyInfo, at least 2048 bits).
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey``.
    public init(pem: String) throws {
        do {
            key = try _RSA.Signing.PublicKey(pemRepresentation: pem)
        } catch {
            throw OAuthError(
                .unusableKey, detail: "the RSA public key cannot be read",
                hint: "Use a PEM file that begins with BEGIN PUBLIC KEY or BEGIN RSA PUBLIC KEY, with at least 2048 bits.")
        }
    }

    func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Insecure.SHA1.hash(data: bytes),
            padding: .insecurePKCS1v1_5)
    }
}
