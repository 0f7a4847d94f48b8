import LatchkeySecrets

/// A parser for `application/x-www-form-urlencoded` text, as the token endpoint accepts it.
enum FormText {
    /// Returns the pairs as an object of strings.
    ///
    /// - Throws: ``WireDecodingError`` for a repeated name (RFC 6749, section 3.2), which the Firebase Auth Emulator also rejects.
    static func tree(of bytes: [UInt8]) throws -> AnyJSON {
        var members: [String: AnyJSON] = [:]
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try decoded(pair[..<end])
            guard members.updateValue(.string(try decoded(pair[end...].dropFirst())), forKey: name) == nil else {
                throw WireDecodingError.repeated(name)
            }
        }
        return .object(members)
    }

    /// Decodes `+` and `%XX`.
    private static func decoded(_ text: ArraySlice<UInt8>) throws -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) else {
                    throw WireDecodingError(.syntax, problem: "has a broken percent escape.")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WireDecodingError(.syntax, problem: "is not UTF-8 text.")
        }
        return text
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
    }
}
