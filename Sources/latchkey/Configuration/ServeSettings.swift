import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySQLite
import Logging

/// The validated settings of `serve`.
struct ServeSettings: Sendable {
    var dataFolder: String
    var host: String
    var port: Int
    var databasePort: Int
    var publicURL: String?
    var sandbox: Bool
    var sandboxPort: Int
    var sandboxTLSPort: Int?
    var tls: TLSFiles?
    var trustedProxies: [String]
    /// The targets that the server may call in its own network.
    var privateTargets: PrivateTargets
    var masterKeyFile: String?
    /// The file with the Security Rules of the default project's default database.
    var rulesFile: String?
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
    var mail: MailSettings
    /// The emulator mode, without authentication and persistence; `nil` for a real server.
    var emulator: EmulatorSettings?

    struct TLSFiles: Sendable, Equatable {
        let certificateFile: String
        let keyFile: String
    }

    static let maxStyleBytes = 65_536
    static let defaultPort = 9099
    static let defaultDatabasePort = 9000
    static let defaultSandboxPort = 9100
    static let defaultDataFolder = "./latchkey-data"
    static let defaultSandboxFolder = "./latchkey-sandbox"
}

/// A problem in the configuration.
struct ConfigurationMistake: Error, Equatable, CustomStringConvertible {
    /// The key as in the settings file; with `--` as a flag, and in upper case with the prefix `LATCHKEY_` in the environment.
    let key: String
    let problem: String
    let mend: String

    var description: String { "  \(key): \(problem) \(mend)" }
}

/// All problems in the configuration, reported together.
struct ConfigurationReport: Error, CustomStringConvertible {
    let mistakes: [ConfigurationMistake]

    var description: String {
        let count = mistakes.count == 1 ? "1 problem" : "\(mistakes.count) problems"
        return (["\(count) in the configuration; the server was not started."] + mistakes.map(\.description)).joined(separator: "\n")
    }
}
