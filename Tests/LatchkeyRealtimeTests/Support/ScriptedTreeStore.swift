import LatchkeyTree
import Synchronization
import Testing

/// Records the writes in order. Tests can make it fail or wait.
final class ScriptedTreeStore: TreeStore {
    struct DiskFull: Error {}
    struct ConnectionLost: Error {}

    private struct Contents {
        var entries: [TreeLogEntry] = []
        var snapshots: [TreeSnapshot] = []
        var rules: [String] = []
        var settings = DatabaseSettings()
        var made: [DatabaseID: String] = [:]
        var isFull = false
        var capacity: Int?
        var losesConnection = false
        var isElsewhere = false
        var unreadable: [DatabaseID: Int64] = [:]
        var left: [String: LeftWrites] = [:]
    }

    /// The rules until others are saved.
    static let firstRules = #"{"rules": {".read": true, ".write": true}}"#
    private let contents = Mutex(Contents())
    /// The gates of every append to the log and of every snapshot.
    let appending = Turnstile()
    let saving = Turnstile()
    private let saves = AsyncStream<Void>.makeStream()

    /// Returns once a snapshot is stored or refused.
    func finishesSaving() async {
        for await _ in saves.stream { break }
    }

    var entries: [TreeLogEntry] { contents.withLock { $0.entries } }
    var snapshots: [TreeSnapshot] { contents.withLock { $0.snapshots } }
    /// The sequence number of a database's unreadable change.
    var unreadable: [DatabaseID: Int64] {
        get { contents.withLock { $0.unreadable } }
        set { contents.withLock { $0.unreadable = newValue } }
    }
    var rules: String { contents.withLock { $0.rules.last ?? "" } }
    var isFull: Bool {
        get { contents.withLock { $0.isFull } }
        set { contents.withLock { $0.isFull = newValue } }
    }

    /// The number of entries for which there is space; `nil` for any number.
    var capacity: Int? {
        get { contents.withLock { $0.capacity } }
        set { contents.withLock { $0.capacity = newValue } }
    }

    /// Whether changes are stored, and fail.
    var losesConnection: Bool {
        get { contents.withLock { $0.losesConnection } }
        set { contents.withLock { $0.losesConnection = newValue } }
    }

    /// Whether another node has opened the databases.
    var isElsewhere: Bool {
        get { contents.withLock { $0.isElsewhere } }
        set { contents.withLock { $0.isElsewhere = newValue } }
    }

    func beginTerm(of database: DatabaseID) async throws -> DatabaseTerm? { DatabaseTerm(of: database, number: 1) }
    func currencyCheck(of term: DatabaseTerm) -> (@Sendable () -> Bool)? { { [self] in !isElsewhere } }

    func append(_ entries: [TreeLogEntry], in term: DatabaseTerm) async throws {
        await appending.pass()
        try contents.withLock { contents in
            if contents.isFull || contents.entries.count + entries.count > contents.capacity ?? .max { throw DiskFull() }
            if contents.isElsewhere { throw DatabaseTermEnded(term) }
            if let last = contents.entries.last {
                #expect(entries.allSatisfy { $0.sequence > last.sequence }, "a number was stored before")
            }
            contents.entries += entries
            if contents.losesConnection { throw ConnectionLost() }
        }
    }

    func head(in term: DatabaseTerm) async throws -> StoredHead {
        try contents.withLock { contents in
            if contents.losesConnection { throw ConnectionLost() }
            return StoredHead(
                sequence: contents.entries.last?.sequence ?? 0, rules: contents.rules.last ?? Self.firstRules, settings: contents.settings)
        }
    }

    func save(_ rules: RulesEdit, in term: DatabaseTerm) async throws {
        await appending.pass()
        try contents.withLock { contents in
            contents.rules.append(rules.text)
            if contents.losesConnection { throw ConnectionLost() }
        }
    }

    func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion] { [] }
    func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String? { nil }

    func save(_ settings: DatabaseSettings, in term: DatabaseTerm) async throws {
        try contents.withLock { contents in
            contents.settings = settings
            if contents.losesConnection { throw ConnectionLost() }
        }
    }

    func keep(_ left: LeftWrites, in term: DatabaseTerm) async throws {
        try contents.withLock { contents in
            if contents.isFull { throw DiskFull() }
            if contents.isElsewhere { throw DatabaseTermEnded(term) }
            let writes = (contents.left[left.client]?.writes ?? [:]).merging(left.writes) { $1 }.filter { !$0.value.isEmpty }
            contents.left[left.client] =
                writes.isEmpty ? nil : LeftWrites(client: left.client, requester: left.requester, writes: writes)
        }
    }

    func forgetLeftWrites(of client: String, in term: DatabaseTerm) async throws {
        contents.withLock { $0.left[client] = nil }
    }

    func leftWrites(in database: DatabaseID) async throws -> [LeftWrites] {
        contents.withLock { $0.left.values.sorted { $0.client < $1.client } }
    }

    func databasesWithLeftWrites() async throws -> [DatabaseID] { contents.withLock { $0.left.isEmpty ? [] : Array($0.made.keys) } }

    func storedBytes(of database: DatabaseID) async throws -> Int { 0 }
    func beginRemoval(of database: DatabaseID) async throws -> Bool {
        await appending.pass()
        return try contents.withLock { contents in
            if contents.isFull { throw DiskFull() }
            return contents.made.removeValue(forKey: database) != nil
        }
    }
    func removals() async throws -> [DatabaseID] { [] }
    func removeNextPart(of database: DatabaseID) async throws -> Bool { false }
    func databases(of project: String) async throws -> [DatabaseID] { [] }
    func database(named name: String) async throws -> DatabaseID? { nil }
    func load(_ database: DatabaseID) async throws -> StoredTree? {
        try contents.withLock { contents in
            if let sequence = contents.unreadable[database] { throw UnreadableDatabase(database, sequence: sequence, cause: DiskFull()) }
            return contents.made[database].map {
                StoredTree(snapshot: TreeSnapshot(root: .empty, sequence: 0), entries: contents.entries, rules: $0)
            }
        }
    }

    func make(_ database: DatabaseID, rules: String) async throws {
        contents.withLock { contents in
            if contents.made[database] == nil { contents.made[database] = rules }
        }
    }

    func save(_ snapshot: TreeSnapshot, in term: DatabaseTerm) async throws {
        await saving.pass()
        defer { saves.continuation.yield() }
        try contents.withLock { contents in
            if contents.isFull { throw DiskFull() }
            contents.snapshots.append(snapshot)
        }
    }
}

/// Lets callers pass unless it is closed; then they wait until it opens again.
final class Turnstile: Sendable {
    private struct State {
        var isClosed = false
        var inside: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func close() { state.withLock { $0.isClosed = true } }

    func open() {
        let inside = state.withLock { state in
            state.isClosed = false
            defer { state.inside = [] }
            return state.inside
        }
        for continuation in inside { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                if !state.isClosed { return (true, [CheckedContinuation<Void, Never>]()) }
                state.inside.append(continuation)
                defer { state.watchers = [] }
                return (false, state.watchers)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Returns once a caller waits.
    func isTried() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                if state.inside.isEmpty { state.watchers.append(continuation) }
                return !state.inside.isEmpty
            }
            if isWaiting { continuation.resume() }
        }
    }
}
