package import LatchkeyIdentity
import Synchronization

/// An account store in memory, for tests of the use cases.
///
/// Its state is a value: a transaction changes a copy, which replaces the state when the transaction succeeds.
package final class MemoryStore: AccountStore {
    private let content = Mutex(Content())
    /// The signal that is sent after every `write` that added a message to the outbox, or a delivery to a webhook.
    package let outboxBell = OutboxBell()
    /// The steps at the end of transactions with events.
    package let commitSteps = CommitSteps()
    /// The observers of committed events.
    package let committedEvents = CommittedEvents()

    private struct Content {
        var state = MemoryState()
        var revision = 0
        var configurationRevision = 0
    }

    /// Creates an empty store.
    package init() {}

    package var revision: Int { content.withLock { $0.revision } }
    package var configurationRevision: Int { content.withLock { $0.configurationRevision } }
    package var maxRevisionDelay: Duration { .zero }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try Task.checkCancellation()
        let state = content.withLock { $0.state }
        return try body(MemoryTransaction(state))
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        let (result, addsMessages, events) = try content.withLock { content in
            let transaction = MemoryTransaction(content.state)
            let result = try body(transaction)
            try transaction.requireOpen()
            let events = Array(transaction.state.appended.dropFirst(content.state.appended.count))
            try commitSteps.complete(events, in: transaction)
            try transaction.requireOpen()
            content.state = transaction.state
            content.revision += 1
            if transaction.changesConfiguration { content.configurationRevision += 1 }
            return (result, transaction.addsMessages, events)
        }
        if addsMessages { outboxBell.ring() }
        committedEvents.tell(events)
        return result
    }
}
