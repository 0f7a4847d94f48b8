import HTTPTypes
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// The requests of Firebase's JavaScript library about reCAPTCHA, for a server that requires none.
@Suite struct RecaptchaTests {
    @Test(arguments: [
        "/v1/recaptchaParams", "/identitytoolkit.googleapis.com/v1/recaptchaParams",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam",
    ])
    func configurationContainsASiteKey(_ path: String) async throws {
        try await TestServer().run { caller in
            let reply = try await caller.send(.get, "\(path)?key=\(caller.apiKey)")
            #expect(reply.status == .ok && reply["recaptchaSiteKey"]?.isEmpty == false)
            #expect(try await caller.send(.get, path).status == .forbidden)
        }
    }

    /// The library uses the fourth component of the key's name, and fails when there is none.
    @Test func noCallNeedsACaptcha() async throws {
        try await TestServer().run { caller in
            let reply = try await caller.send(
                .get, "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=\(caller.apiKey)&clientType=CLIENT_TYPE_WEB")
            #expect(reply["recaptchaKey"]?.split(separator: "/").count == 4)
            let states = try #require(reply.json["recaptchaEnforcementState"] as? [[String: String]])
            #expect(Set(states.compactMap { $0["provider"] }) == ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"])
            #expect(states.allSatisfy { $0["enforcementState"] == "OFF" })
        }
    }
}
