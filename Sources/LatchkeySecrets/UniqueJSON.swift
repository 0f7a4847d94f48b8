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

    /// The error for text that `JSONDecoder` would read in an encoding other than UTF-8, or that is nested too deeply.
    struct NotReadable: Error {}

    /// Decodes a value from JSON without repeated members.
    ///
    /// - Throws: ``RepeatedMember``, another error for text that must not be decoded, or the errors of `JSONDecoder`.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
        let bytes = Array(bytes)
        try check(bytes)
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Checks JSON text for repeated members in one pass. Other errors in the text are left to the decoder.
    ///
    /// - Throws: ``RepeatedMember``, or another error for text that must not be decoded.
    public static func check(_ bytes: [UInt8]) throws {
        // In UTF-16 and UTF-32, which the decoder detects automatically, each brace and quotation mark contains a zero byte.
        guard !bytes.contains(0) else { throw NotReadable() }
        try bytes.withUnsafeBufferPointer { bytes in
            var scan = MemberScan(bytes: bytes)
            try scan.run()
        }
    }
}

/// A single pass over JSON text that collects the member names of each object.
private struct MemberScan {
    let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The names found so far in each open object; `nil` for an array.
    private var open: [Set<String>?] = []

    /// The maximum depth of `JSONDecoder`.
    private static let maxDepth = 512

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func run() throws {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.count < Self.maxDepth else { throw UniqueJSON.NotReadable() }
                open.append(byte == UInt8(ascii: "{") ? [] : nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""): try string()
            default: break
            }
        }
    }

    /// Reads a string after its opening quotation mark. The string is a member name if a colon follows.
    private mutating func string() throws {
        let start = index
        var hasEscape = false
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                hasEscape = true
                index += 1
            }
            index += 1
        }
        // An unterminated string is not JSON; the decoder reports it.
        guard index < bytes.count else { return }
        let text = bytes[start..<index]
        index += 1
        var next = index
        while next < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[next]) { next += 1 }
        guard next < bytes.count, bytes[next] == UInt8(ascii: ":"), let last = open.indices.last, open[last] != nil else { return }
        let name = hasEscape ? Self.unescaped(text) : String(decoding: text, as: UTF8.self)
        guard open[last]?.insert(name).inserted == true else { throw UniqueJSON.RepeatedMember(name: name) }
    }

    private static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var units: [UInt16] = []
        var rest = text
        var plain: [UInt8] = []
        func flush() {
            units.append(contentsOf: String(decoding: plain, as: UTF8.self).utf16)
            plain.removeAll()
        }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "u"):
                flush()
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            case UInt8(ascii: "b"): plain.append(0x08)
            case UInt8(ascii: "f"): plain.append(0x0C)
            case UInt8(ascii: "n"): plain.append(0x0A)
            case UInt8(ascii: "r"): plain.append(0x0D)
            case UInt8(ascii: "t"): plain.append(0x09)
            default: plain.append(escape)
            }
        }
        flush()
        // Decodes as UTF-16 to join surrogate pairs.
        return String(decoding: units, as: UTF16.self)
    }
}
