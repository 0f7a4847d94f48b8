import Crypto

/// A hash of 128 bits that stands for what is counted: short and of fixed size, however long the text that a client sends.
///
/// Two different subjects have the same key with a probability of 2⁻¹²⁸.
package struct TryKey: Hashable, Sendable, Comparable {
    private let high: UInt64
    private let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The key as 16 bytes in network order.
    package var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(low) }

    package static func < (left: TryKey, right: TryKey) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// Hashes the parts of what is counted.
protocol TryKeyHash {
    mutating func combine(_ part: String)
    mutating func combine(_ part: Int)
    mutating func combine(_ part: NetworkPrefix?)
    /// The key of all parts.
    var key: TryKey { get }
}

/// The hash for counts in memory.
///
/// A client cannot search for two subjects with one key, because the hash (SipHash) depends on a random number of the process, unless
/// `SWIFT_DETERMINISTIC_HASHING` is set in its environment, as in builds and tests.
extension Hasher: TryKeyHash {
    var key: TryKey {
        let parts = self
        var further = self
        further.combine(true)
        return TryKey(high: UInt64(truncatingIfNeeded: further.finalize()), low: UInt64(truncatingIfNeeded: parts.finalize()))
    }
}

/// The hash for counts that processes share: 128 bits of HMAC-SHA256, so that stored keys reveal neither addresses nor networks.
struct SharedTryKeyHash: TryKeyHash {
    private var digest: HMAC<SHA256>

    /// - Parameters:
    ///   - scope: A name for counts that are kept apart from others in the same store.
    ///   - key: A key that all processes have.
    init(scope: String, key: SymmetricKey) {
        digest = HMAC(key: key)
        combine(scope)
    }

    /// The length comes first, so that no other parts are hashed in the same way.
    mutating func combine(_ part: String) { combine(bytes: Array(part.utf8)) }

    mutating func combine(_ part: Int) { combine(String(part)) }

    mutating func combine(_ part: NetworkPrefix?) { combine(bytes: part?.bytes ?? []) }

    private mutating func combine(bytes: [UInt8]) {
        withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { digest.update(data: $0) }
        digest.update(data: bytes)
    }

    var key: TryKey {
        digest.finalize().withUnsafeBytes { bytes in
            TryKey(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
