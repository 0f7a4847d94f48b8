import LatchkeyIdentity
import LatchkeyServer
import Logging

/// Everything that `serve` can be told, checked.
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
    /// The Security Rules of the standard project's own database.
    var rulesFile: String?
    /// Megabytes that one network may send to the databases in a minute; 0 for any number.
    var databaseWriteRate: Int = DatabaseParts.standardWriteRate
    /// A style sheet for the sign-in page beside its own; empty for none.
    var signInStyle: [UInt8] = []
    var signingAlgorithm: SigningKey.Algorithm
    var logLevel: Logger.Level
    var mail: MailSettings
    /// Nobody proves anything, and nothing is kept. Absent where people are real.
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

/// One thing that is wrong with the configuration.
struct ConfigurationMistake: Error, Equatable, CustomStringConvertible {
    /// As it is written in the file; with `--` as flag, in capitals behind `LATCHKEY_` in the environment.
    let key: String
    let problem: String
    let mend: String

    var description: String { "  \(key): \(problem) \(mend)" }
}

/// All that is wrong with the configuration, so that it is mended in one go.
struct ConfigurationReport: Error, CustomStringConvertible {
    let mistakes: [ConfigurationMistake]

    var description: String {
        let count = mistakes.count == 1 ? "One thing is" : "\(mistakes.count) things are"
        return (["\(count) wrong with the configuration; nothing was started."] + mistakes.map(\.description)).joined(separator: "\n")
    }
}
