package import LatchkeyIdentity
import LatchkeySQLite

/// A store that undoes the first run of every transaction and runs it again, as a store may after a collision.
package struct RepeatingStore: AccountStore {
    private struct Collision: Error {}

    private let base: SQLiteStore

    package init() throws { base = try SQLiteStore.inMemory() }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try await base.read(body)
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        do {
            try await base.write { transaction in
                _ = try body(transaction)
                throw Collision()
            }
        } catch is Collision {}
        return try await base.write(body)
    }

    package var configurationRevision: Int { base.configurationRevision }
    package var revision: Int { base.revision }
    package var maxRevisionDelay: Duration { base.maxRevisionDelay }
    package var outboxBell: OutboxBell { base.outboxBell }
    package var commitSteps: CommitSteps { base.commitSteps }
    package var committedEvents: CommittedEvents { base.committedEvents }
}
