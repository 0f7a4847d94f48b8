/// The comparison of texts by UTF-16 code units, as in JavaScript.
///
/// `==` and `<` of `String` treat canonically equivalent texts as equal, which would merge keys with different bytes.
public enum TextOrder {
    /// Whether two texts have the same code units.
    public static func same(_ left: String, _ right: String) -> Bool {
        bytes(left) { left in
            bytes(right) { right in left.count == right.count && firstDifference(left, right) == nil }
        }
    }

    /// Whether a text sorts before another one.
    public static func precedes(_ left: String, _ right: String) -> Bool { compare(left, right) < 0 }

    /// Returns a negative number if the left text sorts first, a positive number if the right one does, and zero if they are equal.
    static func compare(_ left: String, _ right: String) -> Int {
        bytes(left) { left in
            bytes(right) { right in
                guard let index = firstDifference(left, right) else { return left.count - right.count }
                return Int(weight(left[index])) - Int(weight(right[index]))
            }
        }
    }

    /// Returns the rank of a byte. UTF-8 sorts like UTF-16 with one exception: scalars above U+FFFF, which begin with F0 to F4, are
    /// surrogates in UTF-16 and sort before U+E000 to U+FFFF, which begin with EE or EF. These bytes swap places.
    static func weight(_ byte: UInt8) -> UInt8 {
        byte < 0xEE ? byte : byte < 0xF0 ? byte + 5 : byte - 2
    }

    /// Returns the first index at which the bytes of both texts differ.
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
        // Only strings that are bridged on Apple platforms.
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
