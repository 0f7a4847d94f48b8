import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// The address, the second factors and the deletion of the own account at `/account`.
@Suite struct OwnAccountSecurityTests {
    private static let totp = ProjectSettings(totpSecondFactor: true)

    private static func bytes(ofBase32 text: some StringProtocol) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { letter in
            let value = alphabet.firstIndex(of: letter) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }) }
    }

    private static func code(_ seed: [UInt8], _ scene: OwnAccountScene) -> String {
        TOTP(seed: seed).code(at: TOTP.step(at: scene.server.clock.now))
    }

    private static func verify(_ scene: OwnAccountScene) async throws {
        try await scene.server.edit("bob@example.org") { $0.emailVerified = true }
    }

    /// Opens the page with a new key.
    private static func begin(_ scene: inout OwnAccountScene) async throws -> (seed: [UInt8], page: Reply) {
        let page = try await scene.submit("authenticator")
        let key = try field("key", of: page)
        #expect(page.text.contains("bob%40example.org?secret=\(key)&amp;issuer="), "\(page.text)")
        return (bytes(ofBase32: key), page)
    }

    private static func form(_ page: Reply, code: String) throws -> [(String, String)] {
        [("sessionInfo", try field("sessionInfo", of: page)), ("key", try field("key", of: page)), ("code", code)]
    }

    @Test func authenticatorAppIsAddedShowsRecoveryCodesAndIsRequired() async throws {
        try await OwnAccountScene.run(Self.totp) { scene in
            try await Self.verify(scene)
            let other = try await scene.signIn()
            scene.server.clock.advance(bySeconds: 2)
            let (seed, page) = try await Self.begin(&scene)
            let wrong = try await scene.submit("authenticator/finish", try Self.form(page, code: "000000"))
            #expect(wrong.status == .badRequest && wrong.text.contains("code is wrong"), "\(wrong.text)")
            #expect(try field("key", of: wrong) == (try field("key", of: page)), "the app keeps its key")
            let added = try await scene.submit("authenticator/finish", try Self.form(page, code: Self.code(seed, scene)))
            #expect(added.status == .ok && added.text.matches(of: /<li><code>[0-9A-Z-]{19}<\/code>/).count == 10, "\(added.text)")
            #expect(try await !scene.isSignedIn(other))
            let account = try await scene.page()
            #expect(account.status == .ok && account.text.contains("Remove: Authenticator app"), "\(account.text)")
            #expect(try await scene.signIn().json["mfaPendingCredential"] != nil)
        }
    }

    @Test func anotherAuthenticatorAppKeepsTheRecoveryCodes() async throws {
        try await OwnAccountScene.run(Self.totp) { scene in
            try await Self.verify(scene)
            let (first, page) = try await Self.begin(&scene)
            _ = try await scene.submit("authenticator/finish", try Self.form(page, code: Self.code(first, scene)))
            let (second, next) = try await Self.begin(&scene)
            let added = try await scene.submit("authenticator/finish", try Self.form(next, code: Self.code(second, scene)))
            #expect(added.status == .seeOther && added.headers[.location] == "/account?done=saved", "\(added.text)")
            #expect(try await scene.page().text.matches(of: /name="factor"/).count == 2)
        }
    }

    @Test func secondFactorIsRemovedAndRecoveryCodesAreReplaced() async throws {
        try await OwnAccountScene.run(Self.totp) { scene in
            try await Self.verify(scene)
            let (seed, page) = try await Self.begin(&scene)
            let first = try await scene.submit("authenticator/finish", try Self.form(page, code: Self.code(seed, scene)))
            let second = try await scene.submit("recovery-codes")
            #expect(second.status == .ok && second.text.contains("<code>") && first.text != second.text)
            let factor = try #require(try await scene.page().text.firstMatch(of: /name="factor" value="([^"]*)"/)?.1)
            let removed = try await scene.send("factors/remove", [("factor", String(factor))])
            #expect(removed.text.contains("Saved.") && !removed.text.contains("Remove: Authenticator app"))
            #expect(try await scene.signIn()["idToken"] != nil)
        }
    }

    @Test func authenticatorAppNeedsAVerifiedAddressAndARecentSignIn() async throws {
        try await OwnAccountScene.run(Self.totp) { scene in
            let unverified = try await scene.send("authenticator")
            #expect(unverified.status == .badRequest && unverified.text.contains("Verify your e-mail address first."), "\(unverified.text)")
            try await Self.verify(scene)
            scene.server.clock.advance(bySeconds: 3600)
            let late = try await scene.send("authenticator")
            #expect(late.status == .badRequest && late.text.contains("too long ago"), "\(late.text)")
        }
    }

    @Test func projectWithoutAuthenticatorAppsOffersNone() async throws {
        try await OwnAccountScene.run { scene in
            try await Self.verify(scene)
            #expect(try await !scene.page().text.contains("Add an authenticator app"))
            #expect(try await scene.send("authenticator").status == .badRequest)
        }
    }

    @Test func addressIsVerifiedAndChangedByMail() async throws {
        try await OwnAccountScene.run { scene in
            let sent = try await scene.send("verify")
            #expect(sent.text.contains("A mail with a link is on its way."), "\(sent.text)")
            #expect(try await scene.server.mails(to: "bob@example.org").map(\.kind) == [.verifyEmail])
            let changed = try await scene.send("email", [("email", "robert@example.org")])
            #expect(changed.text.contains("A mail with a link is on its way."), "\(changed.text)")
            #expect(try await scene.server.mails(to: "robert@example.org").count == 1)
            #expect(try await scene.account().email?.text == "bob@example.org", "until the link is opened")
            let same = try await scene.send("email", [("email", "bob@example.org")])
            #expect(same.status == .badRequest && same.text.contains("already"), "\(same.text)")
            #expect(try await scene.send("email", [("email", "robert")]).status == .badRequest)
        }
    }

    @Test func accountIsDeletedAfterARecentSignInOnly() async throws {
        try await OwnAccountScene.run { scene in
            scene.server.clock.advance(bySeconds: 3600)
            let late = try await scene.send("delete")
            #expect(late.status == .badRequest && late.text.contains("too long ago"), "\(late.text)")
            #expect(try await scene.signIn().status == .ok)
        }
        try await OwnAccountScene.run { scene in
            let deleted = try await scene.submit("delete")
            #expect(deleted.status == .ok && deleted.text.contains("Your account is deleted"), "\(deleted.text)")
            #expect(try await scene.signIn().status == .badRequest)
            #expect(try await scene.page().headers[.location] == "/sign-in")
        }
    }
}
