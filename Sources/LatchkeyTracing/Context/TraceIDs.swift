/// The id of a trace: 16 bytes, not all of them zero.
///
/// <https://www.w3.org/TR/trace-context/#trace-id>
package struct TraceID: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    /// - Returns: `nil` if all bytes are zero.
    package init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Creates a random id.
    init(random: () -> UInt64) {
        high = random()
        // Samplers read the low bytes, so that these stay random.
        let low = random()
        self.low = high == 0 && low == 0 ? 1 : low
    }

    /// 32 digits in lower case.
    package var description: String { Hex.text(high) + Hex.text(low) }
}

/// The id of a span: 8 bytes, not all of them zero.
///
/// <https://www.w3.org/TR/trace-context/#parent-id>
package struct SpanID: Hashable, Sendable, CustomStringConvertible {
    let value: UInt64

    /// - Returns: `nil` if all bytes are zero.
    package init?(_ value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }

    /// Creates a random id.
    init(random: () -> UInt64) {
        value = max(1, random())
    }

    /// 16 digits in lower case.
    package var description: String { Hex.text(value) }
}

/// Hexadecimal numbers as in `traceparent`: digits in lower case only.
enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns 16 digits.
    static func text(_ value: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { buffer in
            for index in 0..<16 { buffer[index] = digits[Int(value >> UInt64(60 - 4 * index) & 15)] }
            return 16
        }
    }

    /// - Parameter text: At most 16 digits.
    /// - Returns: `nil` if one of the bytes is not a digit.
    static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for byte in text {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
            case 0x61...0x66: value = value << 4 | UInt64(byte - 0x61 + 10)
            default: return nil
            }
        }
        return value
    }
}
