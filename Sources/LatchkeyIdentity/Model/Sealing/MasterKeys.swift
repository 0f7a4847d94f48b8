public import Crypto
import LatchkeySecrets

/// The master keys of a store: the one that seals, and during a replacement also the one before it.
public struct MasterKeys: Sendable {
    /// The key that seals.
    public let current: SymmetricKey
    /// The key that still opens earlier values; `nil` unless the key is being replaced.
    public let previous: SymmetricKey?

    /// - Parameters:
    ///   - current: 32 bytes.
    ///   - previous: 32 bytes.
    public init(current: SymmetricKey, previous: SymmetricKey? = nil) {
        self.current = current
        self.previous = previous
    }

    /// Parses one key, or two keys with white space between them: the new one first.
    ///
    /// - Returns: `nil` unless each key is Base64 (either alphabet) of 32 bytes, and they differ.
    public static func parse(_ text: String) -> MasterKeys? {
        // White space is allowed anywhere in a single key.
        if let only = MasterKey.parse(text.filter { !$0.isWhitespace }) { return MasterKeys(current: only) }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let current = MasterKey.parse(String(words[0])), let previous = MasterKey.parse(String(words[1])),
            current != previous
        else { return nil }
        return MasterKeys(current: current, previous: previous)
    }
}
