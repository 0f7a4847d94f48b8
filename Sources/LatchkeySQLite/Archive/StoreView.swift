public import Foundation
import GRDB

/// A consistent view of a store at a place of its log, from which a copy can be made while others write.
public struct StoreView: Sendable {
    let connection: ViewConnection
    /// The frames between the requested place and the view.
    public let frames: [WALFrames]
    /// The place in the log.
    public let position: WALPosition
    /// The time of the view.
    public let at: Date

    /// Writes the copy, a file that only its owner can read, and checks it. The view ends.
    ///
    /// - Throws: ``BackupError``.
    public func copy(
        to file: String, progress: @escaping (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws(BackupError) -> StoreBackup.Summary {
        defer { connection.end() }
        return try StoreBackup.copy(view: connection.queue, to: file, progress: progress)
    }

    /// Ends the view without a copy.
    public func end() { connection.end() }
}

/// A connection with a transaction that stays open.
final class ViewConnection: Sendable {
    let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = SQLiteStore.configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Begins the view. A transaction has one from its first statement on.
    func begin() throws {
        try queue.inDatabase { db in
            try db.execute(sql: "BEGIN DEFERRED")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
        }
    }

    func end() { try? queue.close() }

    deinit { end() }
}
