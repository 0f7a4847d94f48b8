import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct ReverseAuthTests {
    static let refused = "401 Error processing your OAuth request: Invalid reverse auth request"

    let sandbox = TestSandbox()

    /// The first step, by the application's server.
    func ticket(_ app: SandboxApp = .twitter) async throws -> ProviderReply {
        try await sandbox.send(sandbox.requestTokenRequest(app, callback: nil, form: ["x_auth_mode": "reverse_auth"]))
    }

    /// The second step, by the phone.
    func redeem(
        _ text: String?, target: String? = SandboxApp.twitter.key, system: SandboxApp = .twitterSystem, as person: String = "ada"
    ) async throws -> ProviderReply {
        var form: LatchkeyOAuth.Parameters = [:]
        if let target { form.append("x_reverse_auth_target", target) }
        if let text { form.append("x_reverse_auth_parameters", text) }
        let request = try ProviderRequest(postingForm: form, to: "\(TestSandbox.base)/oauth/access_token")
        return try await sandbox.send(sandbox.signer(system, token: sandbox.token(system, of: person)).sign(request))
    }

    @Test func aSystemAccountBecomesATokenOfTheApplication() async throws {
        let text = try await ticket().text
        let header = try OAuth1AuthorizationHeader(parsing: text)
        #expect(header.parameters["oauth_consumer_key"] == SandboxApp.twitter.key)
        #expect(header.parameters["oauth_signature_method"] == "HMAC-SHA1")
        let grant = try await redeem(text).form
        #expect(grant["user_id"] == "101815")
        #expect(grant["screen_name"] == "ada")
        let token = OAuth1Token(token: grant["oauth_token"] ?? "", secret: .init(grant["oauth_token_secret"] ?? ""))
        #expect(try await sandbox.call(VerifyCredentialsTests.path, token: token).head.status == .ok)
    }

    @Test func anApplicationMustBeOnTheList() async throws {
        #expect(try await ticket(.otherTwitter).summary == TwitterReply.notPermitted)
    }

    @Test func onlyThePhoneItselfFinishes() async throws {
        let text = try await ticket().text
        #expect(try await redeem(text, system: .otherTwitter).summary == TwitterReply.notPermitted)
    }

    @Test func textCanBeUsedOnce() async throws {
        let text = try await ticket().text
        #expect(try await redeem(text).head.status == .ok)
        #expect(try await redeem(text).summary == Self.refused)
    }

    @Test func theTextIsGoodForTenMinutes() async throws {
        let text = try await ticket().text
        sandbox.clock.advance(seconds: 600)
        #expect(try await redeem(text).summary == Self.refused)
    }

    @Test func theTextMustNotBeChanged() async throws {
        let header = try OAuth1AuthorizationHeader(parsing: try await ticket().text)
        var changed = header
        changed.parameters = LatchkeyOAuth.Parameters(
            header.parameters.map { $0.name == "oauth_nonce" ? Parameter("oauth_nonce", "other") : $0 })
        #expect(try await redeem(changed.text).summary == Self.refused)
    }

    @Test(
        arguments: [
            ("nonsense", SandboxApp.twitter.key), (nil, SandboxApp.twitter.key), ("OAuth a=\"b\"", SandboxApp.twitter.key),
        ] as [(String?, String?)])
    func nonsenseIsRefused(_ text: String?, _ target: String?) async throws {
        #expect(try await redeem(text, target: target).summary == Self.refused)
    }

    @Test(arguments: [nil, SandboxApp.otherTwitter.key, "nobody"])
    func theTargetMustBeTheApplication(_ target: String?) async throws {
        #expect(try await redeem(try await ticket().text, target: target).summary == Self.refused)
    }
}
