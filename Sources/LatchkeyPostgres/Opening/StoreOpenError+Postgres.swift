import LatchkeyIdentity

extension StoreOpenError {
    static func noLibrary(_ reason: String) -> Self { Self(.cannotOpen, detail: reason + ".") }

    static func cannotConnect(because reason: String) -> Self {
        Self(.cannotOpen, detail: "The PostgreSQL database cannot be opened: \(reason). \(remedy(forConnecting: reason))")
    }

    /// - Parameter reason: libpq's text. It is in English, because the program sets no locale.
    private static func remedy(forConnecting reason: String) -> String {
        if reason.contains("certificate") {
            return "Check sslrootcert in the address, the certificate of the server, and the host names that it is for."
        }
        if reason.contains("read-only") || reason.contains("standby") || reason.contains("recovery") {
            return "Name all servers in the address, with target_session_attrs=read-write, and check that one of them accepts writes."
        }
        return "Check the address, the name and the password, and that the server accepts connections from this machine (pg_hba.conf)."
    }

    static func cannotOpen(_ database: String, because reason: String) -> Self {
        Self(.cannotOpen, detail: "The store in the PostgreSQL database \(database) cannot be opened: \(reason).")
    }

    static func noRights(_ database: String, because reason: String) -> Self {
        Self(
            .cannotOpen,
            detail: """
                The user of the PostgreSQL database \(database) cannot create tables in it: \(reason). Make it the owner: ALTER DATABASE … \
                OWNER TO ….
                """)
    }

    static func inUse(_ database: String) -> Self {
        Self(
            .inUse,
            detail: """
                Another latchkey uses the store in the PostgreSQL database \(database). Stop it first: one process at a time can use a \
                store. For a command, use the data folder of the running server. If a server stopped without closing its connection, \
                PostgreSQL notices that within some seconds.
                """)
    }

    static func nodesRun(_ database: String) -> Self {
        Self(
            .inUse,
            detail: """
                Nodes share the store in the PostgreSQL database \(database). A server needs node-name and node-url to share it with them. \
                Run a command with the data folder of a running node, or stop all nodes first. PostgreSQL notices within some seconds that \
                a node was killed.
                """)
    }

    static func serverWithoutNameRuns(_ database: String) -> Self {
        Self(
            .inUse,
            detail: """
                A server without node-name, or a command, uses the store in the PostgreSQL database \(database), and cannot share it with a \
                node. Stop it first, and set node-name and node-url for each server. PostgreSQL notices within some seconds that a process \
                was killed.
                """)
    }

    static func nodeInUse(_ place: NodePlace, _ database: String) -> Self {
        Self(
            .inUse,
            detail: """
                Another node with the name \(place.name), or with the URL \(place.address), uses the store in the PostgreSQL database \
                \(database). Give each node a name and a URL of its own.
                """)
    }

    static func serversRun(_ database: String) -> Self {
        Self(
            .inUse,
            detail: """
                This version changes the schema of the store in the PostgreSQL database \(database), and servers of an earlier version could \
                not continue. Stop all nodes first. PostgreSQL notices within some seconds that a server was killed.
                """)
    }

    static func noStore(_ database: String) -> Self {
        Self(
            .notAStore,
            detail: "The PostgreSQL database \(database) is empty. The first start of a server creates its store, and needs no migration.")
    }

    static func readOnly(_ database: String) -> Self {
        Self(
            .cannotOpen,
            detail: """
                The database \(database) is read-only: the server is a standby, or default_transaction_read_only is on. Connect to the \
                primary server. With several hosts, add target_session_attrs=read-write to the address.
                """)
    }

    static func oldServer(_ version: String) -> Self {
        Self(
            .cannotOpen,
            detail: "The PostgreSQL server has version \(version). Latchkey needs version \(PostgresOpening.leastVersion) or later.")
    }

    static func wrongEncoding(_ database: String, _ encoding: String) -> Self {
        Self(
            .cannotOpen,
            detail: """
                The PostgreSQL database \(database) has the encoding \(encoding), which cannot store every text. Create a database with \
                the encoding UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.
                """)
    }

    static func notAStore(_ database: String, tables: [String]) -> Self {
        Self(
            .notAStore,
            detail: """
                The PostgreSQL database \(database) is not a Latchkey store: it has other tables (\(tables.joined(separator: ", "))). \
                Nothing in it was changed. Create an empty database for Latchkey.
                """)
    }

    static func notEmpty(_ database: String) -> Self {
        Self(
            .notAStore,
            detail: """
                The PostgreSQL database \(database) already contains a store. Nothing in it was changed. Create an empty database for the move.
                """)
    }

    static func unfinishedMove(_ database: String) -> Self {
        Self(
            .cannotOpen,
            detail: """
                The move of a store to the PostgreSQL database \(database) is not finished. Run `latchkey move` again with the same \
                arguments; it continues where it was interrupted.
                """)
    }

    static func unusable(_ chainKey: EventChainKeyProblem, _ database: String) -> Self {
        switch chainKey {
        case .missing(let id):
            Self(
                .wrongMasterKey,
                detail: "The secrets in the PostgreSQL database \(database) were encrypted with a different master key (\(id)).")
        case .removed: touched("removed from", database)
        case .changed: touched("changed in", database)
        }
    }

    private static func touched(_ change: String, _ database: String) -> Self {
        Self(
            .cannotOpen,
            detail: """
                The key of the audit log was \(change) the PostgreSQL database \(database) by another program. Restore a backup of the \
                database.
                """)
    }

    static func newerSchema(_ database: String, unknown: [String]) -> Self {
        Self(
            .newerSchema,
            detail: """
                The store in the PostgreSQL database \(database) was written by a newer version of Latchkey (its schema has \
                \(unknown.joined(separator: ", ")), which this version does not know). Start the newer version.
                """)
    }

    static func wrongMode(_ database: String, found: String, wanted: StoreMode) -> Self {
        Self(
            .wrongMode,
            detail: """
                The store in the PostgreSQL database \(database) is marked for \(found) accounts and cannot be opened for \
                \(wanted.rawValue) ones; the two are never mixed. Use another database, or start in the mode that the store is marked for.
                """)
    }
}
