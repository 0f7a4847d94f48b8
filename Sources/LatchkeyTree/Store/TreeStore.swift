/// Where the trees of databases are kept: for each a snapshot and the changes since.
///
/// One writer opens a database at a time; stores need not guard against two.
public protocol TreeStore: Sendable {
    /// The databases of a project, by name.
    func databases(of project: String) async throws -> [DatabaseID]
    /// The database of that name, whichever project it belongs to: names are unique in a store.
    func database(named name: String) async throws -> DatabaseID?
    /// What is kept of a database; nil for one that was never made.
    ///
    /// - Throws: `UnreadableDatabase` for what is kept and makes no tree.
    func load(_ database: DatabaseID) async throws -> StoredTree?
    /// Makes a database with nothing in it; one that is there already stays.
    func make(_ database: DatabaseID, rules: String) async throws
    /// Adds changes behind the last ones. They are durable when this returns, all of them or, if it throws, none.
    func append(_ entries: [TreeLogEntry], to database: DatabaseID) async throws
    /// Keeps a whole tree in place of the changes up to and including its number.
    func save(_ snapshot: TreeSnapshot, of database: DatabaseID) async throws
    /// Keeps other rules, and those from before as a version. Durable when this returns.
    func save(_ rules: RulesEdit, of database: DatabaseID) async throws
    /// The rules that hold and those that held, the latest first; none until other rules are saved than a database was made with.
    func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion]
    /// The text of a version; nil for one that is not kept.
    func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String?
    /// Durable when this returns.
    func save(_ settings: DatabaseSettings, of database: DatabaseID) async throws
    /// Keeps what a client leaves now: each of the writes in place of what it had at that turn, nothing where there are no changes. All of
    /// the client's writes are the requester's from now on. Durable when this returns.
    func keep(_ left: LeftWrites, in database: DatabaseID) async throws
    /// Forgets what a client left.
    func forgetLeftWrites(of client: String, in database: DatabaseID) async throws
    /// What clients left, in the order of their names.
    func leftWrites(in database: DatabaseID) async throws -> [LeftWrites]
    /// The databases in which clients left something.
    func databasesWithLeftWrites() async throws -> [DatabaseID]
}

/// A database: its name, which no other has, and the project that it belongs to.
public struct DatabaseID: Hashable, Sendable, CustomStringConvertible {
    public let project: String
    public let name: String

    public init(project: String, name: String) {
        self.project = project
        self.name = name
    }

    public var description: String { "\(project)/\(name)" }
}

/// What a store gives back of a database.
public struct StoredTree: Sendable {
    public let snapshot: TreeSnapshot
    /// In ascending order of their numbers, all greater than the snapshot's.
    public let entries: [TreeLogEntry]
    public let rules: String
    public let settings: DatabaseSettings

    public init(snapshot: TreeSnapshot, entries: [TreeLogEntry], rules: String, settings: DatabaseSettings = .init()) {
        self.snapshot = snapshot
        self.entries = entries
        self.rules = rules
        self.settings = settings
    }

    /// The tree with all changes.
    public var root: Node {
        entries.reduce(snapshot.root) { root, entry in
            entry.changes.reduce(root) { $0.applying($1) }
        }
    }

    /// The number of the last change.
    public var sequence: Int64 { entries.last?.sequence ?? snapshot.sequence }
}

/// A whole tree as it was after a change.
public struct TreeSnapshot: Sendable {
    public let root: Node
    /// The number of the last change that is in it; 0 where there was none.
    public let sequence: Int64

    public init(root: Node, sequence: Int64) {
        self.root = root
        self.sequence = sequence
    }
}

/// One write: changes that happen together.
public struct TreeLogEntry: Sendable {
    public let sequence: Int64
    public let changes: [TreeChange]

    public init(sequence: Int64, changes: [TreeChange]) {
        self.sequence = sequence
        self.changes = changes
    }
}
