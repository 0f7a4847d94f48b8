import Crypto

/// What is stored instead of an unguessable token: its SHA-256.
///
/// Refresh tokens, flow ids and one-time results are looked up by fingerprint, so that a stolen database opens nothing.
/// Only for values with at least 128 bits of randomness; passwords need a slow hash.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    public init(of token: String) {
        bytes = Array(SHA256.hash(data: Array(token.utf8)))
    }

    /// Takes bytes read back from a store.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Lower-case hexadecimal digits, 64 of them; this is also how Firebase's clients send the hash of a session id.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    public var description: String { "\(hex.prefix(8))…" }
}
