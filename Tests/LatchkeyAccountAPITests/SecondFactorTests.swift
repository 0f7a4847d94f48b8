import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SecondFactorTests {
    private static let number = "+4915112345678"
    private let server: TestServer

    init() async throws {
        server = try await TestServer(
            ProjectSettings(
                anonymousSignIn: true, phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true, emailLinkSignIn: true))
    }

    // MARK: Actions

    private func v2(_ caller: TestServer.Caller, _ name: String, _ body: [String: any Sendable]) async throws -> Reply {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await caller.post("/identitytoolkit.googleapis.com/v2/accounts/\(name)?key=\(caller.apiKey)", text)
    }

    /// A signed-in user with a verified email address and a password.
    private func person(
        _ caller: TestServer.Caller, _ email: String = "ada@example.org", verified: Bool = true
    ) async throws -> String {
        let made = try await caller.call("accounts:signUp", ["email": email, "password": "secret1"])
        let id = AccountID(rawValue: try #require(made["localId"]))
        try await server.store.write { transaction in
            var account = try #require(try transaction.account(id, in: Realm(project: server.project.id)))
            account.emailVerified = verified
            try transaction.update(account)
        }
        return try #require(made["idToken"])
    }

    private func arrived() async throws -> String {
        let messages = try await server.store.read { try $0.outboxMessages(of: server.project.id, limit: 1) }
        let message = try #require(messages.first)
        return try #require(try Outbox(sealer: server.sealer).content(of: message).code)
    }

    private func password(_ caller: TestServer.Caller, _ password: String = "secret1") async throws -> Reply {
        try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": password])
    }

    private struct Enrolled {
        let idToken: String
        let totp: TOTP
    }

    private func enrolTOTP(_ caller: TestServer.Caller, _ idToken: String, name: String = "Authenticator") async throws -> Enrolled {
        let started = try await v2(caller, "mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [String: String]()])
        #expect(started.status == .ok, "\(started.text)")
        let session = try #require(started.json["totpSessionInfo"] as? [String: Any])
        #expect(session["verificationCodeLength"] as? Int == 6 && session["periodSec"] as? Int == 30)
        #expect(session["hashingAlgorithm"] as? String == "SHA1")
        let key = try #require(session["sharedSecretKey"] as? String)
        let totp = TOTP(seed: try #require(Self.bytes(ofBase32: key)))
        let finished = try await v2(
            caller, "mfaEnrollment:finalize",
            [
                "idToken": idToken, "displayName": name,
                "totpVerificationInfo": [
                    "sessionInfo": try #require(session["sessionInfo"] as? String), "verificationCode": code(totp),
                ],
            ])
        #expect(finished.status == .ok && finished.json["totpAuthInfo"] != nil, "\(finished.text)")
        return Enrolled(idToken: try #require(finished["idToken"]), totp: totp)
    }

    private func code(_ totp: TOTP) -> String { totp.code(at: TOTP.step(at: server.clock.now)) }

    /// The next code, because the current one has been used.
    private func nextCode(_ totp: TOTP) -> String {
        server.clock.advance(bySeconds: 30)
        return code(totp)
    }

    private func enrolPhone(_ caller: TestServer.Caller, _ idToken: String) async throws -> String {
        let started = try await v2(
            caller, "mfaEnrollment:start", ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": Self.number]])
        let session = try #require((started.json["phoneSessionInfo"] as? [String: Any])?["sessionInfo"] as? String, "\(started.text)")
        let finished = try await v2(
            caller, "mfaEnrollment:finalize",
            ["idToken": idToken, "phoneVerificationInfo": ["sessionInfo": session, "code": try await arrived()]])
        #expect((finished.json["phoneAuthInfo"] as? [String: Any])?["phoneNumber"] as? String == Self.number, "\(finished.text)")
        return try #require(finished["idToken"])
    }

    private func finish(_ caller: TestServer.Caller, _ pending: String?, _ info: [String: any Sendable]) async throws -> Reply {
        var body = info
        body["mfaPendingCredential"] = pending
        return try await v2(caller, "mfaSignIn:finalize", body)
    }

    private func claims(of idToken: String?) throws -> [String: Any] {
        let part = try #require(idToken).split(separator: ".")[1]
        let bytes = try #require(Base64URL.decode(String(part)))
        let all = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return try #require(all["firebase"] as? [String: Any])
    }

    static func bytes(ofBase32 text: String) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.compactMap { alphabet.firstIndex(of: $0) }.flatMap { value in (0..<5).map { value >> (4 - $0) & 1 } }
        guard bits.count == text.count * 5 else { return nil }
        return stride(from: 0, to: bits.count / 8 * 8, by: 8).map { start in
            UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
        }
    }

    // MARK: Results

    /// Signs in up to the text message to the phone.
    private func askForMessage(_ caller: TestServer.Caller) async throws -> Reply {
        let first = try await password(caller)
        let info = try #require((first.json["mfaInfo"] as? [[String: Any]])?.first)
        return try await v2(
            caller, "mfaSignIn:start",
            [
                "mfaPendingCredential": try #require(first["mfaPendingCredential"]),
                "mfaEnrollmentId": try #require(info["mfaEnrollmentId"] as? String),
            ])
    }

    @Test func anAuthenticatorProgramGuardsTheAccount() async throws {
        try await server.run { caller in
            let before = try await person(caller)
            let enrolled = try await enrolTOTP(caller, before)
            #expect(try claims(of: enrolled.idToken)["sign_in_second_factor"] as? String == "totp")
            let old = try await caller.call("accounts:lookup", ["idToken": before])
            #expect(old.error == "TOKEN_EXPIRED", "sessions with one factor end")
            let first = try await password(caller)
            #expect(first.status == .ok && first["idToken"] == nil && first["refreshToken"] == nil)
            let info = try #require(first.json["mfaInfo"] as? [[String: Any]])
            #expect(info.count == 1 && info[0]["totpInfo"] != nil && info[0]["displayName"] as? String == "Authenticator")
            let pending = try #require(first["mfaPendingCredential"])
            let done = try await finish(caller, pending, ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            let firebase = try claims(of: done["idToken"])
            #expect(firebase["sign_in_provider"] as? String == "password")
            #expect(firebase["sign_in_second_factor"] as? String == "totp")
            #expect(firebase["second_factor_identifier"] as? String == info[0]["mfaEnrollmentId"] as? String)
            let users = try await caller.call("accounts:lookup", ["idToken": done["idToken"]]).json["users"] as? [[String: Any]]
            #expect((users?.first?["mfaInfo"] as? [[String: Any]])?.count == 1)
            let again = try await finish(caller, pending, ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            #expect(again.error == "INVALID_MFA_PENDING_CREDENTIAL", "once")
        }
    }

    @Test func theSessionKeepsItsFactorThroughRefreshAndChange() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let pending = try await password(caller)["mfaPendingCredential"]
            let done = try await finish(caller, pending, ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            let refreshed = try await caller.post(
                "/securetoken.googleapis.com/v1/token?key=\(caller.apiKey)",
                #"{"grantType":"refresh_token","refreshToken":"\#(done["refreshToken"] ?? "")"}"#)
            #expect(try claims(of: refreshed["id_token"])["sign_in_second_factor"] as? String == "totp")
            let changed = try await caller.call("accounts:update", ["idToken": done["idToken"], "password": "another1"])
            #expect(try claims(of: changed["idToken"])["sign_in_second_factor"] as? String == "totp", "\(changed.text)")
        }
    }

    @Test func phoneFactorProtectsTheAccount() async throws {
        try await server.run { caller in
            _ = try await enrolPhone(caller, try await person(caller))
            let first = try await password(caller)
            let info = try #require((first.json["mfaInfo"] as? [[String: Any]])?.first)
            #expect(info["phoneInfo"] as? String == "+*********5678")
            let pending = try #require(first["mfaPendingCredential"])
            let started = try await v2(
                caller, "mfaSignIn:start",
                [
                    "mfaPendingCredential": pending, "mfaEnrollmentId": try #require(info["mfaEnrollmentId"] as? String),
                    "phoneSignInInfo": [String: String](),
                ])
            let session = try #require((started.json["phoneResponseInfo"] as? [String: Any])?["sessionInfo"] as? String, "\(started.text)")
            let code = try await arrived()
            let done = try await finish(caller, pending, ["phoneVerificationInfo": ["sessionInfo": session, "code": code]])
            #expect(try claims(of: done["idToken"])["sign_in_second_factor"] as? String == "phone")
        }
    }

    /// An attacker needs only an account of their own to try to lock others out.
    @Test(arguments: [
        ("to made-up numbers until the day's supply is gone", 2, "+491511234100", "QUOTA_EXCEEDED"),
        ("to the holder's own number", 1000, number, "TOO_MANY_ATTEMPTS_TRY_LATER"),
    ])
    func enrollmentMessagesDoNotBlockSignIns(_ how: String, _ perDay: Int, _ target: String, _ refusal: String) async throws {
        try await server.change { $0.smsPerDay = perDay }
        try await server.run { caller in
            _ = try await enrolPhone(caller, try await person(caller))
            let stranger = try await person(caller, "mallory@example.org")
            var replies: [String?] = []
            for index in 0..<7 {
                let received = target == Self.number ? target : target + String(index)
                let body: [String: any Sendable] = ["idToken": stranger, "phoneEnrollmentInfo": ["phoneNumber": received]]
                replies.append(try await v2(caller, "mfaEnrollment:start", body).error)
            }
            #expect(replies.first == .some(nil) && replies.last == refusal, "\(replies)")
            let started = try await askForMessage(caller)
            #expect(started.status == .ok, "\(started.text)")
        }
    }

    @Test func aLinkInTheMailIsOneFactorOnly() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let sent = try await caller.call(
                "accounts:sendOobCode",
                [
                    "requestType": "EMAIL_SIGNIN", "email": "ada@example.org", "continueUrl": "https://app.example.org/",
                    "canHandleCodeInApp": true,
                ])
            #expect(sent.status == .ok, "\(sent.text)")
            let messages = try await server.store.read { try $0.outboxMessages(of: server.project.id, limit: 1) }
            let message = try #require(messages.first)
            let link = try #require(try Outbox(sealer: server.sealer).content(of: message).link)
            let code = try #require(URLComponents(string: link)?.queryItems?.first { $0.name == "oobCode" }?.value)
            let first = try await caller.call("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": code])
            #expect(first["idToken"] == nil && first["refreshToken"] == nil, "\(first.text)")
            let done = try await finish(
                caller, first["mfaPendingCredential"], ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            #expect(done["idToken"] != nil, "\(done.text)")
        }
    }

    @Test func aSignInThatWaitsEndsWithItsFirstFactor() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
            let linked = try await caller.call(
                "accounts:signInWithPhoneNumber",
                ["sessionInfo": sent["sessionInfo"], "code": try await arrived(), "idToken": enrolled.idToken])
            #expect(linked["idToken"] != nil, "\(linked.text)")
            let thief = try #require(try await password(caller)["mfaPendingCredential"])
            let unlinked = try await caller.call("accounts:update", ["idToken": linked["idToken"], "deleteProvider": ["password"]])
            #expect(unlinked.status == .ok, "\(unlinked.text)")
            let late = try await finish(caller, thief, ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            #expect(late.error == "INVALID_MFA_PENDING_CREDENTIAL", "\(late.text)")
        }
    }

    @Test func codeForAnotherPhoneIsRejected() async throws {
        try await server.run { caller in
            _ = try await enrolPhone(caller, try await person(caller))
            let pending = try await password(caller)["mfaPendingCredential"]
            // The attacker has the password and another phone.
            let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+4915112345679"])
            let proof: [String: any Sendable] = ["sessionInfo": try #require(sent["sessionInfo"]), "code": try await arrived()]
            let reply = try await finish(caller, pending, ["phoneVerificationInfo": proof])
            #expect(reply.error == "MFA_ENROLLMENT_NOT_FOUND")
        }
    }

    @Test func usedCodeIsRejected() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let seen = nextCode(enrolled.totp)
            let first = try await password(caller)["mfaPendingCredential"]
            #expect(try await finish(caller, first, ["totpVerificationInfo": ["verificationCode": seen]]).status == .ok)
            let second = try await password(caller)["mfaPendingCredential"]
            #expect(try await finish(caller, second, ["totpVerificationInfo": ["verificationCode": seen]]).error == "INVALID_CODE")
        }
    }

    @Test func guessingEndsThePendingSignInAndThenWaits() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let pending = try await password(caller)["mfaPendingCredential"]
            let wrong = code(enrolled.totp) == "000000" ? "000001" : "000000"
            for _ in 0..<5 {
                let reply = try await finish(caller, pending, ["totpVerificationInfo": ["verificationCode": wrong]])
                #expect(reply.error == "INVALID_CODE")
            }
            let sixth = try await finish(caller, pending, ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            #expect(sixth.error == "INVALID_MFA_PENDING_CREDENTIAL")
            server.clock.advance(bySeconds: -30)
            let fresh = try await password(caller)["mfaPendingCredential"]
            let waits = try await finish(caller, fresh, ["totpVerificationInfo": ["verificationCode": wrong]])
            #expect(waits.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
    }

    @Test func recoveryCodesOpenOnceEach() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let given = try await v2(caller, "mfaRecoveryCodes:renew", ["idToken": enrolled.idToken])
            let codes = try #require(given.json["recoveryCodes"] as? [String], "\(given.text)")
            #expect(Set(codes).count == 10)
            // As a user writes it down.
            let written = codes[0].lowercased().replacingOccurrences(of: "-", with: " ")
            let first = try await password(caller)["mfaPendingCredential"]
            let done = try await finish(caller, first, ["recoveryCodeInfo": ["recoveryCode": written]])
            #expect(try claims(of: done["idToken"])["sign_in_second_factor"] as? String == "recovery_code", "\(done.text)")
            let second = try await password(caller)["mfaPendingCredential"]
            #expect(try await finish(caller, second, ["recoveryCodeInfo": ["recoveryCode": codes[0]]]).error == "INVALID_CODE")
            #expect(try await finish(caller, second, ["recoveryCodeInfo": ["recoveryCode": codes[1]]]).status == .ok)
        }
    }

    @Test func withdrawingTheLastFactorLeavesOne() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let users = try await caller.call("accounts:lookup", ["idToken": enrolled.idToken]).json["users"] as? [[String: Any]]
            let id = try #require((users?.first?["mfaInfo"] as? [[String: Any]])?.first?["mfaEnrollmentId"] as? String)
            let unknown = try await v2(caller, "mfaEnrollment:withdraw", ["idToken": enrolled.idToken, "mfaEnrollmentId": "x"])
            #expect(unknown.error == "MFA_ENROLLMENT_NOT_FOUND")
            let gone = try await v2(caller, "mfaEnrollment:withdraw", ["idToken": enrolled.idToken, "mfaEnrollmentId": id])
            #expect(gone.status == .ok && gone["idToken"] != nil && gone["refreshToken"] != nil)
            #expect(try await password(caller)["idToken"] != nil)
        }
    }

    @Test func passwordChangeEndsPendingSignIns() async throws {
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let pending = try await password(caller)["mfaPendingCredential"]
            server.clock.advance(bySeconds: 1)
            let changed = try await caller.call("accounts:update", ["idToken": enrolled.idToken, "password": "another1"])
            #expect(changed.status == .ok, "\(changed.text)")
            let late = try await finish(caller, pending, ["totpVerificationInfo": ["verificationCode": nextCode(enrolled.totp)]])
            #expect(late.error == "INVALID_MFA_PENDING_CREDENTIAL")
        }
    }

    @Test func phoneCannotBeBothFactors() async throws {
        try await server.run { caller in
            let idToken = try await person(caller)
            let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
            let linked = try await caller.call(
                "accounts:signInWithPhoneNumber",
                ["sessionInfo": try #require(sent["sessionInfo"]), "code": try await arrived(), "idToken": idToken])
            #expect(linked.status == .ok, "\(linked.text)")
            let started = try await v2(
                caller, "mfaEnrollment:start", ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": "+4915112345679"]])
            #expect(started.error == "UNSUPPORTED_FIRST_FACTOR", "\(started.text)")
        }
    }

    @Test func otherRequestsDoNotUseTheQuotaOfASecondFactor() async throws {
        try await server.run { caller in
            _ = try await enrolPhone(caller, try await person(caller))
            for _ in 0..<6 { _ = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": Self.number]) }
            let started = try await askForMessage(caller)
            #expect(started.status == .ok, "\(started.text)")
        }
    }

    @Test func sessionWithoutTheFactorCannotRemoveIt() async throws {
        let before = server.project
        try await server.run { caller in
            let enrolled = try await enrolTOTP(caller, try await person(caller))
            let users = try await caller.call("accounts:lookup", ["idToken": enrolled.idToken]).json["users"] as? [[String: Any]]
            let id = try #require((users?.first?["mfaInfo"] as? [[String: Any]])?.first?["mfaEnrollmentId"] as? String)
            // The project disables TOTP for a while.
            try await server.change { $0.totpSecondFactor = false }
            let idToken = try #require(try await password(caller)["idToken"])
            try await server.store.write { try $0.update(before) }
            let withdrawn = try await v2(caller, "mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": id])
            #expect(withdrawn.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(withdrawn.text)")
            let codes = try await v2(caller, "mfaRecoveryCodes:renew", ["idToken": idToken])
            #expect(codes.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(codes.text)")
        }
    }

    @Test func fiveFactorsAreTheMost() async throws {
        try await server.run { caller in
            var token = try await person(caller)
            for index in 0..<5 { token = try await enrolTOTP(caller, token, name: "\(index)").idToken }
            let sixth = try await v2(caller, "mfaEnrollment:start", ["idToken": token, "totpEnrollmentInfo": [String: String]()])
            #expect(sixth.error == "SECOND_FACTOR_LIMIT_EXCEEDED")
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let body: [String: String]
        let error: String
        var testDescription: String { "\(name) \(body)" }
    }

    @Test(arguments: [
        Refusal(name: "mfaEnrollment:start", body: [:], error: "MISSING_ID_TOKEN"),
        Refusal(name: "mfaEnrollment:start", body: ["idToken": "x"], error: "INVALID_ID_TOKEN"),
        Refusal(name: "mfaEnrollment:finalize", body: [:], error: "MISSING_ID_TOKEN"),
        Refusal(name: "mfaEnrollment:withdraw", body: [:], error: "MISSING_ID_TOKEN"),
        Refusal(name: "mfaSignIn:start", body: [:], error: "MISSING_MFA_PENDING_CREDENTIAL"),
        Refusal(name: "mfaSignIn:start", body: ["mfaPendingCredential": "x"], error: "MISSING_MFA_ENROLLMENT_ID"),
        Refusal(
            name: "mfaSignIn:start", body: ["mfaPendingCredential": "x", "mfaEnrollmentId": "y"], error: "INVALID_MFA_PENDING_CREDENTIAL"),
        Refusal(name: "mfaSignIn:finalize", body: [:], error: "MISSING_CREDENTIAL"),
        Refusal(name: "mfaSignIn:finalize", body: ["mfaPendingCredential": "x"], error: "INVALID_ARGUMENT"),
        Refusal(name: "mfaRecoveryCodes:renew", body: [:], error: "MISSING_ID_TOKEN"),
    ])
    func anIncompleteRequestIsRefused(_ refusal: Refusal) async throws {
        try await server.run { caller in
            let reply = try await v2(caller, refusal.name, refusal.body)
            #expect(reply.status == .badRequest && reply.error == refusal.error, "\(reply.text)")
        }
    }

    @Test func forbiddenEnrollmentsAreExplained() async throws {
        try await server.run { caller in
            let guest = try await caller.call("accounts:signUp", [:])["idToken"]
            let input: [String: any Sendable] = ["totpEnrollmentInfo": [String: String]()]
            func start(_ token: String?) async throws -> String? {
                try await v2(caller, "mfaEnrollment:start", input.merging(["idToken": token ?? ""]) { _, new in new }).error
            }
            #expect(try await start(guest) == "UNSUPPORTED_FIRST_FACTOR")
            let unverified = try await person(caller, verified: false)
            #expect(try await start(unverified) == "UNVERIFIED_EMAIL")
            server.clock.advance(bySeconds: 301)
            try await server.store.write { transaction in
                let email = try #require(EmailAddress("ada@example.org"))
                var account = try #require(try transaction.account(withEmail: email, in: Realm(project: server.project.id)))
                account.emailVerified = true
                try transaction.update(account)
            }
            #expect(try await start(unverified) == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            try await server.change { $0.totpSecondFactor = false }
            #expect(try await start(unverified) == "OPERATION_NOT_ALLOWED")
        }
    }
}
