// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Subprocess
import Testing

/// Secrets stay where they belong.
@Suite(.timeLimit(.minutes(2))) struct SecrecyTests {
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
        #expect(run.value.joined().contains("kept, never shown") && run.value.joined().contains("<redacted>"))
        for text in run.value + [run.log] { #expect(!text.contains(Self.secret)) }
        let masterKey = try String(contentsOfFile: folder.data + "/master.key", encoding: .utf8)
        for text in run.value + [run.log] { #expect(!text.contains(masterKey)) }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.data) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.data + "/" + name))
            #expect(bytes.range(of: Data(Self.secret.utf8)) == nil, "it stands in \(name)")
        }
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
                // The command waits for the rest of its input meanwhile.
                _ = try await execution.standardInputWriter.write(Self.secret)
                let arguments = try String(contentsOfFile: "/proc/\(execution.processIdentifier.value)/cmdline", encoding: .utf8)
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
