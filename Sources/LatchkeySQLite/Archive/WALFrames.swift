/// Consecutive frames of a log. The last one need not end a transaction, because a transaction may be larger than a piece.
public struct WALFrames: Sendable {
    /// The place of the first frame.
    public let start: WALPosition
    /// The place after the last frame.
    public let end: WALPosition
    /// The frames as in the file, with their headers.
    public let bytes: [UInt8]
    /// The numbers of the frames that end a transaction; the first frame of a log has the number 1.
    public let commits: [Int]

    /// Checks frames of an archive.
    ///
    /// - Returns: `nil` if they are not the intact frames between the two places.
    public init?(_ bytes: [UInt8], from start: WALPosition, to end: WALPosition) {
        guard start.isValid, end.isValid, start.isInLog(of: end), end.frames >= start.frames,
            bytes.count == (end.frames - start.frames) * start.frameBytes
        else {
            return nil
        }
        var walk = WALWalk(at: start)
        bytes.withUnsafeBytes { _ = walk.add($0) }
        guard walk.position == end else { return nil }
        (self.start, self.end, self.bytes, commits) = (start, end, bytes, walk.commits)
    }

    init(start: WALPosition, end: WALPosition, bytes: [UInt8], commits: [Int]) {
        (self.start, self.end, self.bytes, self.commits) = (start, end, bytes, commits)
    }

    /// Calls a closure with each frame: the number of its page, and the size of the database in pages if it ends a transaction, else 0.
    public func forEach(_ body: (_ frame: Int, _ page: UInt32, _ size: UInt32, _ content: UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { all in
            var (place, number) = (0, start.frames)
            while place < all.count {
                number += 1
                let content = UnsafeRawBufferPointer(rebasing: all[place + WALPosition.frameHeaderBytes..<place + start.frameBytes])
                try body(number, all.word(place), all.word(place + 4), content)
                place += start.frameBytes
            }
        }
    }
}

/// Checks frames one after the other, up to the first one that does not belong to the log.
struct WALWalk {
    var position: WALPosition
    /// The numbers of the frames that end a transaction.
    var commits: [Int] = []
    /// The place after the last of them.
    var committed: WALPosition?

    init(at position: WALPosition) { self.position = position }

    /// - Parameter bytes: Complete frames, as far as there are any.
    /// - Returns: Whether all of them belong to the log.
    mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place + position.frameBytes <= bytes.count {
            guard bytes.word(place + 8) == position.salt1, bytes.word(place + 12) == position.salt2, bytes.word(place) != 0 else {
                return false
            }
            var sum = position.checksum
            sum.add(bytes, from: place, count: 8, isBigEndian: position.isBigEndian)
            sum.add(bytes, from: place + WALPosition.frameHeaderBytes, count: position.pageSize, isBigEndian: position.isBigEndian)
            guard bytes.word(place + 16) == sum.s0, bytes.word(place + 20) == sum.s1 else { return false }
            position.checksum = sum
            position.frames += 1
            if bytes.word(place + 4) != 0 {
                commits.append(position.frames)
                committed = position
            }
            place += position.frameBytes
        }
        return true
    }
}
