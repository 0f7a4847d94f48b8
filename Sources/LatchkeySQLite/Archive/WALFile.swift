#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file of a write-ahead log, which another part of the process writes.
///
/// SQLite has no locks on this file, so that closing it here releases none.
struct WALFile: Sendable {
    let path: String

    /// The bytes that are read at once.
    private static let readBytes = 1_048_576

    /// Returns the place before the first frame; `nil` if there is no log.
    func beginning() throws(WALProblem) -> WALPosition? {
        try withFile { file throws(WALProblem) in
            guard let file else { return nil }
            return try Self.read(file, at: 0, count: WALPosition.headerBytes).withUnsafeBytes { WALPosition(header: $0) }
        }
    }

    /// Finds the frames after a place that belong to complete transactions.
    ///
    /// - Parameter enough: The number of frames from which later transactions are not looked for.
    /// - Returns: The place after the last of them.
    /// - Throws: ``WALProblem/changed`` if the log is another one.
    func committed(after position: WALPosition, enough: Int = .max) throws(WALProblem) -> WALPosition {
        try walk(from: position, through: nil, enough: enough).committed ?? position
    }

    /// Reads the frames between a place and a later one.
    func frames(after start: WALPosition, count: Int) throws(WALProblem) -> WALFrames {
        try withFile { file throws(WALProblem) in
            guard let file else { throw .changed }
            let bytes = try Self.read(file, at: start.offset, count: count * start.frameBytes)
            var walk = WALWalk(at: start)
            bytes.withUnsafeBytes { _ = walk.add($0) }
            guard walk.position.frames == start.frames + count else { throw .changed }
            return WALFrames(start: start, end: walk.position, bytes: bytes, commits: walk.commits)
        }
    }

    /// Returns whether the log still contains a place: its frames up to there have the same checksum.
    func contains(_ position: WALPosition) throws(WALProblem) -> Bool {
        guard let beginning = try beginning(), beginning.isInLog(of: position) else { return false }
        return try walk(from: beginning, through: position.frames).position == position
    }

    private func walk(from position: WALPosition, through last: Int?, enough: Int = .max) throws(WALProblem) -> WALWalk {
        guard let beginning = try beginning(), beginning.isInLog(of: position) else { throw .changed }
        return try withFile { file throws(WALProblem) in
            guard let file else { throw .changed }
            // After an error of the disk, SQLite replaces frames of a transaction that was not confirmed.
            if position.frames > 0 {
                let last = try Self.read(file, at: position.offset - position.frameBytes, count: WALPosition.frameHeaderBytes)
                guard last.withUnsafeBytes({ position.follows($0) }) else { throw .changed }
            }
            var walk = WALWalk(at: position)
            let most = max(1, Self.readBytes / position.frameBytes)
            while true {
                let count = min(most, last.map { $0 - walk.position.frames } ?? most)
                guard count > 0 else { return walk }
                let bytes = try Self.read(file, at: walk.position.offset, count: count * position.frameBytes)
                let isIntact = bytes.withUnsafeBytes { walk.add($0) }
                guard isIntact, bytes.count == count * position.frameBytes else { return walk }
                if let committed = walk.committed, committed.frames - position.frames >= enough { return walk }
            }
        }
    }

    private func withFile<Result>(_ body: (Int32?) throws(WALProblem) -> Result) throws(WALProblem) -> Result {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return try body(nil) }
            throw .unreadable("\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        return try body(file)
    }

    /// Reads as many bytes as there are.
    private static func read(_ file: Int32, at offset: Int, count: Int) throws(WALProblem) -> [UInt8] {
        var done = 0
        var problem: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count {
                let read = pread(file, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
                if read < 0, errno == EINTR { continue }
                if read < 0 { problem = errno }
                guard read > 0 else { break }
                done += read
            }
            initialized = done
        }
        guard problem == 0 else { throw .unreadable("the write-ahead log cannot be read: \(String(cString: strerror(problem)))") }
        return bytes
    }
}

/// Why the frames after a place cannot be read.
public enum WALProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The log was started again or removed, so that frames may be missing.
    case changed
    /// An error of the disk.
    case unreadable(String)

    /// The problem, for the operator.
    public var description: String {
        switch self {
        case .changed: "the write-ahead log of the store was started again by another program"
        case .unreadable(let text): text
        }
    }
}
