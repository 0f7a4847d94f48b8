import HTTPTypes
import LatchkeyIdentity
public import LatchkeyRealtime
public import LatchkeyTree

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the port of the databases is composed of.
public struct DatabaseParts: Sendable {
    let accounts: DatabaseAccounts
    /// The open databases.
    public let directory: DatabaseDirectory
    package let trees: any TreeStore
    /// Who is connected, over sockets and polls.
    let clients = DatabaseClients()
    let knownCallers = KnownCallers()
    let rounds = DeliveryRounds()
    /// The allowance of bytes for each network.
    let supply: NetworkSupply
    /// What bodies take of the memory while they come.
    var incoming = WaitingBytes.incoming
    /// The file whose rules hold for the standard database, as it was named; nil where clients of administrators set them.
    let rulesFile: String?

    /// Megabytes that one network may send in a minute, unless the operator sets another value.
    public static let standardWriteRate = NetworkSupply.standardRate
    /// The values that can be set, besides 0 for any number.
    public static let writeRateRange = NetworkSupply.rateRange

    /// - Parameters:
    ///   - accounts: The accounts and projects that the databases belong to.
    ///   - trees: where databases are kept.
    ///   - rulesFile: who sees to it that its rules hold is the caller's to say.
    ///   - writeRate: megabytes that one network may send in a minute, 0 for any number; nil for ``standardWriteRate``. An emulator has none.
    public init(_ accounts: DatabaseAccounts, trees: any TreeStore, rulesFile: String? = nil, writeRate: Int? = nil) {
        supply = NetworkSupply(rate: accounts.gate == nil ? writeRate ?? Self.standardWriteRate : 0)
        self.accounts = accounts
        self.trees = trees
        self.rulesFile = rulesFile
        directory = DatabaseDirectory(
            store: trees, now: { [now = accounts.now] in (now().timeIntervalSince1970 * 1000).rounded(.down) }, denials: accounts.denials,
            countsCoverage: accounts.gate != nil)
    }

    /// The standard project's own database, which is made if it is not there.
    public func standardDatabase() async throws -> RealtimeDatabase {
        try await DatabaseResolver(self).database(nil)
    }

    /// Does what clients of a former process left for the end of their connections, before anybody is served.
    ///
    /// - Returns: Databases in which it could not be done, with the reason; it is done when they are opened.
    public func doLeftWrites() async throws -> [(DatabaseID, any Error)] { try await directory.openThoseWithLeftWrites() }

    /// Reads the standard project's own database into memory before anybody asks, if it is there: a large one takes a second or more, which
    /// would else be the first one's to wait. What is wrong with it is told to whoever asks.
    public func openStandardDatabase() async {
        let standard = accounts.standardProject.rawValue
        _ = try? await directory.database(DatabaseID(project: standard, name: standard))
    }

    /// The file that the rules of a database stand in; nil where administrators set them.
    package func rulesFile(of database: DatabaseID) -> String? {
        let standard = accounts.standardProject.rawValue
        return database == DatabaseID(project: standard, name: standard) ? rulesFile : nil
    }

    /// - Throws: `DatabaseRefusal` for a database whose rules stand in a file.
    func requireOwnRules(of database: DatabaseID) throws(DatabaseRefusal) {
        guard let rulesFile = rulesFile(of: database) else { return }
        throw DatabaseRefusal(.forbidden, "The rules of this database are managed by the file \(rulesFile). Change that file.")
    }

    /// The server's time, as it is told to clients.
    var milliseconds: Double { (accounts.now().timeIntervalSince1970 * 1000).rounded(.down) }
}
