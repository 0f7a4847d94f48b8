import Foundation
import HTTPTypes
import LatchkeyIdentity
public import LatchkeyRealtime
package import LatchkeyTracing
public import LatchkeyTree
import LatchkeyWeb

/// The components that the database port shares.
public struct DatabaseParts: Sendable {
    let accounts: DatabaseAccounts
    /// The open databases.
    public let directory: DatabaseDirectory
    package let trees: any TreeStore
    /// The clients connected through WebSockets and long polling.
    let clients: DatabaseClients
    let knownCallers = KnownCallers()
    let rounds = DeliveryRounds()
    /// The byte allowance of each network.
    let supply: NetworkSupply
    /// The memory used by request bodies that are being received.
    var incoming = WaitingBytes.incoming
    /// The rules file of the default database, as the operator named it; `nil` if administrators set the rules through the API.
    let rulesFile: String?
    /// Records a span of each request over web sockets and long polling; `nil` without a collector.
    package var tracer: Tracer?
    /// The parts for other nodes; `nil` if there are none.
    var nodes: OtherNodes?

    /// The default number of megabytes per minute that one network may send.
    public static let standardWriteRate = NetworkSupply.standardRate
    /// The allowed values of the write rate in megabytes per minute. 0 is also allowed, and means no limit.
    public static let writeRateRange = NetworkSupply.rateRange

    /// Creates the components of the database port.
    ///
    /// - Parameters:
    ///   - accounts: The accounts and projects that the databases belong to.
    ///   - trees: The store of the databases.
    ///   - rulesFile: The rules file of the default database. The caller must load its rules.
    ///   - writeRate: The number of megabytes per minute that one network may send; 0 for no limit, `nil` for ``standardWriteRate``. An
    ///     emulator has no limit.
    ///   - connections: The maximum number of open connections. One network may have a quarter of them as web sockets.
    public init(
        _ accounts: DatabaseAccounts, trees: any TreeStore, rulesFile: String? = nil, writeRate: Int? = nil, connections: Int = 4096
    ) {
        let clients = DatabaseClients(connections: connections)
        self.clients = clients
        supply = NetworkSupply(rate: accounts.isLenient ? 0 : writeRate ?? Self.standardWriteRate)
        self.accounts = accounts
        self.trees = trees
        self.rulesFile = rulesFile
        directory = DatabaseDirectory(
            store: trees, now: { [now = accounts.now] in (now().timeIntervalSince1970 * 1000).rounded(.down) }, denials: accounts.denials,
            countsCoverage: accounts.isLenient, whenRemoved: { await clients.end(allOf: $0) },
            whenGivenUp: { await clients.disconnect(allOf: $0) })
    }

    /// Returns the default database of the default project, and creates it if it does not exist.
    public func standardDatabase() async throws -> RealtimeDatabase {
        try await DatabaseResolver(self).database(nil)
    }

    /// Executes the on-disconnect writes of a previous process. Call it before the server accepts connections.
    ///
    /// - Returns: The databases for which this failed, with the errors. Their writes are executed when the databases are opened.
    public func doLeftWrites() async throws -> [(DatabaseID, any Error)] { try await directory.openThoseWithLeftWrites() }

    /// Loads the default database of the default project into memory if it exists.
    ///
    /// Loading a large database takes a second or more, for which the first request would otherwise wait. Errors are ignored here; requests
    /// that open the database report them.
    public func openStandardDatabase() async {
        let standard = accounts.standardProject.rawValue
        _ = try? await directory.database(DatabaseID(project: standard, name: standard))
    }

    /// Returns the file that contains the rules of a database; `nil` if administrators set them through the API.
    package func rulesFile(of database: DatabaseID) -> String? {
        let standard = accounts.standardProject.rawValue
        return database == DatabaseID(project: standard, name: standard) ? rulesFile : nil
    }

    /// - Throws: `DatabaseRefusal` if the rules of the database are managed by a file.
    func requireOwnRules(of database: DatabaseID) throws(DatabaseRefusal) {
        guard let rulesFile = rulesFile(of: database) else { return }
        throw DatabaseRefusal(.forbidden, "The rules of this database are managed by the file \(rulesFile). Change that file.")
    }

    /// The server time in milliseconds since 1970, as sent to clients.
    var milliseconds: Double { (accounts.now().timeIntervalSince1970 * 1000).rounded(.down) }
}
