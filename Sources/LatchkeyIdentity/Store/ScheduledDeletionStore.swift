public import Foundation

/// Read access to accounts that are deleted later.
public protocol ScheduledDeletionReading {
    /// Returns the scheduled deletion of an account.
    func scheduledDeletion(of account: AccountID, in realm: Realm) throws -> ScheduledDeletion?
    /// Returns the deletions that are due, the oldest first.
    func scheduledDeletions(dueBy now: Date, limit: Int) throws -> [ScheduledDeletion]
}

/// Write access to accounts that are deleted later.
public protocol ScheduledDeletionWriting: ScheduledDeletionReading {
    /// Inserts or replaces the scheduled deletion of an account. It ends when the account is deleted.
    func save(_ deletion: ScheduledDeletion) throws
    /// Cancels the scheduled deletion of an account.
    ///
    /// - Returns: Whether one was scheduled.
    func cancelDeletion(of account: AccountID, in realm: Realm) throws -> Bool
}
