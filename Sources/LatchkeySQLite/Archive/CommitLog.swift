import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The times of commits that are not archived yet, by the number of their last frame.
final class CommitLog: Sendable {
    struct Entry: Sendable, Equatable {
        let frame: Int
        let at: Date
    }

    private let entries = Mutex<[Entry]>([])
    private let signal: AsyncStream<Void>.Continuation
    /// An element after one or more commits.
    let commits: AsyncStream<Void>

    init() {
        (commits, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Replaces the automatic checkpoints of a connection, because SQLite has one hook for both.
    func observe(_ db: Database) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, frames in
                guard let context else { return SQLITE_OK }
                Unmanaged<CommitLog>.fromOpaque(context).takeUnretainedValue().add(Int(frames), at: Date())
                return SQLITE_OK
            }, context)
    }

    func add(_ frame: Int, at time: Date) {
        entries.withLock { $0.append(Entry(frame: frame, at: time)) }
        signal.yield()
    }

    /// Removes the commits up to a frame of the current log, and returns their times.
    func take(through frame: Int) -> [Int: Date] {
        entries.withLock { entries in
            var count = 0
            // After the last frame of a log, the next one begins with small numbers.
            while count < entries.count, entries[count].frame <= frame, count == 0 || entries[count].frame > entries[count - 1].frame {
                count += 1
            }
            defer { entries.removeFirst(count) }
            return Dictionary(entries.prefix(count).map { ($0.frame, $0.at) }) { $1 }
        }
    }

    /// The time of the first commit that was not taken.
    var oldest: Date? { entries.withLock { $0.first?.at } }

    /// Produces an element without a commit.
    func wake() { signal.yield() }

    /// Forgets all commits.
    func clear() { entries.withLock { $0 = [] } }
}
