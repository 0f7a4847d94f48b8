import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// The effects and responses of administrators' calls about accounts in an emulator.
@Suite struct EmulatorAccountCallTests {
    @Test func createdAccountHasTheSentFields() async throws {
        try await EmulatorCaller.run { emulator in
            let made = try await emulator.inProject(
                "accounts",
                [
                    "localId": "chosen", "email": "Ada@Example.org", "emailVerified": true, "password": "secret", "displayName": "Ada",
                    "photoUrl": "http://localhost/ada.png", "phoneNumber": "+15555550100", "disabled": true,
                    "mfaInfo": [["phoneInfo": "+15555550101", "displayName": "mine"], ["phoneInfo": "+15555550101"]],
                ])
            #expect(made.status == .ok && made["kind"] == "identitytoolkit#SignupNewUserResponse", "\(made.text)")
            #expect(made["localId"] == "chosen" && made["email"] == "ada@example.org" && made["displayName"] == "Ada")
            #expect(made["idToken"] == nil && made["refreshToken"] == nil, "an administrator gets no tokens")
            let account = try await emulator.account(made)
            #expect(account["emailVerified"] as? Bool == true && account["disabled"] as? Bool == true)
            #expect(account["photoUrl"] as? String == "http://localhost/ada.png")
            #expect(account["phoneNumber"] as? String == "+15555550100")
            #expect((account["passwordHash"] as? String)?.hasSuffix(":password=secret") == true)
            #expect(account["createdAt"] as? String == account["lastLoginAt"] as? String)
            let factors = try #require(account["mfaInfo"] as? [[String: Any]])
            #expect(factors.count == 1 && (factors[0]["mfaEnrollmentId"] as? String)?.count == 28)
        }
    }

    @Test func anIDTokenNamesTheAccountThatCreationChanges() async throws {
        try await EmulatorCaller.run { emulator in
            let anonymous = try await emulator.signUp(nil)
            let body: [String: any Sendable] = ["idToken": anonymous["idToken"], "email": "ada@example.org", "password": "secret"]
            for linked in [try await emulator.inProject("accounts", body), try await emulator.owner("v1/accounts:signUp", body)] {
                // In the second call, the address is already taken.
                if linked.message == "EMAIL_EXISTS" { continue }
                #expect(linked["localId"] == anonymous["localId"] && linked["idToken"] == nil, "\(linked.text)")
            }
            #expect(try await emulator.account(anonymous)["email"] as? String == "ada@example.org")
        }
    }

    @Test func updateReturnsTheChangedFields() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let changed = try await emulator.inProject(
                "accounts:update",
                ["localId": ada["localId"], "email": "Second@Example.org", "password": "another", "createdAt": "1600000000000"])
            #expect(changed["newEmail"] == "second@example.org" && changed["email"] == "second@example.org", "\(changed.text)")
            #expect(changed["passwordHash"]?.hasSuffix(":password=another") == true)
            #expect(changed.firebase["sign_in_provider"] as? String == "password", "a new password is answered with tokens")
            #expect(try await emulator.account(ada)["createdAt"] as? String == "1600000000000")
            let code = try #require(try await emulator.listed("oobCodes").last)
            #expect(code["requestType"] as? String == "RECOVER_EMAIL" && code["email"] as? String == "ada@example.org")
        }
    }

    @Test func updateWithoutChangesKeepsTokens() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            for body: [String: any Sendable] in [
                ["email": "ADA@example.org"], ["email": "", "password": "", "phoneNumber": ""], ["deleteAttribute": [0]],
            ] {
                let same = try await emulator.inProject("accounts:update", body.merging(["localId": ada["localId"]]) { _, new in new })
                #expect(same.status == .ok && same["idToken"] == nil, "\(same.text)")
            }
            #expect(try await emulator.call("accounts:lookup", ["idToken": ada["idToken"]]).status == .ok)
            #expect(try await emulator.listed("oobCodes").isEmpty)
        }
    }

    @Test func factorsWithTheSameNumberAreOne() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let factors: [[String: any Sendable]] = [
                ["mfaEnrollmentId": "a", "phoneInfo": "+15555550100"], ["mfaEnrollmentId": "a", "phoneInfo": "+15555550100"],
                ["phoneInfo": "+15555550100"], ["mfaEnrollmentId": "b", "phoneInfo": "+15555550101"],
            ]
            let changed = try await emulator.inProject(
                "accounts:update", ["localId": ada["localId"], "mfa": ["enrollments": factors]])
            #expect(changed.status == .ok, "\(changed.text)")
            let kept = try await emulator.account(ada)["mfaInfo"] as? [[String: Any]]
            #expect(kept?.compactMap { $0["mfaEnrollmentId"] as? String }.sorted() == ["a", "b"])
            _ = try await emulator.inProject("accounts:update", ["localId": ada["localId"], "mfa": ["enrollments": [String]()]])
            #expect(try await emulator.account(ada)["mfaInfo"] == nil)
        }
    }

    private static let factors: [[String: any Sendable]] = [
        ["mfaEnrollmentId": "a", "phoneInfo": "+15555550100"], ["mfaEnrollmentId": "b", "phoneInfo": "+15555550101"],
    ]

    @Test(arguments: [nil, "t"]) func withdrawnFactorsLeaveAnEmptyList(tenant: String?) async throws {
        try await EmulatorCaller.run { emulator in
            let place = tenant.map { "tenants/\($0)/" } ?? ""
            let ada = try await emulator.signUp("ada@example.org", tenant.map { ["tenantId": $0] } ?? [:])
            _ = try await emulator.inProject(
                place + "accounts:update", ["localId": ada["localId"], "mfa": ["enrollments": Self.factors]])
            for (id, count) in [("a", 1), ("b", 0)] {
                var body: [String: any Sendable] = ["idToken": ada["idToken"], "mfaEnrollmentId": id]
                if let tenant { body["tenantId"] = tenant }
                let withdrawn = try await emulator.call("accounts/mfaEnrollment:withdraw", body, version: "v2")
                #expect(withdrawn["idToken"] != nil, "\(withdrawn.text)")
                // Without the tenant, which the token names.
                let own = try await emulator.call("accounts:lookup", ["idToken": withdrawn["idToken"]])
                let users = try #require(own.json["users"] as? [[String: Any]], "\(own.text)")
                #expect((users.first?["mfaInfo"] as? [Any])?.count == count, "\(own.text)")
                #expect((try await emulator.account(ada, tenant: tenant)["mfaInfo"] as? [Any])?.count == count)
            }
        }
    }

    /// As in Google's emulator, only a withdrawal leaves an empty list.
    @Test func updatesLeaveNoListOfFactors() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            _ = try await emulator.inProject(
                "accounts:update", ["localId": ada["localId"], "mfa": ["enrollments": [Self.factors[0]]]])
            let body: [String: any Sendable] = ["idToken": ada["idToken"], "mfaEnrollmentId": "a"]
            _ = try await emulator.call("accounts/mfaEnrollment:withdraw", body, version: "v2")
            #expect((try await emulator.account(ada)["mfaInfo"] as? [Any])?.isEmpty == true)
            _ = try await emulator.inProject("accounts:update", ["localId": ada["localId"], "mfa": [String: String]()])
            #expect(try await emulator.account(ada)["mfaInfo"] == nil)
        }
    }

    @Test func linkIsReturnedForAnyContinueURL() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            let body: [String: any Sendable] = [
                "requestType": "VERIFY_EMAIL", "returnOobLink": true, "continueUrl": "http://anywhere.example/?a=b",
                "canHandleCodeInApp": true, "iOSAppStoreId": "1", "dynamicLinkDomain": "none.example", "linkDomain": "other.example",
            ]
            for further: [String: any Sendable] in [["email": "ADA@example.org"], ["idToken": ada["idToken"]]] {
                for path in ["v1/projects/\(EmulatorCaller.project)/accounts:sendOobCode", "v1/accounts:sendOobCode"] {
                    let made = try await emulator.owner(path, body.merging(further) { _, new in new })
                    #expect(made["email"] == "ada@example.org" && made["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse")
                    let (code, link) = (try #require(made["oobCode"], "\(made.text)"), try #require(made["oobLink"]))
                    for part in [
                        "/emulator/action?mode=verifyEmail", "lang=en", "oobCode=" + code, "apiKey=fake-api-key", "continueUrl=http",
                    ] {
                        #expect(link.contains(part), "\(part) in \(link)")
                    }
                    #expect(try await emulator.listed("oobCodes").last?["oobLink"] as? String == link)
                }
            }
        }
    }

    @Test func protectedAddressesGetTheResponseOfExistingAccounts() async throws {
        try await EmulatorCaller.run { emulator in
            let privacy: [String: any Sendable] = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
            _ = try await emulator.inProject("config?updateMask=emailPrivacyConfig", privacy, .patch, version: "v2")
            let reply = try await emulator.inProject(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.org", "returnOobLink": true])
            #expect(reply["email"] == "nobody@example.org" && reply["oobLink"] == nil, "\(reply.text)")
            #expect(try await emulator.listed("oobCodes").isEmpty)
        }
    }

    @Test func listsComeInPages() async throws {
        try await EmulatorCaller.run { emulator in
            func page(_ query: String) async throws -> (ids: [String]?, next: String?) {
                let reply = try await emulator.inProject("accounts:batchGet" + query, nil, .get)
                return ((reply.json["users"] as? [[String: Any]])?.compactMap { $0["localId"] as? String }, reply["nextPageToken"])
            }
            let none = try await page("")
            #expect(none.ids == [] && none.next == nil, "no accounts are an empty list")
            let query = try await emulator.inProject("accounts:query", [:])
            #expect(query["recordsCount"] == "0" && (query.json["userInfo"] as? [Any])?.isEmpty == true)
            for id in ["a", "b", "c"] { _ = try await emulator.inProject("accounts", ["localId": id]) }
            let first = try await page("?maxResults=2")
            #expect(first.ids == ["a", "b"] && first.next == "b")
            let second = try await page("?maxResults=1&nextPageToken=b")
            #expect(second.ids == ["c"] && second.next == "c", "a full page has a token although nothing follows")
            let everything = try await page("?maxResults=-1")
            #expect(everything.ids == ["a", "b", "c"] && everything.next == nil)
            #expect(try await page("?maxResults=-9223372036854775808").ids == ["a", "b", "c"])
            #expect(try await page("?maxResults=5000").ids == ["a", "b", "c"])
            #expect(try await page("?maxResults=0").ids == ["a", "b", "c"])
            let descending = try await emulator.owner(
                "v1/projects/\(EmulatorCaller.project):queryAccounts", ["order": "DESC", "sortBy": "USER_ID"])
            #expect((descending.json["userInfo"] as? [[String: Any]])?.compactMap { $0["localId"] as? String } == ["c", "b", "a"])
            let count = try await emulator.inProject("accounts:query", ["returnUserInfo": false])
            #expect(count["recordsCount"] == "3" && count.json["userInfo"] == nil)
            let left = try await emulator.inProject("accounts:batchDelete", ["localIds": ["a", "a", "b", "none"]])
            let errors = try #require(left.json["errors"] as? [[String: Any]])
            #expect(errors.map { $0["index"] as? Int } == [0, 1], "repeated uids count once: \(left.text)")
            #expect(errors.first?["message"] as? String == "NOT_DISABLED : Disable the account before batch deletion.")
            let forced = try await emulator.inProject("accounts:batchDelete", ["localIds": ["a", "b", "c"], "force": true])
            #expect(forced.json.isEmpty, "\(forced.text)")
        }
    }

    @Test(arguments: [
        (["localId": ""], "localId is missing"), (["localId": "x", "email": "none"], "email is invalid"),
        (["localId": "x", "phoneNumber": "5"], "phone number format is invalid"),
        (["localId": "x", "customAttributes": "none"], "Invalid custom claims provided."),
        (["localId": "x", "customAttributes": #"{"sub":1}"#], "Custom claims provided include a reserved claim."),
        (["localId": "x", "tenantId": "t"], "Tenant id in userInfo does not match the tenant id in request."),
        (["localId": "ada"], "localId belongs to an existing account - can not overwrite."),
        (["localId": "x", "email": "ada@example.org"], "((Auth Emulator does not support importing duplicate email: ada@example.org))"),
    ])
    func importReportsErrorsPerUser(_ user: [String: String], _ message: String) async throws {
        try await EmulatorCaller.run { emulator in
            _ = try await emulator.inProject("accounts", ["localId": "ada", "email": "ada@example.org"])
            let good: [String: String] = ["localId": "good", "rawPassword": "abc", "email": "good@example.org"]
            let reply = try await emulator.inProject("accounts:batchCreate", ["users": [good, user], "hashAlgorithm": "HMAC_SHA256"])
            let errors = try #require(reply.json["error"] as? [[String: Any]], "\(reply.text)")
            #expect(errors.map { $0["index"] as? Int } == [1] && errors.first?["message"] as? String == message, "\(reply.text)")
            let entered = try await emulator.call("accounts:signInWithPassword", ["email": "good@example.org", "password": "abc"])
            #expect(entered["localId"] == "good", "short passwords are imported: \(entered.text)")
        }
    }

    @Test func passwordsAreImportedWithoutParametersOfHashes() async throws {
        try await EmulatorCaller.run { emulator in
            let user = ["localId": "ada", "email": "ada@example.org", "rawPassword": "😀😀😀", "salt": "salt"]
            let reply = try await emulator.inProject("accounts:batchCreate", ["users": [user]])
            #expect((reply.json["error"] as? [Any])?.isEmpty == true, "\(reply.text)")
            let entered = try await emulator.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "😀😀😀"])
            #expect(entered["localId"] == "ada", "\(entered.text)")
            #expect(try await emulator.account(entered)["passwordHash"] as? String == "fakeHash:salt=salt:password=😀😀😀")
        }
    }

    /// As in JavaScript, which counts UTF-16 code units.
    @Test(arguments: [("😀😀😀", 200), ("😀😀", 400)]) func lengthsOfPasswordsAreThoseOfJavaScript(_ password: String, _ status: Int)
        async throws
    {
        try await EmulatorCaller.run { emulator in
            let reply = try await emulator.call("accounts:signUp", ["email": "ada@example.org", "password": password])
            #expect(reply.status.code == status, "\(reply.text)")
        }
    }

    @Test func ownersRemoveTheProfileThatTheyLeaveOut() async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp("ada@example.org", ["displayName": "Ada"])
            #expect(try await emulator.account(ada)["displayName"] as? String == "Ada")
            _ = try await emulator.owner("v1/accounts:signUp", ["idToken": ada["idToken"], "photoUrl": "https://example.org/a.png"])
            let account = try await emulator.account(ada)
            #expect(account["displayName"] == nil && account["photoUrl"] as? String == "https://example.org/a.png")
        }
    }

    @Test func addressesOfAnonymousSessionsCannotBeRecovered() async throws {
        try await EmulatorCaller.run { emulator in
            var session = try await emulator.call("accounts:signUp", [:])
            for email in ["alice@example.org", "bob@example.org"] {
                let body: [String: any Sendable] = ["idToken": session["idToken"], "email": email, "returnSecureToken": true]
                session = try await emulator.call("accounts:update", body)
                #expect(session["email"] == email, "\(session.text)")
            }
            #expect(try await emulator.listed("oobCodes").isEmpty)
            #expect(try await emulator.account(session)["initialEmail"] == nil)
        }
    }

    /// The Firebase CLI imports the project's accounts under a tenant with an empty ID.
    @Test func aPathWithAnEmptyTenantIsTheProjects() async throws {
        try await EmulatorCaller.run { emulator in
            let made = try await emulator.inProject("tenants//accounts", ["localId": "ada"])
            #expect(made["localId"] == "ada", "\(made.text)")
            #expect(try await emulator.account(made)["tenantId"] == nil)
            #expect(try await emulator.inProject("tenants//accounts:delete", [:]).message == "MISSING_LOCAL_ID")
            let listed = try await emulator.inProject("tenants//accounts:batchGet", nil, .get)
            #expect((listed.json["users"] as? [Any])?.count == 1, "\(listed.text)")
            let cookie = try await emulator.inProject("tenants/:createSessionCookie", [:])
            #expect(cookie.message == "MISSING_ID_TOKEN", "\(cookie.text)")
        }
    }
}
