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

    private typealias Operation = (name: String, members: [String: Any])

    /// Returns the operations of a document by method and path.
    private func operations(of document: [String: Any]) throws -> [Operation] {
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        return paths.flatMap { path, item in
            item.compactMap { method, value -> Operation? in
                guard let members = value as? [String: Any] else { return nil }
                return ("\(method.uppercased()) \(path)", members)
            }
        }
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
            let documented = Set(try operations(of: try await document(caller)).map(\.name))
            #expect(served.subtracting(documented) == [], "served and not documented")
            #expect(documented.subtracting(served) == [], "documented and not served")
            #expect(documented.count > 100)
        }
    }

    /// Generators derive names from the IDs, which must therefore exist once, and pages list operations by their tags.
    @Test(arguments: [TestServer.Mode.real, .sandbox, .emulator])
    func everyOperationHasAnIDATagAndASummary(_ mode: TestServer.Mode) async throws {
        let server = try await TestServer()
        try await server.run(mode) { caller in
            let document = try await document(caller)
            let tags = Set(try #require(document["tags"] as? [[String: String]]).compactMap { $0["name"] })
            var ids: [String: String] = [:]
            for (name, operation) in try operations(of: document) {
                let id = try #require(operation["operationId"] as? String, "\(name) has no operationId")
                #expect(id.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil, "\(name): \(id) is a name in no language")
                #expect(ids.updateValue(name, forKey: id) == nil, "\(id) is the ID of two operations")
                let own = try #require(operation["tags"] as? [String], "\(name) has no tag")
                #expect(own.count == 1 && tags.isSuperset(of: own), "\(name) has the tags \(own)")
                let summary = try #require(operation["summary"] as? String)
                #expect(!summary.isEmpty && !summary.hasPrefix("/") && !summary.hasSuffix("."), "\(name) has the summary “\(summary)”")
                let isPage = own == ["Pages"]
                #expect(isPage || (operation["description"] as? String)?.hasSuffix(".") == true, "\(name) has no description in sentences")
            }
        }
    }

    /// Descriptions belong to members that exist, and the members of the most frequent calls have one.
    @Test func membersAreDescribed() async throws {
        let server = try await TestServer()
        try await server.run(.real) { caller in
            let document = try await document(caller)
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            var (described, missing): (Set<String>, Set<String>) = ([], [])
            for (type, schema) in schemas {
                for (name, member) in schema["properties"] as? [String: [String: Any]] ?? [:] {
                    if member["description"] is String {
                        described.formUnion([name, "\(type).\(name)"])
                    } else {
                        missing.insert("\(type).\(name)")
                    }
                }
            }
            #expect(
                Set(MemberWords.common.keys).union(MemberWords.ofTypes.keys).subtracting(described) == [],
                "described and not in the document")
            for type in [
                "SignInWithPasswordReply", "SignUpReply", "TokenReply", "ResetPasswordReply", "ErrorReply.Fault",
            ] {
                #expect(missing.filter { $0.hasPrefix(type + ".") } == [], "members without a description")
            }
            let members = try #require(schemas["UpdateRequest"]?["properties"] as? [String: [String: Any]])
            #expect(members["email"] as? [String: String] == ["type": "string", "description": "The new email address of the account."])
        }
    }

    /// Examples have the members of their schemas, and those that are required.
    @Test(arguments: [TestServer.Mode.real, .emulator])
    func examplesMatchTheirSchemas(_ mode: TestServer.Mode) async throws {
        let server = try await TestServer()
        try await server.run(mode) { caller in
            let document = try await document(caller)
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            var count = 0
            for (name, operation) in try operations(of: document) {
                let responses = (operation["responses"] as? [String: [String: Any]] ?? [:]).values
                let bodies = [operation["requestBody"] as? [String: Any]].compactMap(\.self) + responses
                for content in bodies.flatMap({ ($0["content"] as? [String: [String: Any]] ?? [:]).values }) {
                    let schema = content["schema"] as? [String: Any] ?? [:]
                    let examples = (content["examples"] as? [String: [String: Any]] ?? [:]).values.compactMap { $0["value"] }
                    for example in [content["example"]].compactMap(\.self) + examples {
                        #expect(mismatch(example, schema, schemas) == nil, "\(name): \(example)")
                        count += 1
                    }
                }
            }
            #expect(count > 300)
        }
    }

    /// Returns the first part of an example that its schema does not have; `nil` if there is none.
    private func mismatch(_ value: Any, _ schema: [String: Any], _ schemas: [String: [String: Any]]) -> String? {
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
            return mismatch(value, schemas[String(name)] ?? [:], schemas)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            return choices.contains { mismatch(value, $0, schemas) == nil } ? nil : "no choice fits"
        }
        switch schema["type"] as? String {
        case "object":
            guard let members = value as? [String: Any] else { return "not an object: \(value)" }
            guard let properties = schema["properties"] as? [String: [String: Any]] else { return nil }
            if let missing = (schema["required"] as? [String])?.first(where: { members[$0] == nil }) { return "no \(missing)" }
            return members.lazy.compactMap { name, value in
                // An object without a defined type has no properties.
                guard let schema = properties[name] else { return properties.isEmpty ? nil : "unknown: \(name)" }
                return self.mismatch(value, schema, schemas)
            }.first
        case "array":
            guard let elements = value as? [Any] else { return "not an array: \(value)" }
            return elements.lazy.compactMap { mismatch($0, schema["items"] as? [String: Any] ?? [:], schemas) }.first
        case "string": return value is String ? nil : "not a string: \(value)"
        case "boolean", "integer", "number": return value is NSNumber ? nil : "not a number: \(value)"
        default: return nil
        }
    }

    /// Calls list the codes with which they refuse invalid input.
    @Test func errorCodesAreListed() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let operations = try operations(of: try await document(caller))
            for row in BadInputTests.rows where row.status == 400 && row.error.wholeMatch(of: /[A-Z_]+/) != nil {
                let name = "POST /v1/" + row.call
                let operation = try #require(operations.first { $0.name == name }?.members, "there is no \(name)")
                let response = (operation["responses"] as? [String: [String: Any]])?["400"]
                let content = (response?["content"] as? [String: [String: Any]])?["application/json"]
                #expect((content?["examples"] as? [String: Any])?[row.error] != nil, "\(name) does not list \(row.error)")
            }
        }
    }

    /// The body of a call that always fails without a member requires it.
    @Test func requiredMembersAreThoseWithoutWhichACallFails() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let document = try await document(caller)
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            #expect(Set(schemas["SignInWithPasswordRequest"]?["required"] as? [String] ?? []) == ["email", "password"])
            // Administrators send other members of the same type.
            #expect(schemas["LookupRequest"]?["required"] == nil)
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
