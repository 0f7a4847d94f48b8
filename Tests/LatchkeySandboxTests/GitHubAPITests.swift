// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct GitHubUserTests {
    let sandbox = TestSandbox()

    @Test(arguments: ["/user", "/api/v3/user"]) func theUserObject(_ path: String) async throws {
        let reply = try await sandbox.api(path, token: sandbox.gitHubToken())
        #expect(reply.head.status == .ok)
        let user = try reply.json
        #expect(user["id"] as? Int == 5101)
        #expect(user["login"] as? String == "ada")
        #expect(user["name"] as? String == "Ada Lovelace")
        #expect(user["email"] as? String == "ada@example.org")
        #expect(user["avatar_url"] as? String == "\(TestSandbox.base)/sandbox/avatars/5101.svg")
        #expect(user["created_at"] as? String == "2011-01-26T19:01:12Z")
        #expect(user["company"] is NSNull)
        #expect(user["plan"] == nil)
        #expect(reply.header("x-oauth-scopes") == "user:email")
        #expect(reply.header("x-ratelimit-limit") == "5000")
        #expect(reply.header("x-ratelimit-remaining") == "4999")
        #expect(reply.header("x-ratelimit-reset") == "1700003600")
    }

    @Test func theWholeProfileNeedsAScope() async throws {
        let user = try await sandbox.api("/user", token: sandbox.gitHubToken(scopes: ["read:user"])).json
        #expect(user["plan"] is [String: Any])
    }

    @Test func aNameCanBeMissing() async throws {
        let user = try await sandbox.api("/user", token: sandbox.gitHubToken(of: "bob")).json
        #expect(user["name"] is NSNull && user["email"] is NSNull)
    }

    /// Changes to a right call (an empty value removes a header) and the whole answer.
    static let wrong: [(String, HTTPFields, String)] = [
        (
            "no User-Agent", [.userAgent: ""],
            "403 Request forbidden by administrative rules. Please make sure your request has a User-Agent header "
                + "(https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required).\n"
        ),
        (
            "no token", [.authorization: ""],
            #"401 {"documentation_url":"https://docs.github.com/rest","message":"Requires authentication","status":"401"}"#
        ),
        (
            "a wrong token", [.authorization: "Bearer gho_wrong"],
            #"401 {"documentation_url":"https://docs.github.com/rest","message":"Bad credentials","status":"401"}"#
        ),
        (
            "another scheme", [.authorization: "Digest abc"],
            #"401 {"documentation_url":"https://docs.github.com/rest","message":"Bad credentials","status":"401"}"#
        ),
        (
            "another media type", [.accept: "text/html"],
            #"415 {"documentation_url":"https://docs.github.com/rest","message":"Unsupported 'Accept' header: 'text/html'. "#
                + #"Must accept 'application/json'.","status":"415"}"#
        ),
        (
            "another version of the API", [HTTPField.Name("x-github-api-version")!: "2020-01-01"],
            #"400 {"documentation_url":"https://docs.github.com/rest","message":"'2020-01-01' is not a supported version of "#
                + #"the GitHub REST API.","status":"400"}"#
        ),
    ]

    @Test(arguments: wrong) func wrongRequest(_ name: String, _ changes: HTTPFields, _ expected: String) async throws {
        let token = try sandbox.gitHubToken()
        for path in ["/user", "/user/emails", "/api/v3/user"] {
            #expect(try await sandbox.api(path, token: token, changing: changes).summary == expected)
        }
    }

    @Test func theOldWordForTheSchemeIsTaken() async throws {
        let token = try sandbox.gitHubToken()
        #expect(try await sandbox.api("/user", token: nil, changing: [.authorization: "token \(token)"]).head.status == .ok)
    }

    @Test func aRenamedPersonKeepsTheId() async throws {
        let token = try sandbox.gitHubToken(of: "dora")
        try sandbox.state.rename("dora", at: .github, to: "dora-new")
        let user = try await sandbox.api("/user", token: token).json
        #expect(user["login"] as? String == "dora-new" && user["id"] as? Int == 5404)
    }
}

@Suite struct GitHubEmailsTests {
    let sandbox = TestSandbox()

    @Test func everyAddressIsListed() async throws {
        let reply = try await sandbox.api("/user/emails", token: sandbox.gitHubToken(of: "dora"))
        #expect(
            reply.summary == """
                200 [{"email":"dora.old@example.net","primary":false,"verified":false,"visibility":null},\
                {"email":"dora@example.com","primary":true,"verified":true,"visibility":"private"},\
                {"email":"dora@example.org","primary":false,"verified":true,"visibility":null}]
                """)
    }

    @Test(arguments: [(["user"], 200), (["user:email"], 200), (["read:user"], 404), ([], 404)] as [([String], Int)])
    func aScopeIsNeeded(_ scopes: [String], _ status: Int) async throws {
        let reply = try await sandbox.api("/user/emails", token: sandbox.gitHubToken(scopes: scopes))
        #expect(reply.head.status.code == status)
    }
}

@Suite struct GitHubApplicationTokenTests {
    static let notFound =
        #"404 {"documentation_url":"https://docs.github.com/rest","message":"Not Found","status":"404"}"#
    static let unauthorized =
        #"401 {"documentation_url":"https://docs.github.com/rest","message":"Bad credentials","status":"401"}"#

    let sandbox = TestSandbox()
    let path = "/applications/\(SandboxApp.github.key)/token"

    func body(_ token: String) -> String { "{\"access_token\":\"\(token)\"}" }

    @Test(arguments: ["", "/api/v3"]) func anApplicationAsksAboutItsToken(_ prefix: String) async throws {
        let token = try sandbox.gitHubToken()
        let reply = try await sandbox.send(.post, prefix + path, json: body(token), headers: sandbox.basic(.github))
        let answer = try reply.json
        #expect((answer["user"] as? [String: Any])?["id"] as? Int == 5101)
        #expect((answer["app"] as? [String: Any])?["client_id"] as? String == SandboxApp.github.key)
        #expect(answer["scopes"] as? [String] == ["user:email"])
        #expect(answer["token_last_eight"] as? String == String(token.suffix(8)))
    }

    @Test func aTokenOfAnotherApplicationIsNotFound() async throws {
        let token = try sandbox.gitHubToken(.otherGitHub)
        for method: HTTPRequest.Method in [.post, .delete] {
            let reply = try await sandbox.send(method, path, json: body(token), headers: sandbox.basic(.github))
            #expect(reply.summary == Self.notFound)
        }
        #expect(try await sandbox.api("/user", token: token).head.status == .ok)
    }

    @Test func theApplicationMustProveItself() async throws {
        let json = body(try sandbox.gitHubToken())
        let wrong = try await sandbox.send(.post, path, json: json, headers: sandbox.basic(.github, secret: "wrong"))
        #expect(wrong.summary == Self.unauthorized)
        let other = try await sandbox.send(.post, path, json: json, headers: sandbox.basic(.otherGitHub))
        #expect(other.summary == Self.notFound)
        let nobody = try await sandbox.send(.post, path, json: json, headers: [.userAgent: "x"])
        #expect(nobody.head.status == .unauthorized)
    }

    @Test(arguments: [("{}", 422), ("{\"access_token\":\"\"}", 422), ("{\"access_token\":1}", 400), ("nonsense", 400)])
    func aBodyWithoutToken(_ json: String, _ status: Int) async throws {
        let reply = try await sandbox.send(.post, path, json: json, headers: sandbox.basic(.github))
        #expect(reply.head.status.code == status)
    }

    @Test func aTokenIsTakenBack() async throws {
        let token = try sandbox.gitHubToken()
        let other = try sandbox.gitHubToken()
        let reply = try await sandbox.send(.delete, path, json: body(token), headers: sandbox.basic(.github))
        #expect(reply.head.status == .noContent)
        #expect(try await sandbox.api("/user", token: token).head.status == .unauthorized)
        #expect(try await sandbox.api("/user", token: other).head.status == .ok)
        let again = try await sandbox.send(.delete, path, json: body(token), headers: sandbox.basic(.github))
        #expect(again.summary == Self.notFound)
    }

    @Test func aGrantIsTakenBackWithAllItsTokens() async throws {
        let tokens = try [sandbox.gitHubToken(), sandbox.gitHubToken(scopes: ["repo"])]
        let foreign = try sandbox.gitHubToken(.otherGitHub)
        let reply = try await sandbox.send(
            .delete, "/applications/\(SandboxApp.github.key)/grant", json: body(tokens[0]), headers: sandbox.basic(.github))
        #expect(reply.head.status == .noContent)
        for token in tokens { #expect(try await sandbox.api("/user", token: token).head.status == .unauthorized) }
        #expect(try await sandbox.api("/user", token: foreign).head.status == .ok)
    }
}
