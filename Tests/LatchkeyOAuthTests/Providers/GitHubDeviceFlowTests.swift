import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct GitHubDeviceFlowTests {
    private let github = GitHub(client: OAuth2Client(id: "Iv1.8a61", secret: nil))
    private let issued = DeviceCode(
        deviceCode: "3584d83530557fdd1f46af8289938c8ef79f9dc5", userCode: "WDJB-MJHT", verificationURI: "https://github.com/login/device",
        expiresInSeconds: 900, intervalSeconds: 5)

    @Test func asksForTheCodes() throws {
        #expect(
            transcript(try github.deviceCodeRequest()) == """
                POST https://github.com/login/device/code
                Accept: application/json
                Content-Type: application/x-www-form-urlencoded

                client_id=Iv1.8a61&scope=user%3Aemail
                """)
        let answer = reply(
            .ok,
            #"{"device_code":"3584d83530557fdd1f46af8289938c8ef79f9dc5","user_code":"WDJB-MJHT","verification_uri":"https://github.com/login/device","expires_in":900,"interval":5}"#
        )
        #expect(try github.deviceCode(from: answer) == issued)
    }

    @Test func polls() throws {
        #expect(
            transcript(try github.devicePollRequest(issued)) == """
                POST https://github.com/login/oauth/access_token
                Accept: application/json
                Content-Type: application/x-www-form-urlencoded

                client_id=Iv1.8a61&device_code=3584d83530557fdd1f46af8289938c8ef79f9dc5\
                &grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code
                """)
    }

    static let answers: [(body: String, poll: DevicePoll)] = [
        (#"{"error":"authorization_pending","error_description":"x"}"#, .pending),
        (#"{"error":"slow_down","interval":12}"#, .slowDown(intervalSeconds: 12)),
        (#"{"error":"slow_down"}"#, .slowDown(intervalSeconds: 10)),
        (#"{"error":"slow_down","interval":-1}"#, .slowDown(intervalSeconds: 10)),
        (#"{"error":"slow_down","interval":9223372036854775807}"#, .slowDown(intervalSeconds: 3600)),
        ("error=slow_down", .slowDown(intervalSeconds: 10)),
        (
            #"{"access_token":"gho_1","token_type":"bearer","scope":"user:email"}"#,
            .granted(OAuth2Token(accessToken: "gho_1", scopes: ["user:email"]))
        ),
    ]

    @Test(arguments: answers) func reads(_ row: (body: String, poll: DevicePoll)) throws {
        #expect(try github.devicePoll(issued, from: reply(.ok, row.body)) == row.poll)
    }

    @Test(arguments: [
        ("expired_token", OAuthError.Code.deviceCodeExpired), ("access_denied", .accessDenied),
        ("incorrect_device_code", .badVerificationCode),
        ("device_flow_disabled", .deviceFlowDisabled), ("unsupported_grant_type", .requestRefused),
        ("incorrect_client_credentials", .badClientCredentials),
    ])
    func endsWith(_ word: String, _ code: OAuthError.Code) {
        let answer = reply(.ok, #"{"error":"\#(word)"}"#)
        #expect(oauthError { try github.devicePoll(issued, from: answer) }?.code == code)
        #expect(oauthError { try github.deviceCode(from: answer) }?.code == code)
    }

    @Test func refusesCodesThatAreIncomplete() {
        #expect(oauthError { try github.deviceCode(from: reply(.ok, #"{"device_code":"x"}"#)) }?.code == .malformedReply)
        #expect(oauthError { try github.deviceCode(from: reply(.notFound, #"{"error":"Not Found"}"#)) }?.code == .badClientCredentials)
    }

    @Test func boundsTheIntervalWhateverTheReplySays() throws {
        func interval(_ text: String) throws -> Int {
            let body = #"{"device_code":"d","user_code":"u","verification_uri":"v","expires_in":900,"interval":\#(text)}"#
            return try github.deviceCode(from: reply(.ok, body)).intervalSeconds
        }
        #expect(try interval("0") == 1)
        #expect(try interval("null") == 5)
        #expect(try interval("9223372036854775807") == 3600)
        var endless = issued
        endless.intervalSeconds = .max
        #expect(try github.devicePoll(endless, from: reply(.ok, #"{"error":"slow_down"}"#)) == .slowDown(intervalSeconds: 3605))
    }
}
