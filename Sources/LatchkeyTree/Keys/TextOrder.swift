// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// How databases compare text: by UTF-16 code units, as JavaScript does, and never by what two spellings look like.
///
/// `String`'s own `==` and `<` take canonically equivalent texts for equal, so two keys that are different bytes would become one.
public enum TextOrder {
    /// Whether two texts consist of the same code units.
    public static func same(_ left: String, _ right: String) -> Bool {
        bytes(left, right) { left, right in
            left.count == right.count && left.elementsEqual(right)
        }
    }

    /// Whether a text comes before another one.
    public static func precedes(_ left: String, _ right: String) -> Bool {
        bytes(left, right) { left, right in
            for index in 0..<min(left.count, right.count) where left[index] != right[index] {
                return precedes(left[index], right[index])
            }
            return left.count < right.count
        }
    }

    /// The order of UTF-8 is that of UTF-16 but for one thing: scalars beyond U+FFFF, which begin with F0 or more, are surrogates in
    /// UTF-16 and come before U+E000 to U+FFFF, which begin with EE or EF.
    private static func precedes(_ left: UInt8, _ right: UInt8) -> Bool {
        if left >= 0xF0, right == 0xEE || right == 0xEF { return true }
        if right >= 0xF0, left == 0xEE || left == 0xEF { return false }
        return left < right
    }

    private static func bytes<Result>(
        _ left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let result = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in body(left, right) }
        }
        if case .some(.some(let result)) = result { return result }
        // Only a text that is not Swift's own, on Apple's systems.
        return Array(left.utf8).withUnsafeBufferPointer { left in
            Array(right.utf8).withUnsafeBufferPointer { right in body(left, right) }
        }
    }
}
