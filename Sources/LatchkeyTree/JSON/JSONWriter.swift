/// A writer of JSON text.
public struct JSONWriter: Sendable {
    /// The text written so far, in UTF-8.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    public init() {}

    /// Returns the text written so far and removes it.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Appends text that is already JSON.
    public mutating func append(raw text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(number: Double) {
        // JavaScript writes -0 as 0 but reads -0. The hashes of 0 and -0 differ, so the sign is kept.
        if number == 0, number.sign == .minus { return append(text: "-0") }
        bytes.append(contentsOf: JSONNumber.text(number).utf8)
    }

    /// Appends a string with quotes. Only characters that require escaping are escaped.
    public mutating func append(quoting text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append(text: "\\\"")
            case UInt8(ascii: "\\"): append(text: "\\\\")
            case 0x0A: append(text: "\\n")
            case 0x0D: append(text: "\\r")
            case 0x09: append(text: "\\t")
            case 0..<0x20:
                append(text: "\\u00")
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
