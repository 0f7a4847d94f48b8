import Foundation
import LatchkeyBackup
import LatchkeySQLite

/// Goes through the segments after a snapshot up to a moment, and checks that none is missing or damaged.
struct ArchiveWalk {
    let source: String
    let moment: ArchiveMoment
    /// The part of each segment of the chain.
    let segments: [Int: ArchiveFolderName]
    /// The time at which another chain begins, in milliseconds. Changes between the chains may be missing.
    let nextChain: Int?
    private let generation: String
    private let last: Int
    private var sequence: Int
    private var position: WALPosition?
    private var isOver = false
    /// The time of the last change in milliseconds.
    private(set) var time: Int
    /// The size of the segments.
    private(set) var bytes = 0

    init(source: String, part: ArchiveFolderName, moment: ArchiveMoment, segments: [Int: ArchiveFolderName], nextChain: Int?) {
        (self.source, self.moment, self.segments, generation) = (source, moment, segments, part.generation)
        self.nextChain = nextChain
        (sequence, time, last) = (part.sequence, part.milliseconds, segments.keys.max() ?? part.sequence)
    }

    /// Returns the next segment; `nil` when the moment is reached.
    ///
    /// - Throws: ``Failure`` if it is missing.
    func next() throws -> (name: String, part: ArchiveFolderName)? {
        // The times of changes do not go back, so that no later segment has one for this moment.
        guard !isOver else { return nil }
        guard sequence <= last else {
            guard let nextChain else { return nil }
            return try refuse(
                "Changes may be missing between this moment and \(ArchiveMoment.text(nextChain)), when the archive began again.")
        }
        if let part = segments[sequence] { return (ArchiveObject.segment(sequence), part) }
        return try refuse("The segment \(sequence) is missing.")
    }

    /// Checks the next segment.
    ///
    /// - Returns: The frames, and the last one up to the moment; `nil` if the segment is not needed.
    mutating func take(_ object: [UInt8], as place: String, key: ArchiveKey) throws -> (frames: WALFrames, last: Int?)? {
        guard let content = try? key.open(object, as: place), let segment = try? Segment(content) else {
            return try refuse("The segment \(place) is damaged.")
        }
        let header = segment.header
        let follows = position.map { header.start == $0 || header.start.begins(after: $0) } ?? true
        guard header.generation == generation, header.sequence == sequence, follows,
            let frames = WALFrames(segment.frames, from: header.start, to: header.end), frames.commits == header.commits.map(\.frame)
        else { return try refuse("The segment \(place) does not continue the one before it.") }
        let taken = header.commits.prefix { commit in moment.milliseconds.map { commit.at <= $0 } ?? true }
        isOver = taken.count < header.commits.count
        time = max(time, taken.last?.at ?? time)
        (position, sequence, bytes) = (header.end, sequence + 1, bytes + object.count)
        return (frames, taken.last?.frame)
    }

    /// Describes a problem, and what is possible nevertheless.
    ///
    /// - Returns: `nil` if the moment is reached without the segment.
    func refuse<Result>(_ problem: String) throws -> Result? {
        if let end = moment.milliseconds, end <= time { return nil }
        throw Failure("\(source): \(problem) States up to \(ArchiveMoment.text(time)) can be restored: --at \(ArchiveMoment.text(time))")
    }
}
