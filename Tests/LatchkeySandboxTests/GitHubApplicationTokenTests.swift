import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import Testing

@Suite struct GitHubApplicationTokenTests {
    static let notFound =
        #"404 {"documentation_url":"https://docs.github.com/rest","message":"Not Found","status":"404"}"#
    static let unauthorized =
        #"401 {"documentation_url":"https://docs.github.com/rest","message":"Bad credentials","status":"401"}"#

    let sandbox = TestSandbox()
    let path = "/applications/\(SandboxApp.github.key)/token"

    func body(_ token: String) -> String { "{\"access_token\":\"\(token)\"}" }

    @Test(arguments: ["", "/api/v3"]) func applicationChecksItsToken(_ prefix: String) async throws {
        let token = try sandbox.gitHubToken()
        let reply = try await sandbox.send(.post, prefix + path, json: body(token), headers: sandbox.basic(.github))
        let response = try reply.json
        #expect((response["user"] as? [String: Any])?["id"] as? Int == 5101)
        #expect((response["app"] as? [String: Any])?["client_id"] as? String == SandboxApp.github.key)
        #expect(response["scopes"] as? [String] == ["user:email"])
        #expect(response["token_last_eight"] as? String == String(token.suffix(8)))
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
