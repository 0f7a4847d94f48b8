package import Foundation

/// A change of the scheduled deletion of an account.
package enum DeletionChange: Sendable, Equatable {
    case at(Date)
    case canceled

    /// The time from which the account is deleted.
    var dueAt: Date? { if case .at(let date) = self { date } else { nil } }
}

extension AccountAdministration {
    /// The longest time until a scheduled deletion.
    package static let longestGrace = Duration.seconds(3650 * 86_400)

    /// Disables an account, and schedules its deletion. A deletion that is scheduled already gets the new time.
    ///
    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`.
    package func scheduleDeletion(of id: AccountID, at due: Date, by caller: Caller, actor: String) async throws -> Account {
        var revision = AccountRevision()
        revision.disabled = true
        revision.deletion = .at(due.inWholeMilliseconds)
        return try await update(id, revision, by: caller, actor: actor)
    }

    /// Cancels a scheduled deletion. The account is enabled again, unless it was disabled before.
    ///
    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`; ``ActRefusal/alreadyDone(_:)`` if no deletion is scheduled.
    package func cancelDeletion(of id: AccountID, by caller: Caller, actor: String) async throws -> Account {
        guard let scheduled = try await store.read({ try $0.scheduledDeletion(of: id, in: caller.realm) }) else {
            throw ActRefusal.alreadyDone("No deletion of the account \(id.rawValue.prefix(128)) is scheduled.")
        }
        var revision = AccountRevision()
        if !scheduled.wasDisabled { revision.disabled = false }
        revision.deletion = .canceled
        return try await update(id, revision, by: caller, actor: actor)
    }
}

extension StoreWriting {
    /// - Parameter before: The account before the revision.
    func revise(_ change: DeletionChange?, of account: Account, from before: Account) throws {
        switch change {
        case .at(let due):
            let known = try scheduledDeletion(of: account.id, in: account.realm)
            try save(
                ScheduledDeletion(
                    of: AccountReference(account.id, in: account.realm), dueAt: due, wasDisabled: known?.wasDisabled ?? before.disabled))
        case .canceled: _ = try cancelDeletion(of: account.id, in: account.realm)
        // An administrator who enables the account wants to keep it.
        case nil: if before.disabled, !account.disabled { _ = try cancelDeletion(of: account.id, in: account.realm) }
        }
    }
}
