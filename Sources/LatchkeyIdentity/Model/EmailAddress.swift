// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An e-mail address in the one form that is stored and compared: lower case, accents composed (Unicode NFC).
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// RFC 5321, section 4.5.3.1.3, leaves 254 characters for an address.
    public static let maxBytes = 254

    /// - Returns: `nil` unless the text is one name, one `@` and one domain, without blanks or control characters; also for a text that
    ///   would only become an ASCII address here, as the Kelvin sign becomes a k: it belongs to somebody else.
    public init?(_ text: String) {
        if let plain = Self.plain(text) {
            self.text = plain
            return
        }
        let normalised = text.lowercased().precomposedStringWithCanonicalMapping
        let parts = normalised.split(separator: "@", omittingEmptySubsequences: false)
        guard normalised.utf8.count <= Self.maxBytes, parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            !normalised.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7f })
        else {
            return nil
        }
        func asciiCount(_ text: String) -> Int { text.unicodeScalars.count(where: \.isASCII) }
        guard asciiCount(normalised) <= asciiCount(text) else { return nil }
        self.text = normalised
    }

    /// The same rules for ASCII alone, as nearly every address is: many times faster, and millions come at once.
    ///
    /// - Returns: `nil` for what has to be looked at closely, or is no address.
    private static func plain(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= maxBytes, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else {
                return nil
            }
            for (index, byte) in bytes.enumerated() {
                guard byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "@") || index == at else { return nil }
            }
            return String(unsafeUninitializedCapacity: bytes.count) { lowered in
                for (index, byte) in bytes.enumerated() { lowered[index] = (0x41...0x5a).contains(byte) ? byte + 0x20 : byte }
                return bytes.count
            }
        }
    }

    public var description: String { text }
}
