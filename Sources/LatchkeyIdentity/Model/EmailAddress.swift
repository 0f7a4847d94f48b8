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

    public var description: String { text }
}
