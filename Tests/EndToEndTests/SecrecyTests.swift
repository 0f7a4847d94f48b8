import Foundation
import ServerUnderTest
import Subprocess
import Testing

/// Secrets are not logged, stored in plain text, or visible in process arguments.
@Suite(.timeLimit(.minutes(10))) struct SecrecyTests {
    private static let secret = "tHe-provider-secret-5f2c9a81"

    @Test func aProvidersSecretShowsNowhere() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("secret", Self.secret)
        let run = try await LatchkeyProcess.serve(in: folder, ["--sandbox", "--sandbox-port", "0", "--log-level", "trace"]) { server in
            var printed: [String] = []
            func note(_ outcome: CommandOutcome) { printed += [outcome.output, outcome.errors] }
            note(try await server.latchkey("projects", "provider", "set", "twitter.com", "--key", "K", "--secret-file", file))
            note(try await server.latchkey("projects", "provider", "set", "github.com", "--secret-file", "-", "--json", input: Self.secret))
            note(
                try await server.latchkey(
                    "projects", "provider", "set", "github.com", "--scopes", "user", environment: ["LATCHKEY_PROVIDER_SECRET": Self.secret])
            )
            note(try await server.latchkey("projects", "provider", "show", "twitter.com"))
            note(try await server.latchkey("projects", "provider", "show", "--json"))
            note(try await server.latchkey("doctor"))
            note(try await server.latchkey("doctor", "--json"))
            return printed
        }
        #expect(run.value.joined().contains("set (never shown)") && run.value.joined().contains("<redacted>"))
        for text in run.value + [run.log] { #expect(!text.contains(Self.secret)) }
        let masterKey = try String(contentsOfFile: folder.data + "/master.key", encoding: .utf8)
        for text in run.value + [run.log] { #expect(!text.contains(masterKey)) }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.data) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.data + "/" + name))
            #expect(bytes.range(of: Data(Self.secret.utf8)) == nil, "it stands in \(name)")
        }
    }

    /// Users sign in with every method at the most verbose log level; afterwards no file contains a secret that opens an account.
    @Test func credentialsAppearInNoLogOrFile() async throws {
        let folder = try TemporaryFolder()
        let run = try await LatchkeyProcess.serve(in: folder, ["--sandbox", "--sandbox-port", "0", "--log-level", "trace"]) { server in
            var secrets = ["a password of no account"]
            func keep(_ reply: WebReply) throws {
                secrets += [try #require(reply["refreshToken"], "\(reply.text)"), try #require(reply["idToken"])]
            }
            let account = ["email": "ada@latchkey.example", "password": secrets[0], "returnSecureToken": true] as [String: any Sendable]
            try keep(try await server.call("signUp", account))
            try keep(try await server.call("signInWithPassword", account))
            let token = try await Web.post(
                try #require(server.report.sandbox).twitter + "/sandbox/tokens",
                json: ["app": "latchkeySandboxConsumer01", "person": "ada"])
            let (accessToken, tokenSecret) = (try #require(token["accessToken"]), try #require(token["tokenSecret"]))
            secrets += [accessToken, tokenSecret]
            let signedIn = try await server.call(
                "signInWithIdp",
                [
                    "postBody": "providerId=twitter.com&access_token=\(accessToken)&oauth_token_secret=\(tokenSecret)",
                    "requestUri": "http://localhost", "returnSecureToken": true,
                ])
            try keep(signedIn)
            let refreshed = try await server.call("lookup", ["idToken": try #require(signedIn["idToken"])])
            #expect(refreshed.text.contains("twitter.com"))
            // A stored secret would be found in the database or in its log.
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.data) {
                guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: folder.data + "/" + name)) else { continue }
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "it stands in \(name)") }
                #expect(bytes.range(of: Data("PRIVATE KEY".utf8)) == nil, "a key stands in \(name)")
            }
            return secrets
        }
        #expect(run.value.count == 9)
        #expect(run.log.contains("answered"), "requests are logged")
        for secret in run.value { #expect(!run.log.contains(secret)) }
    }

    #if os(Linux)
    @Test func theProcessListShowsNoSecret() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let set = ["projects", "provider", "set", "twitter.com", "--secret-file", "-", "--data", server.folder.data]
            let result = try await Subprocess.run(
                .name("latchkey"), arguments: Arguments(set), environment: .custom(["PATH": LatchkeyBinary.folder]), input: .inputWriter,
                output: .string(limit: 65_536), error: .string(limit: 65_536)
            ) { execution in
                // Meanwhile the command waits for the rest of its input.
                _ = try await execution.standardInputWriter.write(Self.secret)
                // The argument list is empty while the process executes the command.
                var arguments = ""
                while arguments.isEmpty {
                    arguments = try String(contentsOfFile: "/proc/\(execution.processIdentifier.value)/cmdline", encoding: .utf8)
                    await Task.yield()
                }
                try await execution.standardInputWriter.finish()
                return arguments
            }
            #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
            #expect(result.closureResult.contains("--secret-file"))
            #expect(!result.closureResult.contains(Self.secret))
        }
    }
    #endif
}
