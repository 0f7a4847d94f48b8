#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A segment of an archive: changes of a store, and where they belong.
///
/// - Parameter Place: The form of a place in the log of the store.
public struct ArchiveSegment<Place: Codable & Sendable>: Sendable {
    /// A transaction that ends in the segment.
    public struct Commit: Codable, Equatable, Sendable {
        /// The number of its last frame.
        public var frame: Int
        /// The time in milliseconds since 1970.
        public var at: Int

        /// Creates a commit.
        public init(frame: Int, at: Int) { (self.frame, self.at) = (frame, at) }
    }

    /// The description of a segment.
    public struct Header: Codable, Sendable {
        /// The chain.
        public var generation: String
        /// The number in the chain.
        public var sequence: Int
        /// The place of the first frame.
        public var start: Place
        /// The place after the last frame.
        public var end: Place
        /// The transactions that end in the segment.
        public var commits: [Commit]

        /// Creates a description.
        public init(generation: String, sequence: Int, start: Place, end: Place, commits: [Commit]) {
            (self.generation, self.sequence, self.start, self.end, self.commits) = (generation, sequence, start, end, commits)
        }
    }

    /// The description.
    public let header: Header
    /// The frames.
    public let frames: [UInt8]

    /// The largest accepted object, and the largest accepted frames, in bytes.
    public static var maxBytes: Int { 64 * 1_048_576 }
    private static var mark: [UInt8] { Array("latchkey-archive/1\n".utf8) }

    /// Creates a segment.
    public init(header: Header, frames: [UInt8]) { (self.header, self.frames) = (header, frames) }

    /// The contents of the object: a mark, the length of the description (4 bytes, big-endian), the description as JSON, the
    /// frames with shortened runs of equal bytes.
    public func bytes() throws -> [UInt8] {
        let json = try JSONEncoder().encode(header)
        let length = UInt32(json.count)
        return Self.mark + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) } + json
            + RunLengths.pack(frames)
    }

    /// - Throws: ``ArchiveFormatError/damaged``.
    public init(_ bytes: [UInt8]) throws(ArchiveFormatError) {
        let start = Self.mark.count + 4
        guard bytes.starts(with: Self.mark), bytes.count >= start else { throw .damaged }
        let length = bytes[Self.mark.count..<start].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - start,
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[start..<start + length])),
            let frames = RunLengths.unpack(bytes[(start + length)...], maxBytes: Self.maxBytes)
        else { throw .damaged }
        (self.header, self.frames) = (header, frames)
    }
}
