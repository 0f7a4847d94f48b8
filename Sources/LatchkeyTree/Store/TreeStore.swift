/// A store of database trees. Each tree consists of a snapshot and the changes since.
///
/// A database has one writer at a time. In a store that several processes can open, it is the one that began the last term: a write of an
/// earlier term throws ``DatabaseTermEnded`` and changes nothing. A write to a database that does not exist throws.
public protocol TreeStore: Sendable {
    /// Returns the databases of a project, sorted by name.
    func databases(of project: String) async throws -> [DatabaseID]
    /// Returns the database with this name in any project. Names are unique in a store.
    func database(named name: String) async throws -> DatabaseID?
    /// Loads a database; nil if it does not exist.
    ///
    /// - Throws: ``UnreadableDatabase`` if the stored data is not a valid tree.
    func load(_ database: DatabaseID) async throws -> StoredTree?
    /// Creates an empty database. It has no effect if the database exists, or if a database of another project has its name.
    func make(_ database: DatabaseID, rules: String) async throws
    /// Begins a term of a database, which ends the previous one. Load the database afterwards: then nothing but the new term changes it,
    /// except for ``beginRemoval(of:)``. In a store that one process has for itself, all terms are the same.
    ///
    /// - Returns: `nil` if the database does not exist.
    /// - Throws: ``DatabaseOfAnotherNode`` if several nodes share the store, and another one has opened the database.
    func beginTerm(of database: DatabaseID) async throws -> DatabaseTerm?
    /// Returns a check for whether the tree of a term is current in memory: no other node can have opened the database since the term began.
    ///
    /// - Returns: `nil` if nodes do not share the store.
    func currencyCheck(of term: DatabaseTerm) -> (@Sendable () -> Bool)?
    /// Appends changes. They are durable when this returns. If it throws, all or none of them are stored; ``head(in:)`` shows which. It
    /// throws for a number that was appended since the last snapshot.
    func append(_ entries: [TreeLogEntry], in term: DatabaseTerm) async throws
    /// Returns the stored state without the tree, after all earlier changes of the database have ended.
    func head(in term: DatabaseTerm) async throws -> StoredHead
    /// Saves a snapshot in place of the changes up to and including its number.
    func save(_ snapshot: TreeSnapshot, in term: DatabaseTerm) async throws
    /// Saves new rules and keeps the earlier ones as a version. The change is durable when this returns.
    func save(_ rules: RulesEdit, in term: DatabaseTerm) async throws
    /// Returns the current and earlier rules, latest first. The list is empty until rules are saved after the creation of the database.
    func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion]
    /// Returns the text of a version; nil if it is not kept.
    func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String?
    /// Saves settings. They are durable when this returns.
    func save(_ settings: DatabaseSettings, in term: DatabaseTerm) async throws
    /// Saves the `onDisconnect` writes of a client. Each write replaces the one with the same number, and is removed if it has no changes.
    /// All writes of the client then belong to this requester. The change is durable when this returns.
    func keep(_ left: LeftWrites, in term: DatabaseTerm) async throws
    /// Removes the `onDisconnect` writes of a client.
    func forgetLeftWrites(of client: String, in term: DatabaseTerm) async throws
    /// Returns the `onDisconnect` writes of all clients, in the order of their names.
    func leftWrites(in database: DatabaseID) async throws -> [LeftWrites]
    /// Returns the databases that have `onDisconnect` writes.
    func databasesWithLeftWrites() async throws -> [DatabaseID]
    /// Returns the stored size of a database in bytes, including changes that are not in its snapshot yet; 0 if it does not exist.
    func storedBytes(of database: DatabaseID) async throws -> Int
    /// Begins to remove a database. From then on it does not exist, except for ``database(named:)``, because its name stays taken until
    /// ``removeNextPart(of:)`` has removed everything. It needs no term, and is durable when this returns.
    ///
    /// - Returns: Whether the database existed.
    func beginRemoval(of database: DatabaseID) async throws -> Bool
    /// Returns the databases whose removal began and is not complete, sorted by name.
    func removals() async throws -> [DatabaseID]
    /// Removes the next part of a database whose removal began, in one short transaction.
    ///
    /// - Returns: Whether anything is left.
    func removeNextPart(of database: DatabaseID) async throws -> Bool
}

/// The identifier of a database: its unique name and the project that it belongs to.
public struct DatabaseID: Hashable, Sendable, CustomStringConvertible {
    /// The ID of the project.
    public let project: String
    /// The name, unique in a store.
    public let name: String

    /// Creates an identifier.
    public init(project: String, name: String) {
        self.project = project
        self.name = name
    }

    /// The project and the name, separated by a slash.
    public var description: String { "\(project)/\(name)" }
}

/// The stored state of a database without its tree.
public struct StoredHead: Sendable {
    /// The number of the last change.
    public let sequence: Int64
    /// The text of the rules.
    public let rules: String
    /// The settings of the database.
    public let settings: DatabaseSettings

    /// Creates a head.
    public init(sequence: Int64, rules: String, settings: DatabaseSettings) {
        self.sequence = sequence
        self.rules = rules
        self.settings = settings
    }
}

/// A database as loaded from a store.
public struct StoredTree: Sendable {
    /// The last snapshot.
    public let snapshot: TreeSnapshot
    /// The changes since the snapshot, in ascending order of their numbers.
    public let entries: [TreeLogEntry]
    /// The text of the rules.
    public let rules: String
    /// The settings of the database.
    public let settings: DatabaseSettings

    /// Creates a stored tree.
    public init(snapshot: TreeSnapshot, entries: [TreeLogEntry], rules: String, settings: DatabaseSettings = .init()) {
        self.snapshot = snapshot
        self.entries = entries
        self.rules = rules
        self.settings = settings
    }

    /// The tree with all changes applied.
    public var root: Node {
        entries.reduce(snapshot.root) { root, entry in
            entry.changes.reduce(root) { $0.applying($1) }
        }
    }

    /// The number of the last change.
    public var sequence: Int64 { entries.last?.sequence ?? snapshot.sequence }
}

/// A whole tree after a change.
public struct TreeSnapshot: Sendable {
    /// The tree.
    public let root: Node
    /// The number of the last change in the tree; 0 if there was none.
    public let sequence: Int64

    /// Creates a snapshot.
    public init(root: Node, sequence: Int64) {
        self.root = root
        self.sequence = sequence
    }
}

/// A write with one or more changes. They take effect together.
public struct TreeLogEntry: Sendable {
    /// The number of the write.
    public let sequence: Int64
    /// The changes in order.
    public let changes: [TreeChange]

    /// Creates an entry.
    public init(sequence: Int64, changes: [TreeChange]) {
        self.sequence = sequence
        self.changes = changes
    }
}
