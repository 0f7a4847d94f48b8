#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a person or a program needs to know of a server that has begun to listen.
struct ReadyReport: Codable, Sendable, Equatable {
    /// Where people and apps reach it.
    var url: String
    /// Where it listens on this machine; another address where a proxy stands in front.
    var listening: String
    /// Where the database is reached.
    var database: String
    var projectID: String
    var apiKey: String
    var signIn: String
    /// Where mails leave to; absent where they wait in the outbox.
    var mail: String?
    /// Where everybody may read them; in a sandbox only.
    var outbox: String?
    var sandbox: SandboxAddresses?
    /// Where administrators look after the server; absent for an emulator.
    var console: String?
    /// How the first administrator is made, where there is none yet: on a terminal a link. Whoever has it owns the server, so it is in nothing
    /// that programs collect.
    var setup: String?
    /// What `FIREBASE_AUTH_EMULATOR_HOST` has to be; for an emulator only.
    var emulator: String?

    struct SandboxAddresses: Codable, Sendable, Equatable {
        var twitter: String
        var x: String
        var github: String
        /// The issuer.
        var openid: String
        var tls: String?
        var certificate: String?
    }

    /// One line of JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var report = self
        report.setup = nil
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    /// One line per fact.
    var lines: [String] {
        var lines = ["Latchkey listens at    \(listening)"]
        if url != listening { lines.append("People reach it at     \(url)") }
        lines += [
            "Database               \(database)", "Sign in with a browser \(signIn)", "Project                \(projectID)",
            "API key                \(apiKey)",
        ]
        if let emulator {
            lines.append("Auth emulator          FIREBASE_AUTH_EMULATOR_HOST=\(emulator) (nobody proves anything here, nothing is kept)")
            if let host = database.split(separator: "/").last {
                lines.append("Database emulator      FIREBASE_DATABASE_EMULATOR_HOST=\(host)")
            }
        }
        if let console { lines.append("Console                \(console)") }
        if let setup { lines.append("First administrator    \(setup)") }
        lines.append("Mail                   \(mail ?? "not configured: messages wait in the outbox")")
        if let outbox { lines.append("Outbox                 \(outbox)") }
        if let sandbox {
            lines.append(
                "Sandbox providers      \(sandbox.twitter) (Twitter, X and GitHub; nobody there is real; open it to add people and choose faults)"
            )
            lines.append("Sandbox OpenID issuer  \(sandbox.openid)")
            if let tls = sandbox.tls { lines.append("Sandbox over TLS       \(tls) (certificate: \(sandbox.certificate ?? "-"))") }
        }
        return lines
    }
}
