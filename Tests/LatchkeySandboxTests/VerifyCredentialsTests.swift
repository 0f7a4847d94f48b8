import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct VerifyCredentialsTests {
    static let path = "/1.1/account/verify_credentials.json"
    static let full = "\(path)?include_email=true&skip_status=true&include_entities=false"

    static let wrong: [Scenario] = [
        Scenario("no header", expected: TwitterReply.bad) { _ in
            try ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)")
        },
        Scenario("no token", expected: TwitterReply.bad) { sandbox in
            try sandbox.signer().sign(ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario("an unknown token", expected: TwitterReply.invalidToken) { sandbox in
            let token = OAuth1Token(token: "101815-nothing", secret: "x")
            return try sandbox.signer(token: token).sign(ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario("a token of another application", expected: TwitterReply.invalidToken) { sandbox in
            let token = try sandbox.token(.otherTwitter)
            return try sandbox.signer(token: token).sign(ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario("a request token", expected: TwitterReply.invalidToken) { sandbox in
            let token = try await sandbox.allowedRequestToken().token
            return try sandbox.signer(token: token).sign(ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario("a revoked token", expected: TwitterReply.invalidToken) { sandbox in
            let token = try sandbox.token()
            try sandbox.state.revokeTokens(app: SandboxApp.twitter.key, person: "ada")
            return try sandbox.signer(token: token).sign(ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario("a wrong token secret", expected: TwitterReply.refused) { sandbox in
            let token = OAuth1Token(token: try sandbox.token().token, secret: "wrong")
            return try sandbox.signer(token: token).sign(ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario("an old timestamp", expected: TwitterReply.late) { sandbox in
            try sandbox.signer(token: sandbox.token(), secondsOff: -1000).sign(
                ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)"))
        },
        Scenario(
            "a boolean that is none", expected: #"400 {"errors":[{"code":44,"message":"include_email parameter is invalid."}]}"#
        ) { sandbox in
            try sandbox.signer(token: sandbox.token()).sign(
                ProviderRequest(method: .get, url: "\(TestSandbox.base)\(path)?include_email=maybe"))
        },
    ]

    @Test(arguments: wrong) func wrongRequest(_ scenario: Scenario) async throws {
        let sandbox = TestSandbox()
        #expect(try await sandbox.send(scenario.request(sandbox)).summary == scenario.expected)
    }

    @Test func theUserObject() async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.call(Self.full, token: sandbox.token(of: "ada"))
        #expect(reply.head.status == .ok)
        #expect(reply.header("content-type") == "application/json; charset=utf-8")
        let user = try reply.json
        #expect(user["id"] as? Int == 101_815)
        #expect(user["id_str"] as? String == "101815")
        #expect(user["screen_name"] as? String == "ada")
        #expect(user["name"] as? String == "Ada Lovelace")
        #expect(user["email"] as? String == "ada@example.org")
        #expect(user["created_at"] as? String == "Sat May 09 17:58:22 +0000 2009")
        #expect(
            user["profile_image_url_https"] as? String == "http://127.0.0.1:9100/sandbox/avatars/101815_normal.svg")
        #expect(user["url"] is NSNull)
        #expect(user["verified"] as? Bool == true)
        #expect(user["status"] == nil && user["entities"] == nil)
    }

    @Test func anIdAboveTwoToTheFiftyThreeKeepsEveryDigit() async throws {
        let sandbox = TestSandbox()
        let text = try await sandbox.call(Self.full, token: sandbox.token(of: "max")).text
        #expect(text.contains(#""id":1594750123456789013,"id_str":"1594750123456789013""#))
    }

    @Test func statusAndEntitiesAreThereUnlessSkipped() async throws {
        let sandbox = TestSandbox()
        let user = try await sandbox.call(Self.path, token: sandbox.token()).json
        #expect(user["status"] is [String: Any])
        #expect(user["entities"] is [String: Any])
        #expect(user["email"] == nil)
        let protected = try await sandbox.call(Self.path, token: sandbox.token(of: "dora")).json
        #expect(protected["status"] == nil)
    }

    @Test(arguments: ["bob", "cleo"]) func anAddressThatIsMissingOrUnconfirmedIsNull(_ person: String) async throws {
        let sandbox = TestSandbox()
        let user = try await sandbox.call(Self.full, token: sandbox.token(of: person)).json
        #expect(user["email"] is NSNull)
    }

    @Test func addressRequiresConsentGivenWithThePermission() async throws {
        let sandbox = TestSandbox { $0.apps[0].mayRequestEmail = false }
        let token = try sandbox.token()
        #expect(try await sandbox.call(Self.full, token: token).json["email"] == nil)
        var app = try sandbox.state.app(SandboxApp.twitter.key)
        app.mayRequestEmail = true
        try sandbox.state.register(app)
        #expect(try await sandbox.call(Self.full, token: token).json["email"] == nil)
        #expect(try await sandbox.call(Self.full, token: sandbox.token()).json["email"] as? String == "ada@example.org")
    }

    @Test func aLimitedApplicationIsRefused() async throws {
        let sandbox = TestSandbox { $0.apps[0].accessLevel = .limited }
        let reply = try await sandbox.call(Self.full, token: sandbox.token())
        #expect(reply.head.status == .forbidden)
        #expect(reply.text.hasPrefix(#"{"errors":[{"code":453,"message":"You currently have access to a subset of"#))
        #expect(try await sandbox.call("/2/users/me", token: sandbox.token()).head.status == .ok)
    }

    @Test func theRateLimitHeadersCountDownAndStartAgain() async throws {
        let sandbox = TestSandbox()
        let token = try sandbox.token()
        var reply = try await sandbox.call(Self.path, token: token)
        #expect(reply.header("x-rate-limit-limit") == "75")
        #expect(reply.header("x-rate-limit-remaining") == "74")
        #expect(reply.header("x-rate-limit-reset") == "1700000900")
        sandbox.clock.advance(seconds: 899)
        reply = try await sandbox.call(Self.path, token: token)
        #expect(reply.header("x-rate-limit-remaining") == "73")
        sandbox.clock.advance(seconds: 1)
        reply = try await sandbox.call(Self.path, token: token)
        #expect(reply.header("x-rate-limit-remaining") == "74")
    }

    @Test func theLimitIsEnforcedWhenConfigured() async throws {
        let sandbox = TestSandbox { $0.enforcesRateLimits = true }
        let token = try sandbox.token()
        for _ in 1...75 { #expect(try await sandbox.call(Self.path, token: token).head.status == .ok) }
        let reply = try await sandbox.call(Self.path, token: token)
        #expect(reply.summary == #"429 {"errors":[{"code":88,"message":"Rate limit exceeded"}]}"#)
        #expect(reply.header("x-rate-limit-remaining") == "0")
        #expect(try await sandbox.call(Self.path, token: sandbox.token(of: "bob")).head.status == .ok)
    }

    @Test func renamedUserKeepsIDAndToken() async throws {
        let sandbox = TestSandbox()
        let token = try sandbox.token(of: "dora")
        try sandbox.state.rename("dora", at: .twitter, to: "dora_new")
        try sandbox.state.rename("mallory", at: .twitter, to: "dora")
        let user = try await sandbox.call(Self.full, token: token).json
        #expect(user["screen_name"] as? String == "dora_new")
        #expect(user["id_str"] as? String == "404756")
    }
}
