// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text = Data(bytes).base64EncodedString()
        while text.hasSuffix("=") { text.removeLast() }
        return String(
            text.map { character in
                switch character {
                case "+": "-"
                case "/": "_"
                default: character
                }
            })
    }

    /// The bytes behind a text; `nil` when it is not Base64.
    ///
    /// Both alphabets are read, with or without padding, because clients of the Admin interface send either.
    public static func decode(_ text: String) -> [UInt8]? {
        var standard = String(
            text.map { character in
                switch character {
                case "-": "+"
                case "_": "/"
                default: character
                }
            })
        while standard.hasSuffix("=") { standard.removeLast() }
        guard standard.utf8.count % 4 != 1 else { return nil }
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map(Array.init)
    }
}
