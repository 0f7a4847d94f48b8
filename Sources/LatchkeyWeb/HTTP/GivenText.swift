extension String? {
    /// The text; nil if it is empty. Firebase's servers treat an empty text as absent, and so does this server where a call distinguishes
    /// the two.
    package var unlessEmpty: String? { self?.isEmpty == true ? nil : self }
}

extension String {
    /// Returns the first Unicode scalars of a text. One visible character may be any number of bytes.
    package func cut(toScalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }

    /// Whether a text consists only of URL-safe Base64 characters, as this server's tokens do.
    package var isBase64URL: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}
