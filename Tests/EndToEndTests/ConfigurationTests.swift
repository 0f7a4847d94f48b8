import Foundation
import ServerUnderTest
import Testing

/// The configuration sources of `latchkey serve`.
@Suite(.timeLimit(.minutes(10))) struct ConfigurationTests {
    @Test func oneReportListsAllConfigurationProblems() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("latchkey.yaml", "prot: 1234\npublic-url: nonsense\nsigning-algorithm: RS256\n")
        let outcome = try await LatchkeyProcess.run(
            [
                "serve", "--config", file, "--port", "70000", "--host", "0.0.0.0", "--tls-cert", "/nonexistent.pem", "--trusted-proxy",
                "10.0.0.0/33", "--json", "--data", folder.data,
            ], environment: ["LATCHKEY_SIGNING_ALGORITHM": "HS256", "LATCHKEY_LOG_LEVEL": "loud"])
        let report = outcome.refusal(status: 78)
        #expect(outcome.output.isEmpty)
        let lines = report.split(separator: "\n")
        for (key, word) in [
            ("prot", "not a setting"), ("port", "70000"), ("public-url", "nonsense"), ("signing-algorithm", "HS256"),
            ("log-level", "loud is not a level"),
            ("tls-key", "missing"), ("tls-cert", "/nonexistent.pem"), ("trusted-proxy", "10.0.0.0/33"),
        ] {
            #expect(lines.contains { $0.hasPrefix("  \(key): ") && $0.contains(word) }, "\(key) is missing in: \(report)")
        }
        #expect(lines.first?.contains("8 problems in the configuration; the server was not started.") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.data))
    }

    @Test(arguments: [
        (["--port", "x"], "port"), (["--host", "0.0.0.0"], "insecure-http"), (["--sandbox", "--host", "0.0.0.0"], "loopback"),
        (["--config", "/nonexistent.yaml"], "/nonexistent.yaml"), (["--public-url", "https://a.example/path"], "without a path"),
        (["--sign-in-style", "/nonexistent.css"], "/nonexistent.css"),
        (["--data", "/dev/null"], "data: /dev/null is not a folder."),
    ])
    func everyProblemNamesItsRemedy(_ options: [String], word: String) async throws {
        try await expectProblem(options, word)
    }

    @Test(.storeInFolder) func unknownSynchronousLevelNamesItsRemedy() async throws {
        try await expectProblem(["--sqlite-synchronous", "off"], "full or normal")
    }

    private func expectProblem(_ options: [String], _ word: String) async throws {
        let folder = try TemporaryFolder()
        let report = try await LatchkeyProcess.run(["serve", "--data", folder.data] + options).refusal(status: 78)
        #expect(report.contains("1 problem in the configuration"))
        #expect(report.contains(word))
    }

    @Test(arguments: [
        ("smtp-url: smtps://u:hunter2@h\nport: 1\nport: 2\n", "it sets port more than once."),
        ("smtp-url: smtps://u:hunter2@h\nport: [hunter2\n", "line 3, column 1"),
    ])
    func aFileThatIsNotReadIsNotQuoted(_ text: String, problem: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("latchkey.yaml", text)
        let report = try await LatchkeyProcess.run(["serve", "--config", file, "--data", folder.data]).refusal(status: 78)
        #expect(report.contains(problem), "\(report)")
        #expect(!report.contains("hunter2"))
    }

    @Test func aCheckOfTheSettingsStartsNothing() async throws {
        let folder = try TemporaryFolder()
        let printed = try await LatchkeyProcess.run(["serve", "--check", "--data", folder.data]).printed()
        #expect(printed.contains("The settings are valid."))
        #expect(!FileManager.default.fileExists(atPath: folder.data))
    }

    @Test func flagsWinOverTheEnvironmentAndTheEnvironmentOverTheFile() async throws {
        let file = "public-url: http://file.example\nsigning-algorithm: ES256\nport: 1\nsandbox: true\nsandbox-port: 0\n"
        func url(_ options: [String], _ environment: [String: String]) async throws -> ServerReport {
            let folder = try TemporaryFolder()
            let config = try folder.file("latchkey.yaml", file)
            return try await LatchkeyProcess.serve(in: folder, ["--config", config] + options, environment: environment) { server in
                // The server used the file's algorithm, because no option or variable sets another one.
                let listed = try await server.latchkey("keys", "list", environment: [:]).printed()
                #expect(listed.contains("ES256"))
                #expect(server.report.sandbox != nil)
                return server.report
            }.value
        }
        #expect(try await url([], [:]).url == "http://file.example")
        #expect(try await url([], ["LATCHKEY_PUBLIC_URL": "http://environment.example"]).url == "http://environment.example")
        #expect(
            try await url(["--public-url", "http://flag.example"], ["LATCHKEY_PUBLIC_URL": "http://environment.example"]).url
                == "http://flag.example")
    }

    @Test(.storeInFolder) func commandsFindTheFolderInTheSameSettings() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { _ in }
        let config = try folder.file("latchkey.yaml", "data: \(folder.data)\nport: wrong, but none of this command's business\n")
        _ = try await LatchkeyProcess.run(["projects", "list", "--config", config]).printed()
        _ = try await LatchkeyProcess.run(["projects", "list"], environment: ["LATCHKEY_CONFIG": config]).printed()
        _ = try await LatchkeyProcess.run(["projects", "list"], environment: ["LATCHKEY_DATA": folder.data]).printed()
    }
}
