import Foundation
import LatchkeyIdentity

extension Administrator {
    /// - Parameter grace: The time until the deletion, such as `30d`.
    func scheduleDeletion(of who: String, after grace: String, in realm: RealmName) async throws -> UserDescription {
        let (account, caller) = try await requireAccount(who, in: realm)
        guard account.realm.project != .console else {
            throw AdminError("The deletion of an administrator of the console cannot be scheduled. Delete the account at once.")
        }
        guard let time = SettingsReader.interval(grace), time <= AccountAdministration.longestGrace else {
            throw AdminError("\(grace.prefix(64)) is not a time. Use minutes, hours or days up to 3650d, such as 12h or 30d.")
        }
        let due = administration.accounts.instant.addingTimeInterval(Double(time.components.seconds))
        return try await describing(account) {
            try await administration.accounts.scheduleDeletion(of: account.id, at: due, by: caller, actor: ActAuthor.command.actor)
        }
    }

    func cancelDeletion(of who: String, in realm: RealmName) async throws -> UserDescription {
        let (account, caller) = try await requireAccount(who, in: realm)
        return try await describing(account) {
            try await administration.accounts.cancelDeletion(of: account.id, by: caller, actor: ActAuthor.command.actor)
        }
    }

    private func describing(_ account: Account, _ change: () async throws -> Account) async throws -> UserDescription {
        do {
            let changed = try await change()
            return UserDescription(changed, deletion: try await store.read { try $0.scheduledDeletion(of: changed.id, in: changed.realm) })
        } catch let error as SignInError where error.code == .userNotFound {
            throw AdminError("\(account.id.rawValue) was already deleted.")
        }
    }
}
