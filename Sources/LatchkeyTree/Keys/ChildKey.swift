// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// The name of a child in the tree.
///
/// Keys that are 32-bit integers come first, by value, and those of equal value by length; all others follow by UTF-16 code units:
/// the order in which Firebase's clients and server keep children.
public struct ChildKey: Sendable {
    public let text: String
    /// The integer that the key is, if it is one.
    let number: Int32?

    /// The longest key in bytes of UTF-8.
    public static let maxBytes = 768

    /// A key, unless the text cannot be one.
    ///
    /// - Parameter text: 1 to 768 bytes of UTF-8 without `.`, `$`, `#`, `[`, `]`, `/`, and without control characters.
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.init(unchecked: text)
    }

    init(unchecked text: String) {
        self.text = text
        number = Self.number(of: text)
    }

    public static func isValid(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20, 0x7F: return false
            case UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"): return false
            default: count += 1
            }
        }
        return count > 0 && count <= maxBytes
    }

    /// A minus sign at most, then digits, of which ten count after leading zeros.
    private static func number(of text: String) -> Int32? {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard let first = digits.first, first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9") else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            guard value <= 1 << 31 else { return nil }
        }
        return Int32(exactly: isNegative ? -value : value)
    }
}

extension ChildKey: Equatable, Hashable {
    public static func == (left: ChildKey, right: ChildKey) -> Bool {
        TextOrder.same(left.text, right.text)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension ChildKey: Comparable {
    public static func < (left: ChildKey, right: ChildKey) -> Bool {
        switch (left.number, right.number) {
        case (nil, nil): TextOrder.precedes(left.text, right.text)
        case (nil, _): false
        case (_, nil): true
        case (let first?, let second?):
            first != second ? first < second : left.text.utf8.count < right.text.utf8.count
        }
    }
}

extension ChildKey: CustomStringConvertible {
    public var description: String { text }
}
