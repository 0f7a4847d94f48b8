public import Foundation

/// The deletion of an account at a later time. It ends with the account, so that it never concerns a later account with the same UID.
public struct ScheduledDeletion: Sendable, Equatable {
    /// The account, which is disabled until then.
    public let account: AccountReference
    /// The time from which the account is deleted, in whole milliseconds.
    public let dueAt: Date
    /// Whether the account was disabled before, and stays so if the deletion is canceled.
    public let wasDisabled: Bool

    /// Creates a deletion. It is stored with ``ScheduledDeletionWriting/save(_:)``.
    public init(of account: AccountReference, dueAt: Date, wasDisabled: Bool) {
        self.account = account
        self.dueAt = dueAt
        self.wasDisabled = wasDisabled
    }
}
