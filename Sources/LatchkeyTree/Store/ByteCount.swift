/// A number of bytes in the format of settings: `500 MB`, `2GB` or `1048576`. KB, MB and GB are powers of 1024.
public struct ByteCount: Equatable, Sendable {
    /// The number of bytes.
    public let bytes: Int

    private static let units = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)]

    /// Creates a number of bytes.
    public init(_ bytes: Int) {
        self.bytes = bytes
    }

    /// Parses a number of bytes.
    ///
    /// - Returns: nil if the text is not such a number, or has more than 15 digits.
    public init?(text: String) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.uppercased()
        guard (1...15).contains(digits.count), let number = Int(digits) else { return nil }
        guard !unit.isEmpty else {
            bytes = number
            return
        }
        guard let factor = Self.units.first(where: { $0.0 == unit })?.1 else { return nil }
        let (product, isTooMuch) = number.multipliedReportingOverflow(by: factor)
        guard !isTooMuch else { return nil }
        bytes = product
    }
}

extension ByteCount: CustomStringConvertible {
    /// The number in the largest unit that makes it a whole number.
    public var description: String {
        guard bytes > 0, let (unit, factor) = Self.units.first(where: { bytes % $0.1 == 0 }) else { return "\(bytes) bytes" }
        return "\(bytes / factor) \(unit)"
    }
}
