import Foundation
import HTTPTypes
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// Tenants: created by administrators, separate from each other, with their own sign-in methods.
@Suite struct TenantTests {
    private static let tenants = "/v2/projects/default/tenants"
    private let server: TestServer
    private let token: String

    init() async throws {
        server = try await TestServer(ProjectSettings(signUpsPerHour: 0), provider: .withAda())
        token = try await server.administratorToken()
    }

    private func create(
        _ caller: TestServer.Caller, _ name: String = "customer", _ more: [String: any Sendable] = ["allowPasswordSignup": true]
    ) async throws -> (id: String, path: String) {
        let body: [String: any Sendable] = more.merging(["displayName": name]) { first, _ in first }
        let made = try await caller.administer(.post, Self.tenants, body, token: token)
        #expect(made.status == .ok, "\(made.text)")
        let name = try #require(made["name"])
        return (String(name.split(separator: "/").last ?? ""), "/v2/" + name)
    }

    private func signUp(_ caller: TestServer.Caller, _ tenant: String?, _ email: String = "ada@example.org") async throws -> Reply {
        var body: [String: any Sendable] = ["email": email, "password": "lovelace"]
        body["tenantId"] = tenant
        return try await caller.call("accounts:signUp", body)
    }

    private func refresh(_ caller: TestServer.Caller, _ reply: Reply) async throws -> Reply {
        let token = try #require(reply["refreshToken"])
        return try await caller.post(
            "/v1/token?key=\(caller.apiKey)", #"{"grant_type":"refresh_token","refresh_token":"\#(token)"}"#)
    }

    @Test(arguments: [
        ("testPhoneNumbers", #"{"testPhoneNumbers":{"+15555550100":"123456"}}"#),
        ("adjacentIntervals", #"{"mfaConfig":{"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":5}}]}}"#),
    ])
    func aSettingThatCannotBeKeptIsRefused(_ name: String, _ body: String) async throws {
        try await server.run { caller in
            let headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer " + token]
            let refused = try await caller.send(.post, Self.tenants, headers: headers, body: body)
            #expect(refused.status == .badRequest && refused.error == "INVALID_CONFIG" && refused.text.contains(name), "\(refused.text)")
        }
    }

    @Test(arguments: [
        "passwordPolicyConfig", "emailPrivacyConfig", "recaptchaConfig", "smsRegionConfig", "monitoring", "inheritance",
        "allowPasswordSignUp",
    ])
    func aSettingThatTenantsLackIsRefused(_ name: String) async throws {
        try await server.run { caller in
            let refused = try await caller.administer(
                .post, Self.tenants, ["displayName": "customer", name: ["state": "ENFORCE"] as [String: any Sendable]], token: token)
            #expect(refused.status == .badRequest && refused.error == "INVALID_ARGUMENT" && refused.text.contains(name), "\(refused.text)")
        }
    }

    @Test(arguments: ["ENABLED", "DISABLED"])
    func factorStateIsReturned(_ state: String) async throws {
        try await server.run { caller in
            let codes: [String: any Sendable] = ["state": state, "totpProviderConfig": ["adjacentIntervals": 1]]
            let made = try await create(caller, "customer", ["mfaConfig": ["providerConfigs": [codes]] as [String: any Sendable]])
            let shown = try await caller.administer(.get, made.path, token: token)
            let factors = (shown.json["mfaConfig"] as? [String: Any])?["providerConfigs"] as? [[String: Any]]
            #expect(factors?.first?["state"] as? String == state, "\(shown.text)")
        }
    }

    @Test func aTenantIsMadeLookedAtChangedListedAndDeleted() async throws {
        try await server.run { caller in
            let made = try await caller.administer(.post, Self.tenants, ["displayName": "customer"], token: token)
            let name = try #require(made["name"])
            #expect(name.hasPrefix("projects/default/tenants/customer-"))
            #expect(made.json["allowPasswordSignup"] as? Bool == false && made.json["disableAuth"] as? Bool == false, "\(made.text)")
            let path = "/identitytoolkit.googleapis.com/v2/" + name
            let factors: [String: any Sendable] = ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]
            let changed = try await caller.administer(
                .patch, path + "?updateMask=allowPasswordSignup,mfaConfig",
                ["allow_password_signup": true, "displayName": "ignored-here", "mfaConfig": factors], token: token)
            #expect(changed["displayName"] == "customer" && changed.json["allowPasswordSignup"] as? Bool == true, "\(changed.text)")
            let shown = try await caller.administer(.get, path, token: token)
            #expect(shown.text == changed.text)
            #expect((shown.json["mfaConfig"] as? [String: Any])?["state"] as? String == "ENABLED")
            let merged = try await caller.administer(.patch, path, ["displayName": "renamed"], token: token)
            #expect(merged["displayName"] == "renamed" && merged.json["allowPasswordSignup"] as? Bool == true)
            let list = try await caller.administer(.get, Self.tenants + "?pageSize=1", token: token)
            #expect((list.json["tenants"] as? [[String: Any]])?.count == 1)
            let next = try #require(list["nextPageToken"])
            let rest = try await caller.administer(.get, Self.tenants + "?pageSize=1&pageToken=\(next)", token: token)
            #expect(rest.text == "{}")
            #expect(try await caller.administer(.delete, path, token: token).text == "{}")
            let gone = try await caller.administer(.get, path, token: token)
            #expect(gone.status == .notFound && gone.error == "TENANT_NOT_FOUND")
            let written = try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 9) }
            let id = name.split(separator: "/").last ?? ""
            #expect(
                written.filter { $0.kind == .configure }.compactMap(\.reason)
                    == ["deleteTenant", "name", "passwordSignIn smsSecondFactor", "createTenant \(id)"])
            #expect(written.allSatisfy { $0.actor == Administering.actor })
        }
    }

    @Test func oneAddressHasAnAccountInEachTenant() async throws {
        try await server.run { caller in
            let one = try await create(caller).id
            let two = try await create(caller).id
            let accounts = [try await signUp(caller, nil), try await signUp(caller, one), try await signUp(caller, two)]
            #expect(accounts.allSatisfy { $0.status == .ok })
            #expect(Set(accounts.compactMap { $0["localId"] }).count == 3)
            let claims = try Reply.claims(of: accounts[1]["idToken"])
            #expect((claims["firebase"] as? [String: Any])?["tenant"] as? String == one)
            #expect(try await signUp(caller, one).error == "EMAIL_EXISTS")
            let password: [String: any Sendable] = ["email": "ada@example.org", "password": "lovelace", "tenantId": two]
            #expect(try await caller.call("accounts:signInWithPassword", password)["localId"] == accounts[2]["localId"])
            let user = try await caller.call("accounts:lookup", ["idToken": accounts[1]["idToken"]])
            #expect(((user.json["users"] as? [[String: Any]])?.first?["tenantId"] as? String) == one, "\(user.text)")
        }
    }

    @Test func tokenOfOneTenantIsRejectedByAnother() async throws {
        try await server.run { caller in
            let one = try await create(caller).id
            let two = try await create(caller).id
            let ada = try await signUp(caller, one)
            let elsewhere = try await caller.call("accounts:lookup", ["idToken": ada["idToken"], "tenantId": two])
            #expect(elsewhere.error == "TENANT_ID_MISMATCH")
            let plain = try await signUp(caller, nil)
            let inTenant = try await caller.call("accounts:lookup", ["idToken": plain["idToken"], "tenantId": two])
            #expect(inTenant.error == "TENANT_ID_MISMATCH")
            let unknown = try await caller.call("accounts:signUp", ["tenantId": "missing"])
            #expect(unknown.status == .notFound && unknown.error == "TENANT_NOT_FOUND")
        }
    }

    @Test func tenantHasItsOwnSignInMethods() async throws {
        try await server.run { caller in
            let tenant = try await create(caller, "customer", [:])
            #expect(try await signUp(caller, tenant.id).error == "OPERATION_NOT_ALLOWED")
            #expect(try await caller.call("accounts:signUp", ["tenantId": tenant.id]).error == "ADMIN_ONLY_OPERATION")
            let idp = try await caller.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "postBody": "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com",
                    "tenantId": tenant.id,
                ])
            #expect(idp.error == "OPERATION_NOT_ALLOWED", "the project's provider is not the tenant's: \(idp.text)")
            let number = try await caller.call(
                "accounts:sendVerificationCode", ["phoneNumber": "+4915112345678", "tenantId": tenant.id])
            #expect(number.error == "UNSUPPORTED_TENANT_OPERATION")
            _ = try await caller.administer(.patch, tenant.path, ["enableAnonymousUser": true], token: token)
            #expect(try await caller.call("accounts:signUp", ["tenantId": tenant.id]).status == .ok)
            let closed: [String: any Sendable] = ["client": ["permissions": ["disabledUserSignup": true]]]
            _ = try await caller.administer(.patch, tenant.path, closed, token: token)
            #expect(try await caller.call("accounts:signUp", ["tenantId": tenant.id]).error == "ADMIN_ONLY_OPERATION")
        }
    }

    @Test func disabledTenantRefusesSignInsAndTokens() async throws {
        try await server.run { caller in
            let tenant = try await create(caller)
            let ada = try await signUp(caller, tenant.id)
            _ = try await caller.administer(.patch, tenant.path, ["disableAuth": true], token: token)
            #expect(try await signUp(caller, tenant.id, "bob@example.org").error == "PROJECT_DISABLED")
            #expect(try await caller.call("accounts:lookup", ["idToken": ada["idToken"]]).error == "PROJECT_DISABLED")
            #expect(try await refresh(caller, ada).error == "PROJECT_DISABLED")
            let accounts = "/v1/projects/default/tenants/\(tenant.id)/accounts:batchGet"
            let listed = try await caller.administer(.get, accounts, token: token)
            #expect((listed.json["users"] as? [Any])?.count == 1, "administrators still see it: \(listed.text)")
        }
    }

    @Test func deletingATenantDeletesItsData() async throws {
        try await server.run { caller in
            let tenant = try await create(caller)
            let ada = try await signUp(caller, tenant.id)
            let own = try await signUp(caller, nil)
            _ = try await caller.administer(.delete, tenant.path, token: token)
            #expect(try await caller.call("accounts:lookup", ["idToken": ada["idToken"]]).error == "TENANT_NOT_FOUND")
            #expect(try await refresh(caller, ada).error == "TOKEN_EXPIRED")
            #expect(try await caller.call("accounts:lookup", ["idToken": own["idToken"]]).status == .ok)
            let left = try await server.store.read {
                try $0.accounts(in: Realm(project: .standard, tenant: TenantID(rawValue: tenant.id)), after: nil, limit: 9)
            }
            #expect(left.isEmpty)
        }
    }

    @Test func administratorsWorkInsideATenant() async throws {
        try await server.run { caller in
            let tenant = try await create(caller).id
            let accounts = "/v1/projects/default/tenants/\(tenant)/accounts"
            let made = try await caller.administer(.post, accounts, ["localId": "ada", "email": "ada@example.org"], token: token)
            #expect(made["localId"] == "ada", "\(made.text)")
            let received: [String: any Sendable] = ["localId": ["ada"]]
            let outside = try await caller.administer(.post, "/v1/projects/default/accounts:lookup", received, token: token)
            #expect(outside.json["users"] == nil)
            let named: [String: any Sendable] = ["localId": ["ada"], "tenantId": tenant]
            let byBody = try await caller.administer(.post, "/v1/projects/default/accounts:lookup", named, token: token)
            #expect((byBody.json["users"] as? [[String: Any]])?.first?["tenantId"] as? String == tenant, "\(byBody.text)")
            let two = try await create(caller).id
            let mixed: [String: any Sendable] = ["localId": ["ada"], "tenantId": two]
            #expect(try await caller.administer(.post, accounts + ":lookup", mixed, token: token).error == "TENANT_ID_MISMATCH")
            let missing = try await caller.administer(
                .post, "/v1/projects/default/tenants/missing/accounts:lookup", received, token: token)
            #expect(missing.status == .notFound)
            let user = try await signUp(caller, tenant, "bob@example.org")
            let cookie = try await caller.administer(
                .post, "/v1/projects/default/tenants/\(tenant):createSessionCookie", ["idToken": user["idToken"]], token: token)
            #expect(cookie["sessionCookie"] != nil, "\(cookie.text)")
            let foreign = try await caller.administer(
                .post, "/v1/projects/default/tenants/\(two):createSessionCookie", ["idToken": user["idToken"]], token: token)
            #expect(foreign.error == "TENANT_ID_MISMATCH")
        }
    }

    @Test func mailLinksContainTheTenant() async throws {
        try await server.run { caller in
            let tenant = try await create(caller).id
            _ = try await signUp(caller, nil)
            let ada = try await signUp(caller, tenant)
            let received: [String: any Sendable] = ["requestType": "PASSWORD_RESET", "email": "ada@example.org", "tenantId": tenant]
            #expect(try await caller.call("accounts:sendOobCode", received).status == .ok)
            let mail = try await server.lastMail(to: "ada@example.org")
            #expect(mail.parameter("tenantId") == tenant)
            let page = try await caller.send(
                .get, try #require(mail.content.link?.components(separatedBy: "https://auth.example.org").last))
            #expect(page.status == .ok && page.text.contains(#"name="tenantId" value="\#(tenant)""#), "\(page.text)")
            let elsewhere: [String: any Sendable] = ["oobCode": mail.code, "newPassword": "countess"]
            #expect(try await caller.call("accounts:resetPassword", elsewhere).error == "INVALID_OOB_CODE")
            let here = elsewhere.merging(["tenantId": tenant]) { first, _ in first }
            #expect(try await caller.call("accounts:resetPassword", here).status == .ok)
            #expect(try await refresh(caller, ada).error == "TOKEN_EXPIRED")
        }
    }

    @Test func aTenantsTokenGivesNoCodeForAnAccountOfTheProject() async throws {
        try await server.run { caller in
            let tenant = try await create(caller).id
            let victim = try await signUp(caller, nil)
            #expect(victim.status == .ok)
            let thief = try await signUp(caller, tenant)
            let received: [String: any Sendable] = [
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": thief["idToken"], "newEmail": "thief@example.org",
                "returnOobLink": true,
            ]
            let reply = try await caller.administer(.post, "/v1/projects/default/accounts:sendOobCode", received, token: token)
            #expect(reply.error == "TENANT_ID_MISMATCH", "\(reply.text)")
        }
    }

    @Test func aTenantsTokenLinksByTheTenantsProvidersOnly() async throws {
        try await server.run { caller in
            let tenant = try await create(caller).id
            let ada = try await signUp(caller, tenant)
            let linked = try await caller.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "postBody": "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com",
                    "idToken": ada["idToken"],
                ])
            #expect(linked.error == "OPERATION_NOT_ALLOWED", "\(linked.text)")
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let sentence: String
        var method = HTTPRequest.Method.post
        var path = TenantTests.tenants
        var body: [String: any Sendable]?
        let error: String
        var status = HTTPResponse.Status.badRequest
        var testDescription: String { sentence }
    }

    @Test(arguments: [
        Refusal(sentence: "a name that is too short", body: ["displayName": "abc"], error: "INVALID_DISPLAY_NAME"),
        Refusal(sentence: "a name with blanks", body: ["displayName": "two words"], error: "INVALID_DISPLAY_NAME"),
        Refusal(sentence: "a factor we do not have", body: ["mfaConfig": ["enabledProviders": ["FAX"]]], error: "INVALID_CONFIG"),
        Refusal(sentence: "mandatory factors", body: ["mfaConfig": ["state": "MANDATORY"]], error: "INVALID_CONFIG"),
        Refusal(
            sentence: "users that cannot delete their account", body: ["client": ["permissions": ["disabledUserDeletion": true]]],
            error: "INVALID_CONFIG"),
        Refusal(sentence: "a page of nothing", method: .get, path: tenants + "?pageSize=0", error: "INVALID_PAGE_SELECTION"),
        Refusal(sentence: "a page of too much", method: .get, path: tenants + "?pageSize=1001", error: "INVALID_PAGE_SELECTION"),
        Refusal(
            sentence: "a tenant that is not there", method: .delete, path: tenants + "/missing", error: "TENANT_NOT_FOUND",
            status: .notFound),
        Refusal(
            sentence: "a call that hangs where none does", method: .delete, path: tenants + "/x:undelete", error: "TENANT_NOT_FOUND",
            status: .notFound),
        Refusal(
            sentence: "no tenant where one has its place", path: "/v1/projects/default/tenants/:/accounts:lookup", body: [:],
            error: "TENANT_NOT_FOUND", status: .notFound),
        Refusal(
            sentence: "another project", path: "/v2/projects/other/tenants", error: "The caller does not have permission for this project.",
            status: .forbidden),
    ])
    func invalidRequestsAreRejected(_ refusal: Refusal) async throws {
        try await server.run { caller in
            let reply = try await caller.administer(refusal.method, refusal.path, refusal.body, token: token)
            #expect(reply.status == refusal.status && reply.text.contains(refusal.error), "\(reply.text)")
            let stranger = try await caller.administer(refusal.method, refusal.path, refusal.body, token: nil)
            #expect(stranger.status == .unauthorized)
        }
    }

    @Test func updateMaskAcceptsMutableFieldsOnly() async throws {
        try await server.run { caller in
            let tenant = try await create(caller)
            let reply = try await caller.administer(.patch, tenant.path + "?updateMask=hashConfig", ["hashConfig": "x"], token: token)
            #expect(reply.status == .badRequest && reply.text.contains("hashConfig"), "\(reply.text)")
            let reset = try await caller.administer(.patch, tenant.path + "?updateMask=allowPasswordSignup", [:], token: token)
            #expect(reset.json["allowPasswordSignup"] as? Bool == false, "what the mask names and the body has not is reset")
        }
    }
}
