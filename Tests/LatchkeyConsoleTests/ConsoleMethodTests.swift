import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// How owners configure the sign-in methods.
@Suite struct ConsoleMethodTests {
    private static let path = "/console/projects/default/methods"
    private static let settings = path + "/settings/"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// The fields of a form as a browser would send them, with changes; `nil` removes a field.
    private func filled(_ page: Reply, _ changes: [String: String?]) -> [(String, String)] {
        var form: [String: String] = [:]
        for tag in page.text.matches(of: /<input [^>]*>/).map({ String($0.0) }) {
            guard let name = tag.firstMatch(of: /name="([^"]+)"/).map({ String($0.1) }) else { continue }
            if tag.contains("checkbox"), !tag.contains(" checked") { continue }
            form[name] = tag.firstMatch(of: /value="([^"]*)"/).map { String($0.1) } ?? ""
        }
        if let area = page.text.firstMatch(of: /<textarea name="domains"[^>]*>([^<]*)</) { form["domains"] = String(area.1) }
        for (name, value) in changes { form[name] = value }
        return form.map { ($0.key, $0.value) }
    }

    private func project() async throws -> Project {
        try #require(try await console.server.store.read { try $0.project(.standard) })
    }

    private func twitter() async throws -> ProviderConfiguration? {
        try await console.server.store.read { try $0.provider(.twitter, of: .standard) }
    }

    @Test func disabledMethodsRefuseSignIns() async throws {
        try await console.run { caller in
            let account = ["email": "ada@example.org", "password": "lovelace"]
            #expect(try await caller.call("accounts:signUp", account).status == .ok)
            var browser = try await console.owner(caller)
            let tabs: [(String, [String: String?], String)] = [
                ("methods", ["passwordSignIn": nil], "Saved. E-mail and password: off."),
                ("passwords", ["policyDigit": "yes", "policyMinimum": "9"], "Saved. Digit: on; Minimum length: 9."),
                ("accounts", ["signUpsPerHour": "7"], "Saved. Sign-ups per hour and network: 7."),
                ("legacy", ["legacySessionSeconds": "0"], "Saved. Session duration of legacy clients (seconds): 0."),
                (
                    "project", ["name": "The <office>", "domains": "localhost\r\nAPP.example.org, new.example.org"],
                    "Saved. Name: The &lt;office&gt;; Authorized domains: 3."
                ), ("methods", [:], "Nothing was changed."),
            ]
            for (tab, changes, told) in tabs {
                let path = Self.settings + tab
                let saved = try await browser.post(path, filled(try await browser.open(path), changes))
                let location = try #require(saved.headers[.location], "\(saved.text)")
                #expect(location.hasPrefix(path + "?changed="))
                #expect(try await browser.open(location).text.contains(told), "\(location)")
            }
            #expect(try await caller.call("accounts:signInWithPassword", account).error?.hasPrefix("PASSWORD_LOGIN_DISABLED") == true)
            let now = try await project()
            #expect(now.settings.signUpsPerHour == 7 && now.settings.legacy.sessionSeconds == 0)
            #expect(now.displayName == "The <office>")
            #expect(try await browser.open("/sign-in").text.contains("The &lt;office&gt;"), "people read it")
            #expect(now.settings.passwordPolicy.requiredKinds == [.digit] && now.settings.passwordPolicy.minimumCharacters == 9)
            #expect(now.authorizedDomains == ["localhost", "app.example.org", "new.example.org"])
            let events = try await console.server.store.read { try $0.events(of: .standard, subject: nil, limit: 10) }
            let event = try #require(events.first { $0.kind == .configure && $0.reason == "passwordSignIn" }, "\(events)")
            #expect(event.actor?.hasPrefix("console/") == true, "\(event)")
            let shown = try await browser.open(Self.settings + "passwords")
            #expect(shown.text.contains("name=\"policyDigit\" value=\"yes\" aria-describedby=\"about-policyDigit\" checked"))
        }
    }

    @Test(arguments: [
        ("accounts", "signUpsPerHour", "-1", "Sign-ups per hour"), ("accounts", "recentSignInSeconds", "86401", "86400"),
        ("passwords", "policyMinimum", "x", "Minimum length"), ("legacy", "legacySessionSeconds", "59", "or 0"),
        ("project", "domains", "https://a.example", "not a host name"), ("project", "name", "", "1 to 100 characters"),
        ("methods", "smsPerDay", "", "Text messages"), ("accounts", "deleteDataPaths", "/users", "not a path of one user"),
    ])
    func invalidSettingsAreExplainedBesideTheFieldAndTheFormIsKept(
        _ tab: String, _ name: String, _ value: String, _ told: String
    ) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.settings + tab)
            let before = try await project()
            let other = ["methods": "anonymousSignIn", "accounts": "newNetworkMails", "passwords": "policy", "legacy": "reverseAuth"][tab]
            let refused = try await browser.post(
                Self.settings + tab, filled(page, [name: value].merging(other.map { [$0: "yes"] } ?? [:]) { $1 }))
            #expect(refused.status == .badRequest && refused.text.contains("role=\"alert\""), "\(refused.text)")
            let problem = refused.text.firstMatch(of: /id="problem-([A-Za-z]+)"><bdi>([^<]*)</)
            #expect(problem?.1 == name[...] && problem?.2.contains(told) == true, "\(refused.text)")
            #expect(refused.text.contains("aria-describedby=\"problem-\(name) about-\(name)\""))
            #expect(refused.text.components(separatedBy: " autofocus").count == 2, "the keyboard is at one field")
            if let other {
                #expect(refused.text.contains("name=\"\(other)\" value=\"yes\" aria-describedby=\"about-\(other)\" checked"))
            }
            let after = try await project()
            #expect(after == before)
        }
    }

    @Test func conflictingChangeIsReported() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let path = Self.settings + "accounts"
            let page = try await browser.open(path)
            #expect(try await browser.post(path, filled(page, ["signUpsPerHour": "1"])).status == .seeOther)
            // Another tab has other settings.
            let passwords = try await browser.open(Self.settings + "passwords")
            #expect(try await browser.post(Self.settings + "passwords", filled(passwords, ["policyDigit": "yes"])).status == .seeOther)
            let second = try await browser.post(path, filled(page, ["signUpsPerHour": "2"]))
            #expect(second.status == .badRequest && second.text.contains("Another administrator changed"), "\(second.text)")
            let kept = try await project()
            #expect(kept.settings.signUpsPerHour == 1)
            #expect(try await browser.post(path, filled(second, [:])).status == .seeOther, "what was written is still there")
            let now = try await project()
            #expect(now.settings.signUpsPerHour == 2)

            let provider = try await browser.open(Self.path + "/twitter.com")
            let first = try await browser.post(Self.path + "/twitter.com", filled(provider, ["clientID": "one", "secret": "s1"]))
            #expect(first.status == .seeOther, "\(first.text)")
            let late = try await browser.post(Self.path + "/twitter.com", filled(provider, ["clientID": "two", "secret": "s2"]))
            #expect(late.status == .badRequest && late.text.contains("Another administrator") && late.text.contains("value=\"two\""))
            let configured = try await twitter()
            #expect(configured?.clientID == "one")
            // A form that fails validation keeps the version that the administrator saw.
            let stale = try await browser.post(
                Self.path + "/twitter.com", filled(provider, ["clientID": "two", "secret": "s2", "apiOrigin": "x"]))
            #expect(stale.status == .badRequest && stale.text.contains("not the URL of a provider"), "\(stale.text)")
            let mended = try await browser.post(
                Self.path + "/twitter.com", filled(stale, ["secret": "s2", "apiOrigin": "https://twitter.test"]))
            #expect(mended.status == .badRequest && mended.text.contains("Another administrator changed"), "\(mended.text)")
        }
    }

    @Test(arguments: ["viewer", "editor"]) func otherRolesCannotChangeSettings(_ role: String) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            try await console.make(role)
            let before = (try await project(), try await twitter())
            for path in [
                Self.settings + "methods", Self.settings + "project", Self.path + "/twitter.com", Self.path + "/twitter.com/remove",
                Self.path + "/openid",
            ] {
                let response = try await browser.post(path, filled(page, ["clientID": "thief", "secret": "s", "signUpsPerHour": "3"]))
                #expect(response.status == .forbidden, "\(path)")
            }
            let after = (try await project(), try await twitter())
            #expect(before == after)
            let shown = try await browser.open(Self.settings + "methods")
            #expect(shown.status == .ok && shown.text.contains("<fieldset class=\"plainset\" disabled>"), "\(shown.text)")
            let provider = try await browser.open(Self.path + "/twitter.com")
            #expect(provider.status == .ok && provider.text.contains("our-twitter.com-key") && !provider.text.contains("our secret"))
            #expect(provider.text.contains(">Test<") == (role == "editor"))
            let test = try await browser.post(Self.path + "/twitter.com/test", filled(page, [:]))
            #expect(test.status == (role == "editor" ? .ok : .forbidden))
        }
    }

    @Test func aSecretIsWrittenAndNeverShown() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path + "/twitter.com")
            #expect(page.text.contains("https://auth.example.org/__/auth/handler"), "the callback to register")
            let refused = try await browser.post(Self.path + "/twitter.com", filled(page, ["clientID": "another", "secret": ""]))
            #expect(refused.status == .badRequest && refused.text.contains("comes with a new secret"), "\(refused.text)")
            #expect(refused.text.contains("id=\"problem-secret\"") && refused.text.contains("value=\"another\""))
            let long = ["clientID": "an other", "secret": "hunter1"]
            let lost = try await browser.post(Self.path + "/twitter.com", filled(page, long))
            #expect(lost.text.contains("id=\"problem-clientID\"") && lost.text.contains("enter it again") && !lost.text.contains("hunter1"))
            let saved = try await browser.post(Self.path + "/twitter.com", filled(page, ["clientID": "another", "secret": "hunter2"]))
            let location = try #require(saved.headers[.location], "\(saved.text)")
            let shown = try await browser.open(location)
            #expect(shown.text.contains("Saved. Consumer key; Consumer secret.") && !location.contains("hunter2"), "\(shown.text)")
            #expect(shown.text.contains("value=\"another\"") && !shown.text.contains("hunter2") && shown.text.contains("secret is stored"))
            let configuration = try #require(try await twitter())
            let context = ProviderConfiguration.sealingContext(project: .standard, provider: .twitter)
            #expect(try console.server.sealer.openText(configuration.sealedSecret, for: context).expose() == "hunter2")
            // Saving without a secret keeps the secret.
            let again = try await browser.post(Self.path + "/twitter.com", filled(shown, ["enabled": nil]))
            #expect(again.status == .seeOther, "\(again.text)")
            let off = try #require(try await twitter())
            #expect(!off.enabled && off.sealedSecret == configuration.sealedSecret)
        }
    }

    @Test func bothAddressesFollowTheForm() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            for (provider, api) in [("twitter.com", "https://api2.example.com"), ("github.com", "https://git.example.com")] {
                let page = try await browser.open(Self.path + "/" + provider)
                let web = try field("webOrigin", of: page)
                let saved = try await browser.post(
                    Self.path + "/" + provider, filled(page, ["apiOrigin": api, "secret": "another"]))
                #expect(saved.status == .seeOther, "\(saved.text)")
                let stored = try await console.server.store.read { try $0.provider(ProviderID(rawValue: provider), of: .standard) }
                #expect(stored?.apiOrigin == api && stored?.webOrigin == web)
            }
        }
    }

    @Test func testShowsTheProvidersResponse() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let path = Self.path + "/twitter.com"
            let page = try await browser.open(path)
            let good = try await browser.post(path + "/test", filled(page, [:]))
            #expect(good.status == .ok && good.text.contains("finding good") && good.text.contains("is approved"), "\(good.text)")
            #expect(try console.server.provider.callbackOfLastRequestToken().hasPrefix("https://auth.example.org/__/auth/handler"))
            for (reply, told) in [
                (PlayedProvider.json(401, #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#), "save them here"),
                (PlayedProvider.json(403, #"{"errors":[{"code":415,"message":"Callback URL not approved"}]}"#), "callback URLs"),
                (PlayedProvider.json(503, ""), "reports a fault of its own"), (PlayedProvider.json(200, "<script>"), "Check the address"),
                (PlayedProvider.json(404, #"{"errors":[{"code":1,"message":"a secret of another server"}]}"#), "refused"),
            ] {
                console.server.provider.fail(with: reply)
                let bad = try await browser.post(path + "/test", filled(page, [:]))
                #expect(bad.status == .ok && bad.text.contains("finding bad") && bad.text.contains(told), "\(told): \(bad.text)")
                #expect(!bad.text.contains("finding good") && !bad.text.contains("<script>") && !bad.text.contains("latchkey projects"))
                #expect(!bad.text.contains("a secret of another server"), "the response is not shown")
            }
            console.server.provider.fail(with: nil)
        }
    }

    @Test func providersInTheServersNetworkAreRejected() async throws {
        let edit: [String: String?] = ["clientID": "c", "secret": "s", "issuer": "http://127.0.0.1:9/", "enabled": "yes"]
        try await console.run(sandbox: false) { caller in
            var browser = try await console.owner(caller)
            let named = try await browser.post(Self.path + "/openid", filled(try await browser.open(Self.path), ["name": "own"]))
            #expect(named.headers[.location] == Self.path + "/oidc.own", "\(named.text)")
            let page = try await browser.open(Self.path + "/oidc.own")
            let refused = try await browser.post(Self.path + "/oidc.own", filled(page, edit))
            #expect(refused.status == .badRequest && refused.text.contains("Only the operator"), "\(refused.text)")
            for name in ["", "A", "a b", String(repeating: "a", count: 65), "<script>"] {
                let response = try await browser.post(Self.path + "/openid", filled(try await browser.open(Self.path), ["name": name]))
                #expect(response.status == .badRequest && !response.text.contains("<script>"), "\(name)")
            }
            for path in ["/oidc.", "/nobody", "/saml.x", "/twitter.com%00"] {
                #expect(try await browser.open(Self.path + path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func aProviderIsRemoved() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let path = Self.path + "/github.com"
            let page = try await browser.open(path)
            #expect(try await browser.post(path + "/remove", filled(page, [:])).headers[.location] == Self.path + "?done=removed")
            #expect(try await browser.post(path + "/remove", filled(page, [:])).status == .seeOther, "by another as well")
            let list = try await browser.open(Self.path)
            #expect(list.text.contains("not set up"))
            let tested = try await browser.post(path + "/test", filled(page, [:]))
            #expect(tested.status == .badRequest && tested.text.contains("Save the configuration"))
        }
    }
}
