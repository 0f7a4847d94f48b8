public import LatchkeyDatabaseAPI
import LatchkeyEmulator
public import LatchkeyTree

extension DatabaseParts {
    /// The databases of a server.
    ///
    /// - Parameters:
    ///   - trees: Stores the databases.
    ///   - rulesFile: The file whose rules the default database has, by its name; the caller applies it.
    ///   - writeRate: Megabytes that one network may send in a minute, 0 for any number; nil for ``standardWriteRate``. An emulator has no
    ///     limit.
    ///   - connections: The maximum number of open connections. One network may have a quarter of them as web sockets.
    public init(
        _ server: ServerParts, trees: any TreeStore, rulesFile: String? = nil, writeRate: Int? = nil, connections: Int = 4096
    ) {
        let accounts = DatabaseAccounts(
            store: server.store, sealer: server.sealer, authority: server.authority, now: server.now, random: server.random,
            throttle: server.throttle, trustedProxies: server.trustedProxies, standardProject: server.standardProject,
            denials: server.denials, lenientGate: server.emulation.map { EmulatorGate(emulation: $0, publicAddress: server.publicAddress) },
            securityLog: server.securityLog)
        self.init(accounts, trees: trees, rulesFile: rulesFile, writeRate: writeRate, connections: connections)
    }
}
