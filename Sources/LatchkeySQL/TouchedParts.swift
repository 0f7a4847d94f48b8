package import LatchkeyIdentity
import Synchronization

/// The parts of the store that a transaction read and changed, as far as callers and later statements depend on them.
package final class TouchedParts: Sendable {
    private let configuration = Atomic(false)
    private let outbox = Atomic(false)
    private let appended = Mutex<[AuthEvent]>([])
    private let lastRead = Mutex<Account?>(nil)

    package init() {}

    package var includeConfiguration: Bool { configuration.load(ordering: .acquiring) }
    package var includeOutbox: Bool { outbox.load(ordering: .acquiring) }

    /// The events that the transaction appended to the audit log.
    package var events: [AuthEvent] { appended.withLock { $0 } }

    /// The account that the transaction read last, unless it changed something since that may concern the account.
    var account: Account? { lastRead.withLock { $0 } }

    func note(_ account: Account?) {
        lastRead.withLock { $0 = account }
    }

    func forgetAccount() { note(nil) }

    package func append(_ event: AuthEvent) {
        appended.withLock { $0.append(event) }
    }

    /// Forgets the events after the first ones, which were undone.
    package func keepEvents(_ count: Int) {
        appended.withLock { $0.removeLast(max(0, $0.count - count)) }
    }

    package func markConfiguration() {
        configuration.store(true, ordering: .releasing)
    }

    package func markOutbox() {
        outbox.store(true, ordering: .releasing)
    }
}
