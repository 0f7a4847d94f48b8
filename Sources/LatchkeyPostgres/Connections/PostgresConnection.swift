import LatchkeyIdentity

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection to PostgreSQL. It is used on one thread at a time.
///
/// Statements with values are prepared when they are used first. In a view or a transaction they are sent in the pipeline mode of libpq, so
/// that several can share a round trip (“Pipeline Mode” in PostgreSQL's documentation of libpq).
final class PostgresConnection {
    /// How statements are sent and combined into transactions.
    enum Mode {
        /// Each statement is a transaction, or a part of one that began with ``command(_:)``.
        case single
        /// The statements are one transaction, which the server begins with the first and ends with the next synchronization.
        case view
        /// A transaction that ends with `COMMIT` or `ROLLBACK`.
        case transaction
    }

    /// A view of the database as of its first statement.
    struct View {
        /// Whether its end is not sent with the first statement.
        var staysOpen = false
        var first: String?
        /// Whether its end was sent with the first statement.
        var hasEnded = false
        /// Whether it ended before another statement.
        var mustBeRepeated = false
    }

    /// A statement with its values.
    struct BoundStatement {
        let sql: String
        let prepared: PreparedStatements.Statement
        let values: [[UInt8]?]
    }

    /// A statement that is sent with the next one.
    struct DeferredStatement {
        let bound: BoundStatement
        /// Whether its failure makes the rest of the transaction wrong, although other statements would succeed.
        let isVital: Bool
        /// The number of rows that it has to change; `nil` for any.
        var expectedRows: Int?
    }

    /// A request that waits for the response of the server.
    enum Request {
        case statement
        case deferred(isVital: Bool, expectedRows: Int?)
        case synchronization
    }

    let library: PostgresLibrary
    let handle: OpaquePointer
    var statements = PreparedStatements()
    var mode = Mode.single
    var view = View()
    /// The first statements of views with several statements.
    var longViews: Set<String> = []
    var deferred: [DeferredStatement] = []
    /// In the order of the responses.
    var requests: [Request] = []
    /// Whether the state of the transaction is unknown, so that the connection must not be used any more. The server then ends the
    /// transaction, and with it its locks.
    var isBroken = false {
        didSet { if isBroken { shutdown(library.socket(handle), Int32(SHUT_RDWR)) } }
    }

    /// Limits for the transactions of the connection: a node that stops in the middle of one must not block the others. They do not limit
    /// a view, which blocks nothing but the removal of old rows.
    private static let settings = "SET idle_in_transaction_session_timeout = '10s'; SET lock_timeout = '30s'"
    /// The time without a byte from the server after which a connection is given up. It is longer than the wait for a lock.
    var patience: Duration

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

    /// Whether the connection is open, and no transaction runs. It waits for responses that are left.
    var isReady: Bool {
        guard isOpen, (try? settle()) != nil else { return false }
        return isIdle
    }

    /// Whether no transaction runs.
    var isIdle: Bool { library.transactionStatus(handle) == PostgresStatus.idle }

    /// Runs statements without values, after those that were deferred, and ignores their rows.
    func command(_ sql: String) throws {
        // Otherwise a server that does not respond would be waited for once more.
        guard !isBroken else { throw failure() }
        if !deferred.isEmpty { try exchange([]) }
        try leavePipeline()
        _ = try single(library.sendQuery(handle, sql), of: sql)
    }

    /// Waits for the result of the only statement, or of the last one of several.
    ///
    /// - Parameter isSent: Whether it was sent: 0 or 1.
    /// - Throws: ``PostgresError`` if the statement failed, or the server does not respond.
    func single(_ isSent: Int32, of sql: String) throws -> PostgresResult {
        guard isSent == 1 else { throw failure() }
        let result = try response(to: sql)
        guard result.isSuccess else { throw failure(result) }
        return result
    }

    /// Reads the results of a request.
    ///
    /// - Returns: The first that failed, or the last.
    func response(to sql: String) throws -> PostgresResult {
        var result: PostgresResult?
        while let next = try nextResult() {
            let next = PostgresResult(next, of: sql, library)
            if result?.isSuccess != false { result = next }
        }
        return result ?? PostgresResult(nil, of: sql, library)
    }

    /// Returns the error of a statement, or of the connection.
    func failure(_ result: PostgresResult? = nil) -> PostgresError {
        PostgresError(
            state: result?.errorField("C") ?? "", message: result?.errorField("M") ?? Self.message(library.errorMessage(handle)),
            constraint: result?.errorField("n"))
    }

    /// Returns the next result of a statement; `nil` after the last.
    func nextResult() throws -> OpaquePointer? {
        while case let rest = library.flush(handle), rest != 0 {
            guard rest == 1 else { throw failure() }
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
            throw count == 0 ? PostgresError.timeout : failure()
        }
    }

    /// One line for each server of the address that failed.
    private static func message(_ text: PostgresLibrary.Text?) -> String {
        (text.map { String(cString: $0) } ?? "").split(separator: "\n").map { $0.drop { $0 == "\t" || $0 == " " } }.joined(separator: "; ")
    }
}
