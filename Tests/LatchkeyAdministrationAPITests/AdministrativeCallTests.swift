import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

/// The events of the acts that service accounts execute over HTTP.
@Suite struct AdministrativeCallTests {
    /// Firebase's published example of its scrypt parameters.
    static let hashing: [String: any Sendable] = [
        "hashAlgorithm": "SCRYPT", "saltSeparator": "Bw==", "rounds": 8, "memoryCost": 14,
        "signerKey": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    ]

    @Test func everyCallWritesItsEvent() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            let watch = ActWatch(store: server.store, actor: Administering.actor)
            for act in ListedAct.allCases where act.faces.contains(.rest) {
                try await watch.expect(act) { try await Self.execute(act, by: admin, on: server) }
            }
        }
    }

    private static func execute(_ act: ListedAct, by admin: Administering, on server: TestServer) async throws -> Reply {
        func v2(_ method: HTTPRequest.Method, _ path: String, _ body: [String: any Sendable]? = nil) async throws -> Reply {
            try await admin.send(method, "/" + path, body, version: "v2")
        }
        func hooks(_ triggers: [String: any Sendable]) async throws -> Reply {
            try await v2(.patch, "config?updateMask=blockingFunctions.triggers", ["blockingFunctions": ["triggers": triggers]])
        }
        let google = "defaultSupportedIdpConfigs"
        switch act {
        case .changeProject:
            return try await v2(.patch, "config?updateMask=signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
        case .setHook: return try await hooks(["beforeCreate": ["functionUri": "https://hooks.example.org/before"]])
        case .removeHook: return try await hooks([:])
        case .addProvider:
            return try await v2(.post, google + "?idpId=google.com", ["enabled": true, "clientId": "client-1", "clientSecret": "secret"])
        case .changeProvider:
            return try await v2(
                .patch, google + "/google.com?updateMask=clientId,clientSecret", ["clientId": "client-2", "clientSecret": "secret-2"])
        case .disableProvider: return try await v2(.patch, google + "/google.com?updateMask=enabled", ["enabled": false])
        case .enableProvider: return try await v2(.patch, google + "/google.com?updateMask=enabled", ["enabled": true])
        case .removeProvider: return try await v2(.delete, google + "/google.com")
        case .saveSAML:
            return try await v2(
                .post, "inboundSamlConfigs?inboundSamlConfigId=saml.office",
                [
                    "idpConfig": [
                        "idpEntityId": "urn:idp", "ssoUrl": "https://idp.example.org/sso", "idpCertificates": [["x509Certificate": "PEM"]],
                    ] as [String: any Sendable],
                    "spConfig": ["spEntityId": "urn:sp", "callbackUri": "https://app.example.org/__/auth/handler"],
                ])
        case .removeSAML: return try await v2(.delete, "inboundSamlConfigs/saml.office")
        case .createTenant: return try await v2(.post, "tenants", ["displayName": "acme"])
        case .changeTenant:
            return try await v2(.patch, "tenants/\(try await tenant(server))?updateMask=enableAnonymousUser", ["enableAnonymousUser": true])
        case .deleteTenant: return try await v2(.delete, "tenants/\(try await tenant(server))")
        case .createWebhook:
            return try await v2(.post, "webhooks", ["url": "https://hooks.example.org/events", "events": ["user.created"]])
        case .changeWebhook: return try await v2(.patch, "webhooks/\(try await webhook(server))", ["events": ["user.deleted"]])
        case .disableWebhook: return try await v2(.patch, "webhooks/\(try await webhook(server))", ["enabled": false])
        case .rotateWebhookSecret: return try await v2(.post, "webhooks/\(try await webhook(server))/rotateSecret")
        case .deleteWebhook: return try await v2(.delete, "webhooks/\(try await webhook(server))")
        case .endSession:
            let session = try await session(server)
            return try await v2(.post, "accounts/sessions:end", ["localId": "carol", "sessionId": session])
        default: return try await executeOnAccounts(act, by: admin)
        }
    }

    private static func webhook(_ server: TestServer) async throws -> String {
        try #require(try await server.store.read { try $0.webhookEndpoints(of: .standard) }.first?.id)
    }

    /// Opens a session of the account that the acts create.
    private static func session(_ server: TestServer) async throws -> String {
        let session = Session(
            id: SessionID(rawValue: "session-1"), account: "carol", realm: Realm(project: .standard),
            refreshToken: Fingerprint(of: "refresh"), createdAt: server.clock.now, method: .password)
        try await server.store.write { try $0.insert(session) }
        return session.id.rawValue
    }

    private static func executeOnAccounts(_ act: ListedAct, by admin: Administering) async throws -> Reply {
        let email = "carol@example.org"
        switch act {
        case .createAccount: return try await admin.call("accounts", ["localId": "carol", "email": email])
        case .updateAccount: return try await admin.call("accounts:update", ["localId": "carol", "displayName": "Carol"])
        case .sendCode:
            return try await admin.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": email, "returnOobLink": true])
        case .revokeSessions: return try await admin.call("accounts:update", ["localId": "carol", "validSince": "1"])
        case .disableAccount: return try await admin.call("accounts:update", ["localId": "carol", "disableUser": true])
        case .deleteAccount: return try await admin.call("accounts:delete", ["localId": "carol"])
        case .importAccounts: return try await admin.call("accounts:batchCreate", ["users": [["localId": "one"]]])
        case .importAccountsWithHashes:
            let user = ["localId": "two", "email": "two@example.org", "passwordHash": "aGFzaA==", "salt": "c2FsdA=="]
            return try await admin.call("accounts:batchCreate", hashing.merging(["users": [user]]) { $1 })
        default: throw Unlisted(act: act)
        }
    }

    private static func tenant(_ server: TestServer) async throws -> String {
        try #require(try await server.store.read { try $0.tenants(of: .standard, after: nil, limit: 1) }.first).id.rawValue
    }
}
