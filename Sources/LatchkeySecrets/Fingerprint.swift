import Crypto

/// The SHA-256 hash of an unguessable token, stored in place of the token.
///
/// Refresh tokens, flow IDs and one-time results are looked up by fingerprint, so that a stolen database contains no usable token. Use it
/// only for values with at least 128 bits of randomness; passwords need a slow hash.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Hashes the UTF-8 bytes of a token.
    public init(of token: String) {
        bytes = Array(SHA256.hash(data: Array(token.utf8)))
    }

    /// Creates a fingerprint from bytes that were read from a store.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The 64 lowercase hexadecimal digits. Firebase clients send the hash of a session ID in the same form.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// The first eight hexadecimal digits, for messages.
    public var description: String { "\(hex.prefix(8))…" }
}
