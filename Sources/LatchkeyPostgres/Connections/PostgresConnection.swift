import LatchkeyIdentity
import LatchkeySQL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection to PostgreSQL. It is used on one thread at a time.
final class PostgresConnection {
    private struct Prepared {
        let name: String
        let parameters: [String]
        let types: [PostgresType?]
    }

    private let library: PostgresLibrary
    private let handle: OpaquePointer
    private var statements: [String: Prepared] = [:]
    private var lastName = 0

    /// Whether the transaction could not be rolled back, so that the connection must not be used any more.
    private var isBroken = false

    /// Limits for the transactions of the connection: a node that stops in the middle of one must not block the others.
    private static let settings = "SET idle_in_transaction_session_timeout = '10s'; SET lock_timeout = '30s'"
    /// The time without a byte from the server after which a connection is given up. It is longer than the wait for a lock.
    private let patience: Duration

    /// Connects to the primary server.
    ///
    /// - Throws: ``PostgresError``, without the password of the address.
    init(_ login: PostgresLogin, patience: Duration = .seconds(60)) throws {
        self.patience = patience
        library = try PostgresLibrary.loaded.get()
        let address = try PostgresAddress(login, library)
        guard let handle = library.connect(address.options) else { throw PostgresError(message: "out of memory") }
        self.handle = handle
        guard library.status(handle) == PostgresStatus.connectionOK else {
            throw PostgresError(message: address.redact(Self.message(library.errorMessage(handle))))
        }
        _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
        // With several hosts, a later connection may reach a standby, whose data is old.
        guard library.parameterStatus(handle, "in_hot_standby").map({ String(cString: $0) }) != "on" else {
            throw PostgresError(state: "25006", message: "the server is a standby")
        }
        _ = library.setnonblocking(handle, 1)
        try command(Self.settings)
        // The server ends a statement whose client is gone. Not every operating system supports it.
        try? command("SET client_connection_check_interval = '5s'")
    }

    deinit {
        library.finish(handle)
    }

    /// The name of the database.
    var database: String { library.db(handle).map { String(cString: $0) } ?? "" }

    /// Whether the connection can be used. Notices a server that has closed it.
    var isOpen: Bool { !isBroken && library.consumeInput(handle) == 1 && library.status(handle) == PostgresStatus.connectionOK }

    /// Whether no transaction runs.
    var isIdle: Bool { library.transactionStatus(handle) == PostgresStatus.idle }

    /// Runs statements without values, and ignores their rows.
    func command(_ sql: String) throws {
        _ = try result(library.sendQuery(handle, sql), of: sql)
    }

    /// Waits for the result of a statement, the last one of several.
    ///
    /// - Parameter isSent: Whether the statement was sent: 0 or 1.
    /// - Throws: ``PostgresError`` if the statement failed, or the server does not respond.
    private func result(_ isSent: Int32, of sql: String) throws -> PostgresResult {
        var result = PostgresResult(nil, of: sql, library)
        while isSent == 1, let next = try nextResult() {
            result = PostgresResult(next, of: sql, library)
            if !result.isSuccess { while let rest = try nextResult() { library.clear(rest) } }
        }
        guard result.isSuccess else {
            throw PostgresError(
                state: result.errorField("C") ?? "", message: result.errorField("M") ?? Self.message(library.errorMessage(self.handle)),
                constraint: result.errorField("n"))
        }
        return result
    }

    /// Returns the next result of a statement; `nil` after the last.
    private func nextResult() throws -> OpaquePointer? {
        while case let rest = library.flush(handle), rest != 0 {
            guard rest == 1 else { throw PostgresError(message: Self.message(library.errorMessage(handle))) }
            try wait(for: POLLIN | POLLOUT)
        }
        while library.isBusy(handle) == 1 { try wait(for: POLLIN) }
        return library.getResult(handle)
    }

    /// Waits until the connection can be read or written, and reads what there is.
    private func wait(for events: Int32) throws {
        var state = pollfd(fd: library.socket(handle), events: Int16(events), revents: 0)
        let count = poll(&state, 1, Int32(patience / .milliseconds(1)))
        if count < 0, errno == EINTR { return }
        guard count > 0, library.consumeInput(handle) == 1 else {
            isBroken = true
            throw count == 0 ? PostgresError.timeout : PostgresError(message: Self.message(library.errorMessage(handle)))
        }
    }

    private static func message(_ text: PostgresLibrary.Text?) -> String {
        (text.map { String(cString: $0) } ?? "").split(separator: "\n").first.map(String.init) ?? ""
    }

    // MARK: Prepared statements

    private func prepare(_ sql: String, _ values: Values) throws -> Prepared {
        let statement = NumberedStatement(sql)
        lastName += 1
        let name = "s\(lastName)"
        let types = try statement.names.enumerated().map { index, name in
            PostgresType(of: try Self.value(name, at: index, in: values, of: sql))?.rawValue ?? 0
        }
        _ = try result(library.sendPrepare(handle, name, statement.sql, Int32(types.count), types), of: sql)
        let description = try result(library.sendDescribePrepared(handle, name), of: sql)
        let prepared = Prepared(
            name: name, parameters: statement.names,
            types: statement.names.indices.map { description.typeOfParameter(Int32($0)) })
        statements[sql] = prepared
        return prepared
    }

    /// - Parameter index: The index of the value if the values are in the order of the statement.
    private static func value(_ name: String, at index: Int, in values: Values, of sql: String) throws -> StoredValue {
        if index < values.pairs.count, values.pairs[index].0 == name { return values.pairs[index].1.stored }
        guard let value = values.pairs.first(where: { $0.0 == name })?.1 else {
            throw PostgresError(state: "07001", message: "a value is missing: \(name) in \(sql)")
        }
        return value.stored
    }

    /// Encodes the values of a statement; `nil` if one of them does not have the type for which the statement was prepared.
    private func encode(_ values: Values, for statement: Prepared, _ sql: String) throws -> [[UInt8]?]? {
        var encoded: [[UInt8]?] = []
        for (index, (name, type)) in zip(statement.parameters, statement.types).enumerated() {
            let value = try Self.value(name, at: index, in: values, of: sql)
            if value == .null {
                encoded.append(nil)
            } else if let bytes = type?.encode(value) {
                encoded.append(bytes)
            } else {
                return nil
            }
        }
        return encoded
    }

    /// Prepares a statement when it is used first. A statement whose first value was NULL may have been prepared for another type.
    private func prepared(_ sql: String, _ values: Values) throws -> (Prepared, [[UInt8]?]) {
        if let statement = statements[sql], let encoded = try encode(values, for: statement, sql) { return (statement, encoded) }
        if let old = statements.removeValue(forKey: sql) { try command("DEALLOCATE \(old.name)") }
        let statement = try prepare(sql, values)
        guard let encoded = try encode(values, for: statement, sql) else {
            throw PostgresError(state: "42804", message: "a value has another type than its parameter: \(sql)")
        }
        return (statement, encoded)
    }

    private func run(_ sql: String, _ values: Values) throws -> PostgresResult {
        let (statement, encoded) = try prepared(sql, values)
        // One buffer for all values; a pointer to an empty one must not be NULL.
        var flat: [UInt8] = []
        flat.reserveCapacity(encoded.reduce(1) { $0 + ($1?.count ?? 0) })
        for bytes in encoded { flat.append(contentsOf: bytes ?? []) }
        flat.append(0)
        let isSent = flat.withUnsafeBytes { buffer in
            var start = 0
            var pointers: [UnsafePointer<CChar>?] = []
            for bytes in encoded {
                pointers.append(bytes == nil ? nil : buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self))
                start += bytes?.count ?? 0
            }
            let lengths = encoded.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: encoded.count)
            return library.sendQueryPrepared(self.handle, statement.name, Int32(encoded.count), pointers, lengths, formats, 1)
        }
        return try result(isSent, of: sql)
    }
}

extension PostgresConnection: SQLConnection {
    func execute(_ sql: String, _ values: Values, _ eachRow: (inout StoredRow) throws -> Void) throws -> Int {
        let result = try run(sql, values)
        for index in 0..<result.count {
            var row = StoredRow(PostgresRow(result: result, index: index))
            try eachRow(&row)
        }
        return result.changedRows
    }

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
        try command("SAVEPOINT latchkey")
        do {
            let result = try body()
            try requireTransaction()
            try command("RELEASE latchkey")
            return result
        } catch {
            do {
                if !isIdle { try command("ROLLBACK TO latchkey; RELEASE latchkey") }
            } catch {
                // Otherwise a part of the changes would be committed with those of others.
                isBroken = true
                throw error
            }
            throw error
        }
    }

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

    /// Runs a closure in a transaction and commits it.
    ///
    /// - Parameter begin: The statements that begin it.
    func inTransaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
        do {
            try command(begin)
            let result = try body()
            try requireTransaction()
            try command("COMMIT")
            return result
        } catch {
            if !isIdle { try? command("ROLLBACK") }
            throw error
        }
    }
}
