import Dispatch
import GRDB
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySQL
@testable import LatchkeySQLite

/// Counts commits as SQLite reports them.
private final class CommitCounter: TransactionObserver, Sendable {
    private let commits = Mutex(0)

    var count: Int { commits.withLock { $0 } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}

// Serialized: each case blocks the writer of its store, and waits for other writes to queue up behind it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct GroupCommitTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore.open(path: folder.store, mode: .real)
    }

    /// Blocks the writer until the gate opens, so that other writes queue up behind it. The gate opens by itself when the test is stuck.
    private func holdWriter(_ gate: DispatchSemaphore) async -> Task<Void, any Error> {
        let entered = AsyncStream.makeStream(of: Void.self)
        let task = Task { [store] in
            try await store.write { transaction in
                entered.continuation.finish()
                _ = gate.wait(timeout: .now() + 200)
                try transaction.insert(Project.sample())
            }
        }
        for await _ in entered.stream {}
        return task
    }

    private func hold(_ commits: GroupCommit<SQLiteWriter>, _ gate: DispatchSemaphore) async -> Task<Void, any Error> {
        let entered = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await commits.write { _ in
                entered.continuation.finish()
                _ = gate.wait(timeout: .now() + 200)
            }
        }
        for await _ in entered.stream {}
        return task
    }

    /// Starts writes that queue up behind the one that blocks the writer.
    private func queue(_ count: Int, _ body: @escaping @Sendable (Int, any StoreWriting) throws -> Void) async -> [Task<Void, any Error>] {
        let tasks = (0..<count).map { number in
            Task { [store] in try await store.write { try body(number, $0) } }
        }
        while store.commits.waitingCount < count { await Task.yield() }
        return tasks
    }

    @Test(arguments: [(1, 1), (50, 1), (256, 1), (257, 2), (600, 3)])
    func writesThatWaitTogetherShareACommit(_ writes: Int, _ commits: Int) async throws {
        let counter = CommitCounter()
        store.database.add(transactionObserver: counter)
        let gate = DispatchSemaphore(value: 0)
        let first = await holdWriter(gate)
        let rest = await queue(writes) { number, transaction in
            try transaction.insert(Account.sample(AccountID(rawValue: "a\(number)")))
        }
        gate.signal()
        try await first.value
        for task in rest { try await task.value }
        #expect(counter.count == 1 + commits)
        #expect(try await store.read { try $0.accounts(in: .sample, after: nil, limit: 1000) }.count == writes)
    }

    @Test func aWriteThatFailsLeavesTheOthersOfItsCommitAlone() async throws {
        let counter = CommitCounter()
        store.database.add(transactionObserver: counter)
        let gate = DispatchSemaphore(value: 0)
        let first = await holdWriter(gate)
        let rest = await queue(40) { number, transaction in
            // All accounts get the same name in the end: the first write succeeds, the others are rolled back.
            try transaction.insert(Account.sample(AccountID(rawValue: "a\(number)")))
            if number % 4 != 0 { try transaction.insert(Session.sample(of: "nobody")) }
        }
        gate.signal()
        try await first.value
        for (number, task) in rest.enumerated() {
            let result = await task.result
            switch result {
            case .success: #expect(number % 4 == 0)
            case .failure(let error): #expect(error as? StoreConflict == StoreConflict(.account))
            }
        }
        #expect(counter.count == 2)
        #expect(try await store.read { try $0.accounts(in: .sample, after: nil, limit: 1000) }.count == 10)
    }

    @Test func failedCommitFailsAllItsTransactions() async throws {
        // A deferred constraint fails as late as a full disk may: at COMMIT. The schema itself has none.
        let queue = try DatabaseQueue()
        try await queue.write {
            try $0.execute(
                sql: """
                    CREATE TABLE parent (id INTEGER PRIMARY KEY);
                    CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                    """)
        }
        let commits = GroupCommit(SQLiteWriter(database: queue))
        let gate = DispatchSemaphore(value: 0)
        let first = await hold(commits, gate)
        let rest = (0..<10).map { number in
            Task {
                try await commits.write { db in
                    try db.execute(sql: "INSERT INTO parent VALUES (?)", arguments: [number])
                    if number == 3 { try db.execute(sql: "INSERT INTO child VALUES (99)") }
                    if number == 5 { throw StoreConflict(.email) }
                }
            }
        }
        while commits.waitingCount < 10 { await Task.yield() }
        gate.signal()
        try await first.value
        for task in rest {
            let error = await #expect(throws: DatabaseError.self) { try await task.value }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
        }
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM parent") } == 0)
        // The next commit is not affected.
        try await commits.write { try $0.execute(sql: "INSERT INTO parent VALUES (1)") }
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM parent") } == 1)
    }

    @Test func anErrorThatEndsTheTransactionFailsAllThatShareIt() async throws {
        let queue = try DatabaseQueue()
        try await queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE entry (text TEXT); PRAGMA max_page_count = 20") }
        let commits = GroupCommit(SQLiteWriter(database: queue))
        let gate = DispatchSemaphore(value: 0)
        let first = await hold(commits, gate)
        var rest: [Task<Void, any Error>] = []
        for number in 0..<10 {
            // A full database rolls back the whole transaction, as an I/O error does.
            let text = String(repeating: "x", count: number == 4 ? 200_000 : 10)
            rest.append(
                Task { try await commits.write { try $0.execute(sql: "INSERT INTO entry VALUES (?)", arguments: [text]) } })
            while commits.waitingCount <= number { await Task.yield() }
        }
        gate.signal()
        try await first.value
        for task in rest { await #expect(throws: DatabaseError.self) { try await task.value } }
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") } == 0, "what failed is not stored")
        try await commits.write { try $0.execute(sql: "INSERT INTO entry VALUES ('after')") }
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") } == 1)
    }

    @Test func fullDiskKeepsExactlyTheAcknowledgedTransactions() async throws {
        try await store.write { try $0.insert(Project.sample()) }
        try await store.database.writeWithoutTransaction { db in
            let pages = try #require(try Int.fetchOne(db, sql: "PRAGMA page_count"))
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
        }
        @Sendable func isWritten(_ number: Int) async throws -> Bool {
            var account = Account.sample(AccountID(rawValue: "a\(number)"))
            account.displayName = String(repeating: "x", count: 2000)
            let large = account
            do {
                try await store.write { try $0.insert(large) }
                return true
            } catch is StoreTrouble {
                return false
            }
        }
        // A few one by one, for which there is room; then too many at once, however they are grouped into commits.
        for number in 0..<4 { #expect(try await isWritten(number)) }
        let outcomes = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            for number in 4..<200 {
                group.addTask { (number, try await isWritten(number)) }
            }
            return try await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        #expect(outcomes.values.contains(false))
        let acknowledged = Set(outcomes.filter(\.value).map { "a\($0.key)" } + (0..<4).map { "a\($0)" })
        let kept = try await store.read { try $0.accounts(in: .sample, after: nil, limit: 1000) }
        #expect(Set(kept.map(\.id.rawValue)) == acknowledged)
    }

    @Test func readersDoNotWaitForTheWriter() async throws {
        let gate = DispatchSemaphore(value: 0)
        let writing = await holdWriter(gate)
        // The writer is blocked inside its transaction; a reader that waited for it would see its changes.
        #expect(try await store.read { try $0.projects() } == [])
        gate.signal()
        try await writing.value
        #expect(try await store.read { try $0.projects() } == [.sample()])
    }
}

extension Session {
    static func sample(of account: AccountID) -> Session {
        Session(
            id: SessionID(rawValue: "s"), account: account, realm: .sample, refreshToken: .init(of: "s"), createdAt: ManualClock.start,
            method: .password)
    }
}
