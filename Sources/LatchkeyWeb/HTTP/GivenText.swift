extension String? {
    /// Firebase's servers read an empty text as an absent one; so do we where a call distinguishes the two.
    package var unlessEmpty: String? { self?.isEmpty == true ? nil : self }
}

extension String {
    /// The beginning of a text, by Unicode scalars: what looks like one character may be any number of bytes.
    package func cut(toScalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }

    /// Whether a text consists of nothing but the characters of URL-safe Base64, of which our tokens are made.
    package var isBase64URL: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}
