import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// Properties of every route, generated from the document of the served operations.
@Suite struct EveryRouteTests {
    private struct Operation {
        let method: HTTPRequest.Method
        let path: String
        let security: Set<String>
        /// Text members of the body; the names of nested ones are joined by dots.
        let texts: [[String]]
    }

    private let server: TestServer

    init() async throws {
        server = try await TestServer()
    }

    private func operations(_ caller: TestServer.Caller) async throws -> [Operation] {
        let document = try await caller.send(.get, "/openapi.json").json
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
        return try paths.sorted { $0.key < $1.key }.flatMap { path, operations in
            try operations.map { name, operation in
                let security = (operation["security"] as? [[String: Any]] ?? []).flatMap(\.keys)
                let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]]
                let schema = content?["application/json"]?["schema"] as? [String: Any]
                return Operation(
                    method: try #require(HTTPRequest.Method(rawValue: name.uppercased())),
                    path: path.replacingOccurrences(of: "{project}", with: "default")
                        .replacingOccurrences(of: "{tenant}", with: "customer-1"),
                    security: Set(security), texts: schema.map { Self.texts(in: $0, schemas, depth: 0) } ?? [])
            }
        }
    }

    private static func texts(in schema: [String: Any], _ schemas: [String: [String: Any]], depth: Int) -> [[String]] {
        var schema = schema
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last { schema = schemas[String(name)] ?? [:] }
        if schema["type"] as? String == "string" { return [[]] }
        guard depth < 3, let members = schema["properties"] as? [String: [String: Any]] else { return [] }
        return members.sorted { $0.key < $1.key }.flatMap { name, member in
            texts(in: member, schemas, depth: depth + 1).map { [name] + $0 }
        }
    }

    private func send(
        _ caller: TestServer.Caller, _ operation: Operation, key: String? = nil, authorization: String? = nil, body: String = "{}"
    ) async throws -> Reply {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = authorization
        let path = operation.path + (key.map { "?key=" + $0 } ?? "")
        return try await caller.send(operation.method, path, headers: headers, body: operation.method == .get ? nil : body)
    }

    @Test func administrationRoutesRequireAnAdministrator() async throws {
        let token = try await server.administratorToken()
        let elsewhere = try await tokenOfAnotherProject()
        let ended = try await endedToken()
        try await server.run { caller in
            let user = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let idToken = try #require(user["idToken"])
            let forms: [(what: String, header: String?, status: HTTPResponse.Status)] = [
                ("nothing", nil, .unauthorized), ("an empty token", "Bearer ", .unauthorized),
                ("Google's emulator", "Bearer owner", .unauthorized),
                ("a forged token", "Bearer lka_" + String(repeating: "A", count: 43), .unauthorized),
                ("a user's ID token", "Bearer " + idToken, .unauthorized), ("the API key", "Bearer " + caller.apiKey, .unauthorized),
                ("another scheme", "Basic " + token, .unauthorized), ("a token cut short", "Bearer " + token.dropLast(), .unauthorized),
                ("a token that is over", "Bearer " + ended, .unauthorized),
                ("a token of another project", "Bearer " + elsewhere, .forbidden),
            ]
            let theirs = try await operations(caller).filter { $0.security.contains("accessToken") }
            #expect(theirs.count > 20)
            for operation in theirs {
                // Routes without a project are open to every administrator.
                for form in forms where form.status != .forbidden || operation.path.contains("/projects/") {
                    // An app's key does not authorize these routes.
                    let reply = try await send(caller, operation, key: caller.apiKey, authorization: form.header)
                    #expect(reply.status == form.status, "\(operation.method) \(operation.path) with \(form.what): \(reply.text)")
                }
            }
        }
    }

    @Test func projectRoutesRequireAnAPIKey() async throws {
        let token = try await server.administratorToken()
        let revoked = APIKey.random(for: .standard, at: server.clock.now)
        let now = server.clock.now
        try await server.store.write { transaction in
            try transaction.insert(revoked)
            _ = try transaction.revokeAPIKey(revoked.text, at: now)
        }
        try await server.run { caller in
            let apps = try await operations(caller).filter { $0.security.contains("apiKey") }
            #expect(apps.count > 50)
            for operation in apps {
                let none = try await send(caller, operation, authorization: "Bearer " + token)
                #expect(none.status == .forbidden, "\(operation.method) \(operation.path) without: \(none.text)")
                for key in [revoked.text, caller.apiKey + "x", "lk_" + String(repeating: "A", count: 32)] {
                    // Google's clients expect 400 and this reason.
                    let wrong = try await send(caller, operation, key: key)
                    #expect(wrong.status == .badRequest && wrong.text.contains("keyInvalid"), "\(operation.path): \(wrong.text)")
                }
            }
        }
    }

    @Test func aMegabyteInAnyMemberIsRefused() async throws {
        let token = try await server.administratorToken()
        let megabyte = String(repeating: "x", count: 1_048_576)
        try await server.store.write {
            try $0.insert(Tenant(id: "customer-1", project: .standard, displayName: "", createdAt: .distantPast))
        }
        try await server.run { caller in
            // Once per member name is enough, because the same code reads them all.
            let all = try await operations(caller).filter { $0.path.hasPrefix("/v") && !$0.path.contains("/tenants/") && !$0.texts.isEmpty }
            #expect(all.count > 20)
            for operation in all {
                for text in operation.texts {
                    let body = text.reversed().reduce("\"\(megabyte)\"") { "{\"\($1)\":\($0)}" }
                    let reply = try await send(
                        caller, operation, key: operation.security.contains("apiKey") ? caller.apiKey : nil,
                        authorization: operation.security.contains("accessToken") ? "Bearer " + token : nil, body: body)
                    #expect(
                        (400...499).contains(reply.status.code),
                        "\(operation.path) \(text.joined(separator: ".")): \(reply.status) \(reply.text.prefix(200))")
                }
            }
        }
    }

    private func tokenOfAnotherProject() async throws -> String {
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
        _ = try await setup.create("elsewhere", displayName: "Elsewhere")
        return try await token(of: "elsewhere", "there@example.org", lasting: 3600)
    }

    private func endedToken() async throws -> String { try await token(of: .standard, "ended@example.org", lasting: 0) }

    private func token(of project: ProjectID, _ email: String, lasting seconds: Double) async throws -> String {
        let token = "lka_" + RandomTokens.system.token()
        let now = server.clock.now
        try await server.store.write { transaction in
            try transaction.insert(ServiceAccount(email: email, project: project, keyID: email, publicKeyPEM: "PEM", createdAt: now))
            try transaction.insert(
                AccessToken(
                    id: Fingerprint(of: token), serviceAccount: email, scopes: [.cloudPlatform], expiresAt: now.addingTimeInterval(seconds))
            )
        }
        return token
    }
}
