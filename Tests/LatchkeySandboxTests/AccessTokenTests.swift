import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct AccessTokenTests {
    static let wrong: [Scenario] = [
        Scenario("no parameters at all", expected: TwitterReply.bad) { _ in
            try ProviderRequest(method: .post, url: "\(TestSandbox.base)/oauth/access_token")
        },
        Scenario("no token", expected: "401 Request token missing") { sandbox in
            try sandbox.accessTokenRequest(token: nil, verifier: "v")
        },
        Scenario("an unknown token", expected: TwitterReply.invalidRequestToken) { sandbox in
            try sandbox.accessTokenRequest(token: OAuth1Token(token: "nobody", secret: "x"), verifier: "v")
        },
        Scenario("an access token in place of a request token", expected: TwitterReply.invalidRequestToken) { sandbox in
            try sandbox.accessTokenRequest(token: sandbox.token(), verifier: "v")
        },
        Scenario("no verifier, as in OAuth 1.0 before 1.0a", expected: TwitterReply.invalidVerifier) { sandbox in
            try sandbox.accessTokenRequest(token: try await sandbox.allowedRequestToken().token, verifier: nil)
        },
        Scenario("a wrong verifier", expected: TwitterReply.invalidVerifier) { sandbox in
            try sandbox.accessTokenRequest(token: try await sandbox.allowedRequestToken().token, verifier: "wrong")
        },
        Scenario("the verifier of another request token", expected: TwitterReply.invalidVerifier) { sandbox in
            let other = try await sandbox.allowedRequestToken()
            return try sandbox.accessTokenRequest(
                token: try await sandbox.allowedRequestToken().token, verifier: other.verifier)
        },
        Scenario("a pending request token", expected: TwitterReply.invalidVerifier) { sandbox in
            try sandbox.accessTokenRequest(token: try await sandbox.requestToken(), verifier: "v")
        },
        Scenario("a request token that was denied", expected: TwitterReply.invalidRequestToken) { sandbox in
            let token = try await sandbox.requestToken()
            _ = try sandbox.state.decide("/oauth/authorize?oauth_token=\(token.token)", as: "ada", allows: false)
            return try sandbox.accessTokenRequest(token: token, verifier: "v")
        },
        Scenario("a request token of another application", expected: TwitterReply.invalidRequestToken) { sandbox in
            let (token, verifier) = try await sandbox.allowedRequestToken()
            return try sandbox.accessTokenRequest(.otherTwitter, token: token, verifier: verifier)
        },
        Scenario("a signature without the request token's secret", expected: TwitterReply.refused) { sandbox in
            let (token, verifier) = try await sandbox.allowedRequestToken()
            return try sandbox.accessTokenRequest(token: OAuth1Token(token: token.token, secret: ""), verifier: verifier)
        },
        Scenario("a request token older than ten minutes", expected: TwitterReply.invalidRequestToken) { sandbox in
            let (token, verifier) = try await sandbox.allowedRequestToken()
            sandbox.clock.advance(seconds: 600)
            return try sandbox.accessTokenRequest(token: token, verifier: verifier)
        },
    ]

    @Test(arguments: wrong) func wrongRequest(_ scenario: Scenario) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.send(scenario.request(sandbox))
        #expect(reply.summary == scenario.expected)
    }

    @Test(arguments: [false, true]) func theVerifierMayTravelInHeaderOrForm(_ isForm: Bool) async throws {
        let sandbox = TestSandbox()
        let (token, verifier) = try await sandbox.allowedRequestToken()
        let request =
            isForm
            ? try sandbox.signer(token: token).sign(
                ProviderRequest(postingForm: ["oauth_verifier": verifier], to: "\(TestSandbox.base)/oauth/access_token"))
            : try sandbox.accessTokenRequest(token: token, verifier: verifier)
        let form = try await sandbox.send(request).form
        #expect(form["user_id"] == "101815")
        #expect(form["screen_name"] == "ada")
        #expect(form["oauth_token"]?.hasPrefix("101815-") == true)
        #expect(form["oauth_token_secret"]?.isEmpty == false)
    }

    @Test func aRequestTokenIsGoodUntilTheLastSecond() async throws {
        let sandbox = TestSandbox()
        let (token, verifier) = try await sandbox.allowedRequestToken()
        sandbox.clock.advance(seconds: 599)
        #expect(try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: verifier)).head.status == .ok)
    }

    @Test func verifierCanBeUsedOnce() async throws {
        let sandbox = TestSandbox()
        let (token, verifier) = try await sandbox.allowedRequestToken()
        #expect(try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: verifier)).head.status == .ok)
        let again = try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: verifier))
        #expect(again.summary == TwitterReply.invalidRequestToken)
    }

    @Test func fiveWrongVerifiersVoidTheRequestToken() async throws {
        let sandbox = TestSandbox()
        let (token, verifier) = try await sandbox.allowedRequestToken()
        for _ in 1...4 {
            let reply = try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: "0000000"))
            #expect(reply.summary == TwitterReply.invalidVerifier)
        }
        _ = try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: "0000000"))
        let right = try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: verifier))
        #expect(right.summary == TwitterReply.invalidRequestToken)
    }

    @Test func fourWrongVerifiersDoNot() async throws {
        let sandbox = TestSandbox()
        let (token, verifier) = try await sandbox.allowedRequestToken()
        for _ in 1...4 { _ = try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: "0000000")) }
        #expect(try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: verifier)).head.status == .ok)
    }

    @Test func signingInAgainGivesTheSameTokenUntilItIsRevoked() async throws {
        let sandbox = TestSandbox()
        func signIn() async throws -> String? {
            let (token, verifier) = try await sandbox.allowedRequestToken()
            return try await sandbox.send(sandbox.accessTokenRequest(token: token, verifier: verifier)).form["oauth_token"]
        }
        let first = try await signIn()
        #expect(try await signIn() == first)
        try sandbox.state.revokeTokens(app: SandboxApp.twitter.key, person: "ada")
        #expect(try await signIn() != first)
    }

    @Test func twoRequestsWithOneVerifierCannotBothWin() async throws {
        let sandbox = TestSandbox()
        let (token, verifier) = try await sandbox.allowedRequestToken()
        let requests = try (0..<20).map { _ in try sandbox.accessTokenRequest(token: token, verifier: verifier) }
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for request in requests {
                group.addTask { try await sandbox.send(request).head.status == .ok }
            }
            return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(wins == 1)
    }
}
