import Foundation

/// An email address in normalized form: lower case, composed accents (Unicode NFC).
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The normalized address.
    public let text: String

    /// The maximum length of an address in bytes (RFC 5321, section 4.5.3.1.3, leaves 254).
    package static let maxBytes = 254

    /// Parses and normalizes an address. A dot at the end of the domain is dropped, because it does not change the domain (RFC 1034,
    /// section 3.1).
    ///
    /// - Returns: `nil` unless the text is one name, one `@` and one domain, without whitespace, control characters or angle brackets. Also
    ///   `nil` for a text with invisible characters or lookalikes (fullwidth forms, ligatures), and for a text that only normalization
    ///   would turn into an ASCII address, as the Kelvin sign becomes a k: that would be another user's address.
    public init?(_ text: String) {
        if let plain = Self.plain(text) {
            self.text = plain
            return
        }
        var normalised = Self.normalised(text)
        if normalised.hasSuffix(".") { normalised.removeLast() }
        guard Self.isAddress(normalised), !normalised.hasSuffix("."), Self.showsWhatItIs(normalised) else { return nil }
        func asciiCount(_ text: String) -> Int { text.unicodeScalars.count(where: \.isASCII) }
        guard asciiCount(normalised) <= asciiCount(text) else { return nil }
        self.text = normalised
    }

    /// Reads an address from a store, even if new addresses of this form are refused now.
    package static func stored(_ text: String) -> EmailAddress? {
        if let plain = plain(text) { return EmailAddress(checked: plain) }
        let normalised = normalised(text)
        return isAddress(normalised) ? EmailAddress(checked: normalised) : nil
    }

    private init(checked text: String) { self.text = text }

    private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]

    private static func normalised(_ text: String) -> String { text.lowercased().precomposedStringWithCanonicalMapping }

    private static func isAddress(_ text: String) -> Bool {
        // Splits by scalars, so that a combining character after an @ does not hide it.
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= maxBytes && parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7f })
    }

    /// Whether the address cannot be mistaken for another one. Mail programs hide invisible characters and the text before `<`; a fullwidth
    /// `a` is an `a` for some servers only.
    private static func showsWhatItIs(_ text: String) -> Bool {
        let invisible: Set<Unicode.GeneralCategory> = [
            .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
        ]
        // A combining character directly after the @ would be rendered as part of it.
        let domain = text.unicodeScalars.drop { $0 != "@" }.dropFirst()
        guard let first = domain.first, !Self.marks.contains(first.properties.generalCategory) else { return false }
        // IDNA reads the ideographic full stop as a dot (RFC 3490, section 3.1).
        return !domain.contains("\u{3002}")
            && !text.unicodeScalars.contains { scalar in
                scalar == "<" || scalar == ">" || scalar.properties.isDefaultIgnorableCodePoint
                    || invisible.contains(scalar.properties.generalCategory)
            } && text.precomposedStringWithCompatibilityMapping.utf8.elementsEqual(text.utf8)
    }

    /// Applies the same rules to ASCII addresses only, which nearly all are: this is many times faster, and imports check millions.
    ///
    /// - Returns: `nil` for a text that needs the full check, or is not an address.
    private static func plain(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= maxBytes, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else {
                return nil
            }
            guard bytes[bytes.count - 1] != UInt8(ascii: ".") else { return nil }
            for (index, byte) in bytes.enumerated() {
                guard byte != UInt8(ascii: "<"), byte != UInt8(ascii: ">") else { return nil }
                guard byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "@") || index == at else { return nil }
            }
            return String(unsafeUninitializedCapacity: bytes.count) { lowered in
                for (index, byte) in bytes.enumerated() { lowered[index] = (0x41...0x5a).contains(byte) ? byte + 0x20 : byte }
                return bytes.count
            }
        }
    }

    /// The normalized address.
    public var description: String { text }
}
