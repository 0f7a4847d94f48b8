import LatchkeyIdentity
import LatchkeySQLite
import Synchronization

/// A store with a disk that a test fills up or removes.
final class TroubledStore: AccountStore {
    enum Trouble: Sendable {
        /// As on a full disk.
        case writes
        /// As on a missing disk.
        case everything
    }

    private let base: SQLiteStore
    private let trouble = Mutex<Trouble?>(nil)

    init() throws { base = try SQLiteStore.inMemory() }

    func begin(_ kind: Trouble) { trouble.withLock { $0 = kind } }
    func end() { trouble.withLock { $0 = nil } }

    func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        if trouble.withLock({ $0 == .everything }) { throw StoreTrouble(cause: "disk I/O error") }
        return try await base.read(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        if trouble.withLock({ $0 != nil }) { throw StoreTrouble(cause: "database or disk is full") }
        return try await base.write(body)
    }

    var configurationRevision: Int { base.configurationRevision }
    var revision: Int { base.revision }
    var outboxBell: OutboxBell { base.outboxBell }
}
