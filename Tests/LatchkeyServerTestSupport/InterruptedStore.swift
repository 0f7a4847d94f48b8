package import LatchkeyIdentity
import LatchkeySQLite
import Synchronization

/// A store that runs an interruption just before its next write transaction, to simulate a request that comes too late.
package final class InterruptedStore: AccountStore {
    package typealias Interruption = @Sendable () async throws -> Void

    private let base: SQLiteStore
    private let next = Mutex<Interruption?>(nil)

    package init() throws { base = try SQLiteStore.inMemory() }

    /// Whether the interruption has run.
    package var isOver: Bool { next.withLock { $0 == nil } }

    package func beforeNextWrite(_ interruption: @escaping Interruption) { next.withLock { $0 = interruption } }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try await base.read(body)
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        let interruption = next.withLock { next in
            defer { next = nil }
            return next
        }
        try await interruption?()
        return try await base.write(body)
    }

    package var configurationRevision: Int { base.configurationRevision }
    package var revision: Int { base.revision }
    package var maxRevisionDelay: Duration { base.maxRevisionDelay }
    package var outboxBell: OutboxBell { base.outboxBell }
    package var commitSteps: CommitSteps { base.commitSteps }
    package var committedEvents: CommittedEvents { base.committedEvents }
}
