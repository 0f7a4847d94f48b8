import Dispatch
import LatchkeyIdentity

/// A place for a connection, which is opened with its first use and again after it was lost.
///
/// Calls of libpq block, so each connection has a queue of its own, on which it is used. The compiler cannot check that, hence `@unchecked`:
/// libpq allows one thread at a time, and a lock would only repeat what the serial queue does.
final class PostgresLine: @unchecked Sendable {
    private let login: PostgresLogin
    private let patience: Duration
    private let prepare: @Sendable (PostgresConnection) throws -> Void
    private let queue = DispatchQueue(label: "latchkey.postgres")
    // Both are used on the queue only.
    private var link: PostgresConnection?
    private var isClosed = false

    /// - Parameters:
    ///   - link: A connection that is open already. Nothing else uses it.
    ///   - patience: The time without a byte from the server after which a statement is given up.
    ///   - prepare: Called with each connection that is opened later.
    init(
        _ login: PostgresLogin, open link: PostgresConnection? = nil, patience: Duration = .seconds(60),
        preparing prepare: @escaping @Sendable (PostgresConnection) throws -> Void = { _ in }
    ) {
        self.login = login
        self.link = link
        self.patience = patience
        self.prepare = prepare
    }

    /// Runs a closure on the queue of the connection.
    func perform(_ body: @escaping @Sendable (PostgresLine) -> Void) {
        queue.async { body(self) }
    }

    /// Runs a closure on the queue of the connection, and waits for its end. Do not call it on the queue.
    func performAndWait(_ body: (PostgresLine) -> Void) {
        queue.sync { body(self) }
    }

    /// Returns the open connection. Call it on the queue.
    func connected() throws -> PostgresConnection {
        guard !isClosed else { throw PostgresError(message: "the store is closed") }
        if let link, link.isReady { return link }
        link = nil
        let new = try PostgresConnection(login, patience: patience)
        try prepare(new)
        link = new
        return new
    }

    /// Returns the connection of the current transaction. It never opens another one. Call it on the queue.
    func current() throws -> PostgresConnection {
        guard let link else { throw PostgresError(message: "the connection was lost") }
        return link
    }

    /// Closes the connection after what runs.
    func close() {
        queue.async {
            self.isClosed = true
            self.link = nil
        }
    }
}
