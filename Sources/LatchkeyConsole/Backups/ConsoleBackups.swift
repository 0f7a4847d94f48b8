public import Foundation

/// The state of the server's backups, as the console shows it.
public struct ConsoleBackups: Sendable {
    /// The folder or the address of regular backups; `nil` if there are none.
    public var place: String?
    /// The seconds from one backup to the next.
    public var everySeconds: Int?
    /// The number of backups that stay in the place.
    public var keep: Int?
    /// Whether backups are encrypted.
    public var isEncrypted = false
    /// The time of the last backup, also by the command; `nil` if there is none.
    public var lastAt: Date?
    /// The size in bytes of the last one that the running server wrote.
    public var lastBytes: Int?
    /// The error of the last attempt; `nil` if it succeeded.
    public var failure: String?
    /// The time of that attempt.
    public var failedAt: Date?
    /// The time of the next attempt; `nil` while one runs.
    public var nextAt: Date?
    /// The place of the continuous archive; `nil` if there is none.
    public var archive: String?
    /// The command that writes a backup.
    public var backUp: String
    /// The command that restores the newest backup or state.
    public var restore: String

    /// Creates the state of a server without regular backups.
    public init(backUp: String, restore: String) {
        self.backUp = backUp
        self.restore = restore
    }
}
