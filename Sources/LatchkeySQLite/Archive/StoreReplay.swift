import Foundation

/// Applies frames of a log to a copy of a store.
///
/// Frames wait in a file until their transaction is complete, because it may be larger than the memory.
public final class StoreReplay {
    private let path: String
    private let copy: FileHandle
    private let waiting: FileHandle
    private let pageSize: Int
    /// The size of the database in pages after the last applied transaction; `nil` if there was none.
    private var pages: UInt32?
    private var waitingBytes = 0

    private static let headerBytes = 100
    private static let mark = Array("SQLite format 3\0".utf8)
    /// The place of the two bytes that say whether a database has a log (sqlite.org/fileformat2.html, section 1.3).
    private static let formats = 18

    /// - Parameters:
    ///   - path: The copy, which is changed.
    ///   - work: The path of a file for waiting frames. It is created, and removed by ``finish()``.
    /// - Throws: ``BackupError``, or an error of the disk.
    public init(_ path: String, work: String) throws {
        self.path = path
        guard FileManager.default.createFile(atPath: work, contents: nil, attributes: [.posixPermissions: 0o600]),
            let copy = FileHandle(forUpdatingAtPath: path), let waiting = FileHandle(forUpdatingAtPath: work)
        else { throw BackupError("\(path) cannot be changed.") }
        unlink(work)
        let header = Array(try copy.read(upToCount: Self.headerBytes) ?? Data())
        guard header.count == Self.headerBytes, header.starts(with: Self.mark) else { throw BackupError("\(path) is not a database.") }
        let size = Int(header[16]) << 8 | Int(header[17])
        (self.copy, self.waiting, pageSize) = (copy, waiting, size == 1 ? 65_536 : size)
    }

    /// Adds frames, which follow those of the last call.
    ///
    /// - Parameter last: The last transaction to apply ends with this frame; later frames wait.
    /// - Throws: ``BackupError``, or an error of the disk.
    public func add(_ frames: WALFrames, through last: Int?) throws {
        guard frames.bytes.isEmpty || frames.start.pageSize == pageSize else {
            throw BackupError("The pages of the archive have another size than those of its snapshot.")
        }
        try frames.forEach { frame, page, size, content in
            guard let last, frame <= last else { return try wait(page, content) }
            try applyWaiting()
            try put(page, content)
            if size > 0 { pages = size }
        }
    }

    /// Ends the copy without the frames that wait.
    public func finish() throws {
        if let pages { try copy.truncate(atOffset: UInt64(pages) * UInt64(pageSize)) }
        // The copy is one file, as after `PRAGMA journal_mode = DELETE`.
        try copy.seek(toOffset: UInt64(Self.formats))
        try copy.write(contentsOf: Data([1, 1]))
        try copy.synchronize()
        try copy.close()
        try waiting.close()
    }

    private func put(_ page: UInt32, _ content: UnsafeRawBufferPointer) throws {
        try copy.seek(toOffset: UInt64(page - 1) * UInt64(pageSize))
        try copy.write(contentsOf: Data(content))
    }

    private func wait(_ page: UInt32, _ content: UnsafeRawBufferPointer) throws {
        var piece = withUnsafeBytes(of: page.bigEndian) { Data($0) }
        piece.append(contentsOf: content)
        try waiting.seek(toOffset: UInt64(waitingBytes))
        try waiting.write(contentsOf: piece)
        waitingBytes += piece.count
    }

    private func applyWaiting() throws {
        guard waitingBytes > 0 else { return }
        try waiting.seek(toOffset: 0)
        for _ in 0..<waitingBytes / (4 + pageSize) {
            guard let piece = try waiting.read(upToCount: 4 + pageSize), piece.count == 4 + pageSize else {
                throw BackupError("The frames of a transaction cannot be read again.")
            }
            try piece.withUnsafeBytes { try put($0.word(0), UnsafeRawBufferPointer(rebasing: $0[4...])) }
        }
        waitingBytes = 0
    }
}
