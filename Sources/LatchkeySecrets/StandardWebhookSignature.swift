import Crypto
import Foundation

/// The signature of a webhook request in the form of Standard Webhooks 1.0.0 (standardwebhooks.com), version `v1`.
///
/// It is the HMAC-SHA256 (RFC 2104) of the message's id, a dot, the time of the request in seconds since 1970, a dot and the body, in
/// Base64. A request may carry the signatures of several secrets, so that a secret can be replaced while requests are sent.
public struct StandardWebhookSignature: Sendable {
    /// The name of the header with the id of the message, which is the same for each attempt.
    public static let idHeader = "webhook-id"
    /// The name of the header with the time of the attempt, in seconds since 1970.
    public static let timestampHeader = "webhook-timestamp"
    /// The name of the header with the signatures, separated by spaces.
    public static let signatureHeader = "webhook-signature"

    private static let prefix = "whsec_"
    /// The number of random bytes in a new secret. The specification allows 24 to 64.
    private static let newByteCount = 32
    private static let byteCounts = 24...64

    private let keys: [SymmetricKey]

    /// Creates a signature with secrets, the current one first.
    ///
    /// - Returns: `nil` unless every text is `whsec_` and the Base64 form of 24 to 64 bytes.
    public init?(secrets: [Secret<String>]) {
        let keys = secrets.compactMap { secret -> SymmetricKey? in
            let text = secret.expose()
            guard text.hasPrefix(Self.prefix), let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
                Self.byteCounts.contains(bytes.count)
            else { return nil }
            return SymmetricKey(data: bytes)
        }
        guard keys.count == secrets.count else { return nil }
        self.keys = keys
    }

    /// Creates a random secret, for example `whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD...`.
    public static func newSecret(random: RandomTokens = .system) -> Secret<String> {
        Secret(prefix + Data(random.data(count: newByteCount)).base64EncodedString())
    }

    /// Returns the value of the signature header: `v1,` and the signature for each secret.
    ///
    /// - Parameters:
    ///   - id: The id of the message.
    ///   - timestamp: The time of the attempt in seconds since 1970.
    ///   - body: The body of the request.
    public func text(id: String, timestamp: Int64, body: [UInt8]) -> String {
        let content = Array("\(id).\(timestamp).".utf8) + body
        return keys.map { key in
            "v1," + Data(HMAC<SHA256>.authenticationCode(for: content, using: key)).base64EncodedString()
        }.joined(separator: " ")
    }
}
