import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyEmulator
@testable import LatchkeyProviders
@testable import LatchkeyServer

/// Members, orders and texts of answers that test programs compare as a whole.
@Suite struct EmulatorReplyTests {
    private static func run(
        _ body: @escaping @Sendable (EmulatorCaller, TestServer) async throws -> Void
    ) async throws {
        let server = try await TestServer()
        try await server.run(.emulator) { try await body(EmulatorCaller(caller: $0), server) }
    }

    /// Apps treat an account as new when both times are equal. The clock moves at each reading, as real ones do.
    @Test func theFirstSignInOfAnAccountIsItsCreation() async throws {
        let server = try await TestServer()
        let clock = server.clock
        let parts = ServerParts(
            store: server.store, sealer: server.sealer, authority: Emulation.authority(now: { clock.now }),
            publicAddress: server.publicAddress, transport: server.provider, hashing: HashingPool(width: 2),
            now: {
                clock.advance(bySeconds: 0.01)
                return clock.now
            }, sandbox: true, emulation: Emulation(), targets: CallTargets(allowing: .thisMachine))
        try await server.run(parts) { caller in
            let emulator = EmulatorCaller(caller: caller)
            func link() async throws -> Reply {
                _ = try await emulator.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "link@example.org"])
                return try await emulator.call(
                    "accounts:signInWithEmailLink", ["email": "link@example.org", "oobCode": try await emulator.code("EMAIL_SIGNIN")])
            }
            func phone() async throws -> Reply {
                _ = try await emulator.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
                let sent = try await emulator.listed("verificationCodes").last
                return try await emulator.call(
                    "accounts:signInWithPhoneNumber", ["sessionInfo": sent?["sessionInfo"] as? String, "code": sent?["code"] as? String])
            }
            func password() async throws -> Reply {
                let signUp = try await emulator.signUp()
                guard signUp.message == "EMAIL_EXISTS" else { return signUp }
                return try await emulator.call(
                    "accounts:signInWithPassword", ["email": "ada@example.org", "password": "first password"])
            }
            let ways: [(String, () async throws -> Reply)] = [
                ("password", password), ("link", link), ("phone", phone),
                ("provider", { try await emulator.signIn("github.com", #"{"sub":"1"}"#) }),
                ("custom token", { try await emulator.call("accounts:signInWithCustomToken", ["token": #"{"uid":"custom"}"#]) }),
            ]
            for (name, signIn) in ways {
                let first = try await emulator.account(try await named(signIn()))
                #expect(first["createdAt"] as? String == first["lastLoginAt"] as? String, "\(name): \(first)")
                let second = try await emulator.account(try await named(signIn()))
                let (created, last) = (second["createdAt"] as? String ?? "", second["lastLoginAt"] as? String ?? "")
                #expect(Int(created) ?? 0 < Int(last) ?? 0, "\(name): \(second)")
            }
            /// The response to a custom token has no uid.
            func named(_ reply: Reply) throws -> Reply {
                guard reply["localId"] == nil else { return reply }
                let uid = try #require(reply.claims["user_id"] as? String, "\(reply.text)")
                return Reply(status: reply.status, headers: reply.headers, text: #"{"localId":"\#(uid)"}"#)
            }
        }
    }

    @Test func passwordSignInReturnsNoProfile() async throws {
        try await Self.run { emulator, _ in
            _ = try await emulator.signUp("ada@example.org", ["displayName": "Ada"])
            let ada = try await emulator.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": "first password"])
            #expect(
                ada.json.keys.sorted() == ["email", "expiresIn", "idToken", "kind", "localId", "refreshToken", "registered"], "\(ada.text)")
            #expect(ada.claims["name"] as? String == "Ada")
        }
    }

    @Test func providersStandInTheOrderInWhichTheyWereAdded() async throws {
        try await Self.run { emulator, server in
            func methods(_ email: String) async throws -> [String]? {
                let told = try await emulator.call("accounts:createAuthUri", ["identifier": email, "continueUri": "http://localhost"])
                #expect(told.json["allProviders"] as? [String] == told.json["signinMethods"] as? [String])
                return told.json["signinMethods"] as? [String]
            }
            let ada = try await emulator.signUp()
            let bob = try await emulator.signIn("github.com", #"{"sub":"2","email":"bob@example.org"}"#)
            server.clock.advance(bySeconds: 1)
            let linked = try await emulator.signIn("github.com", #"{"sub":"1","email":"ada@example.org"}"#, ["idToken": ada["idToken"]])
            #expect(linked.status == .ok, "\(linked.text)")
            let changed = try await emulator.call("accounts:update", ["idToken": bob["idToken"], "password": "first password"])
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(try await methods("ada@example.org") == ["password", "github.com"])
            #expect(try await methods("bob@example.org") == ["github.com", "password"])
            let entries = try await emulator.account(ada)["providerUserInfo"] as? [[String: Any]]
            #expect(entries?.compactMap { $0["providerId"] as? String } == ["password", "github.com"])
        }
    }

    @Test func clientsSeeTheFakeHash() async throws {
        try await Self.run { emulator, _ in
            let ada = try await emulator.signUp()
            let users = try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]]).json["users"] as? [[String: Any]]
            let user = try #require(users?.first)
            let salt = try #require(user["salt"] as? String)
            #expect(user["passwordHash"] as? String == "fakeHash:salt=\(salt):password=first password", "\(user)")
            let changed = try await emulator.call("accounts:update", ["idToken": ada["idToken"], "email": "Second@example.org"])
            #expect(changed["newEmail"] == "second@example.org", "\(changed.text)")
            #expect(changed["passwordHash"]?.hasSuffix(":password=first password") == true)
        }
    }

    @Test func secondFactorsOfTwoAccountsMayHaveOneID() async throws {
        try await Self.run { emulator, _ in
            func factors(_ name: String, _ number: String) -> [String: any Sendable] {
                ["enrollments": [["mfaEnrollmentId": "mfaUid1", "phoneInfo": number, "displayName": name]]]
            }
            for (email, number) in [("ada@example.org", "+15555550100"), ("bob@example.org", "+15555550101")] {
                let user = try await emulator.signUp(email)
                let update = try await emulator.inProject(
                    "accounts:update", ["localId": user["localId"], "mfa": factors("first", number)])
                #expect(update.status == .ok, "\(update.text)")
                _ = try await emulator.inProject("accounts:update", ["localId": user["localId"], "mfa": factors("second", number)])
                let kept = try await emulator.account(user)["mfaInfo"] as? [[String: Any]]
                #expect(kept?.map { $0["displayName"] as? String } == ["second"], "the list replaces the one before")
            }
        }
    }

    /// Otherwise the email address would change and the factors would not.
    @Test func factorsAreValidatedBeforeTheUpdate() async throws {
        try await Self.run { emulator, _ in
            let ada = try await emulator.signUp()
            for (factor, refusal) in [
                (["mfaEnrollmentId": "a", "phoneInfo": "none"], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
                (["phoneInfo": "+15555550100"], "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."),
            ] {
                let refused = try await emulator.call(
                    "accounts:update", ["idToken": ada["idToken"], "displayName": "Eve", "mfa": ["enrollments": [factor]]])
                #expect(refused.message == refusal, "\(refused.text)")
            }
            #expect(try await emulator.account(ada)["displayName"] == nil)
        }
    }

    @Test func linkingLeavesClaimsBehind() async throws {
        try await Self.run { emulator, _ in
            let custom = try await emulator.call(
                "accounts:signInWithCustomToken", ["token": #"{"uid":"ada","claims":{"role":"x"}}"#, "returnSecureToken": true])
            #expect(custom.claims["role"] as? String == "x", "\(custom.text)")
            let linked = try await emulator.signUp("ada@example.org", ["idToken": custom["idToken"]])
            #expect(linked["localId"] == "ada" && linked.claims["role"] == nil, "\(linked.text)")
        }
    }

    @Test func pendingSignInOfATenantIsRejectedByTheProject() async throws {
        try await Self.run { emulator, _ in
            let tenant: [String: any Sendable] = ["tenantId": "acme-1", "mfaInfo": [["phoneInfo": "+15555550100"]]]
            _ = try await emulator.signUp("ada@example.org", tenant)
            let pending = try await emulator.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": "first password", "tenantId": "acme-1"])
            let credential = try #require(pending["mfaPendingCredential"], "\(pending.text)")
            let refused = try await emulator.call(
                "accounts/mfaSignIn:start", ["mfaPendingCredential": credential, "mfaEnrollmentId": "any"], version: "v2")
            #expect(refused.message == "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.", "\(refused.text)")
        }
    }

    @Test func aTokenWithoutATenantBelongsToTheTenantOfTheRequest() async throws {
        try await Self.run { emulator, _ in
            let ada = try await emulator.signUp()
            let body: [String: any Sendable] = ["idToken": ada["idToken"], "tenantId": "acme-1"]
            #expect(try await emulator.call("accounts:lookup", body).message == "USER_NOT_FOUND")
            let tenant = try await emulator.signUp("tenant@example.org", ["tenantId": "acme-1"])
            let other: [String: any Sendable] = ["idToken": tenant["idToken"], "tenantId": "acme-2", "displayName": "x"]
            for refused in [
                try await emulator.call("accounts:update", other), try await emulator.owner("v1/accounts:signUp", other),
            ] { #expect(refused.message == "TENANT_ID_MISMATCH", "\(refused.text)") }
        }
    }

    @Test func allAccountsAreListedWithoutALimit() async throws {
        try await Self.run { emulator, _ in
            let users = (0..<501).map { ["localId": "user-\($0)"] }
            for part in [users.prefix(500), users.suffix(1)] {
                _ = try await emulator.inProject("accounts:batchCreate", ["users": Array(part)])
            }
            for body in [[:], ["limit": 0]] as [[String: any Sendable]] {
                let found = try await emulator.inProject("accounts:query", body)
                #expect(found["recordsCount"] == "501", "\(found.text.prefix(200))")
            }
        }
    }

    // MARK: Links

    @Test func administratorsLinksGoOnToApps() async throws {
        try await Self.run { emulator, _ in
            _ = try await emulator.signUp()
            let sent = try await emulator.inProject(
                "accounts:sendOobCode",
                ["requestType": "PASSWORD_RESET", "email": "ada@example.org", "returnOobLink": true, "continueUrl": "myapp://done"])
            let link = try #require(sent["oobLink"], "\(sent.text)")
            #expect(link.contains("/emulator/action?mode=resetPassword&lang=en&oobCode="), "\(link)")
            #expect(link.hasSuffix("&apiKey=fake-api-key&continueUrl=myapp%3A%2F%2Fdone"), "\(link)")
        }
    }

    @Test func aLinkToSignInGoesOnToAnAppWithAllItsParameters() async throws {
        try await Self.run { emulator, _ in
            func open(_ url: String) async throws -> Reply {
                let target = url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                return try await emulator.caller.send(
                    .get, "/emulator/action?mode=signIn&lang=en&oobCode=x&apiKey=fake-api-key&more=1&continueUrl=" + target)
            }
            let app = try await open("myapp://done?mine=2&mode=theirs")
            #expect(app.status == .seeOther, "\(app.text)")
            #expect(app.headers[.location] == "myapp://done?mine=2&mode=signIn&lang=en&oobCode=x&apiKey=fake-api-key&more=1")
            for script in ["javascript:alert(1)", "data:text/html,x", "done"] {
                #expect(try await open(script).status == .badRequest, "\(script)")
            }
        }
    }

    @Test func resetLinkExplainsThePasswordParameter() async throws {
        try await Self.run { emulator, _ in
            _ = try await emulator.signUp()
            _ = try await emulator.call("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.org"])
            let code = try #require(try await emulator.code("PASSWORD_RESET"))
            let path = "/emulator/action?mode=resetPassword&lang=en&oobCode=\(code)&apiKey=fake-api-key"
            for (query, instructions) in [
                ("", "To reset the password for ada@example.org, send an HTTP GET request to the following URL."),
                ("&newPassword=NEW_PASSWORD_HERE", "The string 'NEW_PASSWORD_HERE' is just a placeholder."),
            ] {
                let told = try await emulator.caller.send(.get, path + query)
                let verdict = try #require(told.json["authEmulator"] as? [String: Any], "\(told.text)")
                #expect(verdict["instructions"] as? String == instructions)
                #expect((verdict["urlTemplate"] as? String)?.hasSuffix(path + "&newPassword=NEW_PASSWORD_HERE") == true, "\(verdict)")
            }
        }
    }

    @Test func anEmptyConfigurationResetsIt() async throws {
        try await Self.run { emulator, _ in
            func patch(_ body: String) async throws -> [String: Any] {
                try await emulator.caller.send(
                    .patch, "/emulator/v1/projects/\(EmulatorCaller.project)/config", headers: [.contentType: "application/json"],
                    body: body
                ).json
            }
            let set = try await patch(#"{"signIn":{"allowDuplicateEmails":true},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#)
            #expect((set["signIn"] as? [String: Bool])?["allowDuplicateEmails"] == true)
            let reset = try await patch("{}")
            #expect((reset["signIn"] as? [String: Bool])?["allowDuplicateEmails"] == false)
            #expect((reset["emailPrivacyConfig"] as? [String: Bool])?["enableImprovedEmailPrivacy"] == false)
        }
    }
}
