import Foundation
import ServerUnderTest
import Testing

/// Starting and stopping `latchkey serve`.
@Suite(.timeLimit(.minutes(10))) struct ServeTests {
    @Test func twoServersNeverShareAFolder() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let second = try await server.latchkey("serve", "--sandbox", "--port", "0", "--sandbox-port", "0", "--json")
            #expect(second.refusal().contains("Another latchkey uses the data folder"))
            #expect(second.output.isEmpty)
            #expect(try await Web.get(server.url + "/healthz").status == 200, "the first one goes on")
        }
    }

    @Test(arguments: [(["--sandbox", "--sandbox-port", "0"], []), ([], ["--sandbox", "--sandbox-port", "0"])] as [([String], [String])])
    func aFolderOpensInItsOwnModeOnly(_ first: [String], _ second: [String]) async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, first) { _ in }
        let outcome = try await LatchkeyProcess.run(["serve", "--port", "0", "--json", "--data", folder.data] + second)
        #expect(outcome.refusal().contains("never mixed"))
        #expect(outcome.output.isEmpty)
        // Commands other than `serve` do not need the mode of a data folder.
        _ = try await LatchkeyProcess.run(["projects", "list", "--data", folder.data]).printed()
    }

    @Test func serverWithoutSandboxStartsAndStops() async throws {
        let folder = try TemporaryFolder()
        let run = try await LatchkeyProcess.serve(in: folder, []) { server in
            #expect(server.report.sandbox == nil)
            #expect(server.report.projectID == "default")
            let ready = try await Web.get(server.url + "/readyz")
            #expect(ready.status == 200)
            return server.report.apiKey
        }
        #expect(run.status == 0)
        let again = try await LatchkeyProcess.serve(in: folder, []) { $0.report.apiKey }
        #expect(again.value == run.value, "the first start's key stays")
    }

    @Test func pendingRequestsFinishBeforeShutdown() async throws {
        struct Providers: Decodable { let twitter: String }
        let folder = try TemporaryFolder()
        // The provider is a separate process here, because the server's own sandbox would stop with the server.
        try await LatchkeyProcess.start(["sandbox", "--port", "0", "--json"], reporting: Providers.self) { providers, _ in
            let allowed = try #require(providers.twitter.components(separatedBy: "://").last)
            let run = try await LatchkeyProcess.serve(in: folder, ["--allow-private-targets", allowed]) { server in
                _ = try await server.latchkey(
                    "projects", "provider", "set", "github.com", "--key", "Ov23liLatchkeySandbox", "--secret-file", "-", "--api-origin",
                    providers.twitter, "--web-origin", providers.twitter, input: "not-a-secret-github-2c5b8f1e4a7d0936c9f2e5b8a1d4"
                ).printed()
                let token = try await Web.post(
                    providers.twitter + "/sandbox/tokens", json: ["app": "Ov23liLatchkeySandbox", "person": "ada"])
                let accessToken = try #require(token["accessToken"])
                let faults = providers.twitter + "/sandbox/faults"
                _ = try await Web.post(faults, json: ["kind": "timeout", "milliseconds": 1500, "provider": "github"])
                async let signedIn = server.call(
                    "signInWithIdp",
                    [
                        "postBody": "providerId=github.com&access_token=\(accessToken)", "requestUri": "http://localhost",
                        "returnSecureToken": true,
                    ])
                // Once the fault has occurred at the provider, the server is in the middle of a sign-in.
                while try await !Web.get(faults).text.contains(#""faults":[]"#) {}
                server.terminate()
                return try await signedIn
            }
            #expect(run.value.status == 200, "\(run.value.text)")
            #expect(run.value["idToken"] != nil)
            #expect(run.status == 0)
        }
    }

    @Test func aTakenPortIsNamedWithTheOptionThatChangesIt() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let taken = try #require(server.url.split(separator: ":").last.map(String.init))
            let serve = ["serve", "--sandbox", "--data", folder.path + "/other"]
            for (arguments, option) in [
                (serve + ["--port", taken, "--sandbox-port", "0"], "--port"),
                (serve + ["--port", "0", "--sandbox-port", taken], "--sandbox-port"),
                (serve + ["--port", "0", "--sandbox-port", "0", "--sandbox-tls-port", taken], "--sandbox-tls-port"),
                (["sandbox", "--port", taken], "--port"),
                (["sandbox", "--port", "0", "--tls-port", taken, "--certificate-file", folder.path + "/ca.pem"], "--tls-port"),
            ] {
                let told = try await LatchkeyProcess.run(arguments).refusal()
                #expect(
                    told == "Error: Port \(taken) on 127.0.0.1 is in use. Choose another with \(option); 0 selects a free port.\n",
                    "nothing else, and no other program's words")
            }
        }
    }

    @Test func duplicatePortsAndForeignAddressesAreReported() async throws {
        let folder = try TemporaryFolder()
        let twice = try await LatchkeyProcess.run(
            ["serve", "--data", folder.data, "--sandbox", "--port", "5001", "--sandbox-port", "5001", "--metrics-port", "9000"]
        ).refusal(status: 78)
        #expect(twice.contains("  sandbox-port: 5001 is also the port of port."))
        #expect(twice.contains("  database-port: 9000 is also the port of metrics-port."))
        // Each address has ports of its own.
        let apart = try await LatchkeyProcess.run(
            ["serve", "--check", "--data", folder.data, "--port", "5001", "--console-port", "5001", "--console-host", "127.0.0.2"])
        #expect(apart.printed().contains("The settings are valid."))
        // An address for documentation (RFC 5737), which no machine has.
        let open = ["serve", "--data", folder.path + "/open", "--insecure-http", "--host", "192.0.2.9", "--port", "0"]
        let told = try await LatchkeyProcess.run(open).refusal()
        #expect(told == "Error: 192.0.2.9 is not an address of this machine. Set one with --host.\n")
    }

    @Test func unwritableFolderIsReportedInOneSentence() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("file", "")
        for path in ["/proc/latchkey", file + "/data"] {
            let told = try await LatchkeyProcess.run(["serve", "--port", "0", "--data", path]).refusal()
            #expect(told.hasPrefix("Error: The data folder \(path) cannot be created: "))
            #expect(told.hasSuffix(". Set a writable folder with --data.\n"))
            #expect(!told.contains("Domain") && told.count < 200, "\(told)")
        }
    }

    @Test func commandWithoutTheSandboxFolderIsExplained() async throws {
        let folder = try TemporaryFolder()
        let list = ["users", "list"]
        let nothing = try await LatchkeyProcess.run(list, in: folder.path).refusal()
        #expect(nothing.contains("There is no Latchkey data in ./latchkey-data.") && !nothing.contains("--sandbox"))
        try FileManager.default.createDirectory(atPath: folder.path + "/latchkey-sandbox", withIntermediateDirectories: false)
        _ = try folder.file("latchkey-sandbox/latchkey.db", "")
        #expect(try await LatchkeyProcess.run(list, in: folder.path).refusal().contains("./latchkey-sandbox: add --sandbox"))
        let elsewhere = try await LatchkeyProcess.run(list + ["--data", "./other"], in: folder.path).refusal()
        #expect(!elsewhere.contains("--sandbox"), "not for a folder that was named")
    }

    @Test func dataFolderIsReadableByItsOwnerOnly() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            _ = try await server.latchkey("projects", "list").printed()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.data)
            #expect(names.contains("control.sock") && names.contains("master.key"))
            #expect(names.contains(ServerStore.isInFolder ? "latchkey.db" : "store-in-postgresql"))
            #expect(!names.contains { $0.hasPrefix("control.sock.") }, "the socket's nursery is gone")
            for name in names + ["."] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.data + "/" + name)
                let bits = try #require(attributes[.posixPermissions] as? Int)
                #expect(bits & 0o077 == 0, "\(name) has \(String(bits, radix: 8))")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.data + "/control.sock"))
    }

    @Test func aSocketWorksInAFolderWithALongPath() async throws {
        let folder = try TemporaryFolder(minimumLength: 200)
        try await LatchkeyProcess.serve(in: folder) { server in
            _ = try await server.latchkey("projects", "list").printed()
            #expect(FileManager.default.fileExists(atPath: folder.data + "/control.sock"))
        }
    }

    @Test func killedServerCanBeRestarted() async throws {
        let folder = try TemporaryFolder()
        let run = try await LatchkeyProcess.serve(in: folder) { server in
            _ = try await server.latchkey("projects", "create", "kept").printed()
            server.killAtOnce()
        }
        #expect(run.status == nil)
        #expect(FileManager.default.fileExists(atPath: folder.data + "/control.sock"), "the dead server's socket is still there")
        let listed = try await LatchkeyProcess.run(["projects", "list", "--data", folder.data]).printed()
        #expect(listed.contains("kept"))
        try await LatchkeyProcess.serve(in: folder) { server in
            let listed = try await server.latchkey("projects", "list").printed()
            #expect(listed.contains("kept"))
        }
    }

    @Test func lostOrWrongMasterKeyIsReportedAtTheStart() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { _ in }
        let key = folder.data + "/master.key"
        let text = try String(contentsOfFile: key, encoding: .utf8)
        let start = ["serve", "--sandbox", "--port", "0", "--sandbox-port", "0", "--json", "--data", folder.data]
        let list = ["projects", "list", "--data", folder.data]

        let other = Data(repeating: 7, count: 32).base64EncodedString()
        for arguments in [start, list] {
            let told = try await LatchkeyProcess.run(arguments, environment: ["LATCHKEY_MASTER_KEY": other]).refusal()
            #expect(told.contains("different master key"))
            #expect(!told.contains(other))
            let malformed = try await LatchkeyProcess.run(arguments, environment: ["LATCHKEY_MASTER_KEY": "abc"])
            #expect(malformed.refusal(status: arguments == start ? 78 : 1).contains("32 bytes"))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        #expect(try await LatchkeyProcess.run(start).refusal().contains("chmod 600"))
        try FileManager.default.removeItem(atPath: key)
        for arguments in [start, list] {
            #expect(try await LatchkeyProcess.run(arguments).refusal().contains("There is no master key"))
            #expect(!FileManager.default.fileExists(atPath: key), "none is made up")
        }
        let fromElsewhere = try await LatchkeyProcess.run(list, environment: ["LATCHKEY_MASTER_KEY": text])
        #expect(fromElsewhere.printed().contains("default"))
    }
}
