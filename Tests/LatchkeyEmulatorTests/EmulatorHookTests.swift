import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Calls of blocking functions by an emulator.
@Suite struct EmulatorHookTests {
    private static func run(
        forwarding: [String: any Sendable]? = nil, _ body: @escaping @Sendable (EmulatorCaller, PlayedHook) async throws -> Void
    ) async throws {
        let server = try await TestServer()
        let hook = PlayedHook()
        server.provider.play { hook.reply(to: $0) }
        try await server.run(.emulator) { caller in
            let emulator = EmulatorCaller(caller: caller)
            var functions: [String: any Sendable] = [
                "triggers": [
                    "beforeCreate": ["functionUri": PlayedHook.origin + "/create"],
                    "beforeSignIn": ["functionUri": PlayedHook.origin + "/sign-in"],
                ]
            ]
            functions["forwardInboundCredentials"] = forwarding
            let set = try await emulator.inProject(
                "config?updateMask=blockingFunctions", ["blockingFunctions": functions], .patch, version: "v2")
            #expect(set.status == .ok, "\(set.text)")
            try await body(emulator, hook)
        }
    }

    private static let claims = #"{"sub":"1","email":"ada@example.org","email_verified":true}"#

    @Test func theQuestionHasTheFormOfGoogles() async throws {
        try await Self.run { emulator, hook in
            let ada = try await emulator.signUp()
            #expect(hook.paths == ["/create", "/sign-in"], "\(ada.text)")
            for (request, event) in zip(hook.requests, ["beforeCreate", "beforeSignIn"]) {
                #expect(request["iss"] == .string("https://securetoken.google.com/demo-latchkey"))
                #expect(request["aud"] == .string(PlayedHook.origin + request.path) && request["event_type"] == .string(event))
                #expect(request["sub"] == .string(ada["localId"] ?? "") && request["sign_in_method"] == .string("password"))
                #expect(request["locale"] == .string("en") && request.record["email"] == .string("ada@example.org"))
                #expect(request.record["custom_claims"] == .object([:]))
                #expect(request["user_agent"] != nil && request["ip_address"] != nil)
                guard case .integer(let issued)? = request["iat"], case .integer(let expires)? = request["exp"] else {
                    Issue.record("the times are not numbers")
                    continue
                }
                #expect(expires - issued == 600)
            }
        }
    }

    @Test func tokensOfProvidersAreForwardedAsTheConfigurationSays() async throws {
        let names = ["oauth_id_token", "oauth_access_token", "oauth_token_secret"]
        for (forwarding, expected) in [
            (nil, [false, false, false]), (["idToken": true], [true, false, false]), (["accessToken": true], [false, true, true]),
            (["idToken": true, "accessToken": true, "refreshToken": true], [true, true, true]),
        ] as [([String: any Sendable]?, [Bool])] {
            try await Self.run(forwarding: forwarding) { emulator, hook in
                let ada = try await emulator.signIn("twitter.com", Self.claims)
                #expect(hook.paths == ["/create", "/sign-in"], "\(ada.text)")
                for request in hook.requests {
                    #expect(names.map { request[$0] != nil } == expected)
                    #expect(request["oauth_refresh_token"] == nil)
                    if expected[0] { #expect(request["oauth_id_token"] == .string(Self.claims)) }
                    if expected[1] { #expect(request["oauth_access_token"] == .string(try #require(ada["oauthAccessToken"]))) }
                }
            }
        }
    }

    @Test func hookResponsesChangeAccountsAndTokens() async throws {
        try await Self.run { emulator, hook in
            hook.respond(
                "/create",
                #"""
                {"userRecord":{"updateMask":"displayName,photoUrl,emailVerified,customClaims,sessionClaims,unknown","displayName":7,
                "photoUrl":"http://localhost/p","emailVerified":true,"customClaims":{"role":"x"},"sessionClaims":{"lost":1}}}
                """#)
            hook.respond(
                "/sign-in",
                #"{"userRecord":{"updateMask":"displayName,sessionClaims","displayName":"Ada","sessionClaims":{"visit":1}}}"#)
            let ada = try await emulator.signUp()
            #expect(ada.claims["name"] as? String == "Ada" && ada.claims["picture"] as? String == "http://localhost/p", "\(ada.text)")
            #expect(ada.claims["email_verified"] as? Bool == true && ada.claims["role"] as? String == "x")
            #expect(ada.claims["visit"] as? Int == 1 && ada.claims["lost"] == nil, "session claims are beforeSignIn's alone")
        }
    }

    /// Stores have no such value for an account without an email address.
    @Test func hookCanVerifyAPhoneAccount() async throws {
        try await Self.run { emulator, hook in
            hook.respond("/create", #"{"userRecord":{"updateMask":"emailVerified","emailVerified":true}}"#)
            _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
            let sent = try #require(try await emulator.listed("verificationCodes").first)
            let ada = try await emulator.call(
                "accounts:signInWithPhoneNumber", ["sessionInfo": sent["sessionInfo"] as? String, "code": sent["code"] as? String])
            #expect(ada.claims["email_verified"] as? Bool == true, "\(ada.text)")
            let renewed = try await emulator.refresh(try #require(ada["refreshToken"]))
            #expect(renewed.claims["email_verified"] as? Bool == true)
        }
    }

    static let address = PlayedHook.origin + "/create"
    @Test(arguments: [
        ("none", 200, "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response body is not valid JSON.))", 500),
        (
            #"{"x":""# + String(repeating: "x", count: 65_536) + #""}"#, 200,
            "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response body is larger than 65536 bytes.))", 500
        ),
        (
            #"{"userRecord":{"displayName":"x"}}"#, 200,
            "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))", 400
        ),
        ("no", 403, "BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to \(address) returned HTTP error 403: no))", 400),
        (#"{"userRecord":{"updateMask":"customClaims","customClaims":{"sub":1}}}"#, 200, "FORBIDDEN_CLAIM : sub", 400),
        (#"{"userRecord":{"updateMask":"customClaims","customClaims":[]}}"#, 200, "INVALID_CLAIMS", 400),
        (#"{"userRecord":{"updateMask":"disabled","disabled":1}}"#, 200, "USER_DISABLED", 400),
    ])
    func invalidHookResponsesGetGooglesMessages(_ reply: String, _ status: Int, _ message: String, _ code: Int) async throws {
        try await Self.run { emulator, hook in
            hook.respond("/create", reply, status: status)
            let refused = try await emulator.signUp()
            #expect(refused.message == message && refused.status.code == code, "\(refused.text)")
        }
    }

    @Test func linkingANumberCallsTheSignInHook() async throws {
        try await Self.run { emulator, hook in
            let ada = try await emulator.signUp(nil)
            hook.respond("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"visit":1}}}"#)
            _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
            let sent = try #require(try await emulator.listed("verificationCodes").first)
            let linked = try await emulator.call(
                "accounts:signInWithPhoneNumber",
                ["sessionInfo": sent["sessionInfo"] as? String, "code": sent["code"] as? String, "idToken": ada["idToken"]])
            #expect(hook.paths == ["/sign-in"] && linked.claims["visit"] as? Int == 1, "\(linked.text)")
            #expect(hook.requests.first?["sign_in_method"] == .string("phone"))
        }
    }

    @Test func hooksAreCalledForNewUsersOnly() async throws {
        try await Self.run { emulator, hook in
            let anonymous = try await emulator.signUp(nil)
            let linked = try await emulator.signUp("ada@example.org", ["idToken": anonymous["idToken"]])
            #expect(linked["localId"] == anonymous["localId"] && hook.paths.isEmpty, "\(linked.text)")
            _ = try await emulator.inProject("accounts", ["email": "bob@example.org"])
            #expect(hook.paths.isEmpty)
        }
    }

    // MARK: SAML

    private func saml(_ response: String) -> @Sendable (EmulatorCaller) async throws -> Reply {
        let text = response.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let claims = #"{"sub":"1"}"#.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let body: [String: any Sendable] = [
            "requestUri": "http://localhost", "postBody": "providerId=saml.saml&id_token=\(claims)&SAMLResponse=\(text)",
        ]
        return { try await $0.call("accounts:signInWithIdp", body) }
    }

    @Test func aSAMLResponseIsJSON() async throws {
        let response = #"{"assertion":{"subject":{"nameId":"Ada@Example.org"},"attributeStatements":{"team":"engines","level":[1]}}}"#
        let call = saml(response)
        try await Self.run { emulator, hook in
            let ada = try await call(emulator)
            #expect(ada["email"] == "Ada@Example.org", "as the provider writes it: \(ada.text)")
            #expect(ada.json["emailVerified"] as? Bool == true && ada.json["isNewUser"] as? Bool == true)
            let attributes = try #require(ada.firebase["sign_in_attributes"] as? [String: Any], "\(ada.claims)")
            #expect(attributes["team"] as? String == "engines" && attributes["level"] as? [Int] == [1])
            #expect(ada.claims["team"] == nil && ada.firebase["sign_in_provider"] as? String == "saml.saml")
            let profile = try JSONSerialization.jsonObject(with: Data((ada["rawUserInfo"] ?? "").utf8)) as? NSDictionary
            #expect(profile == attributes as NSDictionary)
            guard case .string(let told)? = hook.requests.first?["sign_in_attributes"] else {
                Issue.record("hooks are told")
                return
            }
            #expect(told.contains("engines"))
            #expect(try await emulator.account(ada)["email"] as? String == "ada@example.org")
        }
    }

    @Test(arguments: [
        ("{}", "assertion"), (#"{"assertion":{}}"#, "assertion.subject"), (#"{"assertion":{"subject":{}}}"#, "assertion.subject.nameId"),
    ])
    func aSAMLResponseIsWhole(_ response: String, _ missing: String) async throws {
        let call = saml(response)
        try await EmulatorCaller.run { emulator in
            let refused = try await call(emulator)
            #expect(refused.message == "INVALID_IDP_RESPONSE ((Missing \(missing) in SAMLResponse.))")
        }
    }
}
