#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The name of a part of an archive, which is a snapshot and the segments after it:
/// `20261127T113302.123Z-3f9c2a7b1d4e5f60-0000000001`, so that names sort by time.
public struct ArchiveFolderName: Hashable, Comparable, Sendable {
    /// The time of the snapshot in milliseconds since 1970.
    public let milliseconds: Int
    /// The chain of segments, as 16 hexadecimal digits. Segments of one chain follow each other without a gap.
    public let generation: String
    /// The number of the first segment after the snapshot.
    public let sequence: Int

    /// The number of digits of a sequence number.
    static let digits = 10
    private static let (stampLength, generationLength) = (20, 16)

    /// Creates a name.
    public init(milliseconds: Int, generation: String, sequence: Int) {
        (self.milliseconds, self.generation, self.sequence) = (milliseconds, generation, sequence)
    }

    /// - Returns: `nil` for other names.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0].utf8.count == Self.stampLength, let milliseconds = Self.milliseconds(parts[0]),
            parts[1].utf8.count == Self.generationLength, parts[1].utf8.allSatisfy({ Self.isHexadecimal($0) }),
            parts[2].utf8.count == Self.digits, let sequence = Int(parts[2])
        else { return nil }
        self.init(milliseconds: milliseconds, generation: parts[1], sequence: sequence)
        guard self.text == text else { return nil }
    }

    /// The name.
    public var text: String { "\(Self.stamp(milliseconds))-\(generation)-\(Self.number(sequence))" }

    /// Returns whether a restore can begin with the part: it has its key, its snapshot and its first segment.
    public func isComplete(with names: [String]) -> Bool {
        [ArchiveObject.start, ArchiveObject.snapshot, ArchiveObject.segment(sequence)].allSatisfy(names.contains)
    }

    /// The time of the snapshot.
    public var time: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Returns a new random name of a chain.
    public static func randomGeneration() -> String {
        let text = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: generationLength - text.utf8.count) + text
    }

    /// Orders names by time, then by the place in the chain.
    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.sequence, left.generation) < (right.milliseconds, right.sequence, right.generation)
    }

    static func number(_ sequence: Int) -> String {
        let text = "\(sequence)"
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

    private static func stamp(_ milliseconds: Int) -> String {
        let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(style)
        let part = "\(milliseconds % 1000 + 1000)".dropFirst()
        return "\(seconds.dropLast()).\(part)Z"
    }

    private static func milliseconds(_ stamp: String) -> Int? {
        guard stamp.hasSuffix("Z"), let dot = stamp.firstIndex(of: "."),
            let seconds = try? Date(String(stamp[..<dot]) + "Z", strategy: style),
            let part = Int(stamp[stamp.index(after: dot)...].dropLast()), (0...999).contains(part)
        else { return nil }
        return Int(seconds.timeIntervalSince1970) * 1000 + part
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}

/// The names of the objects in a part of an archive.
public enum ArchiveObject {
    /// The format, and the key of the chain.
    public static let start = "start"
    /// The copy of the store.
    public static let snapshot = "snapshot"
    private static let suffix = ".segment"

    /// Returns the name of a segment.
    public static func segment(_ sequence: Int) -> String { ArchiveFolderName.number(sequence) + suffix }

    /// Returns the number of a segment; `nil` for names of other objects.
    public static func sequence(of name: String) -> Int? {
        guard name.hasSuffix(suffix), let number = Int(name.dropLast(suffix.count)), segment(number) == name else { return nil }
        return number
    }
}
