/// What is kept of a database cannot be read. That is the operator's to mend, and nobody's fault who asked for it.
public struct UnreadableDatabase: Error, CustomStringConvertible {
    public let database: DatabaseID
    /// The number of the change, or of the snapshot, that makes no sense; nil where something else does not.
    public let sequence: Int64?
    public let cause: any Error

    public init(_ database: DatabaseID, sequence: Int64? = nil, cause: any Error) {
        self.database = database
        self.sequence = sequence
        self.cause = cause
    }

    public var description: String {
        "The database \(database) cannot be read\(sequence.map { ", at change \($0)" } ?? ""): \(cause)"
    }
}
