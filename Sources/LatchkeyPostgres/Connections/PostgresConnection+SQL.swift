import LatchkeyIdentity
import LatchkeySQL

extension PostgresConnection: SQLConnection {
    func execute(_ sql: String, _ values: Values, _ eachRow: (inout StoredRow) throws -> Void) throws -> Int {
        let result = try run(sql, values)
        for index in 0..<result.count {
            var row = StoredRow(PostgresRow(result: result, index: index))
            try eachRow(&row)
        }
        return result.changedRows
    }

    func executeAll(_ statements: [BoundSQL]) throws {
        let bound = try statements.map { try bind($0.sql, $0.values) }
        try exchange(of: statements.last?.sql ?? "", bound.map { statement in { self.send(statement) } })
    }

    func executeLater(_ sql: String, _ values: Values, expecting rows: Int?) throws { try runLater(sql, values, expecting: rows) }

    func conflict(of error: any Error, parent: StoreConflict.Subject) -> StoreConflict? {
        (error as? PostgresError).flatMap { StoreConflict($0, parent: parent) }
    }

    func requireTransaction() throws {
        guard !isBroken, library.transactionStatus(handle) == PostgresStatus.inTransaction else {
            throw PostgresError(state: "25P02", message: "an error has ended the transaction")
        }
    }

    func inSavepoint<T>(_ body: () throws -> T) throws -> T {
        try requireTransaction()
        try runLater(Self.savepoint)
        do {
            let result = try body()
            try requireTransaction()
            if !forget(Self.savepoint) { try runLater("RELEASE latchkey") }
            return result
        } catch {
            guard !forget(Self.savepoint), !isIdle else { throw error }
            // Otherwise a part of the changes would be committed with those of others.
            if (try? command("ROLLBACK TO latchkey; RELEASE latchkey")) == nil { isBroken = true }
            throw error
        }
    }

    private static let savepoint = "SAVEPOINT latchkey"

    /// A page of 24 KiB that does not compress, so that PostgreSQL needs as much space for it as for a sign-up.
    func proveWritable() throws {
        _ = try execute(
            """
            UPDATE store_marker SET write_proof =
                (SELECT string_agg(sha256(convert_to(clock_timestamp()::text || n, 'UTF8')), '' ORDER BY n) FROM generate_series(1, 768) AS n)
            """, [:]
        ) { _ in }
    }

    func columns(of table: String) throws -> Set<String> {
        var names: Set<String> = []
        let sql = "SELECT column_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = :name"
        _ = try execute(sql, [":name": table]) { names.insert(try $0.next()) }
        return names
    }

    func tablesOfProjects() throws -> [(table: String, key: String)] {
        let sql = """
            SELECT quote_ident(child.relname), (
                SELECT string_agg(quote_ident(column_of_key.attname), ', ' ORDER BY column_of_key.attnum)
                FROM pg_constraint AS key JOIN pg_attribute AS column_of_key
                    ON column_of_key.attrelid = key.conrelid AND column_of_key.attnum = ANY (key.conkey)
                WHERE key.conrelid = child.oid AND key.contype = 'p')
            FROM pg_constraint AS reference JOIN pg_class AS child ON child.oid = reference.conrelid
            WHERE reference.contype = 'f' AND reference.confrelid = 'project'::regclass
                AND reference.conkey = ARRAY(
                    SELECT attnum FROM pg_attribute WHERE attrelid = child.oid AND attname = 'project')
            ORDER BY 1
            """
        var tables: [(table: String, key: String)] = []
        _ = try execute(sql, [:]) { tables.append((try $0.next(), try $0.next())) }
        return tables
    }

    /// PostgreSQL does not tell how much of it is free.
    func size() throws -> (all: Int, free: Int) {
        var bytes = 0
        _ = try execute("SELECT pg_database_size(current_database())", [:]) { bytes = try $0.next() }
        return (bytes, 0)
    }

    func number(in text: String) -> String { "CAST(substring(\(text) FROM '^[0-9]{1,18}') AS BIGINT)" }
}
