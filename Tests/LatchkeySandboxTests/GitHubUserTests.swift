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

    /// Changes to a valid call (an empty value removes a header), and the whole response.
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

    @Test func tokenSchemeIsAccepted() async throws {
        let token = try sandbox.gitHubToken()
        #expect(try await sandbox.api("/user", token: nil, changing: [.authorization: "token \(token)"]).head.status == .ok)
    }

    @Test func renamedUserKeepsTheID() async throws {
        let token = try sandbox.gitHubToken(of: "dora")
        try sandbox.state.rename("dora", at: .github, to: "dora-new")
        let user = try await sandbox.api("/user", token: token).json
        #expect(user["login"] as? String == "dora-new" && user["id"] as? Int == 5404)
    }
}
