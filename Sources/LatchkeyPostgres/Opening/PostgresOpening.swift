public import LatchkeyIdentity
import LatchkeySQL
public import LatchkeySecrets

/// The checks of a database before it is used as a store, and the creation of its tables.
struct PostgresOpening {
    let connection: PostgresConnection

    static let leastVersion = 15
    /// The steps that lead from an empty database to the current schema. A step that was released is never edited; later ones follow it.
    ///
    /// The name of a step that only adds what the previous version does not touch begins with `add-`, and of one that removes what the
    /// previous version no longer uses with `drop-`. Its nodes continue to run, and can start, when the store has the step. Other changes are
    /// made in two versions: one adds, the next one removes.
    private static let steps = [
        (name: "schema-1", sql: PostgresSchema.sql), (name: "database-terms", sql: PostgresSchema.databaseTerms),
        (name: "invitations", sql: PostgresSchema.invitations), (name: "nodes", sql: PostgresSchema.nodes),
        (name: "add-tries", sql: PostgresSchema.tries), (name: "add-names", sql: NameIndex.sql),
        (name: "add-account-lists", sql: AccountListIndex.sql), (name: "add-route-latency", sql: PostgresSchema.latencies),
    ]
    /// The number of the lock under which a node creates the tables, so that two nodes can start at the same time.
    private static let lock = 0x4c74_4b79

    /// The step that a store has while everything of another store is moved to it.
    static let unfinishedMove = "unfinished-move"

    /// Checks the database, and creates the tables in an empty one.
    ///
    /// - Parameter isMove: Whether another store is moved to the database, which must be empty, or the target of an interrupted move.
    /// - Returns: The key of the chain of events.
    /// - Throws: ``StoreOpenError``. A database that is not a matching store is not changed.
    func open(_ mode: StoreMode, sealer: Sealer, isMove: Bool = false) throws -> EventChainKey {
        try checkServer()
        return try connection.inTransaction(["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]) {
            try connection.command("SELECT pg_advisory_xact_lock(\(Self.lock))")
            let isNew = try isEmpty()
            if !isNew { try check(mode, isMove: isMove) }
            try runSteps()
            if isNew, isMove { try note(Self.unfinishedMove) }
            if isNew { try run("INSERT INTO store_marker (one, mode) VALUES (1, :mode)", [":mode": mode.rawValue]) }
            let transaction = Transaction(connection)
            guard let chain = try EventChainKey.stored(in: transaction, sealer: sealer) else {
                throw StoreOpenError.unusable(try transaction.eventChainKeyProblem(sealer), connection.database)
            }
            return chain
        }
    }

    /// The names of the steps that the database has, and of those that it lacks, in their order.
    func steps() throws -> (applied: [String], pending: [String]) {
        let applied = try isEmpty() ? [] : texts("SELECT name FROM store_step ORDER BY name")
        return (applied, Self.steps.map(\.name).filter { !applied.contains($0) })
    }

    /// Whether servers of the previous version can run when the store has the step.
    static func isRolling(_ step: String) -> Bool { step.hasPrefix("add-") || step.hasPrefix("drop-") }

    /// - Throws: ``StoreOpenError`` if servers run that could not bear a step.
    private func runSteps() throws {
        let (applied, pending) = try steps()
        if !applied.isEmpty, !pending.allSatisfy(Self.isRolling) {
            // Each server has this lock while it runs, a node with others. That of this connection does not matter.
            let isAlone = try texts("SELECT CAST(pg_try_advisory_xact_lock(\(PostgresOwner.lock)) AS TEXT)") == ["true"]
            guard isAlone else { throw StoreOpenError.serversRun(connection.database) }
        }
        // The server sends nothing while it builds an index.
        let patience = connection.patience
        connection.patience = .seconds(3600)
        defer { connection.patience = patience }
        for step in Self.steps where pending.contains(step.name) {
            try connection.command(step.sql)
            try note(step.name)
        }
    }

    /// Adds the steps that a store lacks.
    ///
    /// - Returns: Their names.
    /// - Throws: ``StoreOpenError``. A database without a store is not changed.
    func upgrade() throws -> [String] {
        try checkServer()
        return try connection.inTransaction(["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]) {
            try connection.command("SELECT pg_advisory_xact_lock(\(Self.lock))")
            guard try !isEmpty() else { throw StoreOpenError.noStore(connection.database) }
            try checkSteps(isMove: false)
            let pending = try steps().pending
            try runSteps()
            return pending
        }
    }

    private func note(_ step: String) throws { try run("INSERT INTO store_step (name) VALUES (:name)", [":name": step]) }

    private func checkServer() throws {
        let version = try texts("SELECT current_setting('server_version')").first ?? "unknown"
        guard let number = Int(version.prefix { $0.isNumber }), number >= Self.leastVersion else { throw StoreOpenError.oldServer(version) }
        let encoding = try texts("SELECT current_setting('server_encoding')").first ?? "unknown"
        guard encoding == "UTF8" else { throw StoreOpenError.wrongEncoding(connection.database, encoding) }
        guard try texts("SELECT current_setting('transaction_read_only')") == ["off"] else {
            throw StoreOpenError.readOnly(connection.database)
        }
    }

    /// Whether the database has no tables.
    ///
    /// - Throws: ``StoreOpenError`` if they are those of another program.
    func isEmpty() throws -> Bool {
        let tables = try texts(
            "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename LIMIT 5")
        if tables.isEmpty { return true }
        guard try !connection.columns(of: "store_step").isEmpty, try !connection.columns(of: "store_marker").isEmpty else {
            throw StoreOpenError.notAStore(connection.database, tables: tables)
        }
        return false
    }

    /// Whether a move to the database was interrupted.
    func isUnfinishedMove() throws -> Bool {
        try !isEmpty() && texts("SELECT name FROM store_step").contains(Self.unfinishedMove)
    }

    private func check(_ mode: StoreMode, isMove: Bool) throws {
        try checkSteps(isMove: isMove)
        let found = try texts("SELECT mode FROM store_marker WHERE one = 1").first ?? "unknown"
        guard found == mode.rawValue else { throw StoreOpenError.wrongMode(connection.database, found: found, wanted: mode) }
    }

    func checkSteps(isMove: Bool) throws {
        let steps = try texts("SELECT name FROM store_step ORDER BY name")
        if steps.contains(Self.unfinishedMove) != isMove {
            throw isMove ? StoreOpenError.notEmpty(connection.database) : .unfinishedMove(connection.database)
        }
        let unknown = steps.filter { name in
            name != Self.unfinishedMove && !Self.isRolling(name) && !Self.steps.contains { $0.name == name }
        }
        guard unknown.isEmpty else { throw StoreOpenError.newerSchema(connection.database, unknown: unknown) }
    }

    private func run(_ sql: String, _ values: Values) throws { _ = try connection.execute(sql, values) { _ in } }

    private func texts(_ sql: String) throws -> [String] {
        var texts: [String] = []
        _ = try connection.execute(sql, [:]) { texts.append(try $0.next()) }
        return texts
    }
}

extension PostgresStore {
    /// Opens a store, and creates its tables in an empty database.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI, for example `postgres://latchkey@db.example.com/latchkey?sslmode=verify-full`
    ///     (“Connection Strings” in PostgreSQL's documentation of libpq).
    ///   - password: The password of the database user. It wins over the one of the address.
    ///   - mode: The mode of the store. A new store is marked with it; an existing store must have this mark.
    ///   - sealer: The master key, which opens the key of the chain of events.
    ///   - isExclusive: Whether no other process may open the store. If one has opened it exclusively, this waits up to five seconds.
    ///   - isMove: Whether another store is moved to the database, which must be empty, or the target of an interrupted move. Until
    ///     ``finishMove()``, the store does not open otherwise.
    ///   - waiting: Called before a wait for the leases of nodes to end, with its length.
    /// - Throws: ``StoreOpenError``. A database that is not a matching store is not changed.
    public static func open(
        _ address: String, password: Secret<String>? = nil, mode: StoreMode, sealer: Sealer, isExclusive: Bool = false,
        isMove: Bool = false, waiting: (Duration) -> Void = { _ in }
    ) throws -> PostgresStore {
        let login = PostgresLogin(address: address, password: password)
        return try with(login) { connection in
            guard try !isExclusive || PostgresOwner.lock(connection, .none) else {
                // Nodes share their lock, also with this process.
                let isOfNodes = try PostgresOwner.tryLock(connection, .nodes)
                throw isOfNodes ? StoreOpenError.nodesRun(connection.database) : .inUse(connection.database)
            }
            let chain = try PostgresOpening(connection: connection).open(mode, sealer: sealer, isMove: isMove)
            guard isExclusive else { return PostgresStore(login, chain: chain) }
            guard try PostgresLease.endAll(connection, waiting: waiting) else { throw StoreOpenError.nodesRun(connection.database) }
            return PostgresStore(login, chain: chain, owner: try PostgresOwner.claim(login, connection))
        }
    }

    /// Opens a store that several nodes share.
    ///
    /// - Parameters:
    ///   - node: The name and the address of this node. If the store has a lease of this name, this waits until that lease has ended.
    ///   - waiting: Called before this wait, with its length.
    /// - Throws: ``StoreOpenError``. A database that is not a matching store is not changed.
    public static func open(
        _ address: String, password: Secret<String>? = nil, mode: StoreMode, sealer: Sealer, as node: NodePlace,
        waiting: (Duration) -> Void = { _ in }
    ) throws -> PostgresStore {
        try open(address, password: password, mode: mode, sealer: sealer, as: node, timing: PostgresLease.Timing(), waiting: waiting)
    }

    static func open(
        _ address: String, password: Secret<String>? = nil, mode: StoreMode, sealer: Sealer, as node: NodePlace,
        timing: PostgresLease.Timing, waiting: (Duration) -> Void = { _ in }
    ) throws -> PostgresStore {
        let login = PostgresLogin(address: address, password: password)
        return try with(login) { connection in
            guard try PostgresOwner.lock(connection, .nodes) else { throw StoreOpenError.serverWithoutNameRuns(connection.database) }
            let chain = try PostgresOpening(connection: connection).open(mode, sealer: sealer)
            guard let lease = try PostgresLease(login, connection, as: node, timing: timing, waiting: waiting) else {
                throw StoreOpenError.nodeInUse(node, connection.database)
            }
            return PostgresStore(login, chain: chain, lease: lease)
        }
    }

    /// Lets servers open a store to which another one was moved.
    public func finishMove() async throws {
        try await errors.naming {
            try await commits.write { line in
                let sql = "DELETE FROM store_step WHERE name = :name"
                _ = try line.current().execute(sql, [":name": PostgresOpening.unfinishedMove]) { _ in }
            }
        }
    }

    /// Returns what is wrong with an address, without the address itself; `nil` if it is valid, or the client library cannot be loaded.
    public static func problem(ofAddress address: String) -> String? { PostgresAddress.problem(of: address) }

    /// Returns whether a database is empty, so that opening it creates a store.
    ///
    /// - Throws: ``StoreOpenError``.
    public static func isNew(_ address: String, password: Secret<String>? = nil) throws -> Bool {
        try with(PostgresLogin(address: address, password: password)) { try PostgresOpening(connection: $0).isEmpty() }
    }

    /// Returns whether a move to a database was interrupted.
    ///
    /// - Throws: ``StoreOpenError``.
    public static func isUnfinishedMove(_ address: String, password: Secret<String>? = nil) throws -> Bool {
        try with(PostgresLogin(address: address, password: password)) { try PostgresOpening(connection: $0).isUnfinishedMove() }
    }

    /// Returns the settings of the database server.
    ///
    /// - Throws: ``StoreOpenError``.
    public static func server(_ address: String, password: Secret<String>? = nil) throws -> PostgresServer {
        try with(PostgresLogin(address: address, password: password)) { try PostgresServer($0) }
    }

    /// Calls a closure with a connection, and converts its errors.
    static func with<Result>(_ login: PostgresLogin, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        let connection: PostgresConnection
        do {
            connection = try PostgresConnection(login)
        } catch let error as PostgresError {
            throw error.isOfLibrary ? StoreOpenError.noLibrary(error.message) : .cannotConnect(because: error.description)
        }
        do {
            return try body(connection)
        } catch let error as PostgresError where error.state == "42501" {
            throw StoreOpenError.noRights(connection.database, because: error.message)
        } catch let error as PostgresError {
            throw StoreOpenError.cannotOpen(connection.database, because: error.description)
        }
    }
}
