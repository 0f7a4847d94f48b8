#if Sandbox
import ArgumentParser
import Foundation
import LatchkeySandbox
import LatchkeySecrets
import Logging
import ServiceLifecycle
import UnixSignals

/// `latchkey sandbox`: runs only the mock providers.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run mock Twitter, X, GitHub and OpenID providers.",
        discussion: """
            The sandbox implements the real protocols. Its applications, secrets and people are public, so it listens only on this \
            machine. Stop it with Ctrl-C; it does not store any data.
            """)

    @Option(help: "The loopback address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port for HTTP; 0 for any free port.")
    var port = 9100

    @Option(help: "The port for HTTPS; 0 for any free port (default: no HTTPS).")
    var tlsPort: Int?

    @Option(help: "The file to write the certificate to that HTTPS clients must trust; requires --tls-port.")
    var certificateFile: String?

    @Option(
        name: .customLong("public-address"),
        help: "An additional address that requests may be signed for, such as https://api.twitter.com. Repeatable.")
    var publicAddresses: [String] = []

    @Flag(help: "Print the addresses as one line of JSON once the sandbox is ready.")
    var json = false

    func validate() throws {
        guard (tlsPort == nil) == (certificateFile == nil) else {
            throw ValidationError("--tls-port and --certificate-file must be used together.")
        }
    }

    func run() async throws {
        var logger = Logger(label: "latchkey.sandbox", factory: StreamLogHandler.standardError(label:))
        logger.logLevel = .warning
        let sandbox = try Sandbox(
            SandboxConfiguration(
                host: host, port: port, tlsPort: tlsPort, certificateFile: certificateFile, publicAddresses: publicAddresses),
            logger: logger)
        do {
            try await PortCheck.check([("--port", host, port)] + (tlsPort.map { [("--tls-port", host, $0)] } ?? []))
        } catch {
            throw Failure(Failure.text(for: error))
        }
        let services = ServiceGroup(
            configuration: .init(
                services: [.init(service: sandbox)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await withThrowingTaskGroup { group in
            group.addTask { try await services.run() }
            let announcement = Announcement(
                base: try await sandbox.baseURL(), tls: try await sandbox.tlsBaseURL(), certificate: certificateFile)
            Terminal.write(json ? try announcement.json() : announcement.text, to: .standardOutput)
            try await group.waitForAll()
        }
    }

    /// The output of the command once the sandbox is ready.
    private struct Announcement {
        let base: String
        let tls: String?
        let certificate: String?

        private struct Line: Encodable {
            let twitter: String
            let x: String
            let github: String
            let openid: String
            let tls: String?
            let certificate: String?
        }

        func json() throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = Line(
                twitter: base, x: base, github: base, openid: SandboxApp.openIDIssuer(at: base), tls: tls, certificate: certificate)
            return String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
        }

        var text: String {
            var lines = [
                "The sandbox listens at \(base)",
                "  Twitter  consumer key \(SandboxApp.twitter.key)  secret \(SandboxApp.twitter.secret.expose())",
                "  X        client id    \(SandboxApp.x.key)  secret \(SandboxApp.x.secret.expose())",
                "  GitHub   client id    \(SandboxApp.github.key)  secret \(SandboxApp.github.secret.expose())",
                "  OpenID   client id    \(SandboxApp.openID.key)  secret \(SandboxApp.openID.secret.expose())",
                "           issuer       \(SandboxApp.openIDIssuer(at: base))",
            ]
            if let tls, let certificate { lines.append("  https    \(tls)  trust \(certificate)") }
            return lines.joined(separator: "\n") + "\n"
        }
    }
}
#endif
