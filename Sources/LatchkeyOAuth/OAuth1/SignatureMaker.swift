import Crypto
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A signature method with its key, reusable for any number of base strings.
///
/// HMACs are stored already keyed: a copy saves the two hash blocks of the key for every signature after the first.
enum SignatureMaker: Sendable {
    case hmacSHA1(HMAC<Insecure.SHA1>)
    case hmacSHA256(HMAC<SHA256>)
    case hmacSHA512(HMAC<SHA512>)
    case rsaSHA1(OAuth1RSAPrivateKey)
    case plaintext(Secret<String>)

    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey`` when the method is unknown or requires another kind of key.
    init(_ method: OAuth1SignatureMethod, key: OAuth1SigningKey) throws {
        switch (method, key) {
        case (.hmacSHA1, .sharedSecrets(let consumer, let token)):
            self = .hmacSHA1(HMAC(key: SymmetricKey(data: Self.joined(consumer, token))))
        case (.hmacSHA256, .sharedSecrets(let consumer, let token)):
            self = .hmacSHA256(HMAC(key: SymmetricKey(data: Self.joined(consumer, token))))
        case (.hmacSHA512, .sharedSecrets(let consumer, let token)):
            self = .hmacSHA512(HMAC(key: SymmetricKey(data: Self.joined(consumer, token))))
        case (.insecurePlaintext, .sharedSecrets(let consumer, let token)):
            self = .plaintext(Secret(String(decoding: Self.joined(consumer, token), as: UTF8.self)))
        case (.rsaSHA1, .rsa(let key)):
            self = .rsaSHA1(key)
        default:
            throw OAuthError(
                .unusableKey, detail: "the signature method \(method.rawValue) is unknown or requires another kind of key",
                hint: "RSA-SHA1 requires an RSA key; the HMAC methods and PLAINTEXT require shared secrets.")
        }
    }

    /// Returns the unescaped value of `oauth_signature`.
    func signature(of base: OAuth1BaseString) throws -> String {
        switch self {
        case .hmacSHA1(var hmac):
            hmac.update(data: base.bytes)
            return hmac.finalize().withUnsafeBytes { Data($0).base64EncodedString() }
        case .hmacSHA256(var hmac):
            hmac.update(data: base.bytes)
            return hmac.finalize().withUnsafeBytes { Data($0).base64EncodedString() }
        case .hmacSHA512(var hmac):
            hmac.update(data: base.bytes)
            return hmac.finalize().withUnsafeBytes { Data($0).base64EncodedString() }
        case .rsaSHA1(let key):
            return Data(try key.signature(for: base.bytes)).base64EncodedString()
        case .plaintext(let secrets):
            return secrets.expose()
        }
    }

    /// Escapes and joins both secrets; the `&` is kept even if one is empty (RFC 5849, section 3.4.2).
    private static func joined(_ consumer: Secret<String>, _ token: Secret<String>?) -> [UInt8] {
        let consumer = consumer.expose()
        let token = token?.expose() ?? ""
        return [UInt8](capacity: 3 * (consumer.utf8.count + token.utf8.count) + 1) { writer in
            writer.write(encoding: consumer)
            writer.write(UInt8(ascii: "&"))
            writer.write(encoding: token)
        }
    }
}
