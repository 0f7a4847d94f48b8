// snippet.S4.5
extension String {
    /// The text with everything escaped except letters, digits and `-._~` (RFC 5849, section 3.6).
    ///
    /// Foundation's `addingPercentEncoding` is not suitable: `.urlQueryAllowed` does not escape `!`, `+`, `&` and others, and
    /// `.alphanumerics` contains the letters of all languages. A signature requires exactly these 66 characters, uppercase hexadecimal
    /// digits, and UTF-8.
    public var urlEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
// snippet.end
