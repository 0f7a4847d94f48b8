/// How databases compare text: by UTF-16 code units, as JavaScript does, and never by what two spellings look like.
///
/// `String`'s own `==` and `<` take canonically equivalent texts for equal, so two keys that are different bytes would become one.
public enum TextOrder {
    /// Whether two texts consist of the same code units.
    public static func same(_ left: String, _ right: String) -> Bool {
        bytes(left) { left in
            bytes(right) { right in left.count == right.count && firstDifference(left, right) == nil }
        }
    }

    /// Whether a text comes before another one.
    public static func precedes(_ left: String, _ right: String) -> Bool { compare(left, right) < 0 }

    /// Less than zero for a text that comes before the other, more for one that comes after it, zero for the same.
    static func compare(_ left: String, _ right: String) -> Int {
        bytes(left) { left in
            bytes(right) { right in
                guard let index = firstDifference(left, right) else { return left.count - right.count }
                return Int(weight(left[index])) - Int(weight(right[index]))
            }
        }
    }

    /// The order of UTF-8 is that of UTF-16 but for one thing: scalars beyond U+FFFF, which begin with F0 to F4, are surrogates in
    /// UTF-16 and come before U+E000 to U+FFFF, which begin with EE or EF. These bytes change their places.
    static func weight(_ byte: UInt8) -> UInt8 {
        byte < 0xEE ? byte : byte < 0xF0 ? byte + 5 : byte - 2
    }

    /// The first place at which both have a byte and not the same one.
    private static func firstDifference(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = min(left.count, right.count)
        let (first, second) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var index = 0
        while index + 8 <= count {
            let difference =
                first.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ second.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if difference != 0 { return index + UInt64(littleEndian: difference).trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            if left[index] != right[index] { return index }
            index += 1
        }
        return nil
    }

    static func bytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        // Only a text that is not Swift's own, on Apple's systems.
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
