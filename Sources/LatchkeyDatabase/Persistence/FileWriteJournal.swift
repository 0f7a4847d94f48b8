import Dispatch
import Foundation
import LatchkeyAuth
import LatchkeySecrets
import Synchronization

/// A journal that stores unconfirmed writes in an append-only file.
///
/// A record is in the file when the call returns, so it survives the end of the program. A separate queue syncs the file to disk, once for
/// all records that were added in the meantime. If the file cannot be written, the developer is warned and the writes are only kept in
/// memory.
final class FileWriteJournal: WriteJournal {
    private struct State {
        /// `nil` before the journal is loaded, and if it cannot be used.
        var file: JournalFile?
        /// The size of each unconfirmed write in bytes, by its ID.
        var live: [Int: Int] = [:]
        var isSyncing = false
    }

    private let path: String
    private let maxDeadBytes: Int
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "latchkey.database.journal")

    /// Creates a journal for a file.
    ///
    /// - Parameter maxDeadBytes: The maximum size of completed writes before the file is rewritten without them.
    init(path: String, maxDeadBytes: Int = 1024 * 1024, warn: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.maxDeadBytes = maxDeadBytes
        self.warn = warn
    }

    /// Creates the journal of a database and a program. All users share it, because each record contains its user. Other programs have
    /// their own journals, because they are different apps with different users.
    convenience init(for address: DatabaseAddress, warn: @escaping @Sendable (String) -> Void) {
        let program = Bundle.main.bundleIdentifier ?? Bundle.main.executablePath ?? ProcessInfo.processInfo.processName
        let name = Fingerprint(of: "\(address.url)\n\(program)").hex.prefix(32)
        self.init(path: FileSessionStorage.stateFolder() + "/\(name).writes", warn: warn)
    }

    func load() -> [PendingWrite] {
        state.withLock { state in
            do {
                let file = try JournalFile(path: path)
                let (writes, hasMore) = JournalRecord.pending(in: try file.read())
                if hasMore { try Self.rewrite(file, writes) }
                state.file = file
                state.live = Dictionary(writes.map { ($0.id, JournalRecord.write($0).line.count) }) { $1 }
                return writes
            } catch {
                tell(error)
                return []
            }
        }
    }

    func append(_ write: PendingWrite) {
        add(.write(write)) { live, bytes in live[write.id] = bytes }
    }

    func remove(_ id: Int) {
        add(.done(id)) { live, _ in live[id] = nil }
    }

    private func add(_ record: JournalRecord, _ note: (inout [Int: Int], _ bytes: Int) -> Void) {
        let line = record.line
        let isFirst = state.withLock { state in
            guard let file = state.file else { return false }
            do {
                guard file.size + line.count <= JournalFile.maxBytes else { throw JournalError("\(path) is full.") }
                try file.append(line)
            } catch {
                tell(error)
                return false
            }
            note(&state.live, line.count)
            defer { state.isSyncing = true }
            return !state.isSyncing
        }
        if isFirst { queue.async { [self] in sync() } }
    }

    /// Waits until all records are synced to disk.
    func flush() { queue.sync {} }

    private func sync() {
        let descriptor: Int32? = state.withLock { state in
            state.isSyncing = false
            guard let file = state.file else { return nil }
            do { try tidy(file, state.live) } catch { tell(error) }
            return file.descriptor
        }
        // Runs without the lock. Only this queue replaces the file.
        if let descriptor, !JournalFile.sync(descriptor) { tell(JournalError("\(path) cannot be synced to disk.")) }
    }

    private func tidy(_ file: JournalFile, _ live: [Int: Int]) throws {
        if live.isEmpty { return try file.removeAll() }
        let liveBytes = live.values.reduce(0, +)
        guard file.size - liveBytes > max(maxDeadBytes, liveBytes) else { return }
        try Self.rewrite(file, JournalRecord.pending(in: try file.read()).writes)
    }

    private static func rewrite(_ file: JournalFile, _ writes: [PendingWrite]) throws {
        try file.replace(with: writes.flatMap { JournalRecord.write($0).line })
    }

    private func tell(_ error: any Error) {
        warn("Unconfirmed writes are lost when the program ends. \(error)")
    }
}
