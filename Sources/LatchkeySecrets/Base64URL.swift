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
        let bytes = Array(bytes)
        let length = (bytes.count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: length) { buffer in
            var out = 0
            var bits: UInt32 = 0
            var bitCount = 0
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                bitCount += 8
                while bitCount >= 6 {
                    bitCount -= 6
                    buffer[out] = alphabet[Int(bits >> UInt32(bitCount) & 63)]
                    out += 1
                }
                bits &= (1 << UInt32(bitCount)) - 1
            }
            if bitCount > 0 {
                buffer[out] = alphabet[Int(bits << UInt32(6 - bitCount) & 63)]
                out += 1
            }
            return out
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

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
