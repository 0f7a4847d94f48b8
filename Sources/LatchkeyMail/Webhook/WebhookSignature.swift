import Crypto
public import LatchkeySecrets

/// The signature of a webhook request. It proves that this server created the request recently.
///
/// The signature header contains `v1=` and the HMAC-SHA256 (RFC 2104) in hexadecimal digits. The key is the shared secret. The input is the
/// value of the timestamp header, a dot and the body. A receiver computes the same value, compares it in constant time, and rejects
/// requests that are older than five minutes.
public struct WebhookSignature: Sendable {
    /// The name of the header with the time of the request, in seconds since 1970.
    public static let timestampHeader = "Latchkey-Timestamp"
    /// The name of the header with the signature.
    public static let signatureHeader = "Latchkey-Signature"

    private let secret: Secret<String>

    /// Creates a signature with a secret.
    ///
    /// - Parameter secret: The secret shared with the receiver. Its UTF-8 bytes are the key.
    public init(secret: Secret<String>) {
        self.secret = secret
    }

    /// Returns the value of the signature header.
    ///
    /// - Parameters:
    ///   - timestamp: The time of the request in seconds since 1970.
    ///   - body: The body of the request.
    public func text(timestamp: Int64, body: [UInt8]) -> String {
        let key = SymmetricKey(data: Array(secret.expose().utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(timestamp).".utf8) + body, using: key)
        return "v1=" + code.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
