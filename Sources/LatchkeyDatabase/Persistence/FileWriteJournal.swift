import Dispatch
import Foundation
import LatchkeyAuth
import LatchkeySecrets
import Synchronization

/// Keeps writes that the server has not answered in a file to which records are added.
///
/// A record is in the file when the call returns, so that it outlives the program; a thread of its own waits for the disk, once for all
/// that came together meanwhile. Where the file cannot be written, the developer is told and the writes are kept in memory alone.
final class FileWriteJournal: WriteJournal {
    private struct State {
        /// Nil before the journal is loaded, and where there is none.
        var file: JournalFile?
        /// The bytes of each write that is not done.
        var live: [Int: Int] = [:]
        var isSyncing = false
    }

    private let path: String
    private let maxDeadBytes: Int
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "latchkey.database.journal")

    /// - Parameter maxDeadBytes: of writes that are done, before the file is written anew without them.
    init(path: String, maxDeadBytes: Int = 1024 * 1024, warn: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.maxDeadBytes = maxDeadBytes
        self.warn = warn
    }

    /// The journal of a database and a program, whoever is signed in: the records say whose they are. Another program of the same person is
    /// another app, with other people in it.
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

    /// Waits until everything is on the disk.
    func flush() { queue.sync {} }

    private func sync() {
        let descriptor: Int32? = state.withLock { state in
            state.isSyncing = false
            guard let file = state.file else { return nil }
            do { try tidy(file, state.live) } catch { tell(error) }
            return file.descriptor
        }
        // While nothing is locked: only this queue replaces the file.
        if let descriptor, !JournalFile.sync(descriptor) { tell(JournalError("The disk does not take \(path).")) }
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
        warn("Writes that were not answered are lost when the program ends. \(error)")
    }
}
