import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// Tenants and configuration as in Google's emulator.
@Suite struct EmulatorTenantTests {
    @Test func namedTenantIsCreated() async throws {
        try await EmulatorCaller.run { emulator in
            let tenant = try await emulator.inProject("tenants/customers", nil, .get, version: "v2")
            #expect(tenant["tenantId"] == "customers" && tenant["name"] == "projects/demo-latchkey/tenants/customers", "\(tenant.text)")
            #expect(tenant.json["allowPasswordSignup"] as? Bool == true && tenant.json["enableAnonymousUser"] as? Bool == true)
            let ada = try await emulator.signUp("ada@example.org", ["tenantId": "partners"])
            #expect(ada.firebase["tenant"] as? String == "partners", "\(ada.text)")
        }
    }

    @Test func createdTenantHasTheRequestedSettings() async throws {
        try await EmulatorCaller.run { emulator in
            let factor: [String: any Sendable] = ["state": "ENABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]]
            let body: [String: any Sendable] = ["displayName": "T", "allowPasswordSignup": true, "mfaConfig": factor]
            let made = try await emulator.inProject("tenants", body, version: "v2")
            #expect(made["tenantId"]?.isEmpty == false && made["displayName"] == "T", "\(made.text)")
            #expect(made.json["enableAnonymousUser"] as? Bool == false)
            let plain = try await emulator.inProject("tenants", [:], version: "v2")
            let factors = plain.json["mfaConfig"] as? [String: Any]
            #expect(factors?["state"] as? String == "DISABLED" && factors?.count == 2, "\(plain.text)")
            let chosen = try await emulator.inProject("tenants", ["tenantId": "chosen"], version: "v2")
            #expect(chosen["tenantId"] == "chosen")
        }
    }

    @Test func anOwnersCallNamesTheTenantInItsBody() async throws {
        try await EmulatorCaller.run { emulator in
            let inTenant: [String: any Sendable] = ["localId": "same", "displayName": "Tenant's", "tenantId": "customers"]
            let inProject: [String: any Sendable] = ["localId": "same", "displayName": "Project's"]
            for body in [inTenant, inProject] { #expect(try await emulator.owner("v1/accounts:signUp", body).status == .ok) }
            let changed = try await emulator.owner(
                "v1/accounts:update", ["localId": "same", "displayName": "Another", "tenantId": "customers"])
            #expect(try await emulator.account(changed)["displayName"] as? String == "Project's")
            #expect(try await emulator.account(changed, tenant: "customers")["displayName"] as? String == "Another")
        }
    }

    @Test func responsesAndTokensNameTheTenant() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signIn("github.com", #"{"sub":"1"}"#, ["tenantId": "customers"])
            #expect(ada["tenantId"] == "customers" && ada.firebase["tenant"] as? String == "customers", "\(ada.text)")
            let other = try await emulator.call("accounts:lookup", ["idToken": ada["idToken"], "tenantId": "partners"])
            #expect(other.message == "TENANT_ID_MISMATCH")
            _ = try await emulator.inProject("tenants/customers", nil, .delete, version: "v2")
            #expect(try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]]).message == "TENANT_ID_MISMATCH")
        }
    }

    @Test func aTenantsSwitchesComeBeforeMissingMembers() async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.inProject("tenants", ["tenantId": "closed"], version: "v2")
            #expect(
                try await emulator.call("accounts:signInWithPassword", ["tenantId": "closed"]).message == "PASSWORD_LOGIN_DISABLED")
            #expect(
                try await emulator.call("accounts/mfaEnrollment:start", ["tenantId": "closed"], version: "v2").message
                    == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
            #expect(try await emulator.call("accounts:signUp", ["tenantId": "closed"]).message == "ADMIN_ONLY_OPERATION")
            let off: [String: any Sendable] = ["disableAuth": true]
            _ = try await emulator.inProject("tenants/closed?updateMask=disableAuth,unknown.name", off, .patch, version: "v2")
            #expect(try await emulator.call("accounts:signUp", ["tenantId": "closed"]).message == "PROJECT_DISABLED")
        }
    }

    @Test func blockingFunctionsMayBeOnThisMachine() async throws {
        try await EmulatorCaller.run { emulator in
            func set(_ event: String, _ url: String) async throws -> Reply {
                let triggers: [String: any Sendable] = [event: ["functionUri": url]]
                return try await emulator.inProject(
                    "config?updateMask=blockingFunctions,unknown", ["blockingFunctions": ["triggers": triggers]], .patch, version: "v2")
            }
            let set1 = try await set("beforeSignIn", "http://127.0.0.1:5001/demo/us-central1/before")
            #expect(set1.status == .ok, "\(set1.text)")
            #expect(try await set("beforeLunch", "http://127.0.0.1/").message == "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))")
            #expect(
                try await set("beforeCreate", "no address").message
                    == "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))")
        }
    }
}
