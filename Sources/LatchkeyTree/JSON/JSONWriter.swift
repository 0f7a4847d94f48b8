/// Writes JSON text.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Gives away what was written so far.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Text that is JSON already.
    public mutating func append(raw text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(number: Double) {
        // JavaScript writes 0 for -0, and reads -0 as such; its hash is another one, so the sign must not get lost.
        if number == 0, number.sign == .minus { return append(text: "-0") }
        bytes.append(contentsOf: JSONNumber.text(number).utf8)
    }

    /// A string with its quotes. Nothing is escaped but what has to be.
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
