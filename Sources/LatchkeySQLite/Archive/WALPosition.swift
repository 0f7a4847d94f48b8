/// A place in the write-ahead log (WAL) of a store: after a number of frames of the log with these salts.
///
/// Source: sqlite.org/fileformat2.html, "WAL File Format".
public struct WALPosition: Sendable, Equatable, Codable {
    /// The first salt, which grows by one when SQLite starts the log again from the beginning of the file.
    public var salt1: UInt32
    /// The second salt, which is random.
    public var salt2: UInt32
    /// The number of frames before this place.
    public var frames: Int
    /// The first half of the checksum of the header and of these frames.
    public var checksum1: UInt32
    /// The second half of the checksum.
    public var checksum2: UInt32
    /// Whether checksums are of big-endian words.
    public var isBigEndian: Bool
    /// The size of a page in bytes.
    public var pageSize: Int

    /// The size of the header of a log in bytes.
    static let headerBytes = 32
    /// The size of the header of a frame in bytes.
    static let frameHeaderBytes = 24

    /// The size of a frame in bytes.
    public var frameBytes: Int { Self.frameHeaderBytes + pageSize }

    /// The offset of the next frame in the file.
    var offset: Int { Self.headerBytes + frames * frameBytes }

    /// The checksum of the header and the frames before this place.
    var checksum: WALChecksum {
        get { WALChecksum(s0: checksum1, s1: checksum2) }
        set { (checksum1, checksum2) = (newValue.s0, newValue.s1) }
    }

    /// Creates the place before the first frame.
    ///
    /// - Parameter header: The first bytes of the file.
    /// - Returns: `nil` if they are not the header of a log.
    init?(header: UnsafeRawBufferPointer) {
        guard header.count >= Self.headerBytes else { return nil }
        let magic = header.word(0)
        guard magic & ~1 == 0x377f_0682, header.word(4) == 3_007_000 else { return nil }
        let size = Int(header.word(8))
        guard Self.isPageSize(size) else { return nil }
        var sum = WALChecksum(s0: 0, s1: 0)
        sum.add(header, from: 0, count: 24, isBigEndian: magic & 1 == 1)
        guard sum.s0 == header.word(24), sum.s1 == header.word(28) else { return nil }
        (salt1, salt2, frames, pageSize) = (header.word(16), header.word(20), 0, size)
        (checksum1, checksum2, isBigEndian) = (sum.s0, sum.s1, magic & 1 == 1)
    }

    private static func isPageSize(_ size: Int) -> Bool { (512...65_536).contains(size) && size & (size - 1) == 0 }

    /// Whether the numbers are those of a log. They may come from an archive.
    var isValid: Bool { Self.isPageSize(pageSize) && (0...Int(UInt32.max)).contains(frames) }

    /// Returns whether a header is the one of the frame before this place.
    func follows(_ header: UnsafeRawBufferPointer) -> Bool {
        header.count == Self.frameHeaderBytes && header.word(16) == checksum1 && header.word(20) == checksum2
    }

    /// Returns whether both places are in the same log.
    public func isInLog(of other: Self) -> Bool { salt1 == other.salt1 && salt2 == other.salt2 && pageSize == other.pageSize }

    /// Returns whether this place is the beginning of the log that SQLite started after another log was complete.
    public func begins(after other: Self) -> Bool { frames == 0 && salt1 == other.salt1 &+ 1 && pageSize == other.pageSize }
}

/// The checksum of a log, which continues from frame to frame.
struct WALChecksum: Equatable {
    var s0: UInt32
    var s1: UInt32

    /// - Parameter count: A multiple of eight.
    mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int, count: Int, isBigEndian: Bool) {
        var (a, b, place) = (s0, s1, start)
        let end = start + count
        while place < end {
            let first = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let second = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
            a = a &+ (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ b
            b = b &+ (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ a
            place += 8
        }
        (s0, s1) = (a, b)
    }
}

extension UnsafeRawBufferPointer {
    /// A big-endian number.
    func word(_ offset: Int) -> UInt32 { UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
}
