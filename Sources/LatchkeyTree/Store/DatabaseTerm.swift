/// The right to change a database, until another term of it begins.
///
/// A process begins a term when it opens the database. In a store that several processes can open, a process that continues after another
/// one has opened the database, for example because it was suspended, can therefore not change it any more.
public struct DatabaseTerm: Hashable, Sendable {
    /// The database.
    public let database: DatabaseID
    /// The number of the term. Later terms have higher numbers.
    public let number: Int64
    /// The lease of the node that began the term; 0 if the store is not shared by nodes.
    public let lease: Int64

    /// Creates a term.
    public init(of database: DatabaseID, number: Int64, lease: Int64 = 0) {
        self.database = database
        self.number = number
        self.lease = lease
    }
}

/// The error of a write in a term that has ended, because another process has opened the database.
public struct DatabaseTermEnded: Error, CustomStringConvertible {
    /// The term that has ended.
    public let term: DatabaseTerm

    /// Creates an error.
    public init(_ term: DatabaseTerm) { self.term = term }

    /// A sentence for the log.
    public var description: String { "another process has opened the database \(term.database)" }
}

/// The error of a term that cannot begin, because another node has opened the database.
public struct DatabaseOfAnotherNode: Error, Hashable, CustomStringConvertible {
    /// The database.
    public let database: DatabaseID
    /// The name of the node.
    public let node: String
    /// The URL at which other nodes reach it.
    public let address: String

    /// Creates an error.
    public init(_ database: DatabaseID, node: String, address: String) {
        self.database = database
        self.node = node
        self.address = address
    }

    /// A sentence for the log.
    public var description: String { "the node \(node) has opened the database \(database)" }
}
