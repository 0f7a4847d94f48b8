public import Foundation
import LatchkeySecrets

/// The work that is left after an account was deleted: its older events, and its data in the project's databases. The store keeps it until the
/// work is done, so that a crash does not end it.
public struct AccountErasure: Sendable, Equatable {
    /// The text in place of the uid in the audit log. It is random, so that it does not lead back to the uid.
    public let pseudonym: AccountID
    /// The uid of the deleted account.
    public let account: AccountID
    /// The project and tenant of the deleted account.
    public let realm: Realm
    /// The time of the deletion. Later events belong to another account that got the same uid.
    public let deletedAt: Date

    /// The maximum number of events that one transaction changes or deletes, so that sign-ins wait for a moment only.
    package static let batch = 1000

    /// Creates the work for a deleted account. It is stored with ``ErasureWriting/insert(_:)``.
    public init(pseudonym: AccountID, account: AccountID, realm: Realm, deletedAt: Date) {
        self.pseudonym = pseudonym
        self.account = account
        self.realm = realm
        self.deletedAt = deletedAt
    }
}

extension AccountID {
    /// The beginning of all pseudonyms of deleted accounts.
    package static let pseudonymPrefix = "deleted-"

    /// Returns a new pseudonym for a deleted account.
    static func pseudonym(random: RandomTokens) -> AccountID {
        AccountID(rawValue: pseudonymPrefix + random.text(length: length, from: alphabet))
    }
}
