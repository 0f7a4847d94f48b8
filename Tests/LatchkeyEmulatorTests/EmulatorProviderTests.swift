import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// `accounts:signInWithIdp` as in Google's emulator. The expected results follow its published source.
@Suite struct EmulatorProviderTests {
    @Test(arguments: [
        (
            "google.com", "{sub: 1}",
            "INVALID_IDP_RESPONSE : Unable to parse id_token: {sub: 1} ((Auth Emulator failed to parse fake id_token as strict JSON.))"
        ),
        (
            "google.com", "real",
            "INVALID_IDP_RESPONSE : Unable to parse id_token: real ((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))"
        ),
        (
            "github.com", "{}",
            "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((Missing \"sub\" field. This field is required and must be a unique identifier.))"
        ),
        ("github.com", #"{"sub":7}"#, "INVALID_IDP_RESPONSE : ((The \"sub\" field must be a string.))"),
    ]) func badClaimsAreRefused(_ provider: String, _ claims: String, _ refusal: String) async throws {
        try await EmulatorCaller.run { emulator in
            let reply = try await emulator.signIn(provider, claims)
            #expect(reply.message == refusal && reply.status == .badRequest, "\(reply.text)")
        }
    }

    @Test(arguments: [
        ("providerId=github.com&access_token=real", "The Auth Emulator does not support github.com sign-in with credentials."),
        ("providerId=github.com", "The Auth Emulator only supports sign-in with credentials (id_token required)."),
    ]) func tokensWithoutClaimsAreNotImplemented(_ credential: String, _ refusal: String) async throws {
        try await EmulatorCaller.run { emulator in
            let body: [String: any Sendable] = ["requestUri": "http://localhost", "postBody": credential]
            let reply = try await emulator.call("accounts:signInWithIdp", body)
            #expect(reply.status.code == 501 && reply.message == refusal, "\(reply.text)")
            let error = reply.json["error"] as? [String: Any]
            #expect(error?["status"] as? String == "NOT_IMPLEMENTED")
            #expect((error?["errors"] as? [[String: Any]])?.first?["reason"] as? String == "unimplemented")
        }
    }

    @Test func responseHasTheMembersOfGooglesEmulator() async throws {
        try await EmulatorCaller.run { emulator in
            let claims = #"{"sub":"7","email":"A@example.org","email_verified":true,"name":"Ada L","given_name":"Ada","family_name":"L"}"#
            let google = try await emulator.signIn("google.com", claims, ["autoCreate": false])
            #expect(google.json["isNewUser"] as? Bool == true, "autoCreate means nothing: \(google.text)")
            #expect(google["context"] == "" && google["firstName"] == "Ada" && google["lastName"] == "L" && google["fullName"] == "Ada L")
            #expect(google["email"] == "a@example.org" && google.json["emailVerified"] as? Bool == true)
            #expect(google["oauthAccessToken"] == "FirebaseAuthEmulatorFakeAccessToken_google.com" && google["oauthIdToken"] == claims)
            #expect(google["rawUserInfo"]?.contains(#""locale":"en""#) == true)
            let given = try await emulator.signIn("github.com", #"{"sub":"8"}"#)
            #expect(given.json["isNewUser"] as? Bool == true && given["rawUserInfo"] == #"{"sub":"8"}"#)
        }
    }

    @Test func aConflictKeepsACredentialThatCanBeLinked() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let claims = #"{"sub":"7","email":"ada@example.org"}"#
            let blocked = try await emulator.signIn("github.com", claims)
            #expect(blocked.json["needConfirmation"] as? Bool == true && blocked["localId"] == ada["localId"], "\(blocked.text)")
            #expect(blocked["idToken"] == nil && blocked.json["emailVerified"] as? Bool == false)
            let token = try #require(blocked["oauthAccessToken"])
            let body: [String: any Sendable] = [
                "idToken": ada["idToken"], "requestUri": "http://localhost", "postBody": "providerId=github.com&access_token=\(token)",
            ]
            let linked = try await emulator.call("accounts:signInWithIdp", body)
            #expect(linked["localId"] == ada["localId"], "\(linked.text)")
            let again = try await emulator.signIn("github.com", claims, ["idToken": ada["idToken"]])
            #expect(again.message == "FEDERATED_USER_ID_ALREADY_LINKED")
            let told = try await emulator.signIn("github.com", claims, ["idToken": ada["idToken"], "returnIdpCredential": true])
            #expect(told.status == .ok && told["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED" && told["localId"] == nil)
        }
    }

    @Test(arguments: [true, false]) func disabledAccountsAreRefused(returnIdpCredential: Bool) async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signIn("github.com", #"{"sub":"1"}"#)
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "disableUser": true])
            let told = try await emulator.signIn("github.com", #"{"sub":"1"}"#, ["returnIdpCredential": returnIdpCredential])
            #expect(told.status == .badRequest && told.message == "USER_DISABLED", "\(told.text)")
        }
    }

    @Test func linkingKeepsTheProfileAndRequiresTheSecondFactor() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let google = try await emulator.signIn("google.com", #"{"sub":"7","name":"Ada"}"#, ["idToken": ada["idToken"]])
            #expect(google.firebase["sign_in_provider"] as? String == "google.com", "\(google.text)")
            #expect(try await emulator.account(ada)["displayName"] == nil)
            let factors: [String: any Sendable] = ["enrollments": [["mfaEnrollmentId": "a", "phoneInfo": "+15555550100"]]]
            _ = try await emulator.owner("v1/accounts:update", ["localId": ada["localId"], "mfa": factors])
            let linked = try await emulator.signIn("github.com", #"{"sub":"7"}"#, ["idToken": ada["idToken"]])
            #expect(linked["mfaPendingCredential"] != nil && linked["idToken"] == nil, "\(linked.text)")
            let providers = (try await emulator.account(ada)["providerUserInfo"] as? [[String: Any]])?.compactMap {
                $0["providerId"] as? String
            }
            #expect(providers?.contains("github.com") == true)
        }
    }
}
