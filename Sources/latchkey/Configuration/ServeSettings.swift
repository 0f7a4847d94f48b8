import HTTPTypes
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyProviders
import LatchkeySQLite
import LatchkeyWeb
import Logging

/// The validated settings of `serve`.
struct ServeSettings: Sendable {
    var dataFolder: String
    /// Where the accounts and databases are stored.
    var store = StorePlace.folder
    /// Whether a database server may lose confirmed changes.
    var mayLoseWrites = false
    /// This node among those that share a store in PostgreSQL; `nil` for a server that has its store for itself.
    var node: NodePlace?
    var host: String
    var port: Int
    var databasePort: Int
    /// The sockets that the service manager opened in place of `host`, `port` and `databasePort`.
    var sockets = InheritedSockets.none
    var publicURL: String?
    /// The URL at which apps reach the databases.
    var databaseURL: String?
    var sandbox: Bool
    var sandboxPort: Int
    var sandboxTLSPort: Int?
    var tls: LoadedCertificate?
    /// Certificates from an authority, in place of `tls`.
    var acme: ACMESettings?
    var trustedProxies: [String]
    /// The targets that the server may call in its own network.
    var privateTargets: PrivateTargets
    /// Where the master key is read at the start.
    var masterKey: MasterKeySource
    /// The file with the Security Rules of the default project's default database.
    var rulesFile: RulesFile?
    /// The write rate limit of the databases, in megabytes per network and minute; 0 for no limit.
    var databaseWriteRate: Int = DatabaseParts.standardWriteRate
    /// The maximum number of connections to both ports; `nil` for as many as the process may open files.
    var maxConnections: Int?
    /// Whether a commit waits for the disk.
    var synchronous = SynchronousLevel.full
    /// An additional style sheet for the sign-in page; empty for none.
    var signInStyle: [UInt8] = []
    var signingAlgorithm: SigningKey.Algorithm
    var logLevel: Logger.Level
    var logFormat = LogFormat.text
    /// Whether the log has a line for each request.
    var logsAccess = false
    /// Regular backups; `nil` for none.
    var backup: BackupSettings?
    /// The continuous archive; `nil` for none.
    var archive: ArchiveSettings?
    /// The time for which events of projects without a setting of their own stay in the audit log; `nil` for no limit.
    var keepEvents: Duration?
    /// Where Prometheus reads the measurements; `nil` for nowhere.
    var metrics: MetricsPlace?
    /// The console; `nil` for none.
    var console: ConsoleSettings?
    var mail: MailSettings
    /// Where the audit log is streamed to.
    var audit = AuditSettings.none
    /// The emulator mode, without authentication and persistence; `nil` for a real server.
    var emulator: EmulatorSettings?
    /// Distributed traces; `nil` for none.
    var trace: TraceSettings?
    /// The settings as they were set, by key.
    var texts: [String: String] = [:]

    /// An address that serves measurements only.
    struct MetricsPlace: Sendable {
        let host: String
        let port: Int
    }

    /// The settings of the console.
    struct ConsoleSettings: Sendable {
        var requiresSecondFactor = false
        /// Where the console listens; `nil` if it is served with the other pages.
        var place: Place?

        /// A port of the console.
        struct Place: Sendable {
            let host: String
            let port: Int
            /// The URL at which administrators open the console; `nil` for the listening address.
            let url: String?
            /// Whether the port speaks TLS. Connections within this machine do not need it, for which no certificate would be valid.
            let usesTLS: Bool
        }
    }

    static let maxStyleBytes = 65_536
    static let defaultPort = 9099
    static let defaultDatabasePort = 9000
    static let defaultSandboxPort = 9100
    static let sandboxHost = "127.0.0.1"
    static let defaultDataFolder = "./latchkey-data"
    static let defaultSandboxFolder = "./latchkey-sandbox"
}

/// A problem in the configuration.
struct ConfigurationMistake: Error, Equatable, CustomStringConvertible {
    /// The key as in the settings file; with `--` as a flag, and in upper case with the prefix `LATCHKEY_` in the environment.
    let key: String
    let problem: String
    let mend: String

    var description: String { "  \(key): \(problem)" + (mend.isEmpty ? "" : " \(mend)") }
}

/// All problems in the configuration, reported together.
struct ConfigurationReport: Error, CustomStringConvertible {
    let mistakes: [ConfigurationMistake]

    var description: String { text(consequence: "the server was not started") }

    func text(consequence: String) -> String {
        let count = Count.text(mistakes.count, "problem")
        return (["\(count) in the configuration; \(consequence)."] + mistakes.map(\.description)).joined(separator: "\n")
    }
}

extension ServeSettings {
    /// Where the server listens.
    var place: ListeningPlace { sockets.http.map { .inherited(descriptor: $0.descriptor) } ?? .port(port, host: host) }
    /// Where the database listens.
    var databasePlace: ListeningPlace {
        sockets.database.map { .inherited(descriptor: $0.descriptor) } ?? .port(databasePort, host: host)
    }

    /// The header with which browsers use TLS only for this host from now on (RFC 6797), if the server itself speaks TLS and its address is
    /// public. A year; subdomains may belong to other servers.
    var strictTransport: HTTPFields {
        guard servesTLS, let publicURL, publicURL.hasPrefix("https://"), !AddressRange.isLoopback(ofURL: publicURL) else { return [:] }
        return [.strictTransportSecurity: "max-age=31536000"]
    }
}
