import LatchkeySecrets

/// A writer of claims as JSON text.
///
/// A token is written at every refresh, and `JSONEncoder` would take longer than the ES256 signature.
struct ClaimText {
    private(set) var bytes: [UInt8] = []

    init(_ members: [(name: String, value: ClaimValue)]) {
        bytes.reserveCapacity(1024)
        writeObject(members)
    }

    private mutating func writeObject(_ members: [(name: String, value: ClaimValue)]) {
        write("{")
        for (index, member) in members.enumerated() {
            if index > 0 { write(",") }
            writeString(member.name)
            write(":")
            writeValue(member.value)
        }
        write("}")
    }

    private mutating func writeValue(_ value: ClaimValue) {
        switch value {
        case .null: write("null")
        case .bool(let flag): write(flag ? "true" : "false")
        case .integer(let number): write(String(number))
        // Claims are read from JSON, which has no infinite numbers.
        case .number(let number): write(number.isFinite ? String(number) : "null")
        case .string(let text): writeString(text)
        case .array(let elements):
            write("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { write(",") }
                writeValue(element)
            }
            write("]")
        case .object(let members): writeObject(members.map { (name: $0.key, value: $0.value) })
        }
    }

    /// Writes a string, in which quotation marks, backslashes and control characters have to be escaped (RFC 8259, section 7).
    private mutating func writeString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                write("\\u00")
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
