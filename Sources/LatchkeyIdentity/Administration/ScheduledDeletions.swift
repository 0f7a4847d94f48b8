package import LatchkeySecrets

/// Deletes accounts whose scheduled deletion is due.
package struct ScheduledDeletions: Sendable {
    private let store: any AccountStore
    private let now: WallClock
    private let random: RandomTokens

    /// The actor of the deletion in the audit log. The event of the schedule has the administrator.
    package static let actor = "scheduled deletion"
    /// The number of accounts in one transaction.
    private static let batch = 20

    package init(store: any AccountStore, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.now = now
        self.random = random
    }

    /// Deletes the accounts that are due, like any deletion.
    ///
    /// - Returns: The number of deleted accounts.
    package func deleteDue() async throws -> Int {
        var count = 0
        while true {
            try Task.checkCancellation()
            let instant = now().inWholeMilliseconds
            let (found, deleted) = try await store.write { [random] transaction in
                let due = try transaction.scheduledDeletions(dueBy: instant, limit: Self.batch)
                var deleted = 0
                for deletion in due {
                    let (id, realm) = (deletion.account.id, deletion.account.realm)
                    // An account that was enabled in another way, such as an import, is kept.
                    guard try transaction.account(id, in: realm)?.disabled == true,
                        let pseudonym = try transaction.erase(
                            id, in: realm, at: instant, random: random, limit: AccountErasure.batch / Self.batch)
                    else {
                        _ = try transaction.cancelDeletion(of: id, in: realm)
                        continue
                    }
                    try transaction.append(
                        AuthEvent(at: instant, realm: realm, kind: .delete, outcome: .allowed, actor: Self.actor, subject: pseudonym))
                    deleted += 1
                }
                return (due.count, deleted)
            }
            count += deleted
            if found < Self.batch { return count }
        }
    }
}
