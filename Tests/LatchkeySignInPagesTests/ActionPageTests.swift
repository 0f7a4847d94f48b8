import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeySignInPages

/// The pages behind the links in mails, as a browser with its cookie gets them.
@Suite struct ActionPageTests {
    private static let settings = ProjectSettings(emailLinkSignIn: true)

    private struct Browser {
        let caller: TestServer.Caller
        var cookie: String?

        mutating func open(_ link: String?) async throws -> Reply {
            let uri = try #require(link).replacingOccurrences(of: "https://auth.example.org", with: "")
            var headers: HTTPFields = [:]
            headers[.cookie] = cookie
            let reply = try await caller.send(.get, uri, headers: headers)
            if let line = reply.headers[.setCookie] { cookie = String(line.prefix { $0 != ";" }) }
            return reply
        }

        /// Submits the form of a page.
        func submit(
            _ page: Reply, _ changes: [String: String] = [:], path: String = "/__/auth/action", headers more: HTTPFields = [:]
        ) async throws -> Reply {
            var fields = ["answer": "yes"]
            for name in ["csrf", "mode", "oobCode", "apiKey", "lang", "continueUrl"] { fields[name] = Self.field(name, of: page) }
            let body = fields.merging(changes) { _, new in new }.map { $0.key + "=" + PercentEncoding.encode($0.value) }
            var headers = more
            headers[.contentType] = "application/x-www-form-urlencoded"
            headers[.cookie] = cookie
            return try await caller.send(.post, path, headers: headers, body: body.joined(separator: "&"))
        }

        static func field(_ name: String, of page: Reply) -> String? {
            guard let mark = page.text.range(of: "name=\"\(name)\" value=\"") else { return nil }
            return String(page.text[mark.upperBound...].prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
        }
    }

    private func run(
        _ body: @escaping @Sendable (TestServer, TestServer.Caller, Reply, inout Browser) async throws -> Void
    ) async throws {
        let server = try await TestServer(Self.settings)
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            var browser = Browser(caller: caller)
            try await body(server, caller, ada, &browser)
        }
    }

    @Test func aSecondFactorIsWithdrawnOnThePage() async throws {
        try await run { server, caller, ada, browser in
            let id = AccountID(rawValue: try #require(ada["localId"]))
            let realm = Realm(project: server.project.id)
            let factor = SecondFactor(
                id: "f", account: id, realm: realm, means: .totp(sealedSeed: SealedSecret(bytes: [1]), lastStep: 0), displayName: nil,
                enrolledAt: server.clock.now)
            let text = String(repeating: "c", count: OneTimeCode.length)
            let code = OneTimeCode(
                id: Fingerprint(of: text), realm: realm, kind: .revertSecondFactor,
                recipient: try #require(EmailAddress("ada@example.org")),
                account: id, secondFactor: "f", createdAt: server.clock.now, expiresAt: server.clock.now.addingTimeInterval(60))
            try await server.store.write { transaction in
                try transaction.insert(factor)
                try transaction.insert(code)
            }
            let link = "/__/auth/action?mode=revertSecondFactorAddition&oobCode=\(text)&apiKey=\(caller.apiKey)"
            for language in ["de", "fr", "es", "ar"] {
                let page = try await browser.open(link + "&lang=" + language)
                #expect(page.status == .ok && page.text.contains("lang=\"\(language)\"") && page.text.contains("ada@example.org"))
            }
            let page = try await browser.open(link + "&lang=en")
            #expect(page.text.contains("Remove the second step"))
            #expect(try await server.store.read { try $0.secondFactors(of: id, in: realm).count } == 1, "looking changes nothing")
            let done = try await browser.submit(page)
            #expect(done.status == .ok && done.text.contains("The second step is gone"), "\(done.text)")
            #expect(try await server.store.read { try $0.secondFactors(of: id, in: realm) } == [])
            #expect(try await server.lastMail().kind == .passwordReset, "who could add it knows the password")
            #expect(try await browser.open(link + "&lang=en").status == .badRequest)
        }
    }

    @Test func aNewPasswordIsSetOnThePage() async throws {
        try await run { server, caller, _, browser in
            try await caller.send("PASSWORD_RESET", "ada@example.org", ["continueUrl": "https://app.example.org/?a=1&b=2"])
            let link = try await server.lastMail().content.link
            var page = try await browser.open(link)
            page = try await browser.open(link)
            #expect(page.status == .ok && page.text.contains("ada@example.org") && page.text.contains("autocomplete=\"new-password\""))
            #expect(
                page.headers[.cacheControl] == "no-store" && page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(page.headers[HTTPField.Name("referrer-policy")!] == "no-referrer")
            #expect(page.text.contains("lang=\"en\" dir=\"ltr\""))
            let weak = try await browser.submit(page, ["newPassword": "12345"])
            #expect(weak.status == .badRequest && weak.text.contains("at least 6 characters") && weak.text.contains("role=\"alert\""))
            let done = try await browser.submit(page, ["newPassword": "a new password"])
            #expect(done.status == .ok && done.text.contains("href=\"https://app.example.org/?a=1&amp;b=2\""), "\(done.text)")
            #expect(try await caller.signIn("ada@example.org", "a new password").status == .ok)
            let again = try await browser.submit(page, ["newPassword": "another password"])
            #expect(again.status == .badRequest && again.text.contains("already used"))
            #expect(try await browser.open(link).status == .badRequest)
        }
    }

    @Test func everyModeHasAPageWithoutSideEffects() async throws {
        try await run { server, caller, ada, browser in
            try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            let verify = try await server.lastMail().content
            for path in ["/__/auth/action", "/emulator/action"] {
                let link = verify.link?.replacingOccurrences(of: "/__/auth/action", with: path)
                #expect(try await browser.open(link).text.contains("Confirm your address"))
            }
            #expect(try await browser.open(verify.denyLink).text.contains("That was not me"))
            #expect(try await server.account("ada@example.org")?.emailVerified == false)
            let verified = try await browser.submit(try await browser.open(verify.link))
            #expect(verified.status == .ok && verified.text.contains("is confirmed now"))
            #expect(try await server.account("ada@example.org")?.emailVerified == true)

            try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "new@example.org"])
            let changed = try await browser.submit(try await browser.open(try await server.lastMail().content.link))
            #expect(changed.status == .ok && changed.text.contains("new@example.org"))
            #expect(try await server.account("new@example.org") != nil)

            let recovery = try await browser.open(try await server.lastMail(to: "ada@example.org").content.link)
            #expect(recovery.text.contains("it was \u{2068}ada@example.org"))
            let recovered = try await browser.submit(recovery)
            #expect(recovered.status == .ok && recovered.text.contains("set a new password"))
            #expect(try await server.account("ada@example.org")?.emailVerified == true)
            #expect(try await server.lastMail(to: "ada@example.org").kind == .passwordReset)
        }
    }

    @Test func verificationCanBeDenied() async throws {
        try await run { server, caller, ada, browser in
            try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            let page = try await browser.open(try await server.lastMail().content.link)
            #expect(page.text.contains("name=\"answer\" value=\"no\""))
            let denied = try await browser.submit(page, ["answer": "no"])
            #expect(denied.status == .ok && denied.text.contains("Your address is free"), "\(denied.text)")
            #expect(try await server.account("ada@example.org") == nil)
        }
    }

    @Test func aPendingChangeIsVoidedWithNo() async throws {
        try await run { server, caller, ada, browser in
            try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "new@example.org"])
            let mail = try await server.lastMail()
            let page = try await browser.open(mail.content.denyLink)
            let denied = try await browser.submit(page)
            #expect(denied.status == .ok)
            #expect(try await caller.apply(mail.code).error == "INVALID_OOB_CODE")
            #expect(try await server.account("ada@example.org") != nil)
        }
    }

    @Test func formsOfOtherSitesAreRejected() async throws {
        try await run { server, caller, ada, browser in
            try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            let page = try await browser.open(try await server.lastMail().content.link)
            var crossSite: HTTPFields = [:]
            crossSite[HTTPField.Name("sec-fetch-site")!] = "cross-site"
            let withoutCookie = Browser(caller: caller)
            let replies = [
                try await browser.submit(page, ["csrf": "wrong"]), try await browser.submit(page, ["csrf": ""]),
                try await browser.submit(page, headers: crossSite),
                try await browser.submit(page, headers: [.origin: "https://evil.example"]),
                try await withoutCookie.submit(page),
            ]
            for reply in replies { #expect(reply.status == .forbidden && reply.text.contains("Open the link in the mail again")) }
            #expect(try await server.account("ada@example.org")?.emailVerified == false)
            #expect(try await browser.submit(page, path: "/emulator/action").status == .ok)
        }
    }

    @Test func signingInLeadsOnToTheApp() async throws {
        try await run { server, caller, _, browser in
            try await caller.send(
                "EMAIL_SIGNIN", "ada@example.org", ["continueUrl": "https://app.example.org/in?a=1&oobCode=planted&%6Dode=x#top"])
            let mail = try await server.lastMail()
            let moved = try await browser.open(mail.content.link)
            #expect(moved.status == .seeOther && moved.headers[HTTPField.Name("referrer-policy")!] == "no-referrer")
            let target = try #require(moved.headers[.location])
            #expect(target.hasPrefix("https://app.example.org/in?a=1&mode=signIn&oobCode=\(mail.code)&apiKey=") && target.hasSuffix("#top"))
            let query = try Parameters(formEncoded: String(target.split(separator: "?", maxSplits: 1)[1].prefix { $0 != "#" }))
            #expect(query.values(of: "oobCode") == [mail.code] && query.values(of: "mode") == ["signIn"] && query["lang"] == "en")
            let used = try await caller.call("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": mail.code])
            #expect(used.status == .ok, "opening the link did not use the code up")
        }
    }

    @Test(arguments: ["https://evil.example/", "http://app.example.org/", "javascript:alert(1)", "//evil.example", ""])
    func forgedContinueURLsAreRejected(_ url: String) async throws {
        try await run { server, caller, _, browser in
            let key = caller.apiKey
            let forged = try await browser.open(
                "/__/auth/action?mode=signIn&oobCode=x&apiKey=\(key)&continueUrl=\(PercentEncoding.encode(url))")
            #expect(forged.status == .badRequest && forged.headers[.location] == nil)
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            let link = try #require(try await server.lastMail().content.link)
            let page = try await browser.open(link + "&continueUrl=" + PercentEncoding.encode(url))
            let done = try await browser.submit(page, ["newPassword": "a new password", "continueUrl": url])
            #expect(done.status == .ok && !done.text.contains("href=\"http") && !done.text.contains("javascript"))
        }
    }

    @Test(arguments: [
        ("an unknown key", "mode=verifyEmail&oobCode=CODE&apiKey=x"), ("no key", "mode=verifyEmail&oobCode=CODE"),
        ("an unknown mode", "mode=xyz&oobCode=CODE&apiKey=KEY"), ("another mode", "mode=recoverEmail&oobCode=CODE&apiKey=KEY"),
        ("no code", "mode=verifyEmail&apiKey=KEY"), ("a tenant", "mode=verifyEmail&oobCode=CODE&apiKey=KEY&tenantId=t"),
        ("a wrong code", "mode=verifyEmail&oobCode=CODEx&apiKey=KEY"), ("nothing", ""),
        ("what is no text", "mode=%ff"), ("too much", String(repeating: "x", count: 20_000)),
    ])
    func brokenLinksAreExplained(_ name: String, _ query: String) async throws {
        try await run { server, caller, ada, browser in
            try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            let code = try await server.lastMail().code
            let filled = query.replacingOccurrences(of: "CODE", with: code).replacingOccurrences(of: "KEY", with: caller.apiKey)
            let page = try await browser.open("/__/auth/action?" + filled)
            #expect(page.status.kind == .clientError && page.text.contains("Request a new one in the app"), "\(name): \(page.text)")
            #expect(!page.text.contains(code))
        }
    }

    @Test func expiredLinkIsExplained() async throws {
        try await run { server, caller, _, browser in
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            let link = try await server.lastMail().content.link
            server.clock.advance(bySeconds: 3600)
            #expect(try await browser.open(link).text.contains("It is too old"))
        }
    }

    @Test(arguments: [("de-AT", "de", "ltr"), ("fr", "fr", "ltr"), ("es", "es", "ltr"), ("ar", "ar", "rtl"), ("xx", "en", "ltr")])
    func pagesUseTheLanguageOfTheLink(_ received: String, _ language: String, _ direction: String) async throws {
        try await run { server, caller, _, browser in
            try await caller.send("PASSWORD_RESET", "ada@example.org")
            let link = try await server.lastMail().content.link?.replacingOccurrences(of: "lang=en", with: "lang=\(received)")
            let page = try await browser.open(link)
            let texts = ActionTexts.matching(received)
            #expect(page.text.contains("<html lang=\"\(language)\" dir=\"\(direction)\">") && page.text.contains(texts.resetPassword.title))
            let done = try await browser.submit(page, ["newPassword": "a new password"])
            #expect(done.text.contains(texts.resetPassword.doneTitle) && done.text.contains("dir=\"\(direction)\""))
        }
    }

    /// A translation that omits or invents a placeholder would be visible to users.
    @Test func everyLanguageNamesTheSameValues() {
        func names(_ texts: ActionTexts) -> [[String]] {
            let requests = [texts.resetPassword, texts.verifyEmail, texts.changeEmail, texts.recoverEmail, texts.disownEmail]
            return (requests.flatMap { [$0.lead, $0.done] } + [texts.disabled, texts.noPlace]).map { text in
                ["{email}", "{new}", "{project}"].filter { text.contains($0) }
            }
        }
        #expect(ActionTexts.all.map(\.language) == ["en", "de", "fr", "es", "ar"])
        for texts in ActionTexts.all {
            #expect(names(texts) == names(.english), "\(texts.language)")
            #expect((texts.verifyEmail.deny == nil) == (ActionTexts.english.verifyEmail.deny == nil))
        }
    }

    @Test func namesAreShownAsText() async throws {
        let server = try await TestServer(Self.settings)
        var project = server.project
        project.displayName = "<script>alert(1)</script>{email}"
        let saved = project
        try await server.store.write { try $0.update(saved) }
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"])
            var browser = Browser(caller: caller)
            let page = try await browser.open(try await server.lastMail().content.link)
            #expect(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>"))
        }
    }

    @Test func theSignInPageSendsAReset() async throws {
        try await run { server, caller, _, browser in
            let page = try await browser.open("/sign-in")
            #expect(page.text.contains("Forgot password?"))
            for address in ["ada@example.org", "nobody@example.org"] {
                let sent = try await browser.submit(page, ["mode": "forgot", "email": address, "password": ""], path: "/sign-in/password")
                #expect(sent.status == .ok && sent.text.contains("If there is an account"), "\(sent.text)")
            }
            let mails = try await server.mails()
            #expect(mails.map(\.recipient) == ["ada@example.org"])
            let done = try await browser.submit(try await browser.open(mails.first?.content.link), ["newPassword": "a new password"])
            #expect(done.text.contains("href=\"https://auth.example.org/sign-in\""))
        }
    }
}
