#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An encoder for bodies. It sorts names and does not escape slashes, so that equal values have equal text.
public enum WireEncoder {
    /// Returns the JSON text of a value as UTF-8.
    ///
    /// - Throws: `EncodingError` if a number is not finite, which cannot occur with the types of this module.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        Array(try encoder.encode(value))
    }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
