import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// The mail about a new second factor, and its link.
@Suite struct RevertSecondFactorTests {
    private static let email = "ada@example.org"
    private let server: TestServer

    init() async throws {
        server = try await TestServer(ProjectSettings(totpSecondFactor: true, emailLinkSignIn: true))
    }

    private func v2(_ caller: TestServer.Caller, _ name: String, _ body: [String: any Sendable]) async throws -> Reply {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await caller.post("/v2/accounts/\(name)?key=\(caller.apiKey)", text)
    }

    /// Adds a second factor as an attacker with the password.
    ///
    /// - Returns: The tokens of the session afterwards.
    @discardableResult
    private func enrol(_ caller: TestServer.Caller, _ idToken: String, name: String = "Thief's") async throws -> String {
        let started = try await v2(caller, "mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [String: String]()])
        let session = try #require(started.json["totpSessionInfo"] as? [String: Any], "\(started.text)")
        let key = try #require(session["sharedSecretKey"] as? String)
        let seed = try #require(SecondFactorTests.bytes(ofBase32: key))
        let code = TOTP(seed: seed).code(at: TOTP.step(at: server.clock.now))
        let finished = try await v2(
            caller, "mfaEnrollment:finalize",
            [
                "idToken": idToken, "displayName": name,
                "totpVerificationInfo": ["sessionInfo": try #require(session["sessionInfo"] as? String), "verificationCode": code],
            ])
        return try #require(finished["idToken"], "\(finished.text)")
    }

    private func run(_ body: @escaping @Sendable (TestServer.Caller, String) async throws -> Void) async throws {
        try await server.run { caller in
            let made = try await caller.signUp(Self.email)
            try await server.edit(Self.email) { $0.emailVerified = true }
            try await body(caller, try #require(made["idToken"]))
        }
    }

    @Test func enrollmentMailRemovesTheFactor() async throws {
        try await run { caller, idToken in
            let thief = try await enrol(caller, idToken)
            #expect(try await v2(caller, "mfaRecoveryCodes:renew", ["idToken": thief]).status == .ok)
            let mail = try await server.lastMail(to: Self.email)
            #expect(mail.kind == .revertSecondFactor && mail.parameter("mode") == "revertSecondFactorAddition")
            #expect(mail.content.email == Self.email && mail.content.denyLink == nil)
            #expect(try await caller.signIn(Self.email)["mfaPendingCredential"] != nil)

            let info = try await caller.reset(mail.code)
            #expect(info["requestType"] == "REVERT_SECOND_FACTOR_ADDITION" && info["email"] == Self.email, "\(info.text)")
            let factor = try #require(info.json["mfaInfo"] as? [String: Any])
            #expect(factor["displayName"] as? String == "Thief's" && factor["totpInfo"] != nil && factor["mfaEnrollmentId"] != nil)

            server.clock.advance(bySeconds: 5)
            let applied = try await caller.apply(mail.code)
            #expect(applied.status == .ok && applied["email"] == Self.email, "\(applied.text)")
            #expect(try await caller.signIn(Self.email)["idToken"] != nil, "the password suffices again")
            #expect(try await caller.user(thief) == nil, "who was signed in is signed out")
            #expect(try await caller.apply(mail.code).error == "INVALID_OOB_CODE")
            let id = try #require(try await server.account(Self.email)?.id)
            let realm = Realm(project: server.project.id)
            #expect(try await server.store.read { try $0.recoveryCodeCount(of: id, in: realm) } == 0)
            let events = try await server.store.read { try $0.events(EventFilter(project: realm.project, kind: .unenrol), limit: 9) }
            #expect(events.count == 1 && events.first?.event.subject == id && events.first?.event.outcome == .allowed)
        }
    }

    @Test func anEarlierFactorStays() async throws {
        try await run { caller, idToken in
            let first = try await enrol(caller, idToken, name: "Holder's")
            server.clock.advance(bySeconds: 30)
            try await enrol(caller, first)
            let mails = try await server.mails(to: Self.email).filter { $0.kind == .revertSecondFactor }
            #expect(mails.count == 2)
            let newest = try #require(mails.first)
            #expect(try await caller.apply(newest.code).status == .ok)
            let id = try #require(try await server.account(Self.email)?.id)
            let left = try await server.store.read { try $0.secondFactors(of: id, in: Realm(project: server.project.id)) }
            #expect(left.map(\.displayName) == ["Holder's"])
        }
    }

    @Test func addressChangeDoesNotVoidTheLink() async throws {
        try await run { caller, idToken in
            let thief = try await enrol(caller, idToken)
            let mail = try await server.lastMail(to: Self.email)
            try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: thief, ["newEmail": "thief@example.org"])
            #expect(try await caller.apply(try await server.lastMail(to: "thief@example.org").code).status == .ok)
            #expect(try await server.account(Self.email) == nil)
            #expect(try await caller.apply(mail.code).status == .ok)
        }
    }

    @Test func aFactorThatIsGoneCannotBeWithdrawn() async throws {
        try await run { caller, idToken in
            let signedIn = try await enrol(caller, idToken)
            let mail = try await server.lastMail(to: Self.email)
            let id = try #require(try await server.account(Self.email)?.id)
            let factors = try await server.store.read { try $0.secondFactors(of: id, in: Realm(project: server.project.id)) }
            let enrollment = try #require(factors.first?.id)
            #expect(try await v2(caller, "mfaEnrollment:withdraw", ["idToken": signedIn, "mfaEnrollmentId": enrollment]).status == .ok)
            for reply in [try await caller.reset(mail.code), try await caller.apply(mail.code)] {
                #expect(reply.error == "INVALID_OOB_CODE")
            }
        }
    }

    @Test func theLinkEndsAfterThreeDays() async throws {
        try await run { caller, idToken in
            try await enrol(caller, idToken)
            let code = try await server.lastMail(to: Self.email).code
            server.clock.advance(bySeconds: 3 * 86_400 - 1)
            #expect(try await caller.reset(code).status == .ok)
            server.clock.advance(bySeconds: 2)
            #expect(try await caller.apply(code).error == "EXPIRED_OOB_CODE")
        }
    }

    @Test func codeIsInvalidForOtherPurposes() async throws {
        try await run { caller, idToken in
            try await enrol(caller, idToken)
            let code = try await server.lastMail(to: Self.email).code
            #expect(try await caller.reset(code, "new-password").error == "INVALID_OOB_CODE")
            let link = try await caller.call("accounts:signInWithEmailLink", ["email": Self.email, "oobCode": code])
            #expect(link.error == "INVALID_OOB_CODE")
            #expect(try await caller.apply(code).status == .ok)
        }
    }
}
