/// Rules that are to hold, and who says so.
public struct RulesEdit: Sendable, Equatable {
    public let text: String
    /// Milliseconds since 1970.
    public let savedAt: Int64
    /// As the record of events names them; nil where nobody is known.
    public let author: String?

    public init(_ text: String, savedAt: Int64, author: String? = nil) {
        self.text = text
        self.savedAt = savedAt
        self.author = author
    }
}

/// Rules that hold or held, without their text, which may be long.
public struct RulesVersion: Sendable, Equatable {
    /// Counts the versions of a database from 1 on.
    public let number: Int
    /// Milliseconds since 1970; nil for those from before anybody saved others.
    public let savedAt: Int64?
    public let author: String?

    public init(number: Int, savedAt: Int64?, author: String?) {
        self.number = number
        self.savedAt = savedAt
        self.author = author
    }

    /// How many of them a store keeps of a database, the latest.
    public static let maxKept = 100
}
