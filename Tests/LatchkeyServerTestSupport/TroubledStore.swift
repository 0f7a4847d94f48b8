package import LatchkeyIdentity
import LatchkeySQLite
import Synchronization

/// A store with a disk that a test fills up or removes.
package final class TroubledStore: AccountStore {
    package enum Trouble: Sendable {
        /// As on a full disk.
        case writes
        /// As on a missing disk.
        case everything
    }

    private let base: SQLiteStore
    private let trouble = Mutex<Trouble?>(nil)

    package init() throws { base = try SQLiteStore.inMemory() }

    package func begin(_ kind: Trouble) { trouble.withLock { $0 = kind } }
    package func end() { trouble.withLock { $0 = nil } }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        if trouble.withLock({ $0 == .everything }) { throw StoreTrouble(cause: "disk I/O error") }
        return try await base.read(body)
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        if trouble.withLock({ $0 != nil }) { throw StoreTrouble(cause: "database or disk is full") }
        return try await base.write(body)
    }

    package var configurationRevision: Int { base.configurationRevision }
    package var revision: Int { base.revision }
    package var maxRevisionDelay: Duration { base.maxRevisionDelay }
    package var outboxBell: OutboxBell { base.outboxBell }
    package var commitSteps: CommitSteps { base.commitSteps }
    package var committedEvents: CommittedEvents { base.committedEvents }
}
