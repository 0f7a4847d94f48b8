import LatchkeySQL

/// The settings of a database server that matter for what a store promises.
public struct PostgresServer: Sendable, Equatable {
    /// The name of the database.
    public var database = ""
    /// The version of the server, such as `15.8`.
    public var version = ""
    /// Whether and how a commit waits (`synchronous_commit`).
    public var synchronousCommit = "on"
    /// The standbys for which a commit waits (`synchronous_standby_names`); empty for none.
    public var synchronousStandbys = ""
    /// The number of connected standbys. Other receivers of the write-ahead log, such as `pg_basebackup`, cannot be told apart from them.
    public var standbys = 0
    /// Whether the server waits for its disk (`fsync`).
    public var waitsForDisk = true
    /// Whether the server survives pages that were written in part (`full_page_writes`).
    public var writesFullPages = true
    /// Whether the connection leaves this machine without TLS.
    public var isOpenOnTheNetwork = false
    /// The time zone of sessions. The store does not depend on it.
    public var timeZone = ""
    /// The collation of the database. The store compares texts by their bytes and does not use it.
    public var collation = ""
    /// The isolation level of transactions without one of their own (`default_transaction_isolation`). Those of the store have their own.
    public var isolation = ""

    /// How a confirmed change can be lost; `nil` if it survives a failure of the server's machine, or of its disk if there are standbys.
    public var risk: String? {
        if !waitsForDisk { return "it does not wait for its disk (fsync = off), so a power failure can lose or damage everything" }
        if !writesFullPages {
            return "it cannot repair pages that were written in part (full_page_writes = off), so a crash can damage data"
        }
        if synchronousCommit == "off" {
            return "it confirms commits before they are on the disk (synchronous_commit = off), so a crash can lose confirmed changes"
        }
        guard standbys > 0 else { return nil }
        if synchronousStandbys.isEmpty {
            return """
                it has standbys, and does not wait for them (synchronous_standby_names is empty), so a failover can lose confirmed changes
                """
        }
        if synchronousCommit == "local" {
            return "it does not wait for its standbys (synchronous_commit = local), so a failover can lose confirmed changes"
        }
        return nil
    }

    /// Asks a server for its settings.
    init(_ connection: PostgresConnection) throws {
        database = connection.database
        let sql = """
            SELECT current_setting('server_version'), current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
                (SELECT count(*) FROM pg_stat_replication), current_setting('fsync') = 'on', current_setting('TimeZone'),
                (SELECT CAST(datcollate AS TEXT) FROM pg_database WHERE datname = current_database()),
                current_setting('default_transaction_isolation'), current_setting('full_page_writes') = 'on',
                (SELECT NOT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid())
                    AND coalesce(NOT (inet_server_addr() << '127.0.0.0/8' OR inet_server_addr() = '::1'), FALSE)
            """
        _ = try connection.execute(sql, [:]) { row in
            version = try row.next()
            synchronousCommit = try row.next()
            synchronousStandbys = try row.next()
            standbys = try row.next()
            waitsForDisk = try row.next()
            timeZone = try row.next()
            collation = try row.next()
            isolation = try row.next()
            writesFullPages = try row.next()
            isOpenOnTheNetwork = try row.next()
        }
    }

    init() {}
}
