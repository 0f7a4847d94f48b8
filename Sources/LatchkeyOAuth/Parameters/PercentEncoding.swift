/// The percent-encoding of OAuth (RFC 5849, section 3.6; RFC 3986, section 2).
///
/// All bytes of the UTF-8 text except letters, digits and `-._~` are escaped in upper case; the text is not normalized.
public enum PercentEncoding {
    /// Escapes text; a space becomes `%20`, never `+`.
    public static func encode(_ text: String) -> String {
        String(capacity: 3 * text.utf8.count) { $0.write(encoding: text) }
    }

    /// Decodes escaped text; `nil` when an escape is incomplete or not hexadecimal, or when the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: True for form bodies and queries; false for the values of an `Authorization` header.
    public static func decode(_ text: String, plusIsSpace: Bool) -> String? {
        text.withUTF8Bytes { decode($0, plusIsSpace: plusIsSpace) }
    }

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, let high = value(of: bytes[index + 1]), let low = value(of: bytes[index + 2])
                else { return nil }
                decoded.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(UInt8(ascii: " "))
                index += 1
            default:
                decoded.append(byte)
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
