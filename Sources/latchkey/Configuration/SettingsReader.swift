import Configuration
import Foundation
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySQLite
import LatchkeyWeb
import Logging

/// Reads settings from flags, the environment, a YAML file and defaults, in this order, and collects all problems.
struct SettingsReader {
    private let reader: ConfigReader
    private var mistakes: [ConfigurationMistake] = []

    /// The keys that a settings file can contain.
    static let keys =
        [
            "data", "host", "port", "database-port", "public-url", "sandbox", "sandbox-port", "sandbox-tls-port", "tls-cert", "tls-key",
            "trusted-proxy", "allow-private-targets",
            "insecure-http", "master-key-file", "rules", "database-write-rate", "max-connections", "sqlite-synchronous", "sign-in-style",
            "signing-algorithm",
            "log-level",
        ] + emulatorKeys + mailKeys

    /// - Parameters:
    ///   - flags: The command line arguments, by key.
    ///   - environment: The environment; only names with the prefix `LATCHKEY_` are used.
    init(flags: [String: String], environment: [String: String], file: String?) {
        var providers: [any ConfigProvider] = [Self.provider(of: flags)]
        var own: [String: String] = [:]
        for (name, value) in environment where name.hasPrefix("LATCHKEY_") { own[String(name.dropFirst("LATCHKEY_".count))] = value }
        providers.append(EnvironmentVariablesProvider(environmentVariables: own))
        if let file {
            do {
                let settings = try SettingsFile(file)
                providers.append(Self.provider(of: settings.values))
                mistakes += settings.values.keys.filter { !Self.keys.contains($0) }.sorted().map {
                    // Misspelled keys must be reported.
                    .init(key: $0, problem: "is not a setting.", mend: "Use one of: \(Self.keys.joined(separator: ", ")).")
                }
            } catch {
                mistakes.append(
                    .init(key: "config", problem: "\(file) cannot be read: \(error)", mend: "Use a YAML file of names and values."))
            }
        }
        reader = ConfigReader(providers: providers)
    }

    private static func provider(of values: [String: String]) -> InMemoryProvider {
        InMemoryProvider(
            values: Dictionary(
                uniqueKeysWithValues: values.map {
                    (AbsoluteConfigKey([$0.key], context: [:]), ConfigValue(.string($0.value), isSecret: false))
                }))
    }

    /// Returns the settings of a command that administers a folder; problems in other settings are ignored.
    ///
    /// - Throws: ``ConfigurationReport`` with all problems.
    mutating func folder() throws -> FolderSettings {
        let settings = folderSettings()
        guard mistakes.isEmpty else { throw ConfigurationReport(mistakes: mistakes) }
        return settings
    }

    /// Returns the mail settings; problems in other settings are ignored.
    ///
    /// - Throws: ``ConfigurationReport`` with all problems in them.
    func mail() throws -> MailSettings {
        var reader = self
        reader.mistakes = []
        let settings = reader.mailSettings()
        guard reader.mistakes.isEmpty else { throw ConfigurationReport(mistakes: reader.mistakes) }
        return settings
    }

    /// - Throws: ``ConfigurationReport`` with all problems.
    mutating func settings() throws -> ServeSettings {
        let folder = folderSettings()
        #if !Sandbox
        if folder.sandbox { note("sandbox", Sandbox.problem, Sandbox.remedy) }
        #endif
        let host = text("host") ?? "127.0.0.1"
        let emulator = emulatorSettings(data: text("data"))
        let tls = tlsFiles()
        let proxies = trustedProxies()
        let rules = rulesFile()
        let style = signInStyle()
        if !AddressRange.isLoopback(host) {
            checkReach(of: host, emulator: emulator, sandbox: folder.sandbox, isProtected: text("tls-cert") != nil || !proxies.isEmpty)
        }
        let (algorithm, level) = (signingAlgorithm(), logLevel())
        let port = number("port", in: 0...65_535) ?? ServeSettings.defaultPort
        let settings = ServeSettings(
            dataFolder: folder.dataFolder, host: host, port: port,
            databasePort: number("database-port", in: 0...65_535) ?? (port == 0 ? 0 : ServeSettings.defaultDatabasePort),
            publicURL: folder.publicURL, sandbox: folder.sandbox,
            sandboxPort: number("sandbox-port", in: 0...65_535) ?? (port == 0 ? 0 : ServeSettings.defaultSandboxPort),
            sandboxTLSPort: number("sandbox-tls-port", in: 0...65_535), tls: tls,
            trustedProxies: proxies, privateTargets: folder.privateTargets + (emulator == nil ? .none : .thisMachine),
            masterKeyFile: folder.masterKeyFile, rulesFile: rules,
            databaseWriteRate: number("database-write-rate", in: 0...DatabaseParts.writeRateRange.upperBound)
                ?? DatabaseParts.standardWriteRate,
            maxConnections: number("max-connections", in: 16...1_000_000), synchronous: synchronous(), signInStyle: style,
            signingAlgorithm: algorithm, logLevel: level,
            mail: emulator == nil ? mailSettings() : .none, emulator: emulator)
        guard mistakes.isEmpty else { throw ConfigurationReport(mistakes: mistakes) }
        return settings
    }

    private mutating func tlsFiles() -> ServeSettings.TLSFiles? {
        let certificate = text("tls-cert")
        let key = text("tls-key")
        if (certificate == nil) != (key == nil) {
            note(
                certificate == nil ? "tls-cert" : "tls-key", "is missing.", "Set both the certificate and the key, as PEM files.")
        }
        for (name, path) in [("tls-cert", certificate), ("tls-key", key)] {
            if let path, !FileManager.default.isReadableFile(atPath: path) { note(name, "\(path) cannot be read.", "Use a PEM file.") }
        }
        return certificate.flatMap { certificate in key.map { .init(certificateFile: certificate, keyFile: $0) } }
    }

    private mutating func trustedProxies() -> [String] {
        let proxies = (text("trusted-proxy") ?? "").split(separator: ",").map { String($0).filter { $0 != " " } }
        for proxy in proxies where AddressRange(proxy) == nil {
            note("trusted-proxy", "\(proxy) is not an address range.", "Use the form 10.0.0.0/8 or 192.0.2.7.")
        }
        return proxies
    }

    private mutating func rulesFile() -> String? {
        let rules = text("rules")
        if let rules, rules == "-" || !FileManager.default.isReadableFile(atPath: rules) {
            note("rules", "\(rules) cannot be read.", "Use a file with Security Rules; it is reloaded whenever it changes.")
        }
        return rules
    }

    private mutating func signInStyle() -> [UInt8] {
        guard let path = text("sign-in-style") else { return [] }
        if let bytes = FileManager.default.contents(atPath: path), bytes.count <= ServeSettings.maxStyleBytes { return Array(bytes) }
        note("sign-in-style", "\(path) cannot be read, or is too large.", "Use a style sheet of at most 64 KB.")
        return []
    }

    /// Notes a problem if clients on other machines would reach a server that must not serve them.
    ///
    /// - Parameter isProtected: Whether the server or a proxy terminates TLS.
    private mutating func checkReach(of host: String, emulator: EmulatorSettings?, sandbox: Bool, isProtected: Bool) {
        if let emulator {
            guard !emulator.allowsNetwork else { return }
            note(
                "host", "\(host) is reachable from other machines.",
                "The emulator gives every client full access. To allow this, set emulator-allow-network.")
        } else if sandbox {
            note("host", "\(host) is not a loopback address.", "The sandbox signs in anyone. Use 127.0.0.1, ::1 or localhost.")
        } else if !isProtected, !flag("insecure-http") {
            note(
                "host", "\(host) is reachable from other machines.",
                "Set tls-cert and tls-key, or trusted-proxy if a proxy terminates TLS, or insecure-http to allow plaintext.")
        }
    }

    private mutating func synchronous() -> SynchronousLevel {
        let name = text("sqlite-synchronous") ?? SynchronousLevel.full.rawValue
        guard let level = SynchronousLevel(rawValue: name.lowercased()) else {
            note("sqlite-synchronous", "\(name) is not supported.", "Use full or normal.")
            return .full
        }
        return level
    }

    private mutating func signingAlgorithm() -> SigningKey.Algorithm {
        let algorithm = SigningKey.Algorithm(rawValue: text("signing-algorithm") ?? "RS256")
        if ![.rs256, .es256].contains(algorithm) {
            note("signing-algorithm", "\(algorithm.rawValue) is not supported.", "Use RS256 or ES256.")
        }
        return algorithm
    }

    private mutating func logLevel() -> Logger.Level {
        let name = text("log-level") ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            note("log-level", "\(name) is not a level.", "Use trace, debug, info, notice, warning, error or critical.")
            return .info
        }
        return level
    }

    private mutating func folderSettings() -> FolderSettings {
        let sandbox = flag("sandbox")
        let publicURL = text("public-url")
        if let publicURL, !Self.isPublicURL(publicURL) {
            note("public-url", "\(publicURL) is not a valid URL.", "Use the form https://auth.example.org, without a path.")
        }
        return FolderSettings(
            dataFolder: text("data") ?? (sandbox ? ServeSettings.defaultSandboxFolder : ServeSettings.defaultDataFolder),
            sandbox: sandbox, publicURL: publicURL, masterKeyFile: text("master-key-file"),
            privateTargets: privateTargets() + (sandbox ? .thisMachine : .none))
    }

    /// The targets that may be called in the server's own network, in addition to the defaults of a sandbox and an emulator.
    private mutating func privateTargets() -> PrivateTargets {
        var targets = PrivateTargets.none
        for entry in (text("allow-private-targets") ?? "").split(separator: ",").map({ String($0).filter { $0 != " " } }) {
            guard let target = PrivateTargets(entry) else {
                note(
                    "allow-private-targets", "\(entry) is not a host, address or range.",
                    "Use the form hooks.internal:8443, 127.0.0.1:8080, [::1]:8080 or 10.0.0.0/8, separated by commas.")
                continue
            }
            targets = targets + target
        }
        return targets
    }

    func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey([key])).flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func flag(_ key: String) -> Bool {
        guard let text = text(key) else { return false }
        switch text.lowercased() {
        case "true", "yes", "1", "on": return true
        case "false", "no", "0", "off": return false
        default:
            note(key, "\(text) is not a Boolean value.", "Use true or false.")
            return false
        }
    }

    private mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(key) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            note(key, "\(text) is not a number from \(range.lowerBound) to \(range.upperBound).", "Correct or remove it.")
            return nil
        }
        return number
    }

    mutating func note(_ key: String, _ problem: String, _ mend: String) {
        mistakes.append(.init(key: key, problem: problem, mend: mend))
    }

    static func isPublicURL(_ url: String) -> Bool {
        guard let mark = url.firstRange(of: "://"), ["http", "https"].contains(String(url[..<mark.lowerBound])) else { return false }
        let rest = url[mark.upperBound...]
        return !rest.isEmpty && !rest.contains(where: { "/?#@ \\".contains($0) })
    }
}
