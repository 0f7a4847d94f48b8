import Foundation
import HTTPTypes
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// `v2/projects/{project}/config`: the project settings that administrators read and change.
@Suite struct ProjectSettingsTests {
    private static let path = "/identitytoolkit.googleapis.com/v2/projects/default/config"
    private let server: TestServer
    private let token: String

    init() async throws {
        server = try await TestServer(ProjectSettings(anonymousSignIn: true, signUpsPerHour: 0))
        token = try await server.administratorToken()
    }

    private func patch(_ caller: TestServer.Caller, _ mask: String?, _ body: String) async throws -> Reply {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = "Bearer " + token
        return try await caller.send(.patch, Self.path + (mask.map { "?updateMask=\($0)" } ?? ""), headers: headers, body: body)
    }

    private func project() async throws -> Project {
        try #require(try await server.store.read { try $0.project(.standard) })
    }

    @Test func everySettingIsShownAsItIs() async throws {
        try await server.run { caller in
            let shown = try await caller.administer(.get, Self.path, token: token)
            #expect(shown["name"] == "projects/default/config", "\(shown.text)")
            let signIn = try #require(shown.json["signIn"] as? [String: Any])
            #expect((signIn["email"] as? [String: Any])?["enabled"] as? Bool == true)
            #expect((signIn["email"] as? [String: Any])?["passwordRequired"] as? Bool == true)
            #expect(signIn["allowDuplicateEmails"] as? Bool == false)
            let hash = try #require(signIn["hashConfig"] as? [String: Any])
            #expect(hash["algorithm"] as? String == "SCRYPT" && hash["saltSeparator"] as? String == "Bw==")
            #expect((shown.json["emailPrivacyConfig"] as? [String: Any])?["enableImprovedEmailPrivacy"] as? Bool == true)
        }
    }

    @Test func updateMaskLimitsTheChange() async throws {
        try await server.run { caller in
            let before = try await project()
            let changed = try await patch(
                caller, "signIn.anonymous.enabled,passwordPolicyConfig,blockingFunctions.triggers,authorizedDomains",
                """
                {"signIn":{"anonymous":{"enabled":false},"email":{"enabled":false}},
                 "passwordPolicyConfig":{"passwordPolicyEnforcementState":"ENFORCE","passwordPolicyVersions":[
                   {"customStrengthOptions":{"minPasswordLength":9,"containsNumericCharacter":true}}]},
                 "blockingFunctions":{"triggers":{"beforeSignIn":{"functionUri":"https://hooks.example.org/in"}}},
                 "authorizedDomains":["App.Example.org","app.example.org"]}
                """)
            #expect(changed.status == .ok, "\(changed.text)")
            var expected = before
            expected.settings.anonymousSignIn = false
            expected.settings.passwordPolicy = PasswordPolicy(minimumCharacters: 9, requiredKinds: [.digit], isEnforced: true)
            expected.settings.hooks.beforeSignIn = "https://hooks.example.org/in"
            expected.authorizedDomains = ["app.example.org"]
            #expect(try await project() == expected)
            let events = try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 9) }
            #expect(events.first?.kind == .configure && events.first?.actor == Administering.actor)
            #expect(events.first?.reason == "anonymousSignIn policy policyDigit policyMinimum authorizedDomains beforeSignIn")
            let weak = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            #expect(weak.error == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "it holds at once: \(weak.text)")
        }
    }

    @Test func updateWithoutAMaskMergesTheBody() async throws {
        try await server.run { caller in
            let changed = try await patch(
                caller, nil,
                """
                {"signIn":{"email":{"passwordRequired":false}},
                 "mfa":{"state":"ENABLED","enabled_providers":["PHONE_SMS"],
                        "provider_configs":[{"state":"ENABLED","totpProviderConfig":{}}]}}
                """)
            #expect(changed.status == .ok, "\(changed.text)")
            let settings = try await project().settings
            #expect(settings.passwordSignIn && settings.emailLinkSignIn && settings.smsSecondFactor && settings.totpSecondFactor)
            #expect(settings.anonymousSignIn && settings.oneAccountPerEmail && settings.enumerationProtection)
        }
    }

    @Test func maskOfAMemberResetsItsMissingFieldsAndKeepsReadOnlyOnes() async throws {
        try await server.run { caller in
            let changed = try await patch(caller, "signIn", #"{"signIn":{"email":{"enabled":true,"passwordRequired":true}}}"#)
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(changed.text.contains("hashConfig"))
            let settings = try await project().settings
            #expect(settings.passwordSignIn && !settings.anonymousSignIn, "what is left out is reset")
        }
    }

    @Test func nullIsTreatedAsAbsent() async throws {
        try await server.run { caller in
            let before = try await project()
            let changed = try await patch(caller, nil, #"{"signIn":null,"mfa":{"state":null},"authorizedDomains":null}"#)
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(try await project() == before)
        }
    }

    @Test func returnedConfigurationCanBeSentBack() async throws {
        try await server.run { caller in
            let before = try await project()
            let shown = try await caller.administer(.get, Self.path, token: token)
            for mask in [nil, "signIn"] {
                let changed = try await patch(caller, mask, shown.text)
                #expect(changed.status == .ok, "\(changed.text)")
                #expect(try await project() == before)
            }
        }
    }

    @Test func hookThatResolvesToTheServersNetworkIsRejected() async throws {
        let server = try await TestServer(names: ["inside.example.org": ["169.254.169.254"]])
        try await server.run { caller in
            let admin = try await Administering(server, caller)
            let body: [String: any Sendable] = [
                "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "https://inside.example.org/x"]]]
            ]
            let refused = try await admin.send(.patch, "/config", body, version: "v2")
            #expect(refused.status == .badRequest && refused.text.contains("inside.example.org is on the server's own machine"))
            let kept = try await server.store.read { try $0.project(.standard) }
            #expect(kept?.settings.hooks == BlockingHooks())
        }
    }

    @Test func existingLocalHookDoesNotPreventChangingTheOther() async throws {
        var present = try await project()
        present.settings.hooks.beforeSignIn = "http://127.0.0.1:9/x"
        try await server.store.write { [present] in try $0.update(present) }
        try await server.run { caller in
            let other = #"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"https://hooks.example.org/x"}}}}"#
            let set = try await patch(caller, "blockingFunctions.triggers.beforeCreate", other)
            #expect(set.status == .ok, "\(set.text)")
            #expect(
                try await project().settings.hooks
                    == BlockingHooks(beforeCreate: "https://hooks.example.org/x", beforeSignIn: "http://127.0.0.1:9/x"))
            let moved = try await patch(
                caller, nil, #"{"blockingFunctions":{"triggers":{"beforeSignIn":{"functionUri":"http://127.0.0.1:9/y"}}}}"#)
            #expect(moved.status == .badRequest && moved.text.contains("own machine"), "\(moved.text)")
            let swapped = try await patch(
                caller, nil, #"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"http://127.0.0.1:9/x"}}}}"#)
            #expect(swapped.status == .badRequest, "what is allowed for one is not for the other")
            let cleared = try await patch(caller, "blockingFunctions.triggers.beforeSignIn", "{}")
            #expect(cleared.status == .ok, "\(cleared.text)")
            #expect(try await project().settings.hooks.beforeSignIn == nil)
        }
    }

    @Test func unrepresentableSettingIsKept() async throws {
        var linkOnly = try await project()
        linkOnly.settings.passwordSignIn = false
        linkOnly.settings.emailLinkSignIn = true
        try await server.store.write { [linkOnly] in try $0.update(linkOnly) }
        try await server.run { caller in
            #expect(try await patch(caller, "signIn.anonymous", "{}").status == .ok)
            let settings = try await project().settings
            #expect(!settings.passwordSignIn && settings.emailLinkSignIn && !settings.anonymousSignIn)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let sentence: String
        var mask: String?
        let body: String
        var says: String
        var testDescription: String { sentence }
    }

    @Test(arguments: [
        Refusal(sentence: "a member that is not kept", mask: "quota", body: "{}", says: "quota"),
        Refusal(sentence: "a member that is not there, inside of one", mask: "signIn.foo", body: "{}", says: "signIn.foo"),
        Refusal(
            sentence: "a misspelt member, inside of one that is named", mask: "signIn",
            body: #"{"signIn":{"email":{"enabled":true},"anonymus":{"enabled":true}}}"#, says: "signIn.anonymus.enabled"),
        Refusal(sentence: "what is only shown, named", mask: "signIn.hashConfig", body: "{}", says: "signIn.hashConfig"),
        Refusal(sentence: "two masks", mask: "signIn.anonymous&updateMask=nonsense", body: "{}", says: "stands once"),
        Refusal(sentence: "two masks, one with underscores", mask: "mfa&update_mask=mfa", body: "{}", says: "stands once"),
        Refusal(sentence: "a name with empty levels", mask: ".signIn.", body: "{}", says: "/updateMask"),
        Refusal(sentence: "an empty name", mask: "signIn.anonymous,", body: "{}", says: "/updateMask"),
        Refusal(sentence: "a misspelt member, sent", body: #"{"signIn":{"anon":{"enabled":true}}}"#, says: "signIn.anon.enabled"),
        Refusal(sentence: "a member of a list", mask: "authorizedDomains.first", body: "{}", says: "authorizedDomains.first"),
        Refusal(
            sentence: "too many members, sent",
            body: "{\"mfa\":{" + (0...100).map { "\"m\($0)\":1" }.joined(separator: ",") + "}}", says: "more than 100"),
        Refusal(sentence: "too many names", mask: String(repeating: "mfa,", count: 101), body: "{}", says: "more than 100"),
        Refusal(sentence: "a domain with a scheme", body: #"{"authorizedDomains":["https://x.org"]}"#, says: "is not a host name"),
        Refusal(sentence: "a domain with an empty label", body: #"{"authorizedDomains":["x..org"]}"#, says: "is not a host name"),
        Refusal(sentence: "a domain that begins with a hyphen", body: #"{"authorizedDomains":["-x.org"]}"#, says: "is not a host name"),
        Refusal(sentence: "a domain that ends with a hyphen", body: #"{"authorizedDomains":["xn--"]}"#, says: "is not a host name"),
        Refusal(
            sentence: "a hook in the clear", body: #"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"http://x.org/"}}}}"#,
            says: "in the clear"),
        Refusal(
            sentence: "a hook on the server's own machine",
            body: #"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"http://127.0.0.1:1/"}}}}"#, says: "own machine"),
        Refusal(
            sentence: "a hook we do not have",
            body: #"{"blockingFunctions":{"triggers":{"beforeSendSms":{"functionUri":"https://x.org/"}}}}"#,
            says: "beforeSendSms"),
        Refusal(
            sentence: "a password of five",
            body: #"{"passwordPolicyConfig":{"passwordPolicyVersions":[{"customStrengthOptions":{"minPasswordLength":5}}]}}"#,
            says: "shortest"),
        Refusal(sentence: "another hash", body: #"{"signIn":{"hashConfig":{"rounds":1}}}"#, says: "hashConfig"),
        Refusal(
            sentence: "codes known beforehand", body: #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+491":"1"}}}}"#, says: "testPhone"),
        Refusal(sentence: "no tenants", body: #"{"multiTenant":{"allowTenants":false}}"#, says: "multiTenant"),
        Refusal(sentence: "a wrong type", body: #"{"authorizedDomains":{"a":1}}"#, says: "/authorizedDomains"),
        Refusal(sentence: "no JSON", body: "{", says: "not valid JSON"),
    ])
    func invalidSettingsAreRejectedWithoutChanges(_ refusal: Refusal) async throws {
        try await server.run { caller in
            let before = try await project()
            let reply = try await patch(caller, refusal.mask, refusal.body)
            #expect(reply.status == .badRequest && reply.text.contains(refusal.says), "\(reply.text)")
            #expect(try await project() == before)
        }
    }
}
