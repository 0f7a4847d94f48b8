import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// Routes besides the calls, as in Google's emulator.
@Suite struct EmulatorRouteTests {
    @Test(arguments: [
        (HTTPRequest.Method.post, "/v1/accounts:verifyIosClient", "identitytoolkit.accounts.verifyIosClient"),
        (.post, "/v1/accounts:signInWithGameCenter", "identitytoolkit.accounts.signInWithGameCenter"),
        (.post, "/v2/accounts:revokeToken", "identitytoolkit.accounts.revokeToken"),
    ]) func unimplementedCallsAreReported(_ method: HTTPRequest.Method, _ path: String, _ id: String) async throws {
        try await EmulatorCaller.run { emulator in
            let reply = try await emulator.send(method, path + "?key=any", [:])
            #expect(reply.status.code == 501 && reply.message == "\(id) is not implemented in the Auth Emulator.", "\(reply.text)")
            #expect(try await emulator.send(method, path, [:]).status == .forbidden)
        }
    }

    @Test func captchasAreFakeAndNeedAKey() async throws {
        try await EmulatorCaller.run { emulator in
            let told = try await emulator.send(.get, "/v1/recaptchaParams?key=any", nil)
            #expect(told["recaptchaSiteKey"] == "Fake-key__Do-not-send-this-to-Recaptcha_", "\(told.text)")
            let token = "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
            #expect(told["recaptchaStoken"] == token)
            #expect(try await emulator.send(.get, "/v1/recaptchaParams", nil).status == .forbidden)
            let project = try await emulator.send(.get, "/v1/projects?key=any", nil)
            #expect(project.json["authorizedDomains"] as? [String] == ["localhost"])
        }
    }

    @Test func bodyAndTokenNameOneTenant() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp("ada@example.org", ["tenantId": "customers"])
            let other = try await emulator.call(
                "accounts:update", ["idToken": ada["idToken"], "tenantId": "partners", "disableUser": true])
            #expect(other.message == "TENANT_ID_MISMATCH", "\(other.text)")
        }
    }

    private static let page = "/emulator/action?"

    @Test(arguments: [
        ("mode=verifyEmail&oobCode=x", "missing apiKey query parameter"), ("mode=verifyEmail&apiKey=x", "missing oobCode query parameter"),
        ("mode=none&oobCode=x&apiKey=x", "Invalid mode"), ("mode=signIn&oobCode=x&apiKey=x", "Missing continueUrl query parameter"),
        ("mode=signIn&oobCode=x&apiKey=x&continueUrl=javascript:alert(1)", "Invalid continueUrl query parameter"),
        ("mode=recoverEmail&oobCode=x&apiKey=x", "Requested mode does not match the OOB code provided."),
        (
            "mode=resetPassword&oobCode=x&apiKey=x",
            "Your request to reset your password has expired or the link has already been used."
        ),
        ("mode=verifyEmail&oobCode=x&apiKey=x", "Your request to verify your email has expired or the link has already been used."),
    ]) func thePageRefuses(_ query: String, _ refusal: String) async throws {
        try await EmulatorCaller.run { emulator in
            let reply = try await emulator.caller.send(.get, Self.page + query)
            #expect(reply.status == .badRequest)
            #expect((reply.json["authEmulator"] as? [String: Any])?["error"] as? String == refusal, "\(reply.text)")
        }
    }

    @Test func aLinkHasTheFormOfGooglesEmulator() async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.signUp()
            _ = try await emulator.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.org"])
            let sent = try #require(try await emulator.listed("oobCodes").last)
            let (link, code) = (try #require(sent["oobLink"] as? String), try #require(sent["oobCode"] as? String))
            #expect(link.hasSuffix("/emulator/action?mode=resetPassword&lang=en&oobCode=\(code)&apiKey=fake-api-key"), "\(link)")
            let path = try #require(link.firstRange(of: Self.page).map { String(link[$0.lowerBound...]) })
            let placeholder = try await emulator.caller.send(.get, path + "&newPassword=NEW_PASSWORD_HERE")
            #expect(placeholder.text.contains("newPassword must be something other than"), "\(placeholder.text)")
            let done = try await emulator.caller.send(.get, path + "&newPassword=another")
            #expect(done.status == .ok && done.text.contains("The password has been successfully updated."), "\(done.text)")
        }
    }

    @Test func scriptContinueURLsAreNotFollowed() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let input: [String: any Sendable] = [
                "requestType": "VERIFY_EMAIL", "idToken": ada["idToken"], "continueUrl": "javascript:alert(1)",
            ]
            #expect(try await emulator.call("accounts:sendOobCode", input).status == .ok)
            let link = try #require(try await emulator.listed("oobCodes").last?["oobLink"] as? String)
            let path = try #require(link.firstRange(of: Self.page).map { String(link[$0.lowerBound...]) })
            let done = try await emulator.caller.send(.get, path)
            #expect(done.status == .ok && done.text.contains("The email has been successfully verified."), "\(done.text)")
        }
    }
}
