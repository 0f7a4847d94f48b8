import Foundation
import LatchkeyTestSupport
import ServerUnderTest
import Testing

/// The events of the acts that the operator executes with the command, with and without a server.
@Suite(.timeLimit(.minutes(20))) struct ActCommandTests {
    private struct Page: Decodable {
        let events: [Event]
    }

    private struct Event: Decodable {
        let type: String
        let outcome: String
        let localId: String?
        let actor: String?
        let method: String?
        let reason: String?
        let address: String?
    }

    /// What earlier acts created and later ones name.
    private struct Made {
        var apiKey = ""
        var app = ""
        var secret = ""
        var webhook = ""
    }

    @Test(arguments: Place.allCases)
    func everyActWritesItsEvent(_ place: Place) async throws {
        try await place.withData { data in
            var made = Made()
            for act in ListedAct.allCases where act.faces.contains(.command) {
                // An invitation is of use to a running server only.
                if act == .inviteFirstAdministrator, data.server == nil { continue }
                let before = try await events(data)
                try await execute(act, on: data, &made)
                let after = try await events(data)
                for (project, log) in after {
                    let written = log.prefix(log.count - (before[project]?.count ?? 0)).reversed()
                    try compare(Array(written), act.events.filter { $0.project == project }, act)
                }
            }
        }
    }

    private func compare(_ written: [Event], _ expected: [ListedAct.Event], _ act: ListedAct) throws {
        #expect(written.map(\.type) == expected.map(\.type), "\(act): \(written)")
        for (event, expected) in zip(written, expected) {
            #expect(event.actor == "admin" && event.outcome == "allowed" && event.address == nil, "\(act): \(event)")
            #expect(event.method == expected.method && (event.localId != nil) == expected.hasSubject, "\(act): \(event)")
            if let reason = expected.reason { #expect(event.reason?.hasPrefix(reason) == true, "\(act): \(event)") }
        }
    }

    /// The events of the project and of the console, newest first.
    private func events(_ data: AdministeredData) async throws -> [String: [Event]] {
        let own: Page = try await data.latchkey("events", "list", "--limit", "1000", "--json").json()
        let console: Page = try await data.latchkey("events", "list", "--project", "_console", "--limit", "1000", "--json").json()
        return ["default": own.events, "_console": console.events]
    }

    private func execute(_ act: ListedAct, on data: AdministeredData, _ made: inout Made) async throws {
        func run(_ words: String...) async throws { try await Self.run(words, on: data) }
        switch act {
        case .createProject: try await run("projects", "create", "acme-9")
        case .changeProject: try await run("projects", "set", "--anonymous-sign-in", "no")
        case .setHook: try await run("projects", "hook", "set", "beforeCreate", "https://hooks.invalid/before")
        case .removeHook: try await run("projects", "hook", "remove", "beforeCreate")
        case .addAPIKey: made.apiKey = try await Self.member("key", of: ["projects", "key", "add"], on: data)
        case .revokeAPIKey: try await run("projects", "key", "revoke", made.apiKey)
        case .registerApp: made.app = try await Self.member("id", of: ["projects", "app", "add", "--platform", "web"], on: data)
        case .changeApp: try await run("projects", "app", "set", made.app, "--name", "A page")
        case .addProvider:
            let words = ["projects", "provider", "set", "google.com", "--key", "client-1", "--secret-file", "-"]
            try await Self.run(words, input: "secret\n", on: data)
        case .changeProvider:
            let words = ["projects", "provider", "set", "google.com", "--key", "client-2", "--secret-file", "-"]
            try await Self.run(words, input: "secret-2\n", on: data)
        case .disableProvider: try await run("projects", "provider", "disable", "google.com")
        case .enableProvider: try await run("projects", "provider", "enable", "google.com")
        case .createServiceAccount:
            let address = ["LATCHKEY_PUBLIC_URL": "https://auth.example.org"]
            try await Self.run(["service-accounts", "create", "robot"], environment: address, on: data)
        case .revokeServiceAccount: try await run("service-accounts", "revoke", "robot")
        case .createDatabaseSecret:
            made.secret = try await Self.member("id", of: ["database", "secrets", "create"], on: data)
        case .revokeDatabaseSecret: try await run("database", "secrets", "revoke", made.secret)
        case .rotateSigningKeys: try await run("keys", "rotate", "--algorithm", "ES256")
        case .changeSender: try await run("projects", "template", "sender", "--name", "The shop")
        case .inviteFirstAdministrator: try await run("admin", "invite")
        case .createAccount: try await run("users", "create", "--uid", "carol", "--email", "carol@example.org")
        case .disableAccount: try await run("users", "disable", "carol")
        case .revokeSessions: try await run("users", "sign-out", "carol")
        case .createDatabase: try await run("database", "create", "acme-data")
        case .changeDatabaseSettings: try await run("database", "settings", "--size-limit", "64MB")
        case .createWebhook:
            let words = ["webhooks", "create", "https://hooks.invalid/events", "--event", "user.created"]
            made.webhook = try await Self.member("id", of: words, on: data)
        case .changeWebhook: try await run("webhooks", "update", made.webhook, "--event", "user.deleted")
        case .disableWebhook: try await run("webhooks", "update", made.webhook, "--enabled", "no")
        case .rotateWebhookSecret: try await run("webhooks", "rotate-secret", made.webhook)
        case .deleteWebhook: try await run("webhooks", "delete", made.webhook)
        default: try await executeOnFiles(act, on: data)
        }
    }

    /// The acts whose commands read or write files.
    private func executeOnFiles(_ act: ListedAct, on data: AdministeredData) async throws {
        func run(_ words: String...) async throws { try await Self.run(words, on: data) }
        switch act {
        case .saveTemplate:
            let text = try data.folder.file("text.txt", "Here: {{link}}")
            try await run("projects", "template", "set", "password_reset", "--language", "de", "--text-file", text)
        case .resetTemplate: try await run("projects", "template", "reset", "password_reset", "--language", "de")
        case .deleteAccount: try await run("users", "delete", "--yes", data.anonymous)
        case .importAccounts: try await run("users", "import", try data.folder.file("one.json", #"{"users": [{"localId": "one"}]}"#))
        case .importAccountsWithHashes:
            let user = #"{"localId": "two", "email": "two@example.org", "passwordHash": "aGFzaA==", "salt": "c2FsdA=="}"#
            let users = try data.folder.file("two.json", "{\"users\": [\(user)]}")
            let hashing = try data.folder.file("hashing.json", Self.hashing)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: hashing)
            try await run("users", "import", users, "--hash-config", hashing)
        case .exportAccounts: try await run("users", "export", data.folder.path + "/exported.json")
        case .exportAccountsWithHashParameters:
            try await run("users", "export", data.folder.path + "/again.json", "--hash-config", data.folder.path + "/parameters.json")
        case .writeData: try await run("database", "set", "/greeting", try data.folder.file("greeting.json", "\"hello\""))
        default: Issue.record("\(act) is not executed")
        }
    }

    /// Firebase's published example of its scrypt parameters.
    private static let hashing = """
        {"algorithm": "SCRYPT", "base64_salt_separator": "Bw==", "rounds": 8, "mem_cost": 14,
        "base64_signer_key": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="}
        """

    private static func run(
        _ words: [String], input: String = "", environment: [String: String] = [:], on data: AdministeredData
    ) async throws {
        try await LatchkeyProcess.run(words + ["--data", data.folder.data], input: input, environment: environment).printed()
    }

    /// A member of the JSON that a command prints.
    private static func member(_ name: String, of words: [String], on data: AdministeredData) async throws -> String {
        let outcome = try await LatchkeyProcess.run(words + ["--json", "--data", data.folder.data], input: "", environment: [:])
        let json = try JSONSerialization.jsonObject(with: Data(outcome.printed().utf8)) as? [String: Any]
        return try #require(json?[name] as? String, "\(outcome.output)")
    }
}
