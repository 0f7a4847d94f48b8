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
    let environment: [String: String]
    private(set) var mistakes: [ConfigurationMistake] = []
    /// The standard variables of S3 clients.
    let aws: [String: String]

    /// The keys that a settings file can contain.
    static let keys =
        [
            "data", "store", "store-password-file", "may-lose-writes", "node-name", "node-url", "host", "port", "database-port",
            "public-url", "database-url",
            "sandbox", "sandbox-port", "sandbox-tls-port",
            "tls-cert", "tls-key",
            "trusted-proxy", "allow-private-targets",
            "insecure-http", "rules", "database-write-rate", "max-connections", "sqlite-synchronous", "sign-in-style",
            "signing-algorithm",
            "console", "console-host", "console-port", "console-url", "console-require-second-factor",
            "log-level", "log-format", "access-log", "metrics-host", "metrics-port",
            "keep-events",
        ] + backupKeys + archiveKeys + masterKeyKeys + acmeKeys + emulatorKeys + mailKeys + auditKeys + traceKeys

    /// - Parameters:
    ///   - flags: The command line arguments, by key.
    ///   - environment: The environment; names with the prefix `LATCHKEY_` are used, those of S3 clients, and the folder of systemd's
    ///     credentials.
    init(flags: [String: String], environment: [String: String], file: String?) {
        self.environment = environment
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
        aws = environment.filter { Self.awsVariables.contains($0.key) && !$0.value.isEmpty }
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

    /// - Parameters:
    ///   - sockets: The sockets that the service manager opened; they replace `host` and the ports.
    ///   - isStart: Whether problems with the master key and the data folder are reported too, which a server only opens at its start.
    /// - Throws: ``ConfigurationReport`` with all problems.
    mutating func settings(sockets: InheritedSockets = .none, isStart: Bool = false) throws -> ServeSettings {
        let folder = folderSettings()
        #if !Sandbox
        if folder.sandbox { note("sandbox", Sandbox.problem, Sandbox.remedy) }
        #endif
        checkSockets(sockets)
        checkSettings(of: folder.store)
        let host = sockets.http?.host ?? text("host") ?? "127.0.0.1"
        let emulator = emulatorSettings(data: text("data"))
        let (tls, acme) = (certificate(), acmeSettings())
        let proxies = trustedProxies()
        let rules = rulesFile()
        let style = signInStyle()
        if let open = [host, sockets.database?.host ?? host].first(where: { !AddressRange.isLoopback($0) }) {
            checkReach(
                of: open, emulator: emulator, sandbox: folder.sandbox,
                isProtected: text("tls-cert") != nil || acme != nil || !proxies.isEmpty)
        }
        for key in ["backup-dir", "archive-to", "metrics-port", "audit-file", "audit-syslog", "audit-webhook", "store"]
        where emulator != nil && text(key) != nil {
            note(key, "is not available in the emulator, which keeps its data in memory.", "Remove this setting.")
        }
        if isStart {
            checkMasterKey(folder.masterKey, emulator: emulator)
            if emulator == nil { check(folder.dataFolder) }
        }
        let (backup, archive) = copies()
        let (algorithm, level, format) = (signingAlgorithm(), logLevel(), logFormat())
        let port = sockets.http?.port ?? number("port", in: 0...65_535) ?? ServeSettings.defaultPort
        let settings = ServeSettings(
            dataFolder: folder.dataFolder, store: folder.store, mayLoseWrites: flag("may-lose-writes"), node: nodePlace(of: folder.store),
            host: host,
            port: port,
            databasePort: sockets.database?.port ?? number("database-port", in: 0...65_535)
                ?? (port == 0 ? 0 : ServeSettings.defaultDatabasePort), sockets: sockets,
            publicURL: folder.publicURL, databaseURL: url("database-url", such: "https://db.example.org"), sandbox: folder.sandbox,
            sandboxPort: number("sandbox-port", in: 0...65_535) ?? (port == 0 ? 0 : ServeSettings.defaultSandboxPort),
            sandboxTLSPort: number("sandbox-tls-port", in: 0...65_535), tls: tls, acme: acme,
            trustedProxies: proxies, privateTargets: folder.privateTargets + (emulator == nil ? .none : .thisMachine),
            masterKey: folder.masterKey, rulesFile: rules,
            databaseWriteRate: number("database-write-rate", in: 0...DatabaseParts.writeRateRange.upperBound)
                ?? DatabaseParts.standardWriteRate,
            maxConnections: number("max-connections", in: 16...1_000_000), synchronous: synchronous(), signInStyle: style,
            signingAlgorithm: algorithm, logLevel: level, logFormat: format, logsAccess: flag("access-log"),
            backup: backup, archive: archive, keepEvents: keptEvents(), metrics: metricsPlace(),
            console: consoleSettings(isProtected: text("tls-cert") != nil || acme != nil || !proxies.isEmpty),
            mail: emulator == nil ? mailSettings() : .none, audit: emulator == nil ? auditSettings() : .none, emulator: emulator,
            trace: traceSettings(emulator: emulator),
            texts: Dictionary(uniqueKeysWithValues: Self.keys.compactMap { key in text(key).map { (key, $0) } }))
        for (port, other) in ListeningPorts(of: settings).conflicts {
            note(port.key, "\(port.number) is also the port of \(other.key).", "Choose another port; 0 selects a free one.")
        }
        guard mistakes.isEmpty else { throw ConfigurationReport(mistakes: mistakes) }
        return settings
    }

    /// Notes settings that contradict the sockets of the service manager.
    private mutating func checkSockets(_ sockets: InheritedSockets) {
        for (socket, portKey) in [(sockets.http, "port"), (sockets.database, "database-port")] {
            guard let socket else { continue }
            for (key, value) in [("host", socket.host), (portKey, "\(socket.port)")] {
                guard let text = text(key), text != value else { continue }
                note(
                    key, "\(text) contradicts the socket of the service manager, \(socket.address).",
                    "Change ListenStream in the socket unit, or remove this setting.")
            }
        }
    }

    private mutating func certificate() -> LoadedCertificate? {
        let certificate = text("tls-cert")
        let key = text("tls-key")
        if (certificate == nil) != (key == nil) {
            note(
                certificate == nil ? "tls-cert" : "tls-key", "is missing.", "Set both the certificate and the key, as PEM files.")
        }
        let unreadable = [("tls-cert", certificate), ("tls-key", key)].compactMap { name, path in
            path.flatMap { TLSFiles.obstacle(to: $0, of: name) }
        }
        mistakes += unreadable
        guard let certificate, let key, unreadable.isEmpty else { return nil }
        do {
            return try TLSFiles(certificateFile: certificate, keyFile: key).load()
        } catch {
            mistakes.append(error)
            return nil
        }
    }

    private mutating func trustedProxies() -> [String] {
        let proxies = (text("trusted-proxy") ?? "").split(separator: ",").map { String($0).filter { $0 != " " } }
        for proxy in proxies where AddressRange(proxy) == nil {
            note("trusted-proxy", "\(proxy) is not an address range.", "Use the form 10.0.0.0/8 or 192.0.2.7.")
        }
        return proxies
    }

    private mutating func rulesFile() -> RulesFile? {
        guard let rules = text("rules") else { return nil }
        guard rules != "-", FileManager.default.isReadableFile(atPath: rules) else {
            note("rules", "\(rules) cannot be read.", "Use a file with Security Rules; it is reloaded whenever it changes.")
            return nil
        }
        do {
            return try RulesFile(rules)
        } catch {
            note("rules", "the Security Rules cannot be used:\n\(Failure.text(for: error))", "")
            return nil
        }
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
                "Set tls-cert and tls-key, acme-domain, or trusted-proxy if a proxy terminates TLS, or insecure-http to allow plaintext."
            )
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

    func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey([key])).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns a URL without a path.
    mutating func url(_ key: String, such example: String) -> String? {
        guard let url = text(key) else { return nil }
        if !Self.isPublicURL(url) { note(key, "\(url) is not a valid URL.", "Use the form \(example), without a path.") }
        return url
    }

    mutating func flag(_ key: String, default standard: Bool = false) -> Bool {
        guard let text = text(key) else { return standard }
        switch text.lowercased() {
        case "true", "yes", "1", "on": return true
        case "false", "no", "0", "off": return false
        default:
            note(key, "\(text) is not a Boolean value.", "Use true or false.")
            return false
        }
    }

    mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
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
