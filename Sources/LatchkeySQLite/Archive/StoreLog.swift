import CLatchkeySQLite
public import Foundation
import GRDB

/// The write-ahead log of a running store, for its archive. The store makes no checkpoints of its own then.
///
/// Nothing is lost between two reads: SQLite starts a log again only in ``restart(after:)``, in which the writer is locked and all frames
/// are read before. If another program makes a checkpoint, the salts of the log change in another way, and reading throws.
public final class StoreLog: Sendable {
    let writer: DatabaseQueue
    /// A second connection, because a checkpoint is not possible in a transaction.
    let checkpointer: DatabaseQueue
    let log: CommitLog
    let file: WALFile
    let path: String
    /// The last change of the log before the store was opened: a time for commits of an earlier process.
    public let lastChange: Date?

    /// The frames of a piece: at most 4 MiB.
    private static let pieceBytes = 4_194_304

    init(writer: DatabaseQueue, checkpointer: DatabaseQueue, log: CommitLog, path: String, lastChange: Date?) {
        (self.writer, self.checkpointer, self.log, self.path, self.lastChange) = (writer, checkpointer, log, path, lastChange)
        file = WALFile(path: path + "-wal")
    }

    /// The time of the last change of a log; `nil` if there is none.
    static func lastChange(of store: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: store + "-wal"))?[.modificationDate] as? Date
    }

    /// An element after one or more commits, for one reader.
    public var commits: AsyncStream<Void> { log.commits }
    /// Produces an element of ``commits`` without a commit.
    public func wake() { log.wake() }
    /// The time of the first commit that was not read.
    public var oldestCommit: Date? { log.oldest }
    /// The size of the file of the log in bytes.
    public var bytes: Int { (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0 }

    /// Returns whether the log continues a place of an earlier process.
    public func continues(_ position: WALPosition) throws(WALProblem) -> Bool { try file.contains(position) }

    /// Reads frames of complete transactions after a place: one piece at most.
    ///
    /// - Returns: `nil` if there are none.
    /// - Throws: ``WALProblem``.
    public func read(after position: WALPosition) throws(WALProblem) -> WALFrames? {
        let most = Self.framesInPiece(position)
        let end = try file.committed(after: position, enough: most)
        guard end.frames > position.frames else { return nil }
        return try file.frames(after: position, count: min(most, end.frames - position.frames))
    }

    /// Returns whether a piece has the largest size, so that more frames may follow.
    public func isFull(_ frames: WALFrames) -> Bool { frames.end.frames - frames.start.frames >= Self.framesInPiece(frames.start) }

    private static func framesInPiece(_ position: WALPosition) -> Int { max(1, pieceBytes / position.frameBytes) }

    /// Returns the times of commits up to a place, and forgets them. Commits of other processes have none.
    public func takeTimes(through position: WALPosition) -> [Int: Date] { log.take(through: position.frames) }

    /// Begins a new chain of frames. Earlier frames are in no piece.
    ///
    /// - Returns: A view of the store, and the place in the log that is its state.
    public func begin() async throws -> StoreView {
        let view = try ViewConnection(path: path)
        return try await writer.writeWithoutTransaction { db in
            // A log without frames has no salts yet.
            try Self.writeFrame(db)
            var position: WALPosition?
            try db.inTransaction(.immediate) {
                guard let beginning = try self.file.beginning() else { throw WALProblem.changed }
                position = try self.file.committed(after: beginning)
                try view.begin()
                return .rollback
            }
            guard let position else { throw WALProblem.changed }
            self.log.clear()
            return StoreView(connection: view, frames: [], position: position, at: Date())
        }
    }

    /// Returns a view of the store, and the frames between a place and its state.
    ///
    /// - Throws: ``WALProblem``.
    public func view(after position: WALPosition) async throws -> StoreView {
        let view = try ViewConnection(path: path)
        return try await writer.writeWithoutTransaction { db in
            var frames: [WALFrames] = []
            try db.inTransaction(.immediate) {
                frames = try self.all(after: position)
                try view.begin()
                return .rollback
            }
            return StoreView(connection: view, frames: frames, position: frames.last?.end ?? position, at: Date())
        }
    }

    /// Moves the log into the database, so that it starts again, if no reader needs it.
    ///
    /// - Returns: The frames after a place, and the place after them: at the beginning of the next log if it was started.
    /// - Throws: ``WALProblem``.
    public func restart(after position: WALPosition) async throws -> (frames: [WALFrames], position: WALPosition) {
        try await writer.writeWithoutTransaction { db in
            var (frames, end, isMoved) = ([WALFrames](), position, false)
            try db.inTransaction(.immediate) {
                frames = try self.all(after: position)
                end = frames.last?.end ?? position
                let moved = try self.checkpoint("PASSIVE")
                isMoved = moved.log == end.frames && moved.moved == end.frames
                return .rollback
            }
            guard isMoved else { return (frames, end) }
            var isUnchanged = false
            try db.inTransaction(.immediate) {
                // Another program may have written between the two transactions.
                isUnchanged = try self.file.committed(after: end) == end
                if isUnchanged { try db.execute(sql: Self.change) }
                return isUnchanged ? .commit : .rollback
            }
            guard isUnchanged, let beginning = try self.file.beginning() else { return (frames, end) }
            if beginning.isInLog(of: end) { return (frames, end) }
            guard beginning.begins(after: end) else { throw WALProblem.changed }
            return (frames, beginning)
        }
    }

    /// Moves the log into the database without an archive of its frames.
    public func abandon() async throws {
        // Most of it while others can write.
        _ = try checkpoint("PASSIVE")
        try await writer.writeWithoutTransaction { db in
            _ = try self.checkpoint("TRUNCATE")
            self.log.clear()
        }
    }

    /// Keeps the log after the store is closed, so that the next process continues it.
    func close() throws {
        checkpointer.inDatabase { _ = latchkey_sqlite_keep_wal($0.sqliteConnection) }
        writer.inDatabase { _ = latchkey_sqlite_keep_wal($0.sqliteConnection) }
        try checkpointer.close()
    }

    private func all(after position: WALPosition) throws(WALProblem) -> [WALFrames] {
        var (frames, place) = ([WALFrames](), position)
        while let next = try read(after: place) {
            frames.append(next)
            place = next.end
        }
        return frames
    }

    private func checkpoint(_ mode: String) throws -> (log: Int, moved: Int) {
        try checkpointer.inDatabase { db in
            guard let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(\(mode))") else { return (-1, -1) }
            return (row[1], row[2])
        }
    }

    /// Changes a page and no data. Latchkey does not use this number.
    private static let change = "PRAGMA user_version = 0"

    private static func writeFrame(_ db: Database) throws {
        try db.inTransaction(.immediate) {
            try db.execute(sql: change)
            return .commit
        }
    }
}
