import ServerUnderTest
import Testing

/// `latchkey projects provider`, with and without a server.
@Suite(.timeLimit(.minutes(10))) struct ProviderCommandTests {
    private struct Provider: Decodable {
        let id: String
        let enabled: Bool
        let clientID: String
        let secret: String
        let apiOrigin: String
        let webOrigin: String
        let scopes: [String]
        let trustedForTakeover: Bool
        let callbacks: [Callback]

        struct Callback: Decodable {
            let path: String
            let url: String?
            let answered: Bool
        }
    }

    private static let secret = "a-very-secret-secret-0123456789"

    @Test(arguments: Place.allCases)
    func aNewProviderNeedsKeyAndSecret(_ place: Place) async throws {
        try await place.withData { data in
            _ = try await data.latchkey("projects", "create", "other").printed()
            let set = ["projects", "provider", "set"]
            func other(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws -> CommandOutcome {
                try await LatchkeyProcess.run(
                    set + arguments + ["--project", "other", "--data", data.folder.data], input: input, environment: environment)
            }
            #expect(try await other("twitter.com", "--key", "K").refusal().contains("--secret-file"))
            #expect(try await other("twitter.com", "--secret-file", "-", input: Self.secret).refusal().contains("--key"))
            #expect(
                try await other("yahoo.com", "--key", "K", "--secret-file", "-", input: "s").refusal().contains(
                    "Use one of: twitter.com, x.com, github.com"))
            #expect(try await other("twitter.com").refusal(status: 64).contains("at least one setting"))
            #expect(
                try await other("twitter.com", "--key", "K", "--secret", Self.secret).refusal(status: 64).contains("--secret"),
                "no secret is an argument")
            #expect(try await other("twitter.com", "--key", "K", "--secret-file", "/nonexistent").refusal().contains("/nonexistent"))
            #expect(try await other("twitter.com", "--key", "K", "--secret-file", "-", input: "\n").refusal().contains("no secret"))
            #expect(try await other("twitter.com", "--key", "a b", "--secret-file", "-", input: "s").refusal().contains("no blanks"))
            #expect(
                try await other("twitter.com", "--key", "K", "--secret-file", "-", "--scopes", "x", input: "s").refusal().contains(
                    "no scopes"))
            for wrong in ["ftp://x.example", "https://x.example/?q", "http://x.example", "x.example", "https://u:p@x.example"] {
                #expect(
                    try await other("twitter.com", "--key", "K", "--secret-file", "-", "--api-origin", wrong, input: "s").refusal()
                        .contains("--api-origin"))
            }
            let shown = try await data.latchkey("projects", "provider", "show", "--project", "other").printed()
            #expect(shown == "No provider is configured.\n", "what was refused left nothing behind")
            let before = try await data.latchkey("projects", "provider", "show", "twitter.com", "--project", "other").printed()
            #expect(before.contains("not configured") && before.contains("/__/auth/handler  (register this URL"))
            #expect(before.contains("/v2/other/auth/twitter/callback") && before.contains("/auth/twitter/callback"))
            #expect(
                try await data.latchkey("projects", "provider", "show", "yahoo.com", "--project", "other").refusal().contains(
                    "twitter.com"))

            let twitter: Provider = try await other("twitter.com", "--key", "K1", "--secret-file", "-", "--json", input: Self.secret + "\n")
                .json()
            #expect(twitter.enabled && !twitter.trustedForTakeover)
            #expect(twitter.clientID == "K1")
            #expect(twitter.apiOrigin == "https://api.twitter.com" && twitter.webOrigin == "https://api.twitter.com")
            let github: Provider = try await other(
                "github.com", "--client-id", "K2", "--enterprise-host", "git.example.com", "--scopes", "user:email,read:org", "--json",
                environment: ["LATCHKEY_PROVIDER_SECRET": Self.secret]
            ).json()
            #expect(github.apiOrigin == "https://git.example.com/api/v3" && github.webOrigin == "https://git.example.com")
            #expect(github.scopes == ["user:email", "read:org"])
            let all: [Provider] = try await data.latchkey("projects", "provider", "show", "--project", "other", "--json").json()
            #expect(all.map(\.id) == ["github.com", "twitter.com"])
        }
    }

    @Test(arguments: Place.allCases)
    func aConfigurationChangesInParts(_ place: Place) async throws {
        try await place.withData { data in
            let file = try data.folder.file("secret.txt", Self.secret + "\r\n")
            let changed: Provider = try await data.latchkey(
                "projects", "provider", "set", "twitter.com", "--key", "K3", "--secret-file", file, "--trust-for-takeover", "yes", "--json"
            ).json()
            #expect(changed.clientID == "K3" && changed.trustedForTakeover && changed.secret == "<redacted>")
            #expect(changed.apiOrigin == data.report.sandbox?.twitter)
            #expect(
                try await data.latchkey("projects", "provider", "set", "twitter.com", "--key", "K4").refusal().contains("new secret"),
                "half a pair is a mistake")
            let off: Provider = try await data.latchkey("projects", "provider", "disable", "twitter.com", "--json").json()
            #expect(!off.enabled && off.clientID == "K3")
            if let server = data.server {
                let refused = try await server.call(
                    "createAuthUri", ["providerId": "twitter.com", "continueUri": "http://localhost", "sessionId": "s"])
                #expect(refused.status == 400 && refused.text.contains("OPERATION_NOT_ALLOWED"))
            }
            let on: Provider = try await data.latchkey("projects", "provider", "enable", "twitter.com", "--json").json()
            #expect(on.enabled && on.trustedForTakeover)
            #expect(
                try await data.latchkey("projects", "provider", "enable", "github.com", "--project", "nobody").refusal().contains(
                    "no project"))
            _ = try await data.latchkey("projects", "create", "other").printed()
            #expect(
                try await data.latchkey("projects", "provider", "enable", "github.com", "--project", "other").refusal()
                    .contains("no configuration"))
        }
    }

    @Test(arguments: Place.allCases)
    func aProviderKeepsItsAddressWhileIdentitiesExist(_ place: Place) async throws {
        try await place.withData { data in
            let file = try data.folder.file("secret.txt", Self.secret)
            let bare = ["projects", "provider", "set", "twitter.com", "--api-origin", "https://api.x.com", "--data", data.folder.data]
            #expect(try await LatchkeyProcess.run(bare).refusal().contains("new secret"), "the old one is the first address's")
            let move = bare + ["--secret-file", file]
            let told = try await LatchkeyProcess.run(move).refusal()
            #expect(told.contains("One identity of twitter.com") && told.contains("another person"))
            let still: Provider = try await data.latchkey("projects", "provider", "show", "twitter.com", "--json").json()
            #expect(still.apiOrigin == data.report.sandbox?.twitter)
            // No account uses GitHub.
            let github: Provider = try await data.latchkey(
                "projects", "provider", "set", "github.com", "--api-origin", "https://api.github.com/", "--secret-file", file, "--json"
            ).json()
            #expect(github.apiOrigin == "https://api.github.com" && github.webOrigin == "https://github.com")
            #expect(
                try await data.latchkey("projects", "provider", "set", "github.com", "--api-origin", "https://git.example/api/v3").refusal()
                    .contains("--web-origin"))
            _ = try await data.latchkey("users", "delete", "--yes", data.twitter).printed()
            let moved: Provider = try await LatchkeyProcess.run(move + ["--json"]).json()
            #expect(moved.apiOrigin == "https://api.x.com" && moved.webOrigin == "https://api.x.com")
        }
    }

    @Test(arguments: Place.allCases)
    func theCallbackToRegisterIsShown(_ place: Place) async throws {
        try await place.withData { data in
            let shown: Provider = try await data.latchkey("projects", "provider", "show", "twitter.com", "--json").json()
            #expect(shown.callbacks.map(\.path) == ["/__/auth/handler", "/v2/default/auth/twitter/callback", "/auth/twitter/callback"])
            #expect(shown.callbacks.map(\.answered) == [true, false, false])
            if data.server != nil {
                #expect(shown.callbacks.first?.url == data.report.url + "/__/auth/handler")
                let reply = try await Web.get(data.report.url + "/__/auth/handler")
                #expect(reply.status != 404, "the server answers where it says that it does")
            } else {
                #expect(shown.callbacks.allSatisfy { $0.url == nil })
                let text = try await data.latchkey(
                    "projects", "provider", "show", "twitter.com", environment: ["LATCHKEY_PUBLIC_URL": "https://auth.example.org"]
                ).printed()
                #expect(text.contains("https://auth.example.org/__/auth/handler  (register this URL"))
            }
        }
    }
}
