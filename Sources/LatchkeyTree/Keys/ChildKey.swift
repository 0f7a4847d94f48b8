/// The name of a child in a tree.
///
/// Keys that are 32-bit integers come first, by value, then by length. All other keys follow by UTF-16 code units. This is the order of
/// Firebase's clients and server.
public struct ChildKey: Sendable {
    /// The key as text.
    public let text: String
    /// The leading part of the sort order. Only keys with equal marks are compared by text.
    let mark: UInt64

    /// The maximum length in bytes of UTF-8.
    public static let maxBytes = 768

    /// Creates a key, or nil if the text is not valid.
    ///
    /// - Parameter text: 1 to 768 bytes of UTF-8 without `.`, `$`, `#`, `[`, `]`, `/` and control characters.
    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.init(unchecked: text)
    }

    init(unchecked text: String) {
        self.text = text
        mark = TextOrder.bytes(text) { Self.mark(of: $0) }
    }

    private init(mark: UInt64) {
        text = ""
        self.mark = mark
    }

    /// Placeholders before and after every key, for queries without a bound.
    static let lowest = ChildKey(mark: 0)
    static let highest = ChildKey(mark: .max)

    /// Whether a text is a valid key.
    public static func isValid(_ text: String) -> Bool {
        TextOrder.bytes(text) { bytes in
            guard !bytes.isEmpty, bytes.count <= maxBytes else { return false }
            for byte in bytes {
                switch byte {
                case 0..<0x20, 0x7F: return false
                case UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"):
                    return false
                default: continue
                }
            }
            return true
        }
    }
}

extension ChildKey {
    /// The integer value of the key, if it is an integer.
    var number: Int32? {
        let biased = mark &- 1
        return biased <= UInt64(UInt32.max) ? Int32(bitPattern: UInt32(biased) ^ 0x8000_0000) : nil
    }

    /// Returns the mark: from 1 for integers; for other keys, the highest bit and as much of the first eight bytes as fits.
    private static func mark(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if let number = number(of: bytes) { return UInt64(UInt32(bitPattern: number) ^ 0x8000_0000) + 1 }
        var prefix: UInt64 = 0
        for index in 0..<8 {
            prefix = prefix << 8 | (index < bytes.count ? UInt64(TextOrder.weight(bytes[index])) : 0)
        }
        return 1 << 63 | prefix >> 1
    }

    /// Returns the integer value: an optional minus sign and digits that fit into 32 bits, with any leading zeros.
    private static func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
        var index = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { index = 1 }
        guard index < bytes.count else { return nil }
        var value: Int64 = 0
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int64(digit)
            guard value <= 1 << 31 else { return nil }
            index += 1
        }
        return Int32(exactly: isNegative ? -value : value)
    }
}

extension ChildKey: Equatable, Hashable {
    /// Whether both keys have the same code units.
    public static func == (left: ChildKey, right: ChildKey) -> Bool {
        left.mark == right.mark && TextOrder.same(left.text, right.text)
    }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mark)
        TextOrder.bytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ChildKey {
    /// A fast non-cryptographic hash that takes a tenth of the time of `Hasher`. An attacker can construct collisions, so use it only for
    /// keys that clients do not choose.
    package var fingerprint: UInt64 {
        var result = mark
        if text.utf8.count > 8 {
            TextOrder.bytes(text) { bytes in
                let bytes = UnsafeRawBufferPointer(bytes)
                for index in stride(from: 8, to: bytes.count - 7, by: 8) { Self.mix(&result, bytes, index) }
                Self.mix(&result, bytes, bytes.count - 8)
            }
        }
        return result &* 0x9E37_79B9_7F4A_7C15
    }

    private static func mix(_ result: inout UInt64, _ bytes: UnsafeRawBufferPointer, _ index: Int) {
        result = (result ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
        result ^= result >> 32
    }
}

extension ChildKey: SortedKey {
    /// Whether the left key sorts before the right one.
    @inline(__always)
    public static func < (left: ChildKey, right: ChildKey) -> Bool {
        left.mark != right.mark ? left.mark < right.mark : left.compareText(with: right) < 0
    }

    @inline(__always)
    static func compare(_ left: ChildKey, _ right: ChildKey) -> Int {
        if left.mark != right.mark { return left.mark < right.mark ? -1 : 1 }
        return left.compareText(with: right)
    }

    private func compareText(with other: ChildKey) -> Int {
        // Firebase does not define the order of `-0` and `00`, but the order must be total.
        if number != nil, text.utf8.count != other.text.utf8.count { return text.utf8.count - other.text.utf8.count }
        return TextOrder.compare(text, other.text)
    }
}

extension ChildKey: CustomStringConvertible {
    /// The key as text.
    public var description: String { text }
}
