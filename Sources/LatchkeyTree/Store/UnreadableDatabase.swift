/// An error for a database with unreadable data. Operators must fix it; clients cannot.
public struct UnreadableDatabase: Error, CustomStringConvertible {
    /// The database.
    public let database: DatabaseID
    /// The number of the unreadable change or snapshot; nil if the problem is in other data.
    public let sequence: Int64?
    /// The underlying error.
    public let cause: any Error

    /// Creates an error.
    public init(_ database: DatabaseID, sequence: Int64? = nil, cause: any Error) {
        self.database = database
        self.sequence = sequence
        self.cause = cause
    }

    /// A sentence for operators.
    public var description: String {
        "The database \(database) cannot be read\(sequence.map { ", at change \($0)" } ?? ""): \(cause)"
    }
}
