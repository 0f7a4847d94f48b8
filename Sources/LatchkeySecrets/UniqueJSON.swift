#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A decoder for JSON from other parties that rejects objects in which a member appears twice.
///
/// RFC 8259, section 4, does not define which of the two counts. RFC 7515, section 4, and RFC 7519, section 4, forbid them in tokens. A
/// program that checked the text earlier may have used the other one.
public enum UniqueJSON {
    /// The error for a member that appears twice in an object.
    public struct RepeatedMember: Error, Equatable, CustomStringConvertible {
        /// The name of the member, without escapes.
        public let name: String

        /// Creates the error.
        public init(name: String) { self.name = name }

        /// For messages: `“name” appears more than once`.
        public var description: String { "“\(name.prefix(64))” appears more than once" }
    }

    /// The maximum depth of `JSONDecoder`.
    private static let maxDepth = 512

    /// Decodes a value from JSON without repeated members.
    ///
    /// - Throws: ``RepeatedMember``, another error for text that is not JSON, or the errors of `JSONDecoder`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
        let bytes = Array(bytes)
        try check(bytes)
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Checks JSON text for repeated members.
    ///
    /// - Throws: ``RepeatedMember``, or another error for text that is not JSON in UTF-8.
    public static func check(_ bytes: [UInt8]) throws {
        do {
            _ = try AnyJSON(json: bytes, maxDepth: maxDepth)
        } catch {
            guard case .repeated(let path) = error else { throw error }
            throw RepeatedMember(name: path.last ?? "")
        }
    }
}
