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
    @Option(help: "The public URL of the server, if it differs from the listening address.") var publicUrl: String?
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
    @Option(help: "The address range of a proxy that terminates TLS and sets X-Forwarded-For.") var trustedProxy: String?
    @Option(
        help: ArgumentHelp(
            "Hosts and address ranges in the server's own network that providers, hooks and webhooks may use, separated by commas.",
            valueName: "targets"))
    var allowPrivateTargets: String?
    @Flag(help: "Allow access from other machines without TLS. Passwords and tokens are transmitted unencrypted.") var insecureHttp = false
    @Option(help: "The master key file (default: master.key in the data folder).") var masterKeyFile: String?
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
    @Flag(help: "Print one line of JSON once the server is ready.") var json = false

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        var reader = SettingsReader(flags: flags, environment: environment, file: config ?? environment["LATCHKEY_CONFIG"])
        let settings: ServeSettings
        do {
            settings = try reader.settings()
        } catch let report as ConfigurationReport {
            throw Failure(report.description)
        }
        var logger = Logger(label: "latchkey") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = settings.logLevel
        let instance = ServerInstance(settings: settings, environment: environment, logger: logger) { [json] report in
            let text = json ? (try? report.json()) ?? "{}" : report.lines.joined(separator: "\n")
            Terminal.print(text)
        }
        do {
            try await ServiceGroup(
                services: [instance], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
            ).run()
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }

    private var flags: [String: String] {
        let texts: [(String, String?)] = [
            ("data", data), ("host", host), ("port", port), ("database-port", databasePort), ("public-url", publicUrl),
            ("sandbox-port", sandboxPort),
            ("sandbox-tls-port", sandboxTlsPort), ("tls-cert", tlsCert), ("tls-key", tlsKey), ("trusted-proxy", trustedProxy),
            ("allow-private-targets", allowPrivateTargets),
            ("master-key-file", masterKeyFile), ("rules", rules), ("database-write-rate", databaseWriteRate),
            ("max-connections", maxConnections), ("sqlite-synchronous", sqliteSynchronous),
            ("sign-in-style", signInStyle), ("signing-algorithm", signingAlgorithm),
            ("log-level", logLevel),
            ("smtp-url", smtpUrl), ("smtp-password-file", smtpPasswordFile), ("smtp-ca-file", smtpCaFile), ("mail-from", mailFrom),
            ("mail-webhook", mailWebhook), ("sms-webhook", smsWebhook), ("webhook-secret-file", webhookSecretFile),
            ("emulator", emulator ? "true" : nil), ("project", project),
            ("emulator-allow-network", emulatorAllowNetwork ? "true" : nil), ("emulator-allow-origin", emulatorAllowOrigin),
            ("import", importFolder), ("single-project", singleProject), ("export-on-exit", exportFolder),
            ("insecure-smtp", insecureSmtp ? "true" : nil),
            ("sandbox", sandbox ? "true" : nil),
            ("insecure-http", insecureHttp ? "true" : nil),
        ]
        return Dictionary(uniqueKeysWithValues: texts.compactMap { key, value in value.map { (key, $0) } })
    }
}
