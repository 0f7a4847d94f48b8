import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct GitHubDeviceTests {
    let sandbox = TestSandbox()

    func start(_ form: LatchkeyOAuth.Parameters = ["client_id": SandboxApp.github.key, "scope": "user:email"]) async throws -> ProviderReply
    {
        try await sandbox.post("/login/device/code", form: form, headers: [.accept: "application/json"])
    }

    func poll(_ code: String?, client: String = SandboxApp.github.key) async throws -> [String: Any] {
        var form: LatchkeyOAuth.Parameters = [
            "client_id": client, "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        ]
        if let code { form.append("device_code", code) }
        return try await sandbox.post("/login/oauth/access_token", form: form, headers: [.accept: "application/json"]).json
    }

    @Test func deviceIsAllowed() async throws {
        let codes = try await start().json
        let device = try #require(codes["device_code"] as? String)
        let userCode = try #require(codes["user_code"] as? String)
        #expect(device.count == 40 && userCode.count == 9)
        #expect(codes["verification_uri"] as? String == "\(TestSandbox.base)/login/device")
        #expect(codes["expires_in"] as? Int == 900 && codes["interval"] as? Int == 5)
        #expect(try await poll(device)["error"] as? String == "authorization_pending")

        var browser = TestBrowser(sandbox)
        try await browser.open("/login/device")
        let consent = try await browser.submit(["user_code": userCode.lowercased()])
        #expect(consent.head.status == .ok)
        let done = try await browser.submit(["person": "ada", "action": "allow"])
        #expect(done.text.contains("Your device is connected."))

        sandbox.clock.advance(seconds: 5)
        let token = try await poll(device)
        #expect(token["scope"] as? String == "user:email")
        #expect(try await sandbox.api("/user", token: token["access_token"] as? String).head.status == .ok)
        sandbox.clock.advance(seconds: 5)
        #expect(try await poll(device)["error"] as? String == "incorrect_device_code")
    }

    @Test func polledTooOftenTheIntervalGrows() async throws {
        let device = try await start().json["device_code"] as? String
        #expect(try await poll(device)["error"] as? String == "authorization_pending")
        sandbox.clock.advance(seconds: 4)
        let slow = try await poll(device)
        #expect(slow["error"] as? String == "slow_down")
        #expect(slow["interval"] as? Int == 10)
        sandbox.clock.advance(seconds: 9)
        #expect(try await poll(device)["interval"] as? Int == 15)
        sandbox.clock.advance(seconds: 15)
        #expect(try await poll(device)["error"] as? String == "authorization_pending")
    }

    @Test func deviceIsDenied() async throws {
        let codes = try await start().json
        try sandbox.state.decideDevice(userCode: codes["user_code"] as? String ?? "", as: "ada", allows: false)
        #expect(try await poll(codes["device_code"] as? String)["error"] as? String == "access_denied")
    }

    @Test func aCodeExpiresAfterFifteenMinutes() async throws {
        let codes = try await start().json
        sandbox.clock.advance(seconds: 900)
        #expect(try await poll(codes["device_code"] as? String)["error"] as? String == "expired_token")
        #expect(throws: SandboxError(.invalidAuthorization, "")) {
            try sandbox.state.decideDevice(userCode: codes["user_code"] as? String ?? "", as: "ada")
        }
    }

    @Test(arguments: [nil, "", "0123456789012345678901234567890123456789"])
    func anUnknownDeviceIsRefused(_ code: String?) async throws {
        #expect(try await poll(code)["error"] as? String == "incorrect_device_code")
    }

    @Test func aDeviceCodeOfAnotherApplicationIsRefused() async throws {
        let device = try await start().json["device_code"] as? String
        #expect(try await poll(device, client: SandboxApp.otherGitHub.key)["error"] as? String == "incorrect_device_code")
        #expect(try await poll(device, client: "nobody")["error"] as? String == "incorrect_client_credentials")
    }

    @Test(
        arguments: [
            (["client_id": "nobody"], "incorrect_client_credentials"), ([:], "incorrect_client_credentials"),
            (["client_id": SandboxApp.github.key, "scope": "everything"], "invalid_scope"),
        ] as [(LatchkeyOAuth.Parameters, String)])
    func aWrongStart(_ form: LatchkeyOAuth.Parameters, _ error: String) async throws {
        #expect(try await start(form).json["error"] as? String == error)
    }

    @Test func theDeviceFlowCanBeOff() async throws {
        var app = SandboxApp.github
        app.allowsDeviceFlow = false
        try sandbox.state.register(app)
        #expect(try await start().json["error"] as? String == "device_flow_disabled")
    }

    @Test func wrongCodesAreCountedForAnHour() async throws {
        let userCode = try await start().json["user_code"] as? String ?? ""
        var browser = TestBrowser(sandbox)
        try await browser.open("/login/device")
        for _ in 1...50 {
            let reply = try await browser.submit(["user_code": "AAAA-AAAA"])
            #expect(reply.head.status == .badRequest && reply.text.contains("No device shows this code"))
        }
        #expect(try await browser.submit(["user_code": "AAAA-AAAA"]).text.contains("Too many wrong codes"))
        // After too many wrong codes, the right code is refused too.
        let right = try await browser.submit(["user_code": userCode])
        #expect(right.head.status == .badRequest && right.text.contains("Too many wrong codes"))
    }

    @Test func theFormNeedsItsHiddenField() async throws {
        let userCode = try await start().json["user_code"] as? String ?? ""
        var browser = TestBrowser(sandbox)
        try await browser.open("/login/device")
        let reply = try await browser.submit(["user_code": userCode, "csrf": "wrong"])
        #expect(reply.head.status == .badRequest)
    }
}
