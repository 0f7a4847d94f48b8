import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func scheduledDeletion(of account: AccountID, in realm: Realm) throws -> ScheduledDeletion? {
        state.scheduledDeletions.first { $0.account == AccountReference(account, in: realm) }
    }

    func scheduledDeletions(dueBy now: Date, limit: Int) throws -> [ScheduledDeletion] {
        Array(state.scheduledDeletions.filter { $0.dueAt <= now }.sorted { $0.dueAt < $1.dueAt }.prefix(max(0, limit)))
    }

    func save(_ deletion: ScheduledDeletion) throws {
        try requireAccount(deletion.account.id, in: deletion.account.realm)
        _ = try cancelDeletion(of: deletion.account.id, in: deletion.account.realm)
        state.scheduledDeletions.append(deletion)
    }

    func cancelDeletion(of account: AccountID, in realm: Realm) throws -> Bool {
        remove(\.scheduledDeletions) { $0.account == AccountReference(account, in: realm) } == 1
    }
}
