import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// The phones of the own account at `/account`.
@Suite struct OwnAccountPhoneTests {
    private static let number = "+4915112345678"

    /// Asks for a code, and returns the page for it.
    private static func request(_ scene: inout OwnAccountScene, use: String) async throws -> Reply {
        try await scene.submit("phone", [("number", "+49 (151) 1234-5678"), ("use", use)])
    }

    private static func sentCode(_ scene: OwnAccountScene) async throws -> String {
        let messages = try await scene.server.store.read { try $0.outboxMessages(of: .standard, limit: 50) }
        let message = try #require(messages.first { $0.recipient == number && $0.kind == .phoneCode })
        return try #require(try Outbox(sealer: scene.server.sealer).content(of: message).code)
    }

    private static func form(_ page: Reply, code: String) throws -> [(String, String)] {
        let fields = try ["number", "session", "use"].map { ($0, try field($0, of: page)) }
        return fields + [("code", code)]
    }

    private static func add(_ scene: inout OwnAccountScene, use: String) async throws -> Reply {
        let page = try await request(&scene, use: use)
        #expect(page.status == .ok && page.text.contains("on its way to \(number)"), "\(page.text)")
        return try await scene.submit("phone/finish", try form(page, code: try await sentCode(scene)))
    }

    @Test func phoneNumberIsAddedAndRemoved() async throws {
        try await OwnAccountScene.run(ProjectSettings(phoneSignIn: true)) { scene in
            #expect(try await scene.page().text.contains("Add a phone number"))
            let page = try await Self.request(&scene, use: "sign-in")
            let code = try await Self.sentCode(scene)
            let wrong = try await scene.submit("phone/finish", try Self.form(page, code: code == "000000" ? "000001" : "000000"))
            #expect(wrong.status == .badRequest && wrong.text.contains("The code is wrong."), "\(wrong.text)")
            let added = try await scene.submit("phone/finish", try Self.form(wrong, code: code))
            #expect(added.headers[.location] == "/account?done=saved", "\(added.text)")
            #expect(try await scene.account().phoneNumber == Self.number)
            let shown = try await scene.page().text
            #expect(shown.contains("Remove: \(Self.number)") && shown.contains("Change phone number"), "\(shown)")
            let removed = try await scene.send("phone/remove")
            #expect(removed.text.contains("Saved.") && !removed.text.contains(Self.number), "\(removed.text)")
            #expect(try await scene.account().phoneNumber == nil)
        }
    }

    @Test func numberOfAnotherAccountIsRefused() async throws {
        try await OwnAccountScene.run(ProjectSettings(phoneSignIn: true)) { scene in
            let now = scene.server.clock.now
            try await scene.server.store.write { transaction in
                try transaction.insert(
                    Account(
                        id: AccountID(rawValue: "other"), realm: Realm(project: .standard), phoneNumber: Self.number, createdAt: now,
                        lastSignInAt: now, lastRefreshAt: now))
            }
            let refused = try await Self.add(&scene, use: "sign-in")
            #expect(refused.headers[.location] == "/account?error=PHONE_NUMBER_EXISTS", "\(refused.text)")
            #expect(try await scene.browser.open("/account?error=PHONE_NUMBER_EXISTS").text.contains("belongs to another account."))
        }
    }

    @Test func tooManyCodesAreExplainedOnThePage() async throws {
        try await OwnAccountScene.run(ProjectSettings(phoneSignIn: true)) { scene in
            for _ in 0..<5 { #expect(try await Self.request(&scene, use: "sign-in").status == .ok) }
            let refused = try await Self.request(&scene, use: "sign-in")
            #expect(refused.status == .badRequest && refused.text.contains("Too many attempts. Try again in"), "\(refused.text)")
            #expect(refused.text.contains(#"role="alert""#) && refused.text.contains("Delete account"), "the page of the account")
            #expect(!refused.text.contains(#"autocomplete="current-password""#), "not the sign-in page")
        }
    }

    @Test func onlyPhoneNumberCannotBeRemoved() async throws {
        try await OwnAccountScene.run(ProjectSettings(phoneSignIn: true)) { scene in
            _ = try await Self.add(&scene, use: "sign-in")
            try await scene.server.edit("bob@example.org") { $0.password = nil }
            let page = try await scene.page().text
            #expect(page.contains(#"disabled aria-describedby="only-phone""#), "\(page)")
            let refused = try await scene.send("phone/remove")
            #expect(refused.status == .badRequest && refused.text.contains("your only way to sign in"), "\(refused.text)")
            #expect(try await scene.account().phoneNumber == Self.number)
        }
    }

    @Test func phoneNumberNeedsARecentSignIn() async throws {
        try await OwnAccountScene.run(ProjectSettings(phoneSignIn: true)) { scene in
            let page = try await Self.request(&scene, use: "sign-in")
            let code = try await Self.sentCode(scene)
            scene.server.clock.advance(bySeconds: 400)
            for (action, form) in [("phone", [("number", Self.number)]), ("phone/finish", try Self.form(page, code: code))] {
                let late = try await scene.send(action, form)
                #expect(late.status == .badRequest && late.text.contains("too long ago"), "\(late.text)")
            }
            #expect(try await scene.account().phoneNumber == nil)
        }
    }

    @Test func phoneIsAddedAsASecondFactor() async throws {
        try await OwnAccountScene.run(ProjectSettings(smsSecondFactor: true)) { scene in
            let unverified = try await scene.send("phone", [("number", Self.number), ("use", "second-factor")])
            #expect(unverified.status == .badRequest && unverified.text.contains("Verify your e-mail address first."), "\(unverified.text)")
            try await scene.server.edit("bob@example.org") { $0.emailVerified = true }
            let other = try await scene.signIn()
            scene.server.clock.advance(bySeconds: 2)
            let added = try await Self.add(&scene, use: "second-factor")
            #expect(added.status == .ok && added.text.matches(of: /<li><code>[0-9A-Z-]{19}<\/code>/).count == 10, "\(added.text)")
            #expect(try await !scene.isSignedIn(other))
            #expect(try await scene.account().phoneNumber == nil)
            #expect(try await scene.signIn().json["mfaPendingCredential"] != nil)
            let again = try await scene.send("phone", [("number", Self.number), ("use", "second-factor")])
            #expect(again.text.contains("is a second factor of your account already."), "\(again.text)")
        }
    }

    @Test func phonesAreOfferedAndAcceptedOnlyIfTheProjectAllowsThem() async throws {
        try await OwnAccountScene.run { scene in
            let page = try await scene.page()
            #expect(page.status == .ok && !page.text.contains(#"action="/account/phone""#))
            for use in ["sign-in", "second-factor"] {
                #expect(try await scene.send("phone", [("number", Self.number), ("use", use)]).status == .badRequest)
            }
            #expect(try await scene.server.store.read { try $0.outboxMessages(of: .standard, limit: 9) }.isEmpty)
        }
        try await OwnAccountScene.run(ProjectSettings(phoneSignIn: true)) { scene in
            let refused = try await scene.send("phone", [("number", "0151 1234")])
            #expect(refused.text.contains("This is not a phone number."), "\(refused.text)")
        }
    }
}
