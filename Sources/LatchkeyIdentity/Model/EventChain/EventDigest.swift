/// A SHA-256 hash or HMAC-SHA256 in the chain of the audit log: 32 bytes.
public struct EventDigest: Hashable, Sendable, CustomStringConvertible {
    /// The length of a digest.
    public static let byteCount = 32
    /// The link before the first event of a chain.
    public static let zero = EventDigest(uncheckedBytes: [UInt8](repeating: 0, count: byteCount))

    /// The bytes of the digest.
    public let bytes: [UInt8]

    /// Creates a digest from stored bytes.
    ///
    /// - Returns: `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    init(uncheckedBytes bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses hexadecimal digits.
    ///
    /// - Returns: `nil` unless there are 64 digits.
    public init?(hex: some StringProtocol) {
        let digits = hex.utf8.map { Self.value(of: $0) }
        guard digits.count == 2 * Self.byteCount, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// The 64 lowercase hexadecimal digits.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The 64 lowercase hexadecimal digits.
    public var description: String { hex }
}

/// The last event of the chain at some time: its sequence number and its link.
///
/// An operator keeps it outside of the server. A record that was truncated or rewritten up to this event no longer contains it.
public struct EventHead: Hashable, Sendable, CustomStringConvertible {
    /// The sequence number of the event; 0 for a chain that began without earlier events and has none yet.
    public let sequence: Int64
    /// The link of the event.
    public let link: EventDigest

    /// Creates a head.
    public init(sequence: Int64, link: EventDigest) {
        self.sequence = sequence
        self.link = link
    }

    /// Parses the text form, `SEQUENCE:HASH`.
    ///
    /// - Returns: `nil` unless the text is a number of at most 18 digits, a colon and 64 hexadecimal digits.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...18).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let sequence = Int64(parts[0]), let link = EventDigest(hex: parts[1])
        else { return nil }
        self.init(sequence: sequence, link: link)
    }

    /// The text form, `SEQUENCE:HASH`.
    public var description: String { "\(sequence):\(link.hex)" }
}
