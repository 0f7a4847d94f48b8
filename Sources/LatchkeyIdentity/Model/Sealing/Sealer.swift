public import Crypto
package import LatchkeySecrets

/// Bytes that are encrypted with the master key: version, key id, nonce, ciphertext and tag.
public struct SealedSecret: Hashable, Sendable {
    /// The bytes as they are stored.
    public let bytes: [UInt8]

    /// Creates a sealed secret from stored bytes. ``Sealer`` checks them when it opens the secret.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// The location of a sealed value. It is authenticated with the value, so that a secret cannot be moved to another row.
package struct SealingContext: Hashable, Sendable {
    package let project: ProjectID
    package let table: String
    package let row: String
    package let column: String

    package init(project: ProjectID, table: String, row: String, column: String) {
        self.project = project
        self.table = table
        self.row = row
        self.column = column
    }

    /// The parts, each prefixed with its length, so that different locations have different bytes.
    var bytes: [UInt8] {
        [project.rawValue, table, row, column].flatMap { part in
            Array("\(part.utf8.count):".utf8) + Array(part.utf8)
        }
    }
}

/// The reason why a sealed value cannot be opened.
public enum SealingError: Error, Equatable {
    /// The bytes do not have the form of a sealed value.
    case malformed
    /// The value was sealed with another master key.
    case unknownKey
    /// The value was modified, or belongs to another location.
    case forged
}

/// Encrypts secrets for the store with AES-256-GCM (NIST SP 800-38D) under the master key.
///
/// Copies share their keys, so that a replaced master key applies to all of them.
public struct Sealer: Sendable {
    private let keys: SealingKeys
    private static let version: UInt8 = 1

    /// - Parameter masterKey: 32 bytes.
    public init(masterKey: SymmetricKey) {
        self.init(masterKeys: MasterKeys(current: masterKey))
    }

    /// Creates a sealer that seals with the current key, and opens with both.
    public init(masterKeys: MasterKeys) {
        keys = SealingKeys(current: SealingKey(masterKeys.current), previous: masterKeys.previous.map(SealingKey.init))
    }

    package func seal(_ clear: some Sequence<UInt8>, for context: SealingContext) throws -> SealedSecret {
        let key = keys.current
        let header = Self.header(of: key)
        let box = try AES.GCM.seal(Array(clear), using: key.key, authenticating: header + context.bytes)
        return SealedSecret(bytes: header + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
    }

    package func open(_ sealed: SealedSecret, for context: SealingContext) throws -> Secret<[UInt8]> {
        let bytes = sealed.bytes
        guard bytes.count >= 5 + 12 + 16, bytes[0] == Self.version else { throw SealingError.malformed }
        guard let key = keys[MasterKeyID(bytes: Array(bytes[1..<5]))] else { throw SealingError.unknownKey }
        do {
            let box = try AES.GCM.SealedBox(combined: bytes[5...])
            return Secret(Array(try AES.GCM.open(box, using: key.key, authenticating: Self.header(of: key) + context.bytes)))
        } catch {
            throw SealingError.forged
        }
    }

    // MARK: Replacing the master key

    /// The ID of the key that seals.
    package var currentID: MasterKeyID { keys.current.id }

    /// Whether a value under a key can be opened.
    package func has(_ id: MasterKeyID) -> Bool { keys[id] != nil }

    /// Seals with another key from now on. Values under the present keys can still be opened.
    package func seal(with key: SymmetricKey) { keys.replaceCurrent(with: SealingKey(key)) }

    /// The first bytes of all values that are sealed with the current key.
    package var currentHeader: [UInt8] { Self.header(of: keys.current) }

    private static func header(of key: SealingKey) -> [UInt8] { [version] + key.id.bytes }
}

extension Sealer {
    package func seal(_ text: Secret<String>, for context: SealingContext) throws -> SealedSecret {
        try seal(text.expose().utf8, for: context)
    }

    package func openText(_ sealed: SealedSecret, for context: SealingContext) throws -> Secret<String> {
        Secret(String(decoding: try open(sealed, for: context).expose(), as: UTF8.self))
    }
}
