public import Crypto
import Synchronization

/// Distinguishes master keys, and reveals nothing of them: the first four bytes of a hash.
public struct MasterKeyID: Hashable, Sendable, CustomStringConvertible {
    /// Four bytes.
    public let bytes: [UInt8]

    /// Creates an ID from the bytes in a sealed value.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the ID of a key.
    public init(of key: SymmetricKey) {
        bytes = Array(SHA256.hash(data: key.withUnsafeBytes { Array("latchkey master key".utf8) + Array($0) }).prefix(4))
    }

    /// Eight hexadecimal digits.
    public var description: String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

struct SealingKey: Sendable {
    let key: SymmetricKey
    let id: MasterKeyID

    init(_ key: SymmetricKey) {
        self.key = key
        id = MasterKeyID(of: key)
    }
}

/// The keys of a sealer and all its copies.
final class SealingKeys: Sendable {
    private let keys: Mutex<(current: SealingKey, all: [MasterKeyID: SealingKey])>

    init(current: SealingKey, previous: SealingKey?) {
        keys = Mutex((current, Dictionary([current, previous].compactMap { key in key.map { ($0.id, $0) } }) { first, _ in first }))
    }

    var current: SealingKey { keys.withLock { $0.current } }

    subscript(id: MasterKeyID) -> SealingKey? { keys.withLock { $0.all[id] } }

    func replaceCurrent(with key: SealingKey) {
        keys.withLock {
            $0.current = key
            $0.all[key.id] = key
        }
    }
}
