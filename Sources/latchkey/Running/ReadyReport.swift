import Foundation

/// The information that a server prints when it is ready.
struct ReadyReport: Codable, Sendable, Equatable {
    /// The public URL.
    var url: String
    /// The listening address; differs from the URL behind a proxy.
    var listening: String
    /// The URL of the realtime database.
    var database: String
    var projectID: String
    var apiKey: String
    var signIn: String
    /// The destination of mails; `nil` if they wait in the outbox.
    var mail: String?
    /// The URL of the public outbox; only in a sandbox.
    var outbox: String?
    var sandbox: SandboxAddresses?
    /// The URL of the console; `nil` for an emulator.
    var console: String?
    /// How to create the first administrator, if there is none: an invitation link if the output is a terminal. The link grants full
    /// control, so it is never part of output that programs collect.
    var setup: String?
    /// The value for `FIREBASE_AUTH_EMULATOR_HOST`; only for an emulator.
    var emulator: String?

    struct SandboxAddresses: Codable, Sendable, Equatable {
        var twitter: String
        var x: String
        var github: String
        /// The issuer of the OpenID provider.
        var openid: String
        var tls: String?
        var certificate: String?
    }

    /// Returns the report as one line of JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var report = self
        report.setup = nil
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    /// The report with one line per fact.
    var lines: [String] {
        var lines = ["Latchkey listens at    \(listening)"]
        if url != listening { lines.append("Public URL             \(url)") }
        lines += [
            "Database               \(database)", "Sign in with a browser \(signIn)", "Project                \(projectID)",
            "API key                \(apiKey)",
        ]
        if let emulator {
            lines.append("Auth emulator          FIREBASE_AUTH_EMULATOR_HOST=\(emulator) (no authentication, no persistence)")
            if let host = database.prefix(while: { $0 != "?" }).split(separator: "/").last {
                lines.append("Database emulator      FIREBASE_DATABASE_EMULATOR_HOST=\(host)")
            }
        }
        if let console { lines.append("Console                \(console)") }
        if let setup { lines.append("First administrator    \(setup)") }
        lines.append("Mail                   \(mail ?? "not configured: messages wait in the outbox")")
        if let outbox { lines.append("Outbox                 \(outbox)") }
        if let sandbox {
            lines.append(
                "Sandbox providers      \(sandbox.twitter) (mock Twitter, X and GitHub; open it to add people and faults)"
            )
            lines.append("Sandbox OpenID issuer  \(sandbox.openid)")
            if let tls = sandbox.tls { lines.append("Sandbox over TLS       \(tls) (certificate: \(sandbox.certificate ?? "-"))") }
        }
        return lines
    }
}
