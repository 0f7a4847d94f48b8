import LatchkeySQL

/// The turn for work that one node at a time does.
///
/// The node that has it holds a lock of a connection (`pg_try_advisory_lock`), which PostgreSQL releases with the connection: when the node
/// stops or is killed, or did not use the connection for ``silence``, because it was suspended. Two nodes can do the work for a moment, as
/// the one that lost its turn notices it with its next question.
public final class PostgresTurn: Sendable {
    private let line: PostgresLine
    private let sql: String

    /// The class of the locks of all turns.
    private static let locks = 0x4c74_4b7b
    /// The time after which PostgreSQL closes the connection of a node that asks nothing.
    private static let silence = "10s"
    /// The time without a response after which this node takes the turn for lost, before another one can have it.
    private static let patience = Duration.seconds(4)

    /// - Parameter number: The number of the work, which is the same at all nodes.
    init(_ login: PostgresLogin, _ number: Int) {
        line = PostgresLine(login, patience: Self.patience) {
            try $0.command(PostgresOwner.settings)
            try $0.command("SET idle_session_timeout = '\(Self.silence)'")
        }
        // `CASE` tries to take the lock only if the connection does not have it.
        sql = """
            SELECT CASE
                WHEN EXISTS (
                    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
                        AND CAST(classid AS BIGINT) = \(Self.locks) AND CAST(objid AS BIGINT) = \(number)) THEN TRUE
                ELSE pg_try_advisory_lock(\(Self.locks), \(number))
            END
            """
    }

    /// Takes the turn, or keeps it. Call it every second.
    ///
    /// - Returns: `false` if another node has it, or PostgreSQL does not respond.
    public func take() async -> Bool {
        await withCheckedContinuation { continuation in
            line.perform { [sql] line in
                var isTaken = false
                // The connection may have been lost while it was idle. The next call opens another one.
                _ = try? line.connected().execute(sql, [:]) { isTaken = try $0.next() }
                continuation.resume(returning: isTaken)
            }
        }
    }

    /// Leaves the turn to another node.
    public func close() { line.close() }
}
