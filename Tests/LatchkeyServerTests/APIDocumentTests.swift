import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyServer
@testable import LatchkeyWeb

@Suite struct APIDocumentTests {
    private func document(_ caller: TestServer.Caller, at path: String = "/openapi.json") async throws -> [String: Any] {
        let reply = try await caller.send(.get, path, headers: [.init("x-test-opened-as")!: "localhost"])
        #expect(reply.status == .ok)
        return reply.json
    }

    /// The document of a mode contains every operation of that mode, and no others.
    @Test(arguments: [TestServer.Mode.real, .sandbox, .emulator])
    func documentListsExactlyTheServedRoutes(_ mode: TestServer.Mode) async throws {
        let server = try await TestServer()
        let router = ServerRoutes.router(server.parts(mode))
        // One route serves several operations with different names for the project and the tenant.
        let served = Set(
            router.routes.filter { $0.method != .head }.flatMap { route -> [String] in
                let path = APIDocument.template(route.path.description)
                let hangs = route.method == .post && path.contains("/v1/projects/") && path.hasSuffix("}")
                return (hangs ? [":createSessionCookie", ":queryAccounts"] : [""]).map { "\(route.method.rawValue) \(path)\($0)" }
            })
        try await server.run(mode) { caller in
            let paths = try #require(try await document(caller)["paths"] as? [String: [String: Any]])
            let documented = Set(paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } })
            #expect(served.subtracting(documented) == [], "served and not documented")
            #expect(documented.subtracting(served) == [], "documented and not served")
            #expect(documented.count > 100)
        }
    }

    @Test func emulatorDocumentDescribesItsOwnRoutes() async throws {
        let server = try await TestServer()
        try await server.run(.emulator) { caller in
            let document = try await document(caller, at: "/emulator/openapi.json")
            let other = try await self.document(caller)
            #expect(NSDictionary(dictionary: document) == NSDictionary(dictionary: other), "one document under both names")
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
            let config = try #require(paths["/emulator/v1/projects/{project}/config"]?["patch"])
            let body = try #require((config["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]])
            let received = try #require(body["application/json"]?["schema"] as? [String: Any])
            #expect(received["$ref"] as? String == "#/components/schemas/EmulatorConfig")
            let code = try #require(schemas["EmulatedCodes.OobCode"]?["properties"] as? [String: [String: Any]])
            #expect(Set(code.keys) == ["email", "requestType", "oobCode", "oobLink", "newEmail"])
            let unknown = schemas.filter { $0.value.isEmpty }.map(\.key)
            #expect(unknown == [], "every named thing says what it looks like")
        }
    }

    @Test func schemasMatchTheWireTypes() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let document = try await document(caller)
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            let signUp = try #require(schemas["SignUpRequest"]?["properties"] as? [String: [String: Any]])
            #expect(signUp["email"]?["type"] as? String == "string")
            #expect(signUp["returnSecureToken"]?["type"] as? String == "boolean")
            let lookup = try #require(schemas["LookupReply"]?["properties"] as? [String: [String: Any]])
            let items = lookup["users"]?["items"] as? [String: Any]
            #expect(items?["$ref"] as? String == "#/components/schemas/UserInfo")
            let user = try #require(schemas["UserInfo"]?["properties"] as? [String: [String: Any]])
            #expect(user["disabled"]?["type"] as? String == "boolean" && user["localId"]?["type"] as? String == "string")
            let unknown = schemas.filter { $0.value.isEmpty }.map(\.key)
            #expect(unknown == [], "every named thing says what it looks like")
        }
    }
}
