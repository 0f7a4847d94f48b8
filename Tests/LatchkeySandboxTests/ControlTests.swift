import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct ControlTests {
    let sandbox = TestSandbox()

    @Test func personsAreListed() async throws {
        let people = try await sandbox.get("/sandbox/people").json["people"] as? [[String: Any]] ?? []
        #expect(people.compactMap { $0["key"] as? String } == ["ada", "bob", "cleo", "dora", "zoe", "max", "mallory"])
        let max = people.first { $0["key"] as? String == "max" }?["twitter"] as? [String: Any]
        #expect(max?["id"] as? String == "1594750123456789013")
    }

    @Test func aPersonIsAddedAndRenamed() async throws {
        let added = try await sandbox.send(.post, "/sandbox/people", json: #"{"name":"Ada","email":"a@example.org"}"#)
        #expect(added.head.status == .created)
        #expect(try added.json["key"] as? String == "ada2")
        let renamed = try await sandbox.send(
            .post, "/sandbox/people/ada2/rename", json: #"{"provider":"github","name":"countess"}"#)
        #expect((try renamed.json["github"] as? [String: Any])?["login"] as? String == "countess")
        #expect(sandbox.state.person("ada2")?.twitter?.screenName == "ada2")
    }

    /// Method, path, body, status and the error.
    static let wrong: [(HTTPRequest.Method, String, String, Int, String)] = [
        (.post, "/sandbox/people", "{}", 400, "invalid_value"),
        (.post, "/sandbox/people", "[", 400, "invalid_value"),
        (.post, "/sandbox/people", #"{"name":""}"#, 400, "invalid_value"),
        (.post, "/sandbox/people", #"{"name":"A","key":"ada"}"#, 409, "taken"),
        (.post, "/sandbox/people", #"{"name":"A","key":"Not a key"}"#, 400, "invalid_value"),
        (.post, "/sandbox/people", #"{"name":"A","screenName":"ADA"}"#, 409, "taken"),
        (.post, "/sandbox/people", #"{"name":"A","login":"a--b"}"#, 400, "invalid_value"),
        (.post, "/sandbox/people", #"{"name":"A","email":"nonsense"}"#, 400, "invalid_value"),
        (.post, "/sandbox/people", #"{"name":7}"#, 400, "invalid_value"),
        (.post, "/sandbox/people/nobody/rename", #"{"provider":"github","name":"x"}"#, 404, "unknown_person"),
        (.post, "/sandbox/people/ada/rename", #"{"provider":"github","name":"max-id"}"#, 409, "taken"),
        (.post, "/sandbox/people/ada/rename", #"{"provider":"myspace","name":"x"}"#, 400, "invalid_value"),
        (.post, "/sandbox/tokens", #"{"app":"nobody","person":"ada"}"#, 404, "unknown_app"),
        (.post, "/sandbox/tokens", #"{"app":"Ov23liLatchkeySandbox","person":"nobody"}"#, 404, "unknown_person"),
        (
            .post, "/sandbox/tokens", #"{"app":"Ov23liLatchkeySandbox","person":"ada","scopes":["x"]}"#, 400, "invalid_value"
        ),
        (.post, "/sandbox/approve", #"{"person":"ada"}"#, 400, "invalid_value"),
        (.post, "/sandbox/approve", #"{"url":"http://x/other","person":"ada"}"#, 400, "invalid_authorization"),
        (.post, "/sandbox/approve", #"{"url":"/oauth/authorize?oauth_token=x","person":"ada"}"#, 400, "invalid_authorization"),
        (.post, "/sandbox/approve", #"{"userCode":"AAAA-AAAA","person":"ada"}"#, 400, "invalid_authorization"),
        (.post, "/sandbox/faults", #"{"kind":"earthquake"}"#, 400, "invalid_value"),
        (.patch, "/sandbox/apps/nobody", "{}", 404, "unknown_app"),
        (.patch, "/sandbox/apps/latchkeySandboxConsumer01", #"{"callbacks":["javascript://x"]}"#, 400, "invalid_value"),
        (.post, "/sandbox/apps", #"{"provider":"twitter","key":"latchkeySandboxConsumer01","secret":"x"}"#, 409, "taken"),
    ]

    @Test(arguments: wrong)
    func wrongRequest(_ method: HTTPRequest.Method, _ path: String, _ body: String, _ status: Int, _ error: String) async throws {
        let reply = try await sandbox.send(method, path, json: body)
        #expect(reply.head.status.code == status)
        #expect(try reply.json["error"] as? String == error)
        #expect(try (reply.json["detail"] as? String)?.isEmpty == false)
    }

    @Test func aTokenIsIssuedAndRevoked() async throws {
        let body = #"{"app":"Ov23liLatchkeySandbox","person":"ada","scopes":["repo"]}"#
        let reply = try await sandbox.send(.post, "/sandbox/tokens", json: body)
        #expect(reply.head.status == .created)
        #expect(try reply.json["scopes"] as? [String] == ["repo"])
        let token = try reply.json["accessToken"] as? String
        #expect(try await sandbox.api("/user", token: token).head.status == .ok)
        #expect(try await sandbox.send(.delete, "/sandbox/tokens", json: body).text == #"{"revoked":true}"#)
        #expect(try await sandbox.api("/user", token: token).head.status == .unauthorized)
        #expect(try await sandbox.send(.delete, "/sandbox/tokens", json: body).text == #"{"revoked":false}"#)
    }

    @Test func aTwitterPairIsIssued() async throws {
        let reply = try await sandbox.send(
            .post, "/sandbox/tokens", json: "{\"app\":\"\(SandboxApp.twitter.key)\",\"person\":\"max\"}")
        let pair = try OAuth1Token(
            token: reply.json["accessToken"] as? String ?? "", secret: .init(reply.json["tokenSecret"] as? String ?? ""))
        let user = try await sandbox.call(VerifyCredentialsTests.path, token: pair).json
        #expect(user["id_str"] as? String == "1594750123456789013")
    }

    @Test func anAuthorisationIsApproved() async throws {
        let token = try await sandbox.requestToken()
        let url = "https://api.twitter.com/oauth/authenticate?oauth_token=\(token.token)"
        let reply = try await sandbox.send(.post, "/sandbox/approve", json: "{\"url\":\"\(url)\",\"person\":\"ada\"}")
        let address = try #require(try reply.json["redirectURL"] as? String)
        #expect(address.hasPrefix("\(TestSandbox.callback)?oauth_token=\(token.token)&oauth_verifier="))
    }

    @Test func anAuthorisationIsDenied() async throws {
        let json = "{\"url\":\"\(sandbox.authorizePath())\",\"person\":\"ada\",\"decision\":\"deny\"}"
        let reply = try await sandbox.send(.post, "/sandbox/approve", json: json)
        #expect(try (reply.json["redirectURL"] as? String)?.contains("error=access_denied") == true)
    }

    @Test func aPINIsShown() async throws {
        let token = try await sandbox.requestToken(callback: "oob")
        let json = "{\"url\":\"/oauth/authorize?oauth_token=\(token.token)\",\"person\":\"ada\"}"
        let reply = try await sandbox.send(.post, "/sandbox/approve", json: json)
        #expect((try reply.json["pin"] as? String)?.count == 7)
    }

    @Test func settingsOfAnApplicationChange() async throws {
        let path = "/sandbox/apps/\(SandboxApp.twitter.key)"
        let reply = try await sandbox.send(
            .patch, path, json: #"{"callbacks":["https://app.example/cb"],"mayRequestEmail":false,"accessLevel":"limited"}"#)
        #expect(reply.head.status == .ok)
        let app = try sandbox.state.app(SandboxApp.twitter.key)
        #expect(app.callbacks == ["https://app.example/cb"] && !app.mayRequestEmail && app.accessLevel == .limited)
        #expect(try await sandbox.send(sandbox.requestTokenRequest()).head.status == .forbidden)
        #expect(
            try await sandbox.send(sandbox.requestTokenRequest(callback: "https://app.example/cb?x=1")).head.status == .ok)
    }

    @Test func anApplicationIsRegistered() async throws {
        let json = #"{"provider":"twitter","key":"mine","secret":"s e&c","callbacks":["http://127.0.0.1/callback"]}"#
        #expect(try await sandbox.send(.post, "/sandbox/apps", json: json).head.status == .created)
        let app = try sandbox.state.app("mine")
        #expect(try await sandbox.send(sandbox.requestTokenRequest(app)).head.status == .ok)
    }

    @Test func faultsAreListedAndCleared() async throws {
        let added = try await sandbox.send(
            .post, "/sandbox/faults", json: #"{"kind":"timeout","provider":"github","milliseconds":5,"times":2}"#)
        #expect(added.head.status == .created)
        #expect(sandbox.state.faults() == [SandboxFault(.timeout, provider: .github, times: 2, milliseconds: 5)])
        let list = try await sandbox.get("/sandbox/faults").json["faults"] as? [[String: Any]]
        #expect(list?.count == 1 && list?.first?["kind"] as? String == "timeout")
        let cleared = try await sandbox.send(ProviderRequest(method: .delete, url: "\(TestSandbox.base)/sandbox/faults"))
        #expect(cleared.head.status == .noContent)
        #expect(sandbox.state.faults().isEmpty)
    }

    @Test func resetRestoresTheSeeds() async throws {
        let token = try sandbox.gitHubToken()
        try sandbox.state.addPerson(NewSandboxPerson(name: "Grace"))
        #expect(try await sandbox.send(.post, "/sandbox/reset", json: "").head.status == .noContent)
        #expect(sandbox.state.people() == SandboxPerson.seeds)
        #expect(try await sandbox.api("/user", token: token).head.status == .unauthorized)
    }

    @Test func aBodyMustSayThatItIsJSON() async throws {
        let request = try ProviderRequest(
            method: .post, url: "\(TestSandbox.base)/sandbox/people", headerFields: [.contentType: "text/plain"],
            body: Array(#"{"name":"A"}"#.utf8))
        #expect(try await sandbox.send(request).head.status == .badRequest)
    }

    @Test(arguments: [
        ("https://evil.example", 403), ("null", 403), ("http://localhost:3000", 200), ("http://127.0.0.1", 200),
    ])
    func pagesOfOtherSitesAreKeptOut(_ origin: String, _ status: Int) async throws {
        let reply = try await sandbox.get("/sandbox/people", headers: [.origin: origin])
        #expect(reply.head.status.code == status)
    }

    @Test func aPublicAddressDoesNotOpenTheControlInterface() async throws {
        let sandbox = TestSandbox(publicAddresses: ["https://api.twitter.com"])
        let request = try ProviderRequest(method: .get, url: "https://api.twitter.com/sandbox/people")
        #expect(try await sandbox.send(request).head.status == .forbidden)
    }

    @Test func foreignHostsAreRejected() async throws {
        for path in ["/sandbox/people", "/", "/user"] {
            let request = try ProviderRequest(method: .get, url: "http://rebound.example\(path)")
            #expect(try await sandbox.send(request).head.status == .misdirectedRequest)
        }
    }
}
