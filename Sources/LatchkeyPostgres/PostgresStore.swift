public import Crypto
import Foundation
public import LatchkeyIdentity
public import LatchkeySQL
import LatchkeyTracing

/// An account store in a PostgreSQL database, which several nodes share.
///
/// Transactions of all nodes run one after the other. Those of a node that arrive at the same time share a commit (``GroupCommit``). A
/// store that was opened exclusively has one node (``PostgresOwner``); otherwise each node has a lease (``PostgresLease``).
public struct PostgresStore: SQLStore {
    let readers: PostgresPool
    let commits: GroupCommit<PostgresWriter>
    let chain: EventChainKey
    private let login: PostgresLogin
    let errors = PostgresErrors()
    private let writer: PostgresLine
    private let revisions: PostgresRevisions
    private let owner: PostgresOwner?
    let lease: PostgresLease?
    private let tries: PostgresTries?
    /// Connections of its own, so that a flood at the public port does not delay administrators.
    private let consoleTries: PostgresTries?
    /// The bell that rings after a write of this node that added a message to the outbox, or a delivery to a webhook.
    public let outboxBell = OutboxBell()
    /// The steps at the end of transactions with events.
    public let commitSteps = CommitSteps()
    /// The observers of events that this node committed.
    public let committedEvents = CommittedEvents()

    /// The number of connections for reading.
    private static let readerCount = 16
    private static let usualReaderCount = 2 * ProcessInfo.processInfo.activeProcessorCount + 1

    init(
        _ login: PostgresLogin, readers count: Int = PostgresStore.readerCount, chain: EventChainKey, owner: PostgresOwner? = nil,
        lease: PostgresLease? = nil
    ) {
        self.login = login
        readers = PostgresPool(login, count: count, usually: min(count, Self.usualReaderCount), for: .views)
        writer = PostgresLine(login)
        commits = GroupCommit(PostgresWriter(line: writer, claim: lease == nil ? owner?.claim : PostgresLease.claim))
        revisions = PostgresRevisions(login)
        self.chain = chain
        self.owner = owner
        self.lease = lease
        tries = lease.map { [errors] _ in PostgresTries(login, errors: errors) }
        consoleTries = lease.map { [errors] _ in PostgresTries(login, connections: 1, errors: errors) }
    }

    /// Returns rate limits that count over all nodes; `nil` if nodes do not share the store.
    ///
    /// - Parameter isOfConsole: Whether they are those of a console with a port of its own, which are kept apart from all others.
    public func rateLimits(ofConsole isOfConsole: Bool) -> (any RateLimits)? {
        (isOfConsole ? consoleTries : tries).map { SharedThrottle($0, scope: isOfConsole ? "console" : "public", key: chain.keyOfTries) }
    }

    /// Returns the turn of this node for a stream of the audit log; `nil` if nodes do not share the store.
    public func turn(ofStream stream: EventStream) -> PostgresTurn? {
        guard lease != nil else { return nil }
        // Nodes of another version have the same numbers.
        let number =
            switch stream {
            case .file: 1
            case .syslog: 2
            case .webhook: 3
            }
        return PostgresTurn(login, number)
    }

    /// The key with which nodes that share the store prove that they do.
    public var keyOfNodes: SymmetricKey { chain.keyOfNodes }

    /// The realtime databases.
    public var trees: SQLTreeStore { SQLTreeStore(transactions, isShared: true, lease: lease) }
    /// The audit log.
    public var record: SQLEventRecord { SQLEventRecord(transactions, chain: chain, committedEvents: committedEvents) }
    private var transactions: PostgresTransactions { PostgresTransactions(readers: readers, commits: commits, errors: errors) }

    /// Always true: a store does not open without the key of the chain of events.
    public var keepsChain: Bool { true }

    /// The durations of all commits of this node since the store was opened. A commit contains up to 50 transactions.
    public var commitTimes: DurationBuckets { commits.times }
    /// The number of transactions that wait for the current commit.
    public var waitingTransactions: Int { commits.waitingCount }

    /// A number that grows with every write that may have changed the configuration of a project, or the signing keys.
    public var configurationRevision: Int { revisions.configuration }
    /// A number that grows with every write.
    public var revision: Int { revisions.revision }
    /// The time after which the revisions include a write of another node.
    public var maxRevisionDelay: Duration { PostgresRevisions.maxDelay }

    /// Reads from one consistent view.
    ///
    /// - Throws: ``StoreTrouble`` for errors of the database server, and the errors of the closure.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try await errors.naming { try await readers.run { try body(Transaction($0)) } }
    }

    /// Runs one transaction. It may share its commit with others of this node, and is committed when this returns.
    ///
    /// - Throws: ``StoreTrouble`` for errors of the database server, and the errors of the closure.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
        let touched = TouchedParts()
        let steps = commitSteps
        // A message in the outbox notes the request that wrote it, and `body` runs outside of the request's task.
        let request = ActiveSpan.current
        let result = try await ActiveSpan.below("store transaction") { [chain] span in
            span?.set(.databaseSystem, .text("postgresql"))
            return try await errors.naming {
                try await commits.write { line in
                    let transaction = Transaction(try line.current(), touched: touched, chain: chain)
                    let result = try ActiveSpan.$current.withValue(request) { try body(transaction) }
                    try transaction.requireOpen()
                    try steps.complete(touched.events, in: transaction)
                    try transaction.requireOpen()
                    if touched.includeConfiguration {
                        try transaction.run("UPDATE store_revision SET configuration = configuration + 1 WHERE one = 1", [:])
                    }
                    return result
                }
            }
        }
        revisions.advance(configuration: touched.includeConfiguration)
        if touched.includeOutbox { outboxBell.ring() }
        committedEvents.tell(touched.events)
        return result
    }

    /// Waits until everything that was committed is on the disk, also with `synchronous_commit = off`.
    public func makeDurable() async throws {
        // A commit that waits for the disk waits for all earlier ones.
        try await errors.naming { try await commits.write { try $0.current().command("SET LOCAL synchronous_commit = on") } }
    }

    /// A change of the databases that a node may have.
    public enum NodeChange: Sendable {
        /// Other nodes may have opened the databases of this one. Close them: their terms have ended or will end.
        case databasesLost
        /// A node no longer runs, so that this one can open its databases.
        case databasesFree
    }

    /// Waits until a process has opened the store exclusively. Then each write of this one throws.
    ///
    /// - Parameter tell: Called with each change before that, if nodes share the store.
    /// - Returns: `false` if the store was closed before, or the task was cancelled.
    public func waitForAnotherOwner(telling tell: (NodeChange) async -> Void = { _ in }) async -> Bool {
        guard let lease else { return await owner?.waitForAnother() ?? false }
        while let change = await lease.nextChange() {
            switch change {
            case .databasesLost: await tell(.databasesLost)
            case .databasesFree: await tell(.databasesFree)
            case .storeLost: return true
            }
        }
        return false
    }

    /// Closes the connections. Call it when no reads and writes are in progress.
    public func close() {
        owner?.close()
        lease?.close()
        tries?.close()
        consoleTries?.close()
        revisions.close()
        readers.close()
        writer.close()
    }
}
