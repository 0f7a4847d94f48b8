import ServerUnderTest
import Testing

/// `latchkey projects`, with and without a server.
@Suite(.timeLimit(.minutes(10))) struct ProjectCommandTests {
    private struct Project: Decodable {
        let id: String
        let name: String
        let number: String
        let oneAccountPerEmail: Bool
        let enumerationProtection: Bool
        let passwordSignIn: Bool
        let anonymousSignIn: Bool
        let emailLinkSignIn: Bool
        let signUp: Bool
        let recentSignInSeconds: Int
        let smsPerDay: Int
        let newNetworkMails: Bool
        let authorizedDomains: [String]
        let apiKeys: [String]
        let providers: [String]
        let passwordPolicy: PasswordPolicy
    }

    private struct PasswordPolicy: Decodable {
        let minCharacters: Int
        let maxCharacters: Int
        let kinds: [String]
        let enforced: Bool
        let upgradeAtSignIn: Bool
    }

    private struct App: Decodable {
        let id: String
        let platform: String
        let urlScheme: String
    }

    private struct Key: Decodable {
        let key: String
        let revokedAt: String?
    }

    @Test(arguments: Place.allCases)
    func projectsAreMadeListedAndShown(_ place: Place) async throws {
        try await place.withData { data in
            let made: Project = try await data.latchkey("projects", "create", "acme-1", "--name", "Acme", "--json").json()
            #expect(made.id == "acme-1")
            #expect(made.apiKeys.count == 1)
            let all: [Project] = try await data.latchkey("projects", "list", "--json").json()
            #expect(all.map(\.id) == ["acme-1", "default"])
            #expect(all.last?.apiKeys == [data.report.apiKey])
            #expect(
                all.last?.providers == [
                    "discord.com", "facebook.com", "github.com", "linkedin.com", "oidc.sandbox", "slack.com", "spotify.com", "twitch.tv",
                    "twitter.com", "x.com",
                ])
            let table = try await data.latchkey("projects", "list").printed()
            #expect(table.split(separator: "\n").map { $0.prefix(7) } == ["PROJECT", "acme-1 ", "default"])
            let facts = try await data.latchkey("projects", "show", "acme-1").printed()
            #expect(facts.contains(/\nname +Acme\n/))
            if let server = data.server {
                let key = try #require(made.apiKeys.first)
                let reply = try await Web.post("\(server.url)/v1/accounts:signUp?key=\(key)", json: [:])
                #expect(reply.status == 200, "the server knows the project at once: \(reply.text)")
            }

            #expect(try await data.latchkey("projects", "create", "acme-1").refusal().contains("already"))
            for name in ["Acme", "abc", "1abc", "a_bcd", "projects", "accounts", "abcd-", "a-name-that-is-longer-than-it-may-be"] {
                #expect(try await data.latchkey("projects", "create", name).refusal().contains("cannot name a project"))
            }
            #expect(try await data.latchkey("projects", "show", "nobody").refusal().contains("no project nobody"))
        }
    }

    @Test(arguments: Place.allCases)
    func settingsChangeOneByOne(_ place: Place) async throws {
        try await place.withData { data in
            let before: Project = try await data.latchkey("projects", "show", "--json").json()
            #expect(
                before.oneAccountPerEmail && before.enumerationProtection && before.passwordSignIn && before.anonymousSignIn
                    && before.signUp && before.emailLinkSignIn)
            let after: Project = try await data.latchkey(
                "projects", "set", "--name", "Über", "--one-account-per-email", "no", "--enumeration-protection", "no",
                "--password-sign-in",
                "no", "--email-link-sign-in", "no", "--anonymous-sign-in", "no", "--sign-up", "no", "--recent-sign-in-seconds", "60",
                "--sms-per-day", "25", "--new-network-mails", "yes",
                "--add-authorized-domain",
                "App.Example.org", "--add-authorized-domain", "b.example", "--remove-authorized-domain", "127.0.0.1", "--json"
            ).json()
            #expect(after.name == "Über")
            #expect(
                !after.oneAccountPerEmail && !after.enumerationProtection && !after.passwordSignIn && !after.anonymousSignIn
                    && !after.signUp && !after.emailLinkSignIn)
            #expect(after.recentSignInSeconds == 60)
            #expect(before.smsPerDay == 1000 && after.smsPerDay == 25)
            #expect(!before.newNetworkMails && after.newNetworkMails)
            #expect(after.authorizedDomains == ["localhost", "app.example.org", "b.example"])
            let again: Project = try await data.latchkey("projects", "set", "--anonymous-sign-in", "yes", "--json").json()
            #expect(again.anonymousSignIn && !again.signUp && again.authorizedDomains == after.authorizedDomains, "the rest stays")
            if let server = data.server {
                let reply = try await server.call("signUp", ["email": "x@example.org", "password": "secret12"])
                #expect(reply.status == 400, "strangers are turned away at once: \(reply.text)")
            }

            let strict: Project = try await data.latchkey(
                "projects", "set", "--password-policy", "yes", "--password-min-characters", "12", "--password-kinds", "lower,digit",
                "--json"
            ).json()
            #expect(
                strict.passwordPolicy.enforced && strict.passwordPolicy.minCharacters == 12 && strict.passwordPolicy.maxCharacters == 4096)
            #expect(strict.passwordPolicy.kinds == ["lower", "digit"] && !strict.passwordPolicy.upgradeAtSignIn)
            let looser = try await data.latchkey("projects", "set", "--password-kinds", "none", "--password-upgrade-at-sign-in", "yes")
                .printed()
            for fact in [/password-policy +yes/, /password-min-characters +12/, /password-kinds +none/, /upgrade-at-sign-in +yes/] {
                #expect(looser.contains(fact))
            }
            for (option, value) in [("min", "5"), ("min", "31"), ("max", "11"), ("max", "4097")] {
                #expect(
                    try await data.latchkey("projects", "set", "--password-\(option)-characters", value).refusal()
                        .contains("shortest length"))
            }
            for kinds in ["letters", "lower,", "Lower", ""] {
                #expect(try await data.latchkey("projects", "set", "--password-kinds", kinds).refusal().contains("kind of characters"))
            }

            #expect(try await data.latchkey("projects", "set").refusal(status: 64).contains("at least one setting"))
            #expect(try await data.latchkey("projects", "set", "--sign-up", "maybe").refusal(status: 64).contains("maybe"))
            #expect(try await data.latchkey("projects", "set", "--recent-sign-in-seconds", "100000").refusal().contains("86400"))
            #expect(try await data.latchkey("projects", "set", "--sms-per-day=-1").refusal().contains("Text messages per day"))
            for domain in ["https://a.example", "a.example:80", "*.example", "a.example/x", "."] {
                #expect(try await data.latchkey("projects", "set", "--add-authorized-domain", domain).refusal().contains("not a host name"))
            }
            #expect(
                try await data.latchkey("projects", "set", "--sign-up", "yes", "--remove-authorized-domain", "c.example").refusal()
                    .contains("not an authorized domain"))
            let unchanged: Project = try await data.latchkey("projects", "show", "--json").json()
            #expect(!unchanged.signUp, "what is refused changes nothing, not even in part")
        }
    }

    @Test(arguments: Place.allCases)
    func appsAreRegisteredUnderFirebasesIds(_ place: Place) async throws {
        try await place.withData { data in
            let project: Project = try await data.latchkey("projects", "show", "--json").json()
            let app: App = try await data.latchkey(
                "projects", "app", "add", "--platform", "ios", "--bundle-id", "org.example.App", "--json"
            ).json()
            #expect(app.id.wholeMatch(of: /1:(\d{12}):ios:[0-9a-f]{16}/)?.1 == project.number[...])
            #expect(app.urlScheme == "app-" + app.id.replacing(":", with: "-"))
            let text = try await data.latchkey("projects", "app", "add", "--platform", "native", "--name", "A tool").printed()
            #expect(text.contains("URL scheme  app-1-\(project.number)-native-"))
            let apps: [App] = try await data.latchkey("projects", "app", "list", "--json").json()
            #expect(apps.map(\.platform) == ["ios", "native"])
            #expect(try await data.latchkey("projects", "app", "list").printed().contains("A tool"))
            let team = try await data.latchkey("projects", "app", "set", app.id, "--team-id", "A1B2C3D4E5").printed()
            #expect(team.contains("team id     A1B2C3D4E5") && team.contains("name        org.example.App"), "\(team)")
            #expect(try await data.latchkey("projects", "app", "list").printed().contains("A1B2C3D4E5"))
            let named = try await data.latchkey("projects", "app", "set", app.id, "--name", "Notes").printed()
            #expect(named.contains("name        Notes") && named.contains("A1B2C3D4E5"), "\(named)")
            #expect(try await !data.latchkey("projects", "app", "set", app.id, "--team-id", "").printed().contains("team id"))
            for (app, option, value, why) in [
                (app.id, "--team-id", "a1b2c3d4e5", "not a team ID"),
                (apps[1].id, "--team-id", "A1B2C3D4E5", "Only an app for Apple's systems"),
                ("1:1:ios:x", "--name", "Notes", "no app 1:1:ios:x"), (app.id, "--name", "", "1 to 100 characters"),
            ] { #expect(try await data.latchkey("projects", "app", "set", app, option, value).refusal().contains(why), "\(why)") }
            #expect(try await data.latchkey("projects", "app", "set", app.id).refusal().contains("Nothing to change"))
            #expect(try await data.latchkey("projects", "app", "add", "--platform", "android").refusal().contains("bundle id"))
            #expect(try await data.latchkey("projects", "app", "add", "--platform", "amiga").refusal().contains("not a platform"))
            #expect(
                try await data.latchkey("projects", "app", "add", "--platform", "ios", "--bundle-id", "a b").refusal().contains(
                    "not a bundle ID"))
        }
    }

    @Test(arguments: Place.allCases)
    func apiKeysAreMadeAndRevoked(_ place: Place) async throws {
        try await place.withData { data in
            let made: Key = try await data.latchkey("projects", "key", "add", "--json").json()
            #expect(made.key.hasPrefix("lk_") && made.key != data.report.apiKey)
            let revoked = try await data.latchkey("projects", "key", "revoke", data.report.apiKey).printed()
            #expect(revoked.contains(data.report.apiKey))
            let keys: [Key] = try await data.latchkey("projects", "key", "list", "--json").json()
            #expect(keys.map(\.key) == [data.report.apiKey, made.key])
            #expect(keys.map { $0.revokedAt != nil } == [true, false])
            #expect(try await data.latchkey("projects", "key", "list").printed().contains("revoked 20"))
            if let server = data.server {
                #expect(try await server.call("signUp", [:]).status == 400, "the server turns the revoked key away at once")
                #expect(try await Web.post("\(server.url)/v1/accounts:signUp?key=\(made.key)", json: [:]).status == 200)
            }

            #expect(try await data.latchkey("projects", "key", "revoke", data.report.apiKey).refusal().contains("already revoked"))
            #expect(try await data.latchkey("projects", "key", "revoke", "lk_unknown").refusal().contains("no API key"))
            _ = try await data.latchkey("projects", "create", "other").printed()
            #expect(
                try await data.latchkey("projects", "key", "revoke", made.key, "--project", "other").refusal().contains("no API key"),
                "a key belongs to its own project")
        }
    }

    @Test func aFolderWithoutDataIsNotTakenForAnEmptyOne() async throws {
        let folder = try TemporaryFolder()
        for arguments in [["projects", "list"], ["users", "list"], ["keys", "rotate"], ["projects", "show"]] {
            let told = try await LatchkeyProcess.run(arguments + ["--data", folder.data]).refusal()
            #expect(told.contains("There is no Latchkey data in \(folder.data)"))
        }
    }

    @Test func aProjectCanBeSetUpBeforeTheFirstStart() async throws {
        let folder = try TemporaryFolder()
        let made: Project = try await LatchkeyProcess.run(
            ["projects", "create", "default", "--name", "Mine", "--data", folder.data, "--sandbox", "--json"]
        ).json()
        try await LatchkeyProcess.serve(in: folder) { server in
            #expect(server.report.apiKey == made.apiKeys.first)
            let shown: Project = try await server.latchkey("projects", "show", "--json").json()
            #expect(shown.name == "Mine")
        }
    }
}
