#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes bodies: JSON with sorted names and plain slashes, so that the same value is always the same text.
public enum WireEncoder {
    /// The JSON text of a value as UTF-8.
    ///
    /// - Throws: `EncodingError` when a number is not finite; no type of this module holds one.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        Array(try encoder.encode(value))
    }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
