import Foundation
import LatchkeyAuth
import LatchkeySecrets
import Testing

/// Enrolling and unenrolling second factors.
@Suite struct MultiFactorTests {
    private static let factors = #"""
        "mfaInfo":[
        {"mfaEnrollmentId":"f1","displayName":"Mobile","phoneInfo":"+15555550100","enrolledAt":"2024-05-06T07:08:09.123Z"},
        {"mfaEnrollmentId":"f2","totpInfo":{},"enrolledAt":"2024-05-06T07:08:09Z"},
        {"mfaEnrollmentId":"f3","emailInfo":{"emailAddress":"a@example.com"}},{"phoneInfo":"+1"}]
        """#
    private static let account = #"{"users":[{"localId":"u1",\#(factors)}]}"#
    private static let seed = #"""
        {"totpSessionInfo":{"sharedSecretKey":"JBSWY3DPEHPK3PXP","verificationCodeLength":6,"hashingAlgorithm":"SHA1",
        "periodSec":30,"sessionInfo":"info-1","finalizeEnrollmentTime":"2027-01-01T00:00:00Z"}}
        """#

    /// A token like those of servers: valid for an hour.
    static func idToken(_ name: String) -> String {
        let payload = #"{"sub":"\#(name)","auth_time":1700000000,"iat":1700000000,"exp":1700003600}"#
        return "e30." + Base64URL.encode(Array(payload.utf8)) + "."
    }

    @Test func enrolsAnAuthenticator() async throws {
        let token = Self.idToken("new")
        let transport = ScriptedTransport(
            Self.seed, #"{"idToken":"\#(token)","refreshToken":"refresh-2","totpAuthInfo":{}}"#, Self.account)
        let (auth, user) = try await Sample.signedIn(transport)
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
        #expect(secret.sharedSecretKey() == "JBSWY3DPEHPK3PXP")
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "123456")
        #expect(assertion.factorID == TOTPMultiFactorID)
        try await user.multiFactor.enroll(with: assertion, displayName: "Mine")

        #expect(transport.requests[0].hasPrefix("POST http://127.0.0.1:9099/v2/accounts/mfaEnrollment:start?key=k\n"))
        #expect(transport.requests[1].hasPrefix("POST http://127.0.0.1:9099/v2/accounts/mfaEnrollment:finalize?key=k\n"))
        #expect(
            transport.calls == [
                #"mfaEnrollment:start {"idToken":"id-1","totpEnrollmentInfo":{}}"#,
                #"mfaEnrollment:finalize {"displayName":"Mine","idToken":"id-1","#
                    + #""totpVerificationInfo":{"sessionInfo":"info-1","verificationCode":"123456"}}"#,
                #"accounts:lookup {"idToken":"\#(token)"}"#,
            ])
        #expect(auth.currentUser === user)
        #expect(user.refreshToken == "refresh-2", "the old session is dead, the new one is taken")
        #expect(try await user.getIDToken() == token, "a good token is not renewed, although the reply did not say how long it lasts")
        #expect(user.multiFactor.enrolledFactors.map(\.uid) == ["f1", "f2"], "unusable factors are omitted")
    }

    @Test func enrollsAPhone() async throws {
        let transport = ScriptedTransport(
            #"{"phoneSessionInfo":{"sessionInfo":"info-2"}}"#, #"{"idToken":"id-2","refreshToken":"refresh-2"}"#, Self.account)
        let (auth, user) = try await Sample.signedIn(transport)
        auth.languageCode = "fr"
        let provider = PhoneAuthProvider.provider(auth: auth)
        let id = try await provider.verifyPhoneNumber("+15555550100", uiDelegate: nil, multiFactorSession: user.multiFactor.session())
        let credential = provider.credential(withVerificationID: id, verificationCode: "123456")
        try await user.multiFactor.enroll(with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: nil)
        #expect(
            transport.calls.prefix(2) == [
                #"mfaEnrollment:start {"idToken":"id-1","phoneEnrollmentInfo":{"phoneNumber":"+15555550100"}}"#,
                #"mfaEnrollment:finalize {"idToken":"id-1","phoneVerificationInfo":{"code":"123456","sessionInfo":"info-2"}}"#,
            ])
        #expect(transport.requests[0].contains("x-firebase-locale: fr"), "the message is in the person's language")
        let factors = user.multiFactor.enrolledFactors
        let phone = try #require(factors.first as? PhoneMultiFactorInfo)
        #expect(phone.phoneNumber == "+15555550100" && phone.displayName == "Mobile" && phone.factorID == PhoneMultiFactorID)
        #expect(abs(phone.enrollmentDate.timeIntervalSince1970 - 1_714_979_289.123) < 0.01)
        #expect(factors.last is TOTPMultiFactorInfo)
        #expect(factors.last?.enrollmentDate == Date(timeIntervalSince1970: 1_714_979_289))
    }

    @Test func takesAFactorAway() async throws {
        let without = Sample.account(email: "ann@example.com", hasPassword: true)
        let transport = ScriptedTransport(
            #"{"localId":"u1"}"#, Self.account, #"{"idToken":"id-2","refreshToken":"refresh-2","expiresIn":"3600"}"#, without)
        let (_, user) = try await Sample.signedIn(transport)
        try await user.updateEmail(to: "ann@example.com")
        let factor = try #require(user.multiFactor.enrolledFactors.first)
        try await user.multiFactor.unenroll(with: factor)
        #expect(transport.requests[2].hasPrefix("POST http://127.0.0.1:9099/v2/accounts/mfaEnrollment:withdraw?key=k\n"))
        #expect(transport.calls[2] == #"mfaEnrollment:withdraw {"idToken":"id-1","mfaEnrollmentId":"f1"}"#)
        #expect(user.multiFactor.enrolledFactors.isEmpty && user.refreshToken == "refresh-2")
    }

    @Test func renewsRecoveryCodes() async throws {
        let transport = ScriptedTransport(#"{"recoveryCodes":["AAAA-BBBB","CCCC-DDDD"]}"#, "{}")
        let (_, user) = try await Sample.signedIn(transport)
        #expect(try await user.multiFactor.renewRecoveryCodes() == ["AAAA-BBBB", "CCCC-DDDD"])
        #expect(transport.calls == [#"mfaRecoveryCodes:renew {"idToken":"id-1"}"#])
        #expect(code(await failure { _ = try await user.multiFactor.renewRecoveryCodes() }) == .internalError, "none are no codes")
    }

    @Test func qrCodeURLContainsAllParameters() async throws {
        let (_, user) = try await Sample.signedIn(ScriptedTransport(Self.seed))
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
        #expect(
            secret.generateQRCodeURL(withAccountName: "ann@example.com", issuer: "My App & Co")
                == "otpauth://totp/My%20App%20%26%20Co:ann%40example.com?secret=JBSWY3DPEHPK3PXP"
                + "&issuer=My%20App%20%26%20Co&algorithm=SHA1&digits=6&period=30")
    }

    @Test func signInAssertionsCannotEnroll() async throws {
        let transport = ScriptedTransport()
        let (_, user) = try await Sample.signedIn(transport)
        for assertion in [
            TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "f2", oneTimePassword: "123456"),
            RecoveryCodeMultiFactorGenerator.assertionForSignIn(withRecoveryCode: "AAAA-BBBB"),
        ] as [MultiFactorAssertion] {
            #expect(code(await failure { try await user.multiFactor.enroll(with: assertion, displayName: nil) }) == .internalError)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [("INVALID_CODE", AuthErrorCode.invalidVerificationCode, true), ("TOKEN_EXPIRED", .userTokenExpired, false)])
    func onlyTheEndOfTheSessionSignsOut(_ message: String, _ expected: AuthErrorCode, _ staysIn: Bool) async throws {
        let transport = ScriptedTransport(Self.seed)
        transport.add(.error(message))
        let (auth, user) = try await Sample.signedIn(transport)
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: user.multiFactor.session())
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "000000")
        #expect(code(await failure { try await user.multiFactor.enroll(with: assertion, displayName: nil) }) == expected)
        #expect((auth.currentUser === user) == staysIn)
    }
}
