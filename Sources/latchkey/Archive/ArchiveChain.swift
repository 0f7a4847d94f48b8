import Foundation
import LatchkeyBackup
import LatchkeySQLite

typealias Segment = ArchiveSegment<WALPosition>

/// A chain of segments that is being written, and its objects that are not written yet.
struct ArchiveChain: Sendable {
    let key: ArchiveKey
    let generation: String
    /// The current part.
    private(set) var part: ArchiveFolderName
    /// The number of the next segment.
    private(set) var sequence: Int
    /// The place after the last frame that was read.
    private(set) var position: WALPosition
    /// The time of the last commit in milliseconds. Times do not go back, also if the clock does.
    private(set) var lastTime: Int
    /// The objects to write, the first one first.
    private(set) var waiting: [Object] = []

    struct Object: Sendable {
        let folder: String
        let name: String
        let content: [UInt8]
        /// The time of the first commit in it.
        var oldest: Date?
    }

    /// Begins a chain.
    init(key: ArchiveKey, view: StoreView, after newest: ArchiveFolderName?) throws {
        (self.key, generation, position, sequence) = (key, ArchiveFolderName.randomGeneration(), view.position, 1)
        lastTime = max(Self.milliseconds(view.at), (newest?.milliseconds ?? 0) + 1)
        part = ArchiveFolderName(milliseconds: lastTime, generation: generation, sequence: 1)
        try addStart()
    }

    /// Continues a chain after its last segment.
    init(key: ArchiveKey, part: ArchiveFolderName, last: Segment.Header) {
        (self.key, self.part, generation, position) = (key, part, part.generation, last.end)
        (sequence, lastTime) = (last.sequence + 1, max(part.milliseconds, last.commits.last?.at ?? 0))
    }

    /// Begins another part, whose snapshot is the view. The frames before the view belong to the current one.
    mutating func beginPart(_ view: StoreView) throws {
        lastTime = max(Self.milliseconds(view.at), lastTime, part.milliseconds + 1)
        part = ArchiveFolderName(milliseconds: lastTime, generation: generation, sequence: sequence)
        try addStart()
    }

    /// Adds the key, and the place of the part in the log.
    private mutating func addStart() throws {
        waiting.append(Object(folder: part.text, name: ArchiveObject.start, content: key.start))
        try addPlace()
    }

    /// Adds a segment without frames, which records the current place in the log.
    private mutating func addPlace() throws {
        try addSegment(Segment.Header(generation: generation, sequence: sequence, start: position, end: position, commits: []), [], nil)
    }

    /// Adds a segment.
    ///
    /// - Parameters:
    ///   - times: The times of commits, by their frames.
    ///   - standard: The time of other commits.
    mutating func add(_ frames: WALFrames, times: [Int: Date], standard: Date) throws {
        var commits: [Segment.Commit] = []
        for frame in frames.commits {
            lastTime = max(lastTime, Self.milliseconds(times[frame] ?? standard))
            commits.append(Segment.Commit(frame: frame, at: lastTime))
        }
        position = frames.end
        let header = Segment.Header(
            generation: generation, sequence: sequence, start: frames.start, end: frames.end, commits: commits)
        try addSegment(header, frames.bytes, times.values.min())
    }

    private mutating func addSegment(_ header: Segment.Header, _ frames: [UInt8], _ oldest: Date?) throws {
        let name = ArchiveObject.segment(sequence)
        let content = try key.seal(Segment(header: header, frames: frames).bytes(), as: Self.place(part, name))
        waiting.append(Object(folder: part.text, name: name, content: content, oldest: oldest))
        sequence += 1
    }

    /// Continues at the beginning of the next log, and records that place: after a crash, the next process finds only the new log.
    mutating func move(to position: WALPosition) throws {
        guard !position.isInLog(of: self.position) else { return }
        self.position = position
        try addPlace()
    }

    /// Removes the first object, which was written.
    mutating func removeFirst() { waiting.removeFirst() }

    /// The text that binds an object to its place.
    static func place(_ part: ArchiveFolderName, _ name: String) -> String { part.text + "/" + name }

    private static func milliseconds(_ time: Date) -> Int { Int((time.timeIntervalSince1970 * 1000).rounded(.down)) }
}
