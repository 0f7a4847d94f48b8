import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import ServerUnderTest
import Subprocess
import Testing
import TwitterLogin

/// The example's program, run as a user runs it.
@Suite(.timeLimit(.minutes(10))) struct TwitterLoginAppTests {
    private let user = "user_id=101815 screen_name=ada"

    @Test func browserReturnsToTheProgram() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let lines = try await run(["--twitter", sandbox.address], sandbox.environment(of: sandbox.configuration(callback: ""))) {
                try await SandboxVisitor(as: "ada").present($0)
                return nil
            }
            #expect(lines.last == user)
            expectNoSecrets(lines)
        }
    }

    @Test func thePINIsTypedIn() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let lines = try await run(["--pin"], sandbox.environment(of: sandbox.desktop)) { page in
                try await sandbox.pin(on: try #require(URL(string: page)))
            }
            #expect(lines.last?.hasSuffix(user) == true)
            expectNoSecrets(lines)
        }
    }

    @Test func theServerSignsIn() async throws {
        try await AppServer.run { app in
            let variables = [
                "LATCHKEY_URL": app.server.url, "LATCHKEY_API_KEY": app.server.report.apiKey, "XDG_STATE_HOME": app.device.path,
            ]
            let lines = try await run(["--server"], variables) {
                try await SandboxVisitor(as: "ada").present($0)
                return nil
            }
            #expect(lines.last == user)
        }
    }

    @Test func missingParametersGetAnExplanation() async throws {
        for arguments in [[], ["--pin"], ["--twitter"], ["--nonsense"], ["--server"]] {
            let lines = try await run(arguments, [:]) { _ in nil }
            #expect(lines.first?.hasPrefix("Not signed in.") == true)
            #expect(lines.contains { $0.contains("TWITTER_CONSUMER_SECRET") || $0.contains("LATCHKEY_URL") })
        }
    }

    private func expectNoSecrets(_ lines: [String]) {
        #expect(!lines.contains { $0.contains("secret") })
    }

    /// Runs the program to its end, and returns the lines that it printed.
    ///
    /// - Parameter reply: Handles the page as a user does, and returns the text that the user then types.
    private func run(
        _ arguments: [String], _ variables: [String: String], reply: (_ page: String) async throws -> String?
    ) async throws -> [String] {
        let folder = try TemporaryFolder()
        let typed = folder.path + "/typed"
        // Opened for both directions; otherwise the program would not start before input arrives.
        let script = #"mkfifo "$0" && exec TwitterLoginApp "$@" 2>&1 <>"$0""#
        var environment: [Environment.Key: String] = ["PATH": LatchkeyBinary.builtFolder + ":/usr/bin:/bin", "HOME": "/nonexistent"]
        for (name, value) in variables { environment[try #require(Environment.Key(rawValue: name))] = value }
        let result = try await Subprocess.run(
            .name("sh"), arguments: Arguments(["-c", script, typed] + arguments), environment: .custom(environment), input: .none,
            output: .sequence, error: .string(limit: 65_536)
        ) { execution -> Result<[String], any Error> in
            do {
                var lines: [String] = []
                for try await line in execution.standardOutput.strings() {
                    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
                    if !line.isEmpty { lines.append(line) }
                    guard line.hasPrefix("http://"), let text = try await reply(line) else { continue }
                    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: typed))
                    try handle.write(contentsOf: Data((text + "\n").utf8))
                    try handle.close()
                }
                return .success(lines)
            } catch {
                try? execution.send(signal: .kill)
                return .failure(error)
            }
        }
        withExtendedLifetime(folder) {}
        return try result.closureResult.get()
    }
}

extension TwitterLoginSandbox {
    /// The environment variables that configure an application in the example's program.
    fileprivate func environment(of application: TwitterConfiguration) -> [String: String] {
        [
            "TWITTER_URL": address, "TWITTER_CONSUMER_KEY": application.consumer.key,
            "TWITTER_CONSUMER_SECRET": application.consumer.secret.expose(),
        ]
    }
}
