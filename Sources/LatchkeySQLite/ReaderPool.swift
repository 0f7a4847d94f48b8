import GRDB
import Synchronization

/// A pool of read-only connections that can be used while another connection writes.
///
/// It replaces the pool of GRDB, in which taking and returning a connection costs more than reading a row, because GRDB uses semaphores and
/// queues. If all connections are in use, a caller waits for one of them, because reads are short.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [DatabaseQueue]
        var turn = 0
    }

    private let connections: [DatabaseQueue]
    private let state: Mutex<State>

    /// Creates a pool.
    ///
    /// - Parameter connections: At least one connection, all to the same database in WAL mode.
    init(_ connections: [DatabaseQueue]) {
        self.connections = connections
        state = Mutex(State(idle: connections))
    }

    /// Runs a closure with a consistent view of the database.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        let (connection, isOwn) = take()
        defer { if isOwn { giveBack(connection) } }
        return try connection.inDatabase { db in
            try db.step("BEGIN DEFERRED")
            let result = Result { try body(db) }
            // A read transaction has no changes, so COMMIT and ROLLBACK are equivalent.
            try db.step("COMMIT")
            return try result.get()
        }
    }

    func close() throws {
        for connection in connections { try connection.close() }
    }

    private func take() -> (DatabaseQueue, isOwn: Bool) {
        state.withLock { state in
            if let connection = state.idle.popLast() { return (connection, true) }
            state.turn = (state.turn + 1) % connections.count
            return (connections[state.turn], false)
        }
    }

    private func giveBack(_ connection: DatabaseQueue) {
        state.withLock { $0.idle.append(connection) }
    }
}
