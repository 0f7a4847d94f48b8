import ArgumentParser
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            Every option can also be set in the environment (LATCHKEY_PORT for --port) or in a YAML file (port: 9099). \
            Flags win over the environment, the environment over the file.
            """)

    @Option(help: "A YAML file with settings.") var config: String?
    @Option(help: "The folder for database and keys (default: ./latchkey-data, with --sandbox ./latchkey-sandbox).") var data: String?
    @Option(help: "The address to listen on (default: 127.0.0.1).") var host: String?
    @Option(help: "The port to listen on (default: 9099; 0 picks a free one).") var port: String?
    @Option(help: "The port of the database (default: 9000; 0 picks a free one).") var databasePort: String?
    @Option(help: "The address at which apps and browsers reach the server, if it is another.") var publicUrl: String?
    @Flag(help: "Sign in with pretended providers on this machine: for trying and for tests.") var sandbox = false
    @Option(help: "The port of the pretended providers (default: 9100).") var sandboxPort: String?
    @Option(help: "A second port on which the pretended providers speak TLS.") var sandboxTlsPort: String?
    @Flag(help: "Do what the Firebase Auth Emulator does, in memory: nobody proves anything. For development and tests only.")
    var emulator = false
    @Option(help: "The emulator's project for every API key (default: demo-latchkey).") var project: String?
    @Flag(help: "Let the emulator be reached from other machines, containers and phones.") var emulatorAllowNetwork = false
    @Option(help: ArgumentHelp("Web pages that may call the emulator, beside those of this machine.", valueName: "origins"))
    var emulatorAllowOrigin: String?
    @Option(help: ArgumentHelp("What the emulator does about other projects than its own: error or warning.", valueName: "mode"))
    var singleProject: String?
    @Option(name: .customLong("import"), help: "A folder that an emulator exported, to begin with.") var importFolder: String?
    @Option(name: .customLong("export-on-exit"), help: "A folder to export the emulator's accounts to at the end.") var exportFolder:
        String?
    @Option(help: "A certificate chain as PEM file.") var tlsCert: String?
    @Option(help: "The certificate's private key as PEM file.") var tlsKey: String?
    @Option(help: "Address range of a proxy in front that speaks TLS and sets X-Forwarded-For.") var trustedProxy: String?
    @Option(
        help: ArgumentHelp(
            "Hosts and address ranges in the server's own network that it may call for providers, hooks and webhooks, separated by commas.",
            valueName: "targets"))
    var allowPrivateTargets: String?
    @Flag(help: "Listen beyond this machine without TLS: passwords and tokens travel in the clear.") var insecureHttp = false
    @Option(help: "The file with the master key (default: master.key in the data folder).") var masterKeyFile: String?
    @Option(help: ArgumentHelp("Security Rules of the standard project's own database, followed when the file changes.", valueName: "file"))
    var rules: String?
    @Option(
        help: ArgumentHelp(
            "How much one network may send to the databases in a minute (default: 120; 0 for any amount).", valueName: "MB"))
    var databaseWriteRate: String?
    @Option(help: ArgumentHelp("A style sheet for the sign-in page, beside its own.", valueName: "file"))
    var signInStyle: String?
    @Option(help: "How ID tokens are signed by the first key: RS256 or ES256 (default: RS256).") var signingAlgorithm: String?
    @Option(help: ArgumentHelp("The mail server, for example smtp://user@mail.example.org:587 (STARTTLS) or smtps://…", valueName: "url"))
    var smtpUrl: String?
    @Option(help: "The file with its password; - for standard input (default: LATCHKEY_SMTP_PASSWORD).") var smtpPasswordFile: String?
    @Option(help: "A PEM file with authorities to trust for it, in place of the system's.") var smtpCaFile: String?
    @Flag(help: "Speak to the mail server without TLS.") var insecureSmtp = false
    @Option(help: "From whom mails come: accounts@example.org, or “Example <accounts@example.org>”.") var mailFrom: String?
    @Option(help: ArgumentHelp("Post mails to this address, in place of a mail server.", valueName: "url")) var mailWebhook: String?
    @Option(help: ArgumentHelp("Post text messages to this address.", valueName: "url")) var smsWebhook: String?
    @Option(help: "The file with the secret that signs what is posted (default: LATCHKEY_WEBHOOK_SECRET).") var webhookSecretFile: String?
    @Option(help: "How much is logged (default: info).") var logLevel: String?
    @Flag(help: "Print one line of JSON once the server listens.") var json = false

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
