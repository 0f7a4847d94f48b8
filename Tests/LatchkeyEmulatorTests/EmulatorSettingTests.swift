import Foundation
import HTTPTypes
import LatchkeyEmulator
import LatchkeyServerTestSupport
import Testing

/// Tenants and projects' configuration, as administrators see and change them in an emulator.
@Suite struct EmulatorSettingTests {
    private static func same(_ reply: Reply, _ json: String) -> Bool {
        let expected = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
        return expected != nil && reply.json as NSDictionary == expected
    }

    // MARK: Tenants

    private static let sent: [String: any Sendable] = [
        "allowPasswordSignup": true, "disableAuth": false, "displayName": "A name", "enableAnonymousUser": true,
        "enableEmailLinkSignin": true,
        "mfaConfig": ["enabledProviders": ["PROVIDER_UNSPECIFIED", "PHONE_SMS"], "state": "ENABLED"] as [String: any Sendable],
    ]

    private static func tenant(_ id: String, _ members: String) -> String {
        #"{"name":"projects/demo-latchkey/tenants/\#(id)","tenantId":"\#(id)",\#(members)}"#
    }

    private static let allSent = #"""
        "allowPasswordSignup":true,"disableAuth":false,"displayName":"A name","enableAnonymousUser":true,"enableEmailLinkSignin":true,
        "mfaConfig":{"enabledProviders":["PROVIDER_UNSPECIFIED","PHONE_SMS"],"state":"ENABLED"}
        """#
    private static let nothingSent = #"""
        "allowPasswordSignup":false,"disableAuth":false,"enableAnonymousUser":false,"enableEmailLinkSignin":false,
        "mfaConfig":{"enabledProviders":[],"state":"DISABLED"}
        """#
    private static let named = #"""
        "allowPasswordSignup":true,"disableAuth":false,"enableAnonymousUser":true,"enableEmailLinkSignin":true,
        "mfaConfig":{"enabledProviders":["PHONE_SMS"],"state":"ENABLED"}
        """#

    @Test func aTenantIsGivenBackAsItWasSent() async throws {
        try await EmulatorCaller.run { emulator in
            let rows: [([String: any Sendable], String)] = [(Self.sent, Self.allSent), ([:], Self.nothingSent)]
            for (body, members) in rows {
                let made = try await emulator.inProject("tenants", body, version: "v2")
                let id = try #require(made["tenantId"], "\(made.text)")
                #expect(Self.same(made, Self.tenant(id, members)), "\(made.text)")
                let found = try await emulator.inProject("tenants/\(id)", nil, .get, version: "v2")
                #expect(Self.same(found, Self.tenant(id, members)), "\(found.text)")
            }
            let found = try await emulator.inProject("tenants/unheard-of", nil, .get, version: "v2")
            #expect(Self.same(found, Self.tenant("unheard-of", Self.named)), "\(found.text)")
        }
    }

    @Test(
        arguments: [
            ("?updateMask=allowPasswordSignup,disableAuth,displayName,enableAnonymousUser,enableEmailLinkSignin,mfaConfig", sent, allSent),
            ("", sent, allSent), ("", [:], nothingSent),
            // A member is kept if the body does not contain it, or if the mask names something inside a value without members.
            ("?updateMask=displayName,mfaConfig.state", [:], named),
            ("?updateMask=allowPasswordSignup.0,mfaConfig.enabledProviders.none,unknown.name", sent, named),
        ] as [(String, [String: any Sendable], String)])
    func updateMaskLimitsTheChange(_ mask: String, _ body: [String: any Sendable], _ members: String) async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.inProject("tenants/t", nil, .get, version: "v2")
            let changed = try await emulator.inProject("tenants/t" + mask, body, .patch, version: "v2")
            #expect(Self.same(changed, Self.tenant("t", members)), "\(changed.text)")
            let found = try await emulator.inProject("tenants/t", nil, .get, version: "v2")
            #expect(Self.same(found, Self.tenant("t", members)), "\(found.text)")
        }
    }

    @Test func tenantsAreListedAndDeleted() async throws {
        try await EmulatorCaller.run { emulator in
            func list(_ query: String = "") async throws -> (ids: [String]?, next: String?) {
                let reply = try await emulator.inProject("tenants" + query, nil, .get, version: "v2")
                return ((reply.json["tenants"] as? [[String: Any]])?.compactMap { $0["tenantId"] as? String }, reply["nextPageToken"])
            }
            #expect(try await list().ids == [])
            for id in ["b", "a", "c"] { _ = try await emulator.inProject("tenants/\(id)", nil, .get, version: "v2") }
            let all = try await list()
            #expect(all.ids == ["a", "b", "c"] && all.next == nil)
            let page = try await list("?pageSize=1&pageToken=a")
            #expect(page.ids == ["b"] && page.next == "b")
            #expect(try await list("?pageSize=-1").ids == ["a", "b", "c"])
            #expect(try await emulator.inProject("tenants/b", nil, .delete, version: "v2").json.isEmpty)
            #expect(try await list().ids == ["a", "c"])
        }
    }

    @Test(arguments: [
        "accounts", "accounts:lookup", "accounts:update", "accounts:delete", "accounts:query", "accounts:sendOobCode",
        "accounts:batchCreate", "accounts:batchDelete",
    ])
    func disabledTenantRejectsAccountCalls(_ call: String) async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.inProject("tenants/t", ["disableAuth": true], .patch, version: "v2")
            #expect(try await emulator.inProject("tenants/t/\(call)", [:]).message == "PROJECT_DISABLED")
            #expect(try await emulator.inProject(call, ["tenantId": "t"]).message == "PROJECT_DISABLED")
            let other = try await emulator.inProject("tenants/t/\(call)", ["tenantId": "other"])
            #expect(other.message == "TENANT_ID_MISMATCH", "\(other.text)")
            #expect(try await emulator.inProject("tenants/t", nil, .get, version: "v2").status == .ok)
        }
    }

    @Test func aTenantHasNoConfigurationForClients() async throws {
        try await EmulatorCaller.run { emulator in
            let found = try await emulator.send(.get, "/v1/projects?key=any", nil)
            #expect(found["projectId"] == "12345" && found.json["authorizedDomains"] is [String])
            let tenants = try await emulator.send(.get, "/v1/projects?key=any&tenantId=t", nil)
            #expect(tenants.message == "UNSUPPORTED_TENANT_OPERATION")
        }
    }

    // MARK: Configuration

    private static let hook = "http://127.0.0.1:5001/demo/us-central1/beforeCreate"
    private static let everything: [String: any Sendable] = [
        "signIn": ["allowDuplicateEmails": true], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
        "blockingFunctions": [
            "triggers": ["beforeCreate": ["functionUri": hook]],
            "forwardInboundCredentials": ["idToken": true, "accessToken": true, "refreshToken": true],
        ] as [String: any Sendable],
    ]
    private static let standard = #"""
        {"signIn":{"allowDuplicateEmails":false},"blockingFunctions":{},
        "emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}
        """#
    private static let forwarding = #"""
        {"signIn":{"allowDuplicateEmails":false},"blockingFunctions":{"forwardInboundCredentials":{"idToken":true}},
        "emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}
        """#
    private static let changed = #"""
        {"signIn":{"allowDuplicateEmails":true},
        "blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"\#(hook)"}},
        "forwardInboundCredentials":{"idToken":true,"accessToken":true,"refreshToken":true}},
        "emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}
        """#

    @Test(
        arguments: [
            ("", everything, changed), ("", [:], standard),
            ("?updateMask=signIn.allowDuplicateEmails,blockingFunctions,emailPrivacyConfig,unknown", everything, changed),
            ("?updateMask=signIn,blockingFunctions,emailPrivacyConfig", [:], standard),
            ("?updateMask=blockingFunctions", ["blockingFunctions": ["forwardInboundCredentials": ["idToken": true]]], forwarding),
            ("?updateMask=signIn.allowDuplicateEmails.none,unknown.name", everything, standard),
        ] as [(String, [String: any Sendable], String)])
    func aConfigurationHasThreeSettings(_ mask: String, _ body: [String: any Sendable], _ expected: String) async throws {
        try await EmulatorCaller.run { emulator in
            let before = try await emulator.inProject("config", nil, .get, version: "v2")
            #expect(Self.same(before, Self.standard), "\(before.text)")
            let reply = try await emulator.inProject("config" + mask, body, .patch, version: "v2")
            #expect(Self.same(reply, expected), "\(reply.text)")
            let found = try await emulator.inProject("config", nil, .get, version: "v2")
            #expect(Self.same(found, expected), "\(found.text)")
        }
    }

    @Test(arguments: [
        #"{"allowDuplicateEmails":true}"#, #"{"allowDuplicateEmails":true,"email":{"enabled":true}}"#,
        #"{"allowDuplicateEmails":true,"email":{"passwordRequired":false}}"#,
    ])
    func aChangeKeepsTheSignInMethodsThatItOmits(_ signIn: String) async throws {
        try await EmulatorCaller.run { emulator in
            let body = #"{"signIn":\#(signIn)}"#
            let changed = try await emulator.caller.send(
                .patch, "/identitytoolkit.googleapis.com/v2/projects/\(EmulatorCaller.project)/config?updateMask=signIn",
                headers: [.contentType: "application/json", .authorization: "Bearer owner"], body: body)
            #expect(changed.json["signIn"] as? [String: Bool] == ["allowDuplicateEmails": true], "\(changed.text)")
            #expect(try await emulator.signUp()["idToken"] != nil)
            #expect(try await emulator.call("accounts:signUp", [:])["idToken"] != nil)
            let link: [String: any Sendable] = ["requestType": "EMAIL_SIGNIN", "email": "ada@example.org"]
            #expect(try await emulator.call("accounts:sendOobCode", link)["email"] == "ada@example.org")
        }
    }

    @Test func updateWithoutAMaskResetsMissingFields() async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.inProject("config", Self.everything, .patch, version: "v2")
            let reset = try await emulator.inProject("config", [:], .patch, version: "v2")
            #expect(Self.same(reset, Self.standard), "\(reset.text)")
        }
    }

    /// Settings that Google's emulator does not have work as on a real server, and are included in responses once they have been changed.
    @Test func furtherSettingsAreShownOnceTheyWereChanged() async throws {
        try await EmulatorCaller.run { emulator in
            let policy: [String: any Sendable] = ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"]]
            let changed = try await emulator.inProject("config?updateMask=passwordPolicyConfig", policy, .patch, version: "v2")
            let shown = changed.json["passwordPolicyConfig"] as? [String: Any]
            #expect(shown?["passwordPolicyEnforcementState"] as? String == "ENFORCE" && changed.json["mfa"] == nil, "\(changed.text)")
        }
    }

    @Test(
        arguments: [
            (["beforeLunch": ["functionUri": "http://127.0.0.1/"]], "Event type is invalid."),
            (["beforeCreate": ["functionUri": "none"]], "Expected an absolute URI with valid scheme and host."),
            (["beforeCreate": ["functionUri": ""]], "Expected an absolute URI with valid scheme and host."),
            (["beforeCreate": [:]], "Expected an absolute URI with valid scheme and host."),
        ] as [([String: [String: String]], String)])
    func blockingFunctionsAreLookedAt(_ triggers: [String: [String: String]], _ problem: String) async throws {
        try await EmulatorCaller.run { emulator in
            // For any mask.
            for mask in ["", "?updateMask=blockingFunctions", "?updateMask=signIn"] {
                let body: [String: any Sendable] = ["blockingFunctions": ["triggers": triggers]]
                let refused = try await emulator.inProject("config" + mask, body, .patch, version: "v2")
                #expect(refused.message == "INVALID_BLOCKING_FUNCTION : ((\(problem)))", "\(refused.text)")
            }
        }
    }

    // MARK: /emulator/v1

    @Test func anEmulatorsOwnCallsNeedNoCredential() async throws {
        try await EmulatorCaller.run { emulator in
            let base = "/emulator/v1/projects/\(EmulatorCaller.project)"
            let json: HTTPFields = [.contentType: "application/json"]
            let before = try await emulator.caller.send(.get, base + "/config")
            #expect(
                Self.same(
                    before,
                    #"{"signIn":{"allowDuplicateEmails":false},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}"#))
            let body = #"{"signIn":{"allowDuplicateEmails":true}}"#
            _ = try await emulator.caller.send(.patch, base + "/config", headers: json, body: body)
            let after = try await emulator.caller.send(
                .patch, base + "/config", headers: json, body: #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#)
            #expect(
                Self.same(
                    after, #"{"signIn":{"allowDuplicateEmails":true},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#))
            _ = try await emulator.signUp("ada@example.org")
            _ = try await emulator.signUp("bob@example.org", ["tenantId": "t"])
            #expect(try await emulator.caller.send(.delete, base + "/tenants/t/accounts").json.isEmpty)
            let project = try await emulator.inProject("accounts:query", [:])
            let tenant = try await emulator.inProject("tenants/t/accounts:query", [:])
            #expect(project["recordsCount"] == "1" && tenant["recordsCount"] == "0")
            _ = try await emulator.caller.send(.delete, base + "/accounts")
            #expect(try await emulator.inProject("accounts:query", [:])["recordsCount"] == "0")
        }
    }

    @Test func aSingleProjectRefusesOthersEverywhere() async throws {
        let server = try await TestServer()
        let parts = server.parts(.emulator, Emulation(otherProjects: .error))
        try await server.run(parts) { caller in
            let emulator = EmulatorCaller(caller: caller)
            #expect(try await emulator.inProject("accounts:query", [:]).status == .ok)
            for reply in [
                try await emulator.owner("v1/projects/other/accounts:lookup", [:]),
                try await emulator.owner("v2/projects/other/config", nil, .get),
                try await emulator.owner("v1/accounts:lookup", ["targetProjectId": "other"]),
                try await caller.send(.get, "/emulator/v1/projects/other/oobCodes"),
                try await caller.send(.get, "/emulator/v1/projects/other/verificationCodes"),
                try await caller.send(.delete, "/emulator/v1/projects/other/accounts"),
            ] {
                #expect(reply.status == .badRequest && reply.message?.contains("single project mode") == true, "\(reply.text)")
            }
        }
    }
}
