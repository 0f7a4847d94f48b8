import Crypto
import CryptoExtras

// The only file that touches swift-crypto's underscored RSA interface.

/// An application's RSA key for `RSA-SHA1` signatures.
public struct OAuth1RSAPrivateKey: Sendable {
    private let key: _RSA.Signing.PrivateKey

    /// Reads a PEM text (PKCS#1 or PKCS#8, 2048 bits or more).
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey``.
    public init(pem: String) throws {
        do {
            key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        } catch {
            throw OAuthError(
                .unusableKey, detail: "the RSA private key cannot be read",
                hint: "Give a PEM file that begins with BEGIN PRIVATE KEY or BEGIN RSA PRIVATE KEY, of 2048 bits or more.")
        }
    }

    /// PKCS#1 v1.5 over SHA-1, which is what the signature method is defined as; it is not for anything else.
    func signature(for bytes: [UInt8]) throws -> [UInt8] {
        let signature = try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
        return Array(signature.rawRepresentation)
    }
}

/// The public half, with which a server checks `RSA-SHA1` signatures.
public struct OAuth1RSAPublicKey: Sendable {
    private let key: _RSA.Signing.PublicKey

    /// Reads a PEM text (PKCS#1 or SubjectPublicKeyInfo, 2048 bits or more).
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey``.
    public init(pem: String) throws {
        do {
            key = try _RSA.Signing.PublicKey(pemRepresentation: pem)
        } catch {
            throw OAuthError(
                .unusableKey, detail: "the RSA public key cannot be read",
                hint: "Give a PEM file that begins with BEGIN PUBLIC KEY or BEGIN RSA PUBLIC KEY, of 2048 bits or more.")
        }
    }

    func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Insecure.SHA1.hash(data: bytes),
            padding: .insecurePKCS1v1_5)
    }
}
