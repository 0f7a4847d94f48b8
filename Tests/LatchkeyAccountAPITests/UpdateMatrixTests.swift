import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// `accounts:update`, member by member and caller by caller. The members are those of the document of the served operations: a new one
/// needs a row.
@Suite struct UpdateMatrixTests {
    /// The effect on the account.
    enum Effect: Sendable, Equatable {
        case changes
        case ignored
        case refused(String)
    }

    struct Row: Sendable {
        let member: String
        let value: any Sendable
        let byHolder: Effect
        let byAdministrator: Effect
        /// A different effect for an administrator with a tenant in the path.
        var inTenant: Effect?
    }

    private static let passkey = Base64URL.encode([99] + Array(2...30) + [0, 7])

    static let rows: [Row] = [
        // Members that select an account and change nothing.
        Row(member: "idToken", value: "", byHolder: .refused("INVALID_REQ_TYPE"), byAdministrator: .ignored),
        Row(member: "localId", value: "somebody-else", byHolder: .ignored, byAdministrator: .refused("USER_NOT_FOUND")),
        Row(
            member: "tenantId", value: "missing", byHolder: .refused("TENANT_NOT_FOUND"), byAdministrator: .refused("TENANT_NOT_FOUND"),
            inTenant: .refused("TENANT_ID_MISMATCH")),
        Row(member: "targetProjectId", value: "other", byHolder: .ignored, byAdministrator: .ignored),
        // A code takes precedence over a session and identifies the account itself; administrators need none.
        Row(member: "oobCode", value: "x", byHolder: .refused("INVALID_OOB_CODE"), byAdministrator: .ignored),

        // Members that the holder may change.
        Row(member: "displayName", value: "Another", byHolder: .changes, byAdministrator: .changes),
        Row(member: "photoUrl", value: "https://example.org/p", byHolder: .changes, byAdministrator: .changes),
        Row(member: "password", value: "another password", byHolder: .changes, byAdministrator: .changes),
        Row(member: "deleteAttribute", value: ["DISPLAY_NAME"], byHolder: .changes, byAdministrator: .changes),
        Row(member: "deleteProvider", value: ["github.com"], byHolder: .changes, byAdministrator: .changes),
        Row(member: "deletePasskey", value: [passkey], byHolder: .changes, byAdministrator: .changes),
        // A new email address must be confirmed first, or the response would reveal which are taken.
        Row(member: "email", value: "new@example.org", byHolder: .refused("OPERATION_NOT_ALLOWED"), byAdministrator: .changes),

        // Members that only administrators may change: refused where Firebase refuses them, ignored otherwise.
        Row(member: "customAttributes", value: #"{"a":1}"#, byHolder: .refused("INSUFFICIENT_PERMISSION"), byAdministrator: .changes),
        Row(member: "disableUser", value: true, byHolder: .refused("OPERATION_NOT_ALLOWED"), byAdministrator: .changes),
        Row(member: "emailVerified", value: false, byHolder: .ignored, byAdministrator: .changes),
        Row(member: "phoneNumber", value: "+491701234567", byHolder: .ignored, byAdministrator: .changes),
        Row(member: "lastLoginAt", value: "1700000000000", byHolder: .ignored, byAdministrator: .changes),
        Row(member: "validSince", value: "1900000000", byHolder: .ignored, byAdministrator: .changes),
        Row(
            member: "linkProviderUserInfo", value: ["providerId": "twitter.com", "rawId": "77"], byHolder: .ignored,
            byAdministrator: .changes),
        Row(
            member: "mfa", value: ["enrollments": [["mfaEnrollmentId": "factor", "phoneInfo": "+491701234567"]]], byHolder: .ignored,
            byAdministrator: .changes),
        // The creation time cannot be changed; imports set it.
        Row(member: "createdAt", value: "1700000000000", byHolder: .ignored, byAdministrator: .ignored),

        // Accepted because clients send them, and not used.
        Row(member: "returnSecureToken", value: true, byHolder: .ignored, byAdministrator: .ignored),
        Row(member: "provider", value: ["evil.example"], byHolder: .ignored, byAdministrator: .ignored),
        Row(member: "upgradeToFederatedLogin", value: true, byHolder: .ignored, byAdministrator: .ignored),
        Row(member: "instanceId", value: "x", byHolder: .ignored, byAdministrator: .ignored),
        Row(member: "delegatedProjectNumber", value: "1", byHolder: .ignored, byAdministrator: .ignored),
        Row(member: "captchaChallenge", value: "x", byHolder: .ignored, byAdministrator: .ignored),
        Row(member: "captchaResponse", value: "x", byHolder: .ignored, byAdministrator: .ignored),
    ]

    @Test func everyMemberHasARow() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let document = try await caller.send(.get, "/openapi.json").json
            let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
            let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            for path in ["/v1/accounts:update", "/v1/projects/{project}/accounts:update"] {
                let operation = try #require(paths[path]?["post"])
                let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]]
                let reference = try #require((content?["application/json"]?["schema"] as? [String: Any])?["$ref"] as? String)
                let schema = try #require(schemas[String(reference.split(separator: "/").last ?? "")])
                let members = try #require(schema["properties"] as? [String: Any]).keys
                #expect(Set(members) == Set(Self.rows.map(\.member)), "\(path)")
            }
        }
    }

    enum Who: String, CaseIterable, Sendable {
        case holder = "the holder"
        case administrator = "an administrator"
        case inTenant = "an administrator, in a tenant"
    }

    @Test(arguments: Who.allCases) func everyRoleChangesItsMembersOnly(_ who: Who) async throws {
        let server = try await Stage.server()
        try await server.run { caller in
            let administrator = try await Administering(server, caller)
            for (number, row) in Self.rows.enumerated() {
                let stage = try await Stage(server, caller, administrator, number: number, inTenant: who == .inTenant)
                if row.member == "deletePasskey" || row.member == "deleteProvider" {
                    var authenticator = stage.authenticator()
                    authenticator.credentialID = try #require(Base64URL.decode(Self.passkey)) + [UInt8(number)]
                    if row.member == "deletePasskey" { authenticator.credentialID.removeLast() }
                    try stage.take(try await stage.enrol(&authenticator))
                }
                let before = try await stage.record()
                server.clock.advance(bySeconds: 1)
                let reply: Reply
                let effect: Effect
                switch who {
                case .holder:
                    reply = try await stage.call(
                        "accounts:update", ["idToken": stage.idToken].merging([row.member: row.value]) { $1 }, naming: row.member)
                    effect = row.byHolder
                case .administrator, .inTenant:
                    let path = (stage.tenant.map { "/tenants/" + $0 } ?? "") + "/accounts:update"
                    let body: [String: any Sendable] = ["localId": stage.uid]
                    reply = try await administrator.send(.post, path, body.merging([row.member: row.value]) { $1 })
                    effect = who == .inTenant ? row.inTenant ?? row.byAdministrator : row.byAdministrator
                }
                let changed = try await stage.record() != before
                let seen: Effect =
                    reply.status == .ok ? (changed ? .changes : .ignored) : changed ? .changes : .refused(reply.error ?? reply.text)
                #expect(seen == effect, "\(row.member) by \(who.rawValue): \(reply.text)")
            }
        }
    }

    /// No credential, a caller who names another account beside their own token, and an administrator of another project.
    @Test func otherCallersCannotChangeAccounts() async throws {
        let server = try await Stage.server()
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
        _ = try await setup.create("elsewhere", displayName: "Elsewhere")
        try await server.run { caller in
            let administrator = try await Administering(server, caller)
            let victim = try await Stage(server, caller, administrator, number: 1, inTenant: false)
            let before = try await victim.record()
            for (number, row) in Self.rows.enumerated() where !["idToken", "localId"].contains(row.member) {
                let body: [String: any Sendable] = ["localId": victim.uid, row.member: row.value]
                let nobody = try await victim.call("accounts:update", body, naming: row.member)
                let code = row.member == "oobCode" ? "INVALID_OOB_CODE" : row.member == "tenantId" ? "TENANT_NOT_FOUND" : "INVALID_REQ_TYPE"
                #expect(nobody.error == code, "\(row.member) without a credential: \(nobody.text)")
                let other = try await caller.call("accounts:signUp", [:])
                let theirs = body.merging(["idToken": other["idToken"], "email": "x\(number)@example.org"]) { first, _ in first }
                _ = try await victim.call("accounts:update", theirs, naming: row.member)
                let elsewhere = try await administrator.send(.post, "/accounts:update", body, project: "elsewhere")
                #expect(elsewhere.status == .forbidden, "\(row.member) by an administrator of this project, in another")
                let withKey = try await caller.administer(
                    .post, "/v1/projects/default/accounts:update?key=\(caller.apiKey)", body, token: other["idToken"])
                #expect(withKey.status == .unauthorized, "\(row.member) with an ID token for an access token")
                #expect(try await victim.record() == before, "\(row.member)")
            }
        }
    }
}

extension Stage {
    /// The whole account as an administrator sees it, as one text.
    fileprivate func record() async throws -> String {
        var user = try await seen() ?? [:]
        let (id, realm) = (AccountID(rawValue: uid), realm)
        user["passkeys"] = try await server.store.read { try $0.passkeys(of: id, in: realm) }.count
        return String(decoding: try JSONSerialization.data(withJSONObject: user, options: [.sortedKeys]), as: UTF8.self)
    }

    /// A call that names the tenant itself, if that is the member under test.
    fileprivate func call(_ name: String, _ body: [String: any Sendable], naming member: String) async throws -> Reply {
        member == "tenantId" ? try await caller.call(name, body) : try await call(name, body)
    }
}
