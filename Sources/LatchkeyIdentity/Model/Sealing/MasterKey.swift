public import Crypto
import LatchkeySecrets

/// The key that seals all secrets in the store: 32 bytes, written in Base64.
public enum MasterKey {
    /// The length of a key in bytes.
    public static let byteCount = 32

    /// Parses a key.
    ///
    /// - Returns: `nil` unless the text is Base64 (either alphabet) of 32 bytes.
    public static func parse(_ text: String) -> SymmetricKey? {
        guard let bytes = Base64URL.decode(text), bytes.count == byteCount else { return nil }
        return SymmetricKey(data: bytes)
    }

    /// Returns the text of a key.
    public static func text(of key: SymmetricKey) -> String {
        key.withUnsafeBytes { Base64URL.encode(Array($0)) }
    }
}
