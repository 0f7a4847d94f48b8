// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An e-mail address in the one form that is stored and compared: lower case, accents composed (Unicode NFC).
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// RFC 5321, section 4.5.3.1.3, leaves 254 characters for an address.
    public static let maxBytes = 254

    /// - Returns: `nil` unless the text is one name, one `@` and one domain, without blanks or control characters.
    public init?(_ text: String) {
        let normalised = text.lowercased().precomposedStringWithCanonicalMapping
        let parts = normalised.split(separator: "@", omittingEmptySubsequences: false)
        guard normalised.utf8.count <= Self.maxBytes, parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
            !normalised.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7f })
        else {
            return nil
        }
        self.text = normalised
    }

    public var description: String { text }
}
