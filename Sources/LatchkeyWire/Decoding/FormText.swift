// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// `application/x-www-form-urlencoded` text, as the token endpoint takes it.
enum FormText {
    /// The pairs as an object of strings; of a repeated name the last counts.
    static func tree(of bytes: [UInt8]) throws -> WireTree {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WireDecodingError(.syntax, problem: "is not UTF-8 text.")
        }
        var members: [String: WireTree] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(parts[0]), let value = decoded(parts.count > 1 ? parts[1] : "") else {
                throw WireDecodingError(.syntax, problem: "has a broken percent escape.")
            }
            members[name] = .string(value)
        }
        return .object(members)
    }

    /// Undoes `+` and `%XX`; `nil` when an escape is broken or the bytes are not UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
    }
}
