/// New rules with their author.
public struct RulesEdit: Sendable, Equatable {
    /// The text of the rules.
    public let text: String
    /// The time in milliseconds since 1970.
    public let savedAt: Int64
    /// The author as named in the audit log; nil if unknown.
    public let author: String?

    /// Creates an edit.
    public init(_ text: String, savedAt: Int64, author: String? = nil) {
        self.text = text
        self.savedAt = savedAt
        self.author = author
    }
}

/// A current or earlier version of rules, without its text, which may be long.
public struct RulesVersion: Sendable, Equatable {
    /// The number of the version, from 1 for each database.
    public let number: Int
    /// The time in milliseconds since 1970; nil for the rules before the first save.
    public let savedAt: Int64?
    /// The author as named in the audit log; nil if unknown.
    public let author: String?

    /// Creates a version.
    public init(number: Int, savedAt: Int64?, author: String?) {
        self.number = number
        self.savedAt = savedAt
        self.author = author
    }

    /// The maximum number of versions that a store keeps for a database. The oldest ones are removed.
    public static let maxKept = 100
}
