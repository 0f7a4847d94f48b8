import GRDB
import GRDBSQLite
import Synchronization

/// Connections that read while another one writes.
///
/// GRDB has a pool of its own; taking a connection from it and giving it back costs more than reading a row, because it counts its
/// readers with semaphores and queues. Here a reader is taken from a list. When all are in use, somebody waits for one: readings are
/// short.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [DatabaseQueue]
        var turn = 0
    }

    private let connections: [DatabaseQueue]
    private let state: Mutex<State>

    /// - Parameter connections: To one database in WAL mode; at least one.
    init(_ connections: [DatabaseQueue]) {
        self.connections = connections
        state = Mutex(State(idle: connections))
    }

    /// Runs a body on one consistent view of the database.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        let (connection, isOwn) = take()
        defer { if isOwn { giveBack(connection) } }
        return try connection.inDatabase { db in
            try db.step("BEGIN DEFERRED")
            let result = Result { try body(db) }
            // A view that was only read from has nothing to lose, so both endings are one.
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

extension Database {
    /// Runs a statement without values and rows, past GRDB's bookkeeping of transactions: who only reads has none to keep.
    fileprivate func step(_ sql: String) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer { sqlite3_reset(statement) }
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql) }
    }
}
