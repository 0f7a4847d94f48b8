import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Requests that an emulator accepts because Google's does, and a real server refuses.
@Suite struct EmulatorLaxityTests {
    @Test func anIDTokenStaysGoodAfterChangesOfPhoneAndFactors() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let (token, uid) = (try #require(ada["idToken"]), try #require(ada["localId"]))
            let changes: [[String: any Sendable]] = [
                ["phoneNumber": "+15555550100"], ["phoneNumber": "+15555550101"], ["deleteProvider": ["phone"]],
                ["mfa": ["enrollments": [["mfaEnrollmentId": "a", "phoneInfo": "+15555550102"]]]],
                ["mfa": [String: String]()], ["deleteAttribute": ["DISPLAY_NAME", "EMAIL"]],
            ]
            for change in changes {
                let changed = try await emulator.owner("v1/accounts:update", change.merging(["localId": uid]) { _, new in new })
                #expect(changed.status == .ok, "\(change) \(changed.text)")
                #expect(try await emulator.call("accounts:lookup", ["idToken": token]).status == .ok, "\(change)")
            }
        }
    }

    /// Google's emulator parses bodies with `JSON.parse`.
    @Test func theLastOfTwoMembersCounts() async throws {
        try await EmulatorCaller.run { emulator in
            let body = #"{"email":"first@example.org","email":"last@example.org","password":"first password"}"#
            let made = try await emulator.caller.send(
                .post, "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any", headers: [.contentType: "application/json"], body: body
            )
            #expect(made.status == .ok && made["email"] == "last@example.org", "\(made.text)")
        }
    }

    @Test func validSinceEndsTokensFromBefore() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let (token, uid) = (try #require(ada["idToken"]), try #require(ada["localId"]))
            _ = try await emulator.owner("v1/accounts:update", ["localId": uid, "validSince": "1900000000"])
            #expect(try await emulator.call("accounts:lookup", ["idToken": token]).message == "TOKEN_EXPIRED")
            // Google's emulator does not check validSince here.
            #expect(try await emulator.refresh(try #require(ada["refreshToken"])).status == .ok)
        }
    }

    @Test func disabledAccountIsReported() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "disableUser": true])
            #expect(try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]]).message == "USER_DISABLED")
            #expect(try await emulator.refresh(try #require(ada["refreshToken"])).message == "USER_DISABLED")
            let wrong = try await emulator.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "wrong"])
            #expect(wrong.message == "USER_DISABLED")
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "disableUser": false])
            #expect(try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]]).status == .ok)
        }
    }

    @Test func theLastWayInCanBeUnlinked() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signIn("github.com", #"{"sub":"1"}"#)
            let update: [String: any Sendable] = ["idToken": ada["idToken"], "deleteProvider": ["github.com"]]
            let unlinked = try await emulator.call("accounts:update", update)
            #expect(unlinked.status == .ok && (unlinked.json["providerUserInfo"] as? [Any])?.isEmpty == true, "\(unlinked.text)")
        }
    }

    @Test func aChangeOfAddressIsRecoveredToTheFirst() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            for email in ["second@example.org", "third@example.org"] {
                let changed = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "email": email])
                #expect(changed.status == .ok)
            }
            let client = try await emulator.signUp("bob@example.org")
            let update: [String: any Sendable] = ["idToken": client["idToken"], "email": "bert@example.org"]
            let changed = try await emulator.call("accounts:update", update)
            #expect(changed.firebase["sign_in_provider"] as? String == "password", "\(changed.text)")
            let codes = try await emulator.listed("oobCodes").filter { $0["requestType"] as? String == "RECOVER_EMAIL" }
            let told = codes.compactMap { $0["email"] as? String }
            #expect(told == ["ada@example.org", "ada@example.org", "bob@example.org"], "addresses that were never confirmed are told too")
            let code = try #require(codes.last)
            let recovered = try await emulator.call("accounts:update", ["oobCode": code["oobCode"] as? String])
            #expect(recovered["email"] == "bob@example.org" && recovered.json["emailVerified"] as? Bool == true, "\(recovered.text)")
            let again = try await emulator.call(
                "accounts:signInWithPassword", ["email": "bob@example.org", "password": "first password"])
            #expect(again.status == .ok, "recovery keeps the password")
        }
    }

    @Test func aPhoneNumberMaySignInAndBeASecondFactor() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let update: [String: any Sendable] = [
                "localId": ada["localId"], "emailVerified": true, "phoneNumber": "+15555550100",
            ]
            _ = try await emulator.owner("v1/accounts:update", update)
            let started = try await emulator.call(
                "accounts/mfaEnrollment:start", ["idToken": ada["idToken"], "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]],
                version: "v2")
            #expect(started.status == .ok, "\(started.text)")
        }
    }

    @Test func clientsBringSecondFactorsAlong() async throws {
        try await EmulatorCaller.run { emulator in
            let factors: [[String: any Sendable]] = [["phoneInfo": "+15555550100"], ["phoneInfo": "+15555550100"]]
            let ada = try await emulator.signUp("ada@example.org", ["mfaInfo": factors])
            let shown = try await emulator.account(ada)["mfaInfo"] as? [[String: Any]]
            #expect(shown?.count == 1, "duplicates are dropped")
            #expect(shown?.first?["unobfuscatedPhoneInfo"] as? String == "+15555550100")
            let update: [String: any Sendable] = [
                "idToken": ada["idToken"], "mfa": ["enrollments": [["mfaEnrollmentId": "mine", "phoneInfo": "+15555550101"]]],
            ]
            let changed = try await emulator.call("accounts:update", update)
            #expect(changed.status == .ok, "\(changed.text)")
            let after = try await emulator.account(ada)["mfaInfo"] as? [[String: Any]]
            #expect(after?.map { $0["mfaEnrollmentId"] as? String } == ["mine"])
        }
    }

    @Test func clientsLinkIdentitiesAndEndTokens() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let update: [String: any Sendable] = [
                "idToken": ada["idToken"], "linkProviderUserInfo": ["providerId": "linkedin.com", "rawId": "7"],
            ]
            let linked = try await emulator.call("accounts:update", update)
            let providers = (linked.json["providerUserInfo"] as? [[String: Any]])?.compactMap { $0["providerId"] as? String }
            #expect(providers?.contains("linkedin.com") == true, "\(linked.text)")
            #expect(try await emulator.signIn("linkedin.com", #"{"sub":"7"}"#)["localId"] == ada["localId"])
        }
    }

    @Test func unsignedTokenIsAccepted() async throws {
        try await EmulatorCaller.run { emulator in
            let uid = try #require(try await emulator.signUp()["localId"])
            let payload = """
                {"iss":"https://securetoken.google.com/demo-latchkey","aud":"demo-latchkey","sub":"\(uid)","user_id":"\(uid)",
                "iat":1900000000,"exp":5,"auth_time":5,"firebase":{"identities":{},"sign_in_provider":"password"}}
                """
            let token = Base64URL.encode(#"{"alg":"none"}"#.utf8) + "." + Base64URL.encode(payload.utf8) + "."
            let found = try await emulator.call("accounts:lookup", ["idToken": token])
            #expect(found.status == .ok, "times mean nothing: \(found.text)")
        }
    }

    @Test func aRedeemedPhoneCodeLeavesTheList() async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
            let sent = try #require(try await emulator.listed("verificationCodes").first)
            let (info, code) = (sent["sessionInfo"] as? String, sent["code"] as? String)
            let wrong = try await emulator.call("accounts:signInWithPhoneNumber", ["sessionInfo": info, "code": "none"])
            #expect(wrong.message == "INVALID_CODE")
            #expect(try await emulator.listed("verificationCodes").count == 1)
            #expect(try await emulator.call("accounts:signInWithPhoneNumber", ["sessionInfo": info, "code": code]).status == .ok)
            #expect(try await emulator.listed("verificationCodes").isEmpty)
        }
    }

    @Test func theCodeOfASignInThatIsRefusedForGoodLeavesTheList() async throws {
        try await EmulatorCaller.run { emulator in
            func signIn() async throws -> Reply {
                _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
                let sent = try #require(try await emulator.listed("verificationCodes").last)
                return try await emulator.call(
                    "accounts:signInWithPhoneNumber", ["sessionInfo": sent["sessionInfo"] as? String, "code": sent["code"] as? String])
            }
            let ada = try await signIn()
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "disableUser": true])
            #expect(try await signIn().message == "USER_DISABLED")
            #expect(try await emulator.listed("verificationCodes").isEmpty)
        }
    }

    @Test func aResetUnlinksProvidersAndKeepsThePhone() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            _ = try await emulator.signIn("github.com", #"{"sub":"1"}"#, ["idToken": ada["idToken"]])
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "phoneNumber": "+15555550100"])
            _ = try await emulator.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.org"])
            let code = try #require(try await emulator.listed("oobCodes").last?["oobCode"] as? String)
            let reset = try await emulator.call("accounts:resetPassword", ["oobCode": code, "newPassword": "another password"])
            #expect(reset.status == .ok, "\(reset.text)")
            let providers = (try await emulator.account(ada)["providerUserInfo"] as? [[String: Any]])?.compactMap {
                $0["providerId"] as? String
            }
            #expect(providers?.sorted() == ["password", "phone"])
        }
    }

    @Test func passkeyIsAcceptedByItsID() async throws {
        try await EmulatorCaller.run { emulator in
            func finalize(_ name: String, _ body: [String: any Sendable]) async throws -> Reply {
                try await emulator.call("accounts/\(name):finalize", body, version: "v2")
            }
            let ada = try await emulator.signUp()
            let started = try await emulator.call("accounts/passkeyEnrollment:start", ["idToken": ada["idToken"]], version: "v2")
            let options = started.json["credentialCreationOptions"] as? [String: Any]
            #expect((options?["rp"] as? [String: Any])?["id"] as? String == "localhost", "\(started.text)")
            let missing = try await finalize("passkeyEnrollment", ["idToken": ada["idToken"]])
            #expect(missing.message == "MISSING_AUTHENTICATOR_RESPONSE")
            let made: [String: any Sendable] = ["idToken": ada["idToken"], "authenticatorRegistrationResponse": ["id": "my passkey"]]
            let enrolled = try await finalize("passkeyEnrollment", made)
            #expect(enrolled.firebase["sign_in_provider"] as? String == "passkey", "\(enrolled.text)")
            #expect(try await finalize("passkeyEnrollment", made).message == "CREDENTIAL_ALREADY_IN_USE")
            let lookup = try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]])
            #expect(lookup.text.contains(#""credentialId":"my passkey""#) && lookup.text.contains("Unnamed Passkey"), "\(lookup.text)")
            let shown: [String: any Sendable] = ["authenticatorAuthenticationResponse": ["id": "my passkey"]]
            #expect(try await finalize("passkeySignIn", shown).claims["sub"] as? String == ada["localId"])
            _ = try await emulator.call("accounts:update", ["idToken": ada["idToken"], "deletePasskey": ["my passkey"]])
            #expect(try await finalize("passkeySignIn", shown).message == "PASSKEY_CREDENTIAL_NOT_FOUND")
        }
    }

    @Test func theOwnerSeesAndDeletesPasskeys() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let made: [String: any Sendable] = ["idToken": ada["idToken"], "authenticatorRegistrationResponse": ["id": "cred-3"]]
            _ = try await emulator.call("accounts/passkeyEnrollment:finalize", made, version: "v2")
            func lookup() async throws -> Reply { try await emulator.owner("v1/accounts:lookup", ["localId": [ada["localId"]]]) }
            let shown = try await lookup()
            #expect(shown.text.contains(#""credentialId":"cred-3""#), "\(shown.text)")
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "deletePasskey": ["cred-3"]])
            let left = try await lookup()
            #expect(left.status == .ok && !left.text.contains("cred-3"), "\(left.text)")
        }
    }

    @Test func responsesHaveGooglesFormat() async throws {
        try await EmulatorCaller.run { emulator in
            let google = try await emulator.signIn("google.com", #"{"sub":"7","email":"g@example.org","email_verified":true}"#)
            #expect(google["federatedId"] == "https://accounts.google.com/7")
            #expect(try await emulator.signIn("google.com", #"{"sub":7}"#).error == "INVALID_IDP_RESPONSE")
            let project = try await emulator.send(.get, "/v1/projects?key=any", nil)
            #expect(project["projectId"] == "12345")
        }
    }
}
