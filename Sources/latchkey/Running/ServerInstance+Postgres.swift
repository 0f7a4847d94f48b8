import Foundation
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyRealtime
import LatchkeySecrets
import Logging
import ServiceLifecycle

/// The store in PostgreSQL.
extension ServerInstance {
    /// Logs the settings of the database server.
    ///
    /// - Throws: ``StoreOpenError`` if it would lose confirmed changes, and the operator has not allowed that.
    func checkStoreServer() throws {
        guard case .postgres(let uri, let password) = settings.store else { return }
        let server = try PostgresStore.server(uri.expose(), password: password)
        logger.notice(
            "The store is in PostgreSQL",
            metadata: [
                "database": "\(server.database)", "version": "\(server.version)", "synchronous_commit": "\(server.synchronousCommit)",
                "synchronous_standby_names": "\(server.synchronousStandbys)", "standbys": "\(server.standbys)",
                "fsync": "\(server.waitsForDisk ? "on" : "off")", "isolation": "\(server.isolation)", "time_zone": "\(server.timeZone)",
                "collation": "\(server.collation)",
            ])
        if server.isOpenOnTheNetwork {
            logger.warning("The connection to PostgreSQL is not encrypted. Add sslmode=verify-full to the URI")
        }
        guard let risk = server.risk else { return }
        guard settings.mayLoseWrites else {
            throw StoreOpenError(
                .notDurable,
                detail: """
                    The PostgreSQL server of the database \(server.database) is not durable: \(risk). Change this setting of the server, \
                    or allow the loss with --may-lose-writes.
                    """)
        }
        logger.warning("PostgreSQL is not durable, which may-lose-writes allows", metadata: ["risk": "\(risk)"])
    }

    /// Logs that the start waits for leases to end, which looks like a server that hangs.
    func logWait(forLeases time: Duration) {
        let (leases, why) =
            settings.node == nil
            ? ("the leases of nodes", "the nodes were killed, or still run")
            : ("the lease of a node with this name or URL", "the node was killed, or still runs")
        logger.notice("Waiting for \(leases) to end, which takes about \(time.components.seconds) seconds: \(why)")
    }

    /// Ends the server when another one has opened its store, and closes and opens databases when the leases of nodes change.
    func storeWatch(_ store: PostgresStore?, _ databases: DatabaseParts) -> (any Service)? {
        store.map { store in
            Part(description: "store watch") {
                let isTaken = await cancelWhenGracefulShutdown {
                    await withTaskGroup(of: Void.self) { group in
                        let isTaken = await store.waitForAnotherOwner { change in
                            switch change {
                            case .databasesLost:
                                logger.warning("Other nodes did not hear from this one, and may have opened its databases. It closes them")
                                await databases.directory.giveUpLost()
                            case .databasesFree:
                                logger.notice("A node no longer runs. Its databases can be opened here")
                                await databases.directory.forgetOthers()
                                group.addTask { await doLeftWrites(ofLostNodeIn: databases) }
                            }
                        }
                        group.cancelAll()
                        return isTaken
                    }
                }
                guard isTaken else { return }
                throw AdminError(
                    "Another server has opened the store in PostgreSQL for itself, without a node-name, or with the node-name of this one.")
            }
        }
    }

    /// Follows changes of the signing keys by other nodes, if there are any.
    func keyWatch(_ opened: OpenedServer) -> KeyWatch? {
        guard settings.node != nil else { return nil }
        let setup = ProjectSetup(store: opened.store, sealer: opened.sealer, now: { Date() })
        return KeyWatch(store: opened.store, setup: setup, authority: opened.authority, logger: logger)
    }

    /// Executes the on-disconnect writes of a node that no longer runs, whose clients are gone.
    private func doLeftWrites(ofLostNodeIn databases: DatabaseParts) async {
        do {
            try await doLeftWrites(in: databases)
        } catch {
            logger.error("The databases of a node that no longer runs cannot be read", metadata: ["cause": "\(error)"])
        }
    }
}
