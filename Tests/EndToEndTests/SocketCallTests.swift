import LatchkeyOAuth
import LatchkeyWire
import ServerUnderTest
import Testing

/// The REST calls of the socket, sent as any HTTP client sends them.
@Suite(.timeLimit(.minutes(10))) struct SocketCallTests {
    /// The base URL of the calls on the socket.
    private static func socket(of server: RunningServer) -> String {
        "http+unix://" + PercentEncoding.encode(server.folder.data + "/control.sock")
    }

    private func withServer(_ body: (RunningServer, _ socket: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { try await body($0, Self.socket(of: $0)) }
    }

    @Test func aProgramCreatesAProjectAndReadsItsEvents() async throws {
        try await withServer { server, socket in
            let project = try await Web.post(socket + "/v2/projects", json: ["id": "acme-1", "name": "Acme"])
            #expect(project.status == 200 && project["id"] == "acme-1" && project["name"] == "Acme")
            let key = try await Web.post(socket + "/v2/projects/acme-1/apiKeys", json: [:])
            let text = try #require(key["key"])
            #expect(try await server.latchkey("projects", "key", "list", "--project", "acme-1").printed().contains(text))
            let events = try await Web.get(socket + "/v1/projects/acme-1/events")
            #expect(events.status == 200 && events.text.contains("api key added") && events.text.contains(#""actor":"admin""#))
        }
    }

    @Test func theOperatorChangesWhatServiceAccountsCannot() async throws {
        try await withServer { _, socket in
            let path = socket + "/v2/projects/default/settings"
            let changed = try await Web.patch(path, json: ["smsPerDay": 7])
            #expect(changed.status == 200 && changed.text.contains(#""smsPerDay":7"#))
            let console = socket + "/v1/projects/_console"
            #expect(try await Web.get(console + "/events").status == 200)
            #expect(try await Web.get(console + "/accounts:batchGet").status == 404)
            #expect(try await Web.post(console + "/accounts", json: ["email": "eve@example.org"]).status == 404)
        }
    }

    @Test func errorsHaveTheEnvelopeAndTheTextOfTheCommand() async throws {
        try await withServer { server, socket in
            let missing = try await Web.get(socket + "/v2/projects/acme-1")
            #expect(missing.status == 404)
            #expect(missing.text.contains("There is no project acme-1. `latchkey projects list` lists all projects."))
            #expect(missing.text.contains(#""status":"NOT_FOUND""#))
            #expect(try await Web.get(socket + "/v1/projects/acme-1/events").text.contains("There is no project acme-1."))
            let wrong = try await Web.post(socket + "/v2/projects", json: ["id": 5])
            #expect(wrong.status == 400 && wrong.text.contains("the member id"))
            #expect(try await Web.post(socket + "/v2/projects", json: ["name": "Acme"]).text.contains("the member id is missing"))
            let long = try await Web.post(socket + "/v2/projects", json: ["id": String(repeating: "a", count: 2_000_000)])
            #expect(long.status == 413)
            let unknown = try await Web.get(socket + "/v2/future")
            #expect(unknown.status == 404 && unknown.text.contains("The server on this folder is Latchkey "))
            #expect(unknown.text.contains(" and does not know this command."))
            #expect(try await server.latchkey("projects", "show", "acme-1").refusal().contains("There is no project acme-1."))
        }
    }

    @Test func theLogHasNoAddressesOfAccounts() async throws {
        let folder = try TemporaryFolder()
        let options = ["--sandbox", "--sandbox-port", "0", "--log-level", "debug"]
        let ended = try await LatchkeyProcess.serve(in: folder, options) { server in
            try await server.latchkey("users", "get", "ada@example.org").refusal()
        }
        #expect(ended.value.contains("ada@example.org"))
        #expect(!ended.log.contains("ada@example.org"))
    }

    @Test func theAccountsPortHasNoneOfTheCalls() async throws {
        let paths = [
            "/v2/version", "/v2/projects", "/v2/signingKeys", "/v2/decisions:latest", "/v2/administrators:invite", "/v2/providers:check",
            "/v2/mail:check", "/v2/signingKeys:rotate",
        ]
        let inProject = [
            "", "/apiKeys", "/apps", "/hooks", "/providers", "/providers/twitter.com", "/providers/twitter.com:disable", "/serviceAccounts",
            "/databaseSecrets", "/users", "/users/ada", "/users:prepareImport", "/users:import", "/users:export", "/hashParameters",
            "/tenantUsers", "/messages", "/messages/password_reset/en", "/mail:test", "/outbox", "/databases",
            "/databases/default/settings", "/databases/default/data", "/databases/default/profile", "/databases/default/coverage",
        ]
        try await withServer { server, socket in
            for path in paths + inProject.map({ "/v2/projects/default" + $0 }) {
                let url = server.report.url + path
                let replies = [
                    try await Web.get(url), try await Web.post(url, json: [:]), try await Web.patch(url, json: [:]),
                    try await Web.put(url, "{}"),
                ]
                #expect(replies.map(\.status) == [404, 404, 404, 404], "\(path)")
            }
            // The calls of service accounts are on both, and only the socket needs no access token.
            #expect(try await Web.get(server.report.url + "/v2/projects/default/settings").status == 401)
            #expect(try await Web.get(socket + "/v2/projects/default/settings").status == 200)
        }
    }
}
