import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// All settings of a project by their names, over HTTP.
@Suite struct DeclaredSettingsTests {
    private static let path = "/v2/projects/default/settings"

    private func run(
        _ mode: TestServer.Mode = .real, _ body: @escaping @Sendable (TestServer, TestServer.Caller, String) async throws -> Void
    ) async throws {
        let server = try await TestServer()
        try await server.run(mode) { caller in
            try await body(server, caller, mode == .emulator ? "owner" : try await server.administratorToken())
        }
    }

    @Test func everySettingIsReadAndChangedByItsName() async throws {
        try await run { server, caller, token in
            for setting in ProjectSetting.all where !setting.isOperators {
                let (value, expected): (any Sendable, ProjectSetting.Value)
                switch setting.kind {
                case .flag:
                    let isOn = setting.value(in: server.project.settings) != .flag(true)
                    (value, expected) = (isOn, .flag(isOn))
                case .paths: (value, expected) = ("/people/{UID}, scores/{UID}/", .text("/people/{UID}, /scores/{UID}"))
                case .number(_, let valid): (value, expected) = (valid.range.lowerBound + 1, .number(valid.range.lowerBound + 1))
                }
                let changed = try await caller.administer(.patch, Self.path, [setting.name: value], token: token)
                #expect(changed.status == .ok, "\(setting.name): \(changed.text)")
                let stored = try #require(try await server.store.read { try $0.project(.standard) })
                #expect(setting.value(in: stored.settings) == expected, "\(setting.name)")
                let shown = try await caller.administer(.get, Self.path, token: token)
                #expect(NSDictionary(dictionary: shown.json) == NSDictionary(dictionary: changed.json))
            }
        }
    }

    @Test(arguments: [
        (["policyMinimum": 3] as [String: any Sendable], "must be a number from"),
        (["smsPerDay": 0], "Only the operator can change “Text messages per day”"), (["legacyRoutes": true], "--legacy-routes"),
        (["signUpsPerHour": 0], "Only the operator"), (["recentSignInSeconds": 86_400], "Only the operator"), (["signUp": "no"], "signUp"),
        (["keepEventsDays": 1], "Only the operator"), (["deleteDataPaths": "/"], "is not a path of one user's data"),
        (["deleteDataPaths": "/users/{UID}, /users"], "“/users” is not a path"), (["deleteDataPaths": "/users/x{UID}"], "“/users/x{UID}”"),
        (["deleteDataPaths": "/users//{UID}"], "is not a path"), (["deleteDataPaths": true], "deleteDataPaths"),
        (["nonsense": true], "nonsense cannot be set here"),
        (["policyMinimum": 20, "policyMaximum": 10], "shortest length"),
    ])
    func invalidSettingIsRejectedWithoutChanges(_ change: [String: any Sendable], _ told: String) async throws {
        try await run { server, caller, token in
            let refused = try await caller.administer(.patch, Self.path, change.merging(["passwordSignIn": false]) { $1 }, token: token)
            #expect(refused.status == .badRequest && refused.text.contains(told), "\(refused.text)")
            let stored = try await server.store.read { try $0.project(.standard) }
            #expect(stored == server.project)
        }
    }

    @Test func anEmulatorHasTheSameSettings() async throws {
        try await run(.emulator) { _, caller, token in
            let changed = try await caller.administer(.patch, Self.path, ["smsPerDay": 7], token: token)
            #expect(changed.json["smsPerDay"] as? Int == 7, "\(changed.text)")
        }
    }

    @Test func theDocumentDescribesTheSettings() async throws {
        try await run { _, caller, _ in
            let document = try await caller.send(.get, "/openapi.json", headers: [.init("x-test-opened-as")!: "localhost"]).json
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            let members = try #require(schemas["DeclaredSettings"]?["properties"] as? [String: [String: Any]])
            #expect(Set(members.keys) == Set(ProjectSetting.all.map(\.name)))
            #expect(members["smsPerDay"]?["type"] as? String == "integer" && members["signUp"]?["type"] as? String == "boolean")
        }
    }
}
