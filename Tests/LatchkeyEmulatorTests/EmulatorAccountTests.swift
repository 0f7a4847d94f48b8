import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// Changes of accounts by clients, as in Google's emulator. The expected results follow its published source.
@Suite struct EmulatorAccountTests {
    private static let number = "+15555550100"

    @Test func anUpgradeReplacesAddressPasswordAndName() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp("ada@example.org", ["displayName": "Ada"])
            let body: [String: any Sendable] = ["idToken": ada["idToken"], "email": "b@example.org", "password": "another"]
            let upgraded = try await emulator.call("accounts:signUp", body)
            #expect(upgraded["localId"] == ada["localId"] && upgraded["email"] == "b@example.org", "\(upgraded.text)")
            #expect(try await emulator.account(ada)["displayName"] == nil, "the request names nobody")
            #expect(try await emulator.listed("oobCodes").isEmpty, "no mail tells the former address")
        }
    }

    @Test func anEmptyPasswordAloneIsAnAnonymousSignUp() async throws {
        try await EmulatorCaller.run { emulator in
            let made = try await emulator.call("accounts:signUp", ["password": ""])
            #expect(made.firebase["sign_in_provider"] as? String == "anonymous", "\(made.text)")
        }
    }

    @Test func emptyValuesAreIgnored() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let update: [String: any Sendable] = [
                "idToken": ada["idToken"], "email": "", "password": "", "deleteAttribute": ["USER_ATTRIBUTE_NAME_UNSPECIFIED"],
            ]
            let changed = try await emulator.call("accounts:update", update)
            #expect(changed.status == .ok && changed["email"] == "ada@example.org" && changed["idToken"] == nil, "\(changed.text)")
        }
    }

    @Test func validSinceReturnsNewTokens() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let changed = try await emulator.call("accounts:update", ["idToken": ada["idToken"], "validSince": "1"])
            #expect(changed.firebase["sign_in_provider"] as? String == "password" && changed["refreshToken"] != nil, "\(changed.text)")
            #expect(try await emulator.call("accounts:lookup", ["idToken": changed["idToken"]]).status == .ok)
        }
    }

    @Test func applyingACodeReturnsTheAccountAndKeepsTokens() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp("ada@example.org", ["displayName": "Ada"])
            let input: [String: any Sendable] = [
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": ada["idToken"], "newEmail": "new@example.org",
                "continueUrl": "myapp://done", "canHandleCodeInApp": true, "dynamicLinkDomain": "x",
            ]
            #expect(try await emulator.call("accounts:sendOobCode", input).status == .ok)
            let changed = try await emulator.call("accounts:update", ["oobCode": try await emulator.code("VERIFY_AND_CHANGE_EMAIL")])
            #expect(changed["newEmail"] == "new@example.org" && changed["displayName"] == "Ada", "\(changed.text)")
            #expect((changed.json["providerUserInfo"] as? [Any])?.count == 1 && changed["idToken"] == nil)
            #expect(try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]]).status == .ok)
            #expect(try await emulator.code("RECOVER_EMAIL") == nil)
        }
    }

    @Test func codesOutliveChangesAndWorkForDisabledAccounts() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let reset: [String: any Sendable] = ["requestType": "PASSWORD_RESET", "email": "ada@example.org"]
            _ = try await emulator.call("accounts:sendOobCode", reset)
            let code = try await emulator.code("PASSWORD_RESET")
            _ = try await emulator.call("accounts:update", ["idToken": ada["idToken"], "password": "another"])
            let looked = try await emulator.call("accounts:resetPassword", ["oobCode": code, "newPassword": ""])
            #expect(looked["requestType"] == "PASSWORD_RESET" && looked["email"] == "ada@example.org", "\(looked.text)")
            #expect(try await emulator.call("accounts:resetPassword", ["oobCode": code, "newPassword": "a third one"]).status == .ok)
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "disableUser": true])
            #expect(try await emulator.call("accounts:sendOobCode", reset).status == .ok)
            let last: [String: any Sendable] = ["oobCode": try await emulator.code("PASSWORD_RESET"), "newPassword": "a fourth one"]
            let done = try await emulator.call("accounts:resetPassword", last)
            #expect(done.status == .ok, "\(done.text)")
        }
    }

    @Test func linkOfADisabledAccountIsRejected() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            _ = try await emulator.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "ada@example.org"])
            let code = try await emulator.code("EMAIL_SIGNIN")
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "disableUser": true])
            let entered = try await emulator.call("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": code])
            #expect(entered.message == "USER_DISABLED", "\(entered.text)")
        }
    }

    @Test func linkingByEmailLinkRequiresTheSecondFactor() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp("ada@example.org", ["mfaInfo": [["phoneInfo": Self.number]]])
            _ = try await emulator.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "ada@example.org"])
            let link: [String: any Sendable] = [
                "email": "ada@example.org", "oobCode": try await emulator.code("EMAIL_SIGNIN"), "idToken": ada["idToken"],
            ]
            let linked = try await emulator.call("accounts:signInWithEmailLink", link)
            #expect(linked["mfaPendingCredential"] != nil && linked["idToken"] == nil, "\(linked.text)")
            #expect(linked["localId"] == ada["localId"] && linked.json["isNewUser"] as? Bool == false)
        }
    }

    @Test func phoneUserWithAPhoneFactorCannotLinkANumber() async throws {
        let refusal = "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
            let sent = try #require(try await emulator.listed("verificationCodes").first)
            let ada = try await emulator.signUp()
            let update: [String: any Sendable] = [
                "localId": ada["localId"], "phoneNumber": Self.number,
                "mfa": ["enrollments": [["mfaEnrollmentId": "a", "phoneInfo": Self.number]]],
            ]
            _ = try await emulator.owner("v1/accounts:update", update)
            let again = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
            #expect(again.message == refusal, "\(again.text)")
            let proof: [String: any Sendable] = ["sessionInfo": sent["sessionInfo"] as? String, "code": sent["code"] as? String]
            #expect(try await emulator.call("accounts:signInWithPhoneNumber", proof).message == refusal)
        }
    }

    @Test func temporaryProofCanBeReused() async throws {
        try await EmulatorCaller.run { emulator in
            func proof() async throws -> [String: any Sendable] {
                _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
                let sent = try await emulator.listed("verificationCodes").last
                return ["sessionInfo": sent?["sessionInfo"] as? String, "code": sent?["code"] as? String]
            }
            let owner = try await emulator.call("accounts:signInWithPhoneNumber", try await proof())
            let ada = try await emulator.signUp()
            let told = try await emulator.call(
                "accounts:signInWithPhoneNumber", try await proof().merging(["idToken": ada["idToken"]]) { $1 })
            #expect(
                told["temporaryProofExpiresIn"] == "3600" && told["phoneNumber"] == Self.number && told["idToken"] == nil, "\(told.text)")
            let shown: [String: any Sendable] = ["temporaryProof": told["temporaryProof"], "phoneNumber": Self.number]
            let linking = shown.merging(["idToken": ada["idToken"]]) { $1 }
            for _ in 1...2 {
                #expect(try await emulator.call("accounts:signInWithPhoneNumber", linking).message == "PHONE_NUMBER_EXISTS")
            }
            #expect(try await emulator.call("accounts:signInWithPhoneNumber", shown)["localId"] == owner["localId"])
        }
    }

    @Test func protectionHidesNoMoreThanInGooglesEmulator() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let patch = #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#
            _ = try await emulator.caller.send(
                .patch, "/emulator/v1/projects/\(EmulatorCaller.project)/config", headers: [.contentType: "application/json"], body: patch)
            let methods: [String: any Sendable] = ["identifier": "ada@example.org", "continueUri": "http://localhost", "sessionId": "mine"]
            let told = try await emulator.call("accounts:createAuthUri", methods)
            #expect(told.json.keys.sorted() == ["kind", "sessionId"] && told["sessionId"] == "mine", "\(told.text)")
            let changed = try await emulator.call("accounts:update", ["idToken": ada["idToken"], "email": "new@example.org"])
            #expect(changed["email"] == "new@example.org", "\(changed.text)")
            let blocked = try await emulator.signIn("github.com", #"{"sub":"1","email":"new@example.org"}"#)
            #expect(blocked["localId"] == ada["localId"], "\(blocked.text)")
        }
    }

    @Test func anAccountWithoutAWayInIsRegistered() async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.owner("v1/accounts:signUp", ["email": "bare@example.org"])
            let told = try await emulator.call(
                "accounts:createAuthUri", ["identifier": "bare@example.org", "continueUri": "myapp://here"])
            #expect(told.json["registered"] as? Bool == true && (told.json["signinMethods"] as? [Any])?.isEmpty == true, "\(told.text)")
        }
    }
}
