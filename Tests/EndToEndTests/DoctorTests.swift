import Foundation
import ServerUnderTest
import Testing

/// `latchkey doctor` with the mock providers.
@Suite(.timeLimit(.minutes(10))) struct DoctorTests {
    private struct Check: Decodable {
        let subject: String
        let ok: Bool
        let detail: String
        let mend: String?
    }

    @Test func freshSandboxHasNoProblems() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let checks: [Check] = try await server.latchkey("doctor", "--json").json()
            #expect(checks.allSatisfy { $0.ok && $0.mend == nil }, "\(checks)")
            #expect(
                checks.map(\.subject)
                    == ["data folder", "master key", "database", "public address", "store", "secrets"]
                    + ["id-token", "session-cookie", "api-key", "provider-secret"].map { "key age: \($0)" } + ["backup", "disk"]
                    + [
                        "discord.com", "facebook.com", "github.com", "linkedin.com", "oidc.sandbox", "slack.com", "spotify.com",
                        "twitch.tv",
                        "twitter.com", "x.com",
                    ].flatMap { ["default: \($0)", "default: \($0) clock"] } + ["mail"])
            let text = try await server.latchkey("doctor").printed()
            #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("ok    ") })
            #expect(text.contains("\(server.url)/__/auth/handler is approved"))
        }
    }

    @Test(arguments: ["twitter.com", "github.com"])
    func explainsAWrongSecret(of provider: String) async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            _ = try await server.latchkey("projects", "provider", "set", provider, "--secret-file", "-", input: "wrong-secret-1").printed()
            let check = try await failure(of: "default: \(provider)", "doctor", on: server)
            #expect(check.detail.contains("does not accept"))
            #expect(check.mend?.contains("latchkey projects provider set \(provider)") == true)
            let text = try await server.latchkey("doctor")
            #expect(text.status == 1)
            #expect(text.output.contains("FAIL  default: \(provider): "))
            #expect(!text.output.contains("wrong-secret-1"))
        }
    }

    @Test func explainsACallbackThatIsNotApproved() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let check = try await failure(
                of: "default: twitter.com", "doctor", "--public-url", "https://auth.example.org", on: server)
            #expect(check.detail.contains("(error 415)"))
            #expect(check.mend?.contains("Add https://auth.example.org/__/auth/handler to the callback URLs") == true)
        }
    }

    @Test func explainsAnAppWithoutCallbacks() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            _ = try await server.latchkey(
                "projects", "provider", "set", "twitter.com", "--key", "desktopSandboxConsumer001", "--secret-file", "-",
                input: "not-a-secret-desktop-3nYcUf7LqXvB9kAzGtRwPiJe"
            ).printed()
            let check = try await failure(of: "default: twitter.com", "doctor", on: server)
            #expect(check.detail.contains("(error 417)"))
            #expect(check.mend?.contains("\(server.url)/__/auth/handler") == true)
        }
    }

    @Test(arguments: [1200, -900])
    func measuresAWrongClock(_ seconds: Int) async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let faults = try #require(server.report.sandbox).twitter + "/sandbox/faults"
            #expect(
                try await Web.post(faults, json: ["kind": "wrong_clock", "provider": "github", "seconds": seconds, "times": 1]).status
                    == 201)
            let refused = try await failure(of: "default: github.com clock", "doctor", on: server)
            #expect(Self.tells(seconds, refused), "\(refused.detail)")

            // Twitter checks the timestamp. A retry with Twitter's own time succeeds, but the clock is still wrong.
            #expect(
                try await Web.post(faults, json: ["kind": "wrong_clock", "provider": "twitter", "seconds": seconds, "times": 0]).status
                    == 201)
            let checks = try await checks("doctor", on: server)
            #expect(checks.first { $0.subject == "default: twitter.com" }?.ok == true)
            let clock = try #require(checks.first { $0.subject == "default: twitter.com clock" })
            #expect(!clock.ok && Self.tells(seconds, clock), "\(clock.detail)")

            // If only one response has a wrong time, a retry with that time fails.
            _ = try await Web.post(try #require(server.report.sandbox).twitter + "/sandbox/reset", json: [:])
            _ = try await Web.post(faults, json: ["kind": "wrong_clock", "provider": "twitter", "seconds": seconds, "times": 1])
            let confused = try await failure(of: "default: twitter.com", "doctor", on: server)
            #expect(confused.detail.contains("(error 135)") && Self.tells(seconds, confused), "\(confused.detail)")
        }
    }

    @Test(arguments: [("server_error", "fault of its own"), ("rate_limited", "too many requests"), ("app_suspended", "suspended")])
    func explainsProviderErrors(_ fault: String, words: String) async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            _ = try await Web.post(
                try #require(server.report.sandbox).twitter + "/sandbox/faults",
                json: ["kind": fault, "provider": "twitter", "times": 0])
            let check = try await failure(of: "default: twitter.com", "doctor", on: server)
            #expect(check.detail.contains(words), "\(check.detail)")
        }
    }

    @Test func looksAtTheFolderWithoutAServer() async throws {
        let folder = try TemporaryFolder()
        let doctor = ["doctor", "--json", "--data", folder.data]
        #expect(try Self.decode(try await LatchkeyProcess.run(doctor)).map(\.subject) == ["data folder"], "there is none yet")
        try await LatchkeyProcess.serve(in: folder) { _ in }

        let alone = try Self.decode(try await LatchkeyProcess.run(doctor))
        #expect(alone.prefix(3).map(\.ok) == [true, true, true])
        #expect(alone.dropFirst(3).first?.mend?.contains("--public-url") == true)
        #expect(alone.contains { $0.subject == "default: twitter.com" && $0.detail.contains("cannot be reached") })

        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.data)
        let open = try Self.decode(try await LatchkeyProcess.run(doctor))
        #expect(open.map(\.ok) == [false])
        #expect(open.first?.mend == "Restrict access: chmod 700 \(folder.data)")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.data)

        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.data + "/master.key")
        let key = try #require(try Self.decode(try await LatchkeyProcess.run(doctor)).first { !$0.ok })
        #expect(key.subject == "master key" && key.mend?.contains("chmod 600") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.data + "/master.key")
    }

    @Test(.storeInFolder) func reportsADamagedDatabase() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { _ in }
        for name in ["latchkey.db-wal", "latchkey.db-shm"] { try? FileManager.default.removeItem(atPath: folder.data + "/" + name) }
        try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.data + "/latchkey.db"))
        let doctor = ["doctor", "--json", "--data", folder.data]
        let database = try #require(try Self.decode(try await LatchkeyProcess.run(doctor)).first { !$0.ok })
        #expect(database.subject == "database")
    }

    /// Whether a check names the offset of a provider's clock from ours. The measurement is off by up to three seconds.
    private static func tells(_ seconds: Int, _ check: Check) -> Bool {
        guard let found = check.detail.firstMatch(of: /about (\d+) seconds (behind|ahead)/), let measured = Int(found.1) else {
            return false
        }
        return abs(measured - abs(seconds)) <= 3 && (found.2 == "behind") == (seconds > 0)
    }

    private func checks(_ arguments: String..., on server: RunningServer) async throws -> [Check] {
        try Self.decode(try await LatchkeyProcess.run(arguments + ["--json", "--data", server.folder.data]))
    }

    /// The only check that fails.
    private func failure(of subject: String, _ arguments: String..., on server: RunningServer) async throws -> Check {
        let outcome = try await LatchkeyProcess.run(arguments + ["--json", "--data", server.folder.data])
        #expect(outcome.status == 1)
        let failed = try Self.decode(outcome).first { !$0.ok && $0.subject == subject }
        return try #require(failed, "\(outcome.output)")
    }

    private static func decode(_ outcome: CommandOutcome) throws -> [Check] {
        try CommandOutcome(status: 0, output: outcome.output, errors: outcome.errors).json()
    }
}
