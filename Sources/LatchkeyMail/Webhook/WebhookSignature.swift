import Crypto
public import LatchkeySecrets

/// Proves to a receiver that a request comes from this server and was made just now.
///
/// The header holds `v1=` and, in hexadecimal digits, HMAC-SHA256 (RFC 2104) under the common secret over the time in seconds as it
/// stands in the other header, a dot, and the body. A receiver computes the same, compares in constant time, and refuses what is
/// older than five minutes.
public struct WebhookSignature: Sendable {
    public static let timestampHeader = "Latchkey-Timestamp"
    public static let signatureHeader = "Latchkey-Signature"

    private let secret: Secret<String>

    /// - Parameter secret: Known to the receiver too; its UTF-8 bytes are the key.
    public init(secret: Secret<String>) {
        self.secret = secret
    }

    /// - Parameter timestamp: Seconds since 1970.
    public func text(timestamp: Int64, body: [UInt8]) -> String {
        let key = SymmetricKey(data: Array(secret.expose().utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(timestamp).".utf8) + body, using: key)
        return "v1=" + code.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
