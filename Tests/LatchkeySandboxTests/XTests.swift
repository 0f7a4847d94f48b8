import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct XTests {
    let sandbox = TestSandbox()

    static func problem(_ status: Int, _ title: String) -> String {
        "\(status) {\"detail\":\"\(title)\",\"status\":\(status),\"title\":\"\(title)\",\"type\":\"about:blank\"}"
    }

    @Test(arguments: [SandboxApp.x, .nativeX]) func theWholeFlow(_ app: SandboxApp) async throws {
        let reply = try await sandbox.exchangeOAuth2(app, code: try sandbox.codeOAuth2(app, as: "max")).json
        #expect(reply["token_type"] as? String == "bearer" && reply["expires_in"] as? Int == 7200)
        #expect(reply["scope"] as? String == "tweet.read users.read users.email offline.access")
        #expect(reply["refresh_token"] as? String != nil && reply["id_token"] == nil)
        let user = try await sandbox.call(
            "/2/users/me?user.fields=confirmed_email", bearer: reply["access_token"] as? String ?? "")
        #expect(
            user.summary == #"200 {"data":{"confirmed_email":"max@example.org","id":"1594750123456789013","#
                + #""name":"Max Bignumber","username":"max_id"}}"#)
    }

    @Test func withoutOfflineAccessThereIsNoRefreshToken() async throws {
        let code = try sandbox.codeOAuth2(.x, changing: ["scope": "users.read tweet.read"])
        let reply = try await sandbox.exchangeOAuth2(.x, code: code).json
        #expect(reply["refresh_token"] == nil && reply["scope"] as? String == "users.read tweet.read")
    }

    @Test(arguments: [
        (["users.read"], "the post scope is missing", 403), (["tweet.read"], "the profile scope is missing", 403),
        (["users.read", "tweet.read"], "enough", 200),
    ])
    func aProfileNeedsTwoScopes(_ scopes: [String], _ name: String, _ status: Int) async throws {
        let reply = try await sandbox.call("/2/users/me", bearer: try sandbox.bearer(.x, scopes: scopes))
        #expect(reply.head.status.code == status, "\(name)")
        if status == 403 {
            #expect(reply.summary == Self.problem(403, "Forbidden"))
            #expect(reply.header("content-type") == "application/problem+json; charset=utf-8")
        }
    }

    @Test func theAddressNeedsItsScopeAndTheSettingAndConfirmation() async throws {
        let path = "/2/users/me?user.fields=confirmed_email"
        func email(_ app: SandboxApp, _ person: String, _ scopes: [String]) async throws -> String? {
            let reply = try await sandbox.call(path, bearer: sandbox.bearer(app, of: person, scopes: scopes)).json
            return (reply["data"] as? [String: Any])?["confirmed_email"] as? String
        }
        let all = ["tweet.read", "users.read", "users.email"]
        #expect(try await email(.x, "ada", all) == "ada@example.org")
        #expect(try await email(.x, "ada", ["tweet.read", "users.read"]) == nil)
        #expect(try await email(.x, "cleo", all) == nil)
        #expect(try await email(.x, "bob", all) == nil)
        var app = SandboxApp.x
        app.mayRequestEmail = false
        try sandbox.state.register(app)
        #expect(try await email(.x, "ada", all) == nil)
    }

    @Test func usersMatchThoseOfOAuth1() async throws {
        for person in SandboxPerson.seeds {
            let old = try await sandbox.call("/2/users/me", token: sandbox.token(of: person.key)).text
            let new = try await sandbox.call("/2/users/me", bearer: sandbox.bearer(.x, of: person.key)).text
            #expect(old == new)
        }
    }

    @Test(arguments: ["nothing", "ya29"]) func anUnknownTokenIsRefused(_ token: String) async throws {
        let reply = try await sandbox.call("/2/users/me", bearer: token)
        #expect(reply.summary == Self.problem(401, "Unauthorized"))
    }

    @Test func tokensOfOtherProvidersAreRejected() async throws {
        for token in [try sandbox.bearer(.openID), try sandbox.gitHubToken(), try sandbox.token().token] {
            #expect(try await sandbox.call("/2/users/me", bearer: token).head.status == .unauthorized)
        }
        let x = try sandbox.bearer(.x)
        #expect(try await sandbox.call("/openid/userinfo", bearer: x).head.status == .unauthorized)
        #expect(try await sandbox.api("/user", token: x).head.status == .unauthorized)
        #expect(try await sandbox.call("/1.1/account/verify_credentials.json", bearer: x).head.status == .badRequest)
    }

    @Test(arguments: [SandboxApp.x, .nativeX]) func aRefreshTokenRotatesAndItsReuseEndsTheFamily(_ app: SandboxApp) async throws {
        let first = try await sandbox.exchangeOAuth2(app, code: try sandbox.codeOAuth2(app)).json
        let old = first["refresh_token"] as? String ?? ""
        let second = try await sandbox.refresh(app, old).json
        let new = second["refresh_token"] as? String ?? ""
        let access = second["access_token"] as? String ?? ""
        #expect(new != old && !new.isEmpty && access != first["access_token"] as? String)
        #expect(try await sandbox.call("/2/users/me", bearer: access).head.status == .ok)
        #expect(try await sandbox.refresh(app, old).json["error"] as? String == "invalid_grant")
        #expect(try await sandbox.call("/2/users/me", bearer: access).head.status == .unauthorized)
        #expect(try await sandbox.refresh(app, new).json["error"] as? String == "invalid_grant")
    }

    @Test func ofManyRefreshesAtOnceOneWins() async throws {
        let token = try await sandbox.exchangeOAuth2(.x, code: try sandbox.codeOAuth2(.x)).json["refresh_token"] as? String ?? ""
        let sandbox = sandbox
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await sandbox.refresh(.x, token).json["access_token"] != nil }
            }
            return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(wins == 1)
    }

    /// Changes to a valid refresh, and the error.
    static let wrongRefreshes: [(String, SandboxApp, [String: String?], String)] = [
        ("no token", .x, ["refresh_token": nil], "invalid_request"),
        ("an unknown token", .x, ["refresh_token": "x"], "invalid_grant"),
        ("another application", .otherX, [:], "invalid_grant"),
        ("a public application", .nativeX, [:], "invalid_grant"),
        ("a wider scope", .x, ["scope": "users.read users.email"], "invalid_scope"),
        ("a scope that does not exist", .x, ["scope": "root"], "invalid_scope"),
    ]

    @Test(arguments: wrongRefreshes)
    func wrongRefresh(_ name: String, _ app: SandboxApp, _ changes: [String: String?], _ error: String) async throws {
        let code = try sandbox.codeOAuth2(.x, changing: ["scope": "users.read tweet.read offline.access"])
        let token = try await sandbox.exchangeOAuth2(.x, code: code).json["refresh_token"] as? String ?? ""
        #expect(try await sandbox.refresh(app, token, changing: changes).json["error"] as? String == error)
        let narrow = try await sandbox.refresh(.x, token, changing: ["scope": "users.read offline.access"]).json
        #expect(narrow["scope"] as? String == "users.read offline.access")
    }

    @Test func revokingTheRefreshTokenRevokesAllAndTheAccessTokenItself() async throws {
        func revoke(_ app: SandboxApp, _ token: String) async throws -> ProviderReply {
            try await sandbox.postOAuth2(app, "revoke", fields: ["token": token, "token_type_hint": "access_token"])
        }
        let reply = try await sandbox.exchangeOAuth2(.x, code: try sandbox.codeOAuth2(.x)).json
        let access = reply["access_token"] as? String ?? ""
        let refresh = reply["refresh_token"] as? String ?? ""
        #expect(try await revoke(.otherX, access).json["error"] as? String == "invalid_grant")
        #expect(try await sandbox.call("/2/users/me", bearer: access).head.status == .ok)
        #expect(try await revoke(.x, access).summary == #"200 {"revoked":true}"#)
        #expect(try await sandbox.call("/2/users/me", bearer: access).head.status == .unauthorized)
        let next = try await sandbox.refresh(.x, refresh).json
        #expect(try await revoke(.x, next["refresh_token"] as? String ?? "").head.status == .ok)
        #expect(try await sandbox.call("/2/users/me", bearer: next["access_token"] as? String ?? "").head.status == .unauthorized)
        #expect(try await revoke(.x, "unknown").head.status == .ok)
        #expect(try await sandbox.postOAuth2(.x, "revoke", fields: [:]).json["error"] as? String == "invalid_request")
        #expect(try await sandbox.postOAuth2(.x, "revoke", fields: ["token": "x"], headers: [:]).head.status == .unauthorized)
    }

    @Test func callsAreCounted() async throws {
        let sandbox = TestSandbox { $0.enforcesRateLimits = true }
        let token = try sandbox.bearer(.x)
        for _ in 0..<75 { #expect(try await sandbox.call("/2/users/me", bearer: token).head.status == .ok) }
        let reply = try await sandbox.call("/2/users/me", bearer: token)
        #expect(reply.summary == Self.problem(429, "Too Many Requests"))
        #expect(reply.header("x-rate-limit-reset") == "1700000900")
    }

    @Test func unknownFieldsAreRefused() async throws {
        let reply = try await sandbox.call("/2/users/me?user.fields=shoe_size", bearer: try sandbox.bearer(.x))
        #expect(reply.head.status == .badRequest && reply.text.contains("[shoe_size] is not one of"))
    }
}
