import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            You can also set each option in the environment (LATCHKEY_PORT for --port) or in a YAML file (port: 9099). \
            Flags override the environment, which overrides the file.
            """)

    @Option(help: "A YAML file with settings.") var config: String?
    @Option(help: "The data folder (default: ./latchkey-data, with --sandbox ./latchkey-sandbox).") var data: String?
    @Option(help: "The address to listen on (default: 127.0.0.1).") var host: String?
    @Option(help: "The port to listen on (default: 9099; 0 for any free port).") var port: String?
    @Option(help: "The port of the realtime database (default: 9000; 0 for any free port).") var databasePort: String?
    @Option(
        help: ArgumentHelp(
            "Store accounts and databases in this PostgreSQL database instead of the data folder: postgres://user@host/database.",
            valueName: "uri"))
    var store: String?
    @Option(help: "The file with the database user's password (default: LATCHKEY_STORE_PASSWORD, or PostgreSQL's own).")
    var storePasswordFile: String?
    @Flag(help: "Start even if the database server can lose confirmed changes.") var mayLoseWrites = false
    @Option(help: "The name of this node, if several nodes share the store. It needs --node-url.") var nodeName: String?
    @Option(help: "The URL at which other nodes reach the database port of this node.") var nodeUrl: String?
    @Option(help: "The public URL of the server, if it differs from the listening address.") var publicUrl: String?
    @Option(help: "The URL at which apps reach the databases, if it differs from the listening address.") var databaseUrl: String?
    @Flag(help: "Use mock providers on this machine, for evaluation and tests.") var sandbox = false
    @Option(help: "The port of the mock providers (default: 9100).") var sandboxPort: String?
    @Option(help: "An additional TLS port for the mock providers.") var sandboxTlsPort: String?
    @Flag(help: "Run in memory like the Firebase Auth Emulator, without authentication. For development and tests only.")
    var emulator = false
    @Option(help: "The emulator's default project, for requests with an unknown API key (default: demo-latchkey).") var project: String?
    @Flag(help: "Allow access to the emulator from other machines, containers and phones.") var emulatorAllowNetwork = false
    @Option(help: ArgumentHelp("Additional origins of web pages that may call the emulator, separated by commas.", valueName: "origins"))
    var emulatorAllowOrigin: String?
    @Option(help: ArgumentHelp("How the emulator handles projects other than its default project: error or warning.", valueName: "mode"))
    var singleProject: String?
    @Option(name: .customLong("import"), help: "A folder with an emulator export to import at startup.") var importFolder: String?
    @Option(name: .customLong("export-on-exit"), help: "A folder to export the emulator's accounts to when it exits.") var exportFolder:
        String?
    @Option(help: "A PEM file with the certificate chain.") var tlsCert: String?
    @Option(help: "A PEM file with the certificate's private key.") var tlsKey: String?
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A name of this server, to obtain its certificate by ACME. Repeat it, or separate names with commas.", valueName: "name"))
    var acmeDomain: [String] = []
    @Option(help: ArgumentHelp("The mail address for the certificate authority, separated by commas.", valueName: "address"))
    var acmeContact: String?
    @Flag(help: "Agree to the terms of service of the certificate authority.") var acmeAgreeTerms = false
    @Option(help: ArgumentHelp("The directory of the certificate authority (default: Let's Encrypt).", valueName: "url"))
    var acmeDirectory: String?
    @Option(help: "A PEM file with certificate authorities for the directory, instead of the system's.") var acmeCaFile: String?
    @Option(help: ArgumentHelp("How to prove the control of names: http-01 or tls-alpn-01 (default: http-01).", valueName: "kind"))
    var acmeChallenge: String?
    @Option(help: "The port for http-01, which redirects everything else to https (default: 80).") var acmeHttpPort: String?
    @Option(help: "The address range of a proxy that terminates TLS and sets X-Forwarded-For.") var trustedProxy: String?
    @Option(
        help: ArgumentHelp(
            "Hosts and address ranges in the server's own network that providers, hooks and webhooks may use, separated by commas.",
            valueName: "targets"))
    var allowPrivateTargets: String?
    @Flag(help: "Allow access from other machines without TLS. Passwords and tokens are transmitted unencrypted.") var insecureHttp = false
    @OptionGroup var masterKey: MasterKeyOptions
    @Option(help: ArgumentHelp("The Security Rules of the default database, reloaded when the file changes.", valueName: "file"))
    var rules: String?
    @Option(
        help: ArgumentHelp(
            "The write rate limit of the databases per network and minute (default: 120; 0 for no limit).", valueName: "MB"))
    var databaseWriteRate: String?
    @Option(
        help: ArgumentHelp(
            "The maximum number of open connections (default: as many as the process may open files).", valueName: "number"))
    var maxConnections: String?
    @Option(
        help: ArgumentHelp(
            "When changes are confirmed: full, on the disk, or normal, earlier: a power failure can lose recent changes (default: full).",
            valueName: "level"))
    var sqliteSynchronous: String?
    @Option(help: ArgumentHelp("An additional style sheet for the sign-in page.", valueName: "file"))
    var signInStyle: String?
    @Option(help: "The algorithm of the first signing key: RS256 or ES256 (default: RS256).") var signingAlgorithm: String?
    @Option(help: ArgumentHelp("The mail server, for example smtp://user@mail.example.org:587 (STARTTLS) or smtps://…", valueName: "url"))
    var smtpUrl: String?
    @Option(help: "The mail server's password file; - for standard input (default: LATCHKEY_SMTP_PASSWORD).") var smtpPasswordFile: String?
    @Option(help: "A PEM file with certificate authorities for the mail server, instead of the system's.") var smtpCaFile: String?
    @Flag(help: "Connect to the mail server without TLS.") var insecureSmtp = false
    @Option(help: "The sender of mails: accounts@example.org, or \"Example <accounts@example.org>\".") var mailFrom: String?
    @Option(help: ArgumentHelp("Post mails to this URL instead of a mail server.", valueName: "url")) var mailWebhook: String?
    @Option(help: ArgumentHelp("Post text messages to this URL.", valueName: "url")) var smsWebhook: String?
    @Option(help: "The file with the secret that signs webhook requests (default: LATCHKEY_WEBHOOK_SECRET).") var webhookSecretFile: String?
    @Option(help: "The log level (default: info).") var logLevel: String?
    @Option(help: "The format of the log: text or json (default: text).") var logFormat: String?
    @Option(help: ArgumentHelp("A folder for regular backups, or s3://BUCKET/PREFIX.", valueName: "place")) var backupDir: String?
    @Option(help: ArgumentHelp("The interval of backups, such as 30m, 1h or 1d (default: 1d).", valueName: "interval"))
    var backupEvery: String?
    @Option(help: ArgumentHelp("The number of backups that stay (default: 48).", valueName: "number")) var backupKeep: String?
    @Option(help: ArgumentHelp("A folder for the continuous archive, or s3://BUCKET/PREFIX.", valueName: "place")) var archiveTo: String?
    @Option(help: ArgumentHelp("The interval of the archive's snapshots, such as 12h or 1d (default: 1d).", valueName: "interval"))
    var archiveSnapshotEvery: String?
    @Option(help: ArgumentHelp("The time for which the archive can restore every moment (default: 7d).", valueName: "interval"))
    var archiveKeep: String?
    @Option(help: "The file with the passphrase that encrypts backups (default: LATCHKEY_BACKUP_PASSPHRASE).") var backupPassphraseFile:
        String?
    @Option(help: "The address of the S3 server for backups (default: Amazon's).") var backupS3Endpoint: String?
    @Option(help: "The region of the bucket for backups (default: AWS_REGION, or us-east-1).") var backupS3Region: String?
    @Option(help: "The access key ID for S3 (default: AWS_ACCESS_KEY_ID).") var backupS3AccessKeyId: String?
    @Option(help: "The file with the secret access key for S3 (default: LATCHKEY_BACKUP_S3_SECRET_ACCESS_KEY).")
    var backupS3SecretAccessKeyFile: String?
    @Option(help: "Whether to serve the console: yes or no (default: yes).") var console: String?
    @Option(help: "A port of its own for the console (default: none; 0 for any free port).") var consolePort: String?
    @Option(help: "The address of this port (default: 127.0.0.1).") var consoleHost: String?
    @Option(help: "The URL of the console, if it differs from the address of its port.") var consoleUrl: String?
    @Flag(help: "Require a second factor or a passkey of administrators in the console.") var consoleRequireSecondFactor = false
    @Option(help: ArgumentHelp("Delete older events of the audit log, such as 400d (default: none).", valueName: "time"))
    var keepEvents: String?
    @Option(help: ArgumentHelp("Append the events of the audit log to this file, as JSON lines.", valueName: "file")) var auditFile: String?
    @Option(
        help: ArgumentHelp(
            "Send the events of the audit log to a syslog server: tcp://HOST:PORT, udp://HOST:PORT or unix:PATH.", valueName: "address"))
    var auditSyslog: String?
    @Option(help: ArgumentHelp("Post the events of the audit log to this URL.", valueName: "url")) var auditWebhook: String?
    @Option(help: "The file with the secret that signs these requests (default: LATCHKEY_AUDIT_WEBHOOK_SECRET).")
    var auditWebhookSecretFile: String?
    @Flag(help: "Log each request.") var accessLog = false
    @Option(help: "The port for Prometheus (default: none; 0 for any free port).") var metricsPort: String?
    @Option(help: "The address for Prometheus (default: 127.0.0.1).") var metricsHost: String?
    @Option(help: ArgumentHelp("Export traces to this OTLP collector (default: none).", valueName: "url")) var traceEndpoint: String?
    @Option(help: ArgumentHelp("The share of traces that are recorded, from 0 to 1 (default: 0.01).", valueName: "share"))
    var traceSample: String?
    @Option(help: "The addresses of callers whose traces are continued, as ranges (default: none).") var traceAcceptParent: String?
    @Option(help: "The file with headers for the collector, name=value (default: LATCHKEY_TRACE_HEADERS).") var traceHeadersFile: String?
    @Flag(help: "Print one line of JSON once the server is ready.") var json = false
    @Flag(help: "Check the settings, and exit.") var check = false

    /// `EX_CONFIG` of sysexits.h: a service manager need not start the server again before the settings change.
    private static let configurationStatus: Int32 = 78

    func run() async throws {
        // The default is to end. Until the server can reload its settings, the signal has nothing to do.
        signal(SIGHUP, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let settings: ServeSettings
        do {
            settings = try read(environment, isStart: true)
        } catch let report as ConfigurationReport {
            Terminal.printError("Error: \(report)")
            throw ExitCode(Self.configurationStatus)
        }
        if check { return Terminal.print("The settings are valid.") }
        let level = LogLevel(settings.logLevel)
        let makeLogger: @Sendable (String) -> Logger = { label in
            Logger(label: label) { ServerLogHandler(label: $0, format: settings.logFormat, level: level) }
        }
        let notifier = ServiceNotifier(environment: environment)
        let instance = ServerInstance(
            settings: settings, makeLogger: makeLogger,
            onReady: { [json] report in
                Terminal.print(json ? (try? report.json()) ?? "{}" : report.lines.joined(separator: "\n"))
                notifier.tell(.ready)
            },
            reload: ReloadSource(level: level, notifier: notifier) { [self] in try read(environment, isStart: false) })
        do {
            try await ServiceGroup(
                services: [instance], gracefulShutdownSignals: [.sigterm, .sigint], logger: instance.logger
            ).run()
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }

    /// - Throws: ``ConfigurationReport``.
    private func read(_ environment: [String: String], isStart: Bool) throws -> ServeSettings {
        let sockets: InheritedSockets
        do {
            sockets = try InheritedSockets(environment: environment)
        } catch {
            throw ConfigurationReport(mistakes: [error])
        }
        var reader = SettingsReader(flags: flags, environment: environment, file: config ?? environment["LATCHKEY_CONFIG"])
        return try reader.settings(sockets: sockets, isStart: isStart)
    }

    private var flags: [String: String] {
        let texts: [(String, String?)] = [
            ("data", data), ("store", store), ("store-password-file", storePasswordFile),
            ("may-lose-writes", mayLoseWrites ? "true" : nil), ("node-name", nodeName), ("node-url", nodeUrl), ("host", host),
            ("port", port), ("database-port", databasePort),
            ("public-url", publicUrl),
            ("database-url", databaseUrl),
            ("sandbox-port", sandboxPort),
            ("sandbox-tls-port", sandboxTlsPort), ("tls-cert", tlsCert), ("tls-key", tlsKey), ("trusted-proxy", trustedProxy),
            ("acme-domain", acmeDomain.isEmpty ? nil : acmeDomain.joined(separator: ",")), ("acme-contact", acmeContact),
            ("acme-agree-terms", acmeAgreeTerms ? "true" : nil), ("acme-directory", acmeDirectory), ("acme-ca-file", acmeCaFile),
            ("acme-challenge", acmeChallenge), ("acme-http-port", acmeHttpPort),
            ("allow-private-targets", allowPrivateTargets),
            ("rules", rules), ("database-write-rate", databaseWriteRate),
            ("max-connections", maxConnections), ("sqlite-synchronous", sqliteSynchronous),
            ("sign-in-style", signInStyle), ("signing-algorithm", signingAlgorithm),
            ("log-level", logLevel), ("log-format", logFormat), ("backup-dir", backupDir), ("backup-every", backupEvery),
            ("backup-keep", backupKeep), ("backup-passphrase-file", backupPassphraseFile),
            ("archive-to", archiveTo), ("archive-snapshot-every", archiveSnapshotEvery), ("archive-keep", archiveKeep),
            ("backup-s3-endpoint", backupS3Endpoint), ("backup-s3-region", backupS3Region),
            ("backup-s3-access-key-id", backupS3AccessKeyId), ("backup-s3-secret-access-key-file", backupS3SecretAccessKeyFile),
            ("audit-file", auditFile), ("audit-syslog", auditSyslog), ("audit-webhook", auditWebhook),
            ("audit-webhook-secret-file", auditWebhookSecretFile),
            ("keep-events", keepEvents), ("access-log", accessLog ? "true" : nil),
            ("metrics-host", metricsHost),
            ("metrics-port", metricsPort),
            ("trace-endpoint", traceEndpoint), ("trace-sample", traceSample), ("trace-accept-parent", traceAcceptParent),
            ("trace-headers-file", traceHeadersFile),
            ("console", console), ("console-port", consolePort), ("console-host", consoleHost), ("console-url", consoleUrl),
            ("console-require-second-factor", consoleRequireSecondFactor ? "true" : nil),
            ("smtp-url", smtpUrl), ("smtp-password-file", smtpPasswordFile), ("smtp-ca-file", smtpCaFile), ("mail-from", mailFrom),
            ("mail-webhook", mailWebhook), ("sms-webhook", smsWebhook), ("webhook-secret-file", webhookSecretFile),
            ("emulator", emulator ? "true" : nil), ("project", project),
            ("emulator-allow-network", emulatorAllowNetwork ? "true" : nil), ("emulator-allow-origin", emulatorAllowOrigin),
            ("import", importFolder), ("single-project", singleProject), ("export-on-exit", exportFolder),
            ("insecure-smtp", insecureSmtp ? "true" : nil),
            ("sandbox", sandbox ? "true" : nil),
            ("insecure-http", insecureHttp ? "true" : nil),
        ]
        return Dictionary(uniqueKeysWithValues: (texts + masterKey.values).compactMap { key, value in value.map { (key, $0) } })
    }
}
