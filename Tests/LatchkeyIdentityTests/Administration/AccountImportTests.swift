import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AccountImportTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func user(_ id: String?, _ edit: (inout ImportedAccount) -> Void = { _ in }) -> ImportedAccount {
        var user = ImportedAccount()
        user.id = id
        edit(&user)
        return user
    }

    private func identity(_ rawID: String?, of provider: String? = "github.com") -> ImportedIdentity {
        var identity = ImportedIdentity()
        identity.provider = provider
        identity.rawID = rawID
        return identity
    }

    private func phone(_ text: String?, id: String? = nil) -> ImportedFactor {
        var factor = ImportedFactor()
        factor.id = id
        factor.phoneNumber = text
        return factor
    }

    private func run(
        _ users: [ImportedAccount], as caller: Caller? = nil, _ edit: (inout AccountImport.Options) -> Void = { _ in }
    ) async throws -> [AccountImport.Row] {
        var options = AccountImport.Options()
        edit(&options)
        return try await fixture.accountImport.run(users, options, by: caller ?? fixture.caller(), actor: "admin")
    }

    /// The outcome of the only account of a page.
    private func outcome(
        _ user: ImportedAccount, _ edit: (inout AccountImport.Options) -> Void = { _ in }
    ) async throws -> AccountImport.Outcome {
        try #require(try await run([user], edit).first?.outcome)
    }

    @Test func aRefusedAccountDoesNotKeepTheOthersOut() async throws {
        let rows = try await run([
            user("a") { $0.email = "a@example.org" }, user("b") { $0.email = "no address" }, user(nil),
            user("d") { $0.email = "A@EXAMPLE.ORG" }, user("e"),
        ])
        #expect(
            rows.map(\.outcome) == [
                .created, .refused("email is invalid"), .refused("localId is missing"),
                .refused("email exists in other account in database"), .created,
            ])
        #expect(try await fixture.accountCount() == 2)
        let event = try #require(try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 1) }.first)
        #expect(event.kind == .importAccounts)
        #expect(event.reason == "created 2, replaced 0")
    }

    /// Each row has one error.
    @Test(arguments: [
        "uid", "dots", "console", "tenant", "phone", "claims", "reserved claim", "large claims", "no raw id", "long raw id",
        "two of one provider",
        "long name", "hash without parameters", "long hash", "problem",
    ])
    func anInvalidAccountIsRefusedWithItsReason(_ fault: String) async throws {
        let given = user("ada") { user in
            switch fault {
            case "uid": user.id = String(repeating: "x", count: 129)
            case "dots": user.id = ".."
            case "console": user.id = "console/ada"
            case "tenant": user.tenant = "tenant-b"
            case "phone": user.phoneNumber = "555"
            case "claims": user.customClaims = "[]"
            case "reserved claim": user.customClaims = #"{"sub":"x"}"#
            case "large claims": user.customClaims = #"{"a":""# + String(repeating: "x", count: 993) + #""}"#
            case "no raw id": user.identities = [identity(nil)]
            case "long raw id": user.identities = [identity(String(repeating: "1", count: 1025))]
            case "two of one provider": user.identities = [identity("1"), identity("2")]
            case "long name": user.displayName = String(repeating: "x", count: 257)
            case "hash without parameters": user.passwordHash = [1]
            case "long hash": user.passwordHash = Array(repeating: 1, count: 1025)
            default: user.problem = "createdAt is not a number"
            }
        }
        let expected = [
            "dots": "localId " + AccountID.chosenForm, "uid": "localId " + AccountID.chosenForm,
            "console": "localId " + AccountID.chosenForm,
            "tenant": "Tenant id in userInfo does not match the tenant id in request.", "phone": "phone number format is invalid",
            "claims": "Invalid custom claims provided.", "reserved claim": "Custom claims provided include a reserved claim.",
            "large claims": "Custom claims provided are too large.", "no raw id": "federatedId or (providerId & rawId) is required",
            "long raw id": "rawId is longer than 1024 bytes, or providerId than 256",
            "two of one provider": "providerUserInfo names github.com twice", "long name": "displayName is longer than 256 characters",
            "hash without parameters": "passwordHash is of version 0, and the hash parameters of that version were not given",
            "long hash": "passwordHash and salt have at most 1024 bytes", "problem": "createdAt is not a number",
        ]
        #expect(try await outcome(given) == .refused(try #require(expected[fault])))
        #expect(try await fixture.accountCount() == 0)
    }

    @Test(
        arguments: [
            ("email", "email exists in other account in database"), ("phone", "phone number exists in other account in database"),
            ("identity", "raw id exists in other account in database"),
        ])
    func aValueOfAnotherAccountIsRefused(_ kind: String, _ expected: String) async throws {
        let make: (String) -> ImportedAccount = { id in
            user(id) { user in
                switch kind {
                case "email": user.email = "ada@example.org"
                case "phone": user.phoneNumber = "+15555550100"
                default: user.identities = [identity("1")]
                }
            }
        }
        #expect(try await outcome(make("first")) == .created)
        #expect(try await outcome(make("second")) == .refused(expected))
        // Another account cannot take the value by replacement either.
        #expect(try await outcome(user("third")) == .created)
        #expect(try await outcome(make("third")) { $0.allowOverwrite = true } == .refused(expected))
    }

    @Test func theSameAccountAgainIsUnchangedAndAnotherOneIsKeptUnlessItMayBeReplaced() async throws {
        let first = user("ada") { $0.email = "ada@example.org" }
        let changed = user("ada") { $0.email = "new@example.org" }
        #expect(try await outcome(first) == .created)
        #expect(try await outcome(first) == .unchanged)
        #expect(try await outcome(changed) == .kept)
        #expect(try await fixture.account("ada").email?.text == "ada@example.org")
        #expect(try await outcome(changed) { $0.allowOverwrite = true } == .replaced)
        #expect(try await fixture.account("ada").email?.text == "new@example.org")
    }

    @Test func aReplacedAccountHasNoSessions() async throws {
        let tokens = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 5)
        let same = user(tokens.account.id.rawValue) { user in
            user.email = "ada@example.org"
            user.displayName = "Ada"
        }
        #expect(try await outcome(same) { $0.allowOverwrite = true } == .replaced)
        #expect(await fixture.endOfSession(tokens) == "TOKEN_EXPIRED")
        #expect(try await fixture.account(tokens.account.id).password == nil, "as in Firebase, an absent password is removed")
    }

    @Test func anImportMayKeepThePasswordsThatItDoesNotContainForTheSameAddressOnly() async throws {
        let ada = try await fixture.newUser()
        let bob = try await fixture.newUser("bob@example.org")
        let rows = try await run([
            user(ada.account.id.rawValue) { user in
                user.email = "ada@example.org"
                user.displayName = "Ada"
            }, user(bob.account.id.rawValue) { $0.email = "new@example.org" },
        ]) { options in
            options.allowOverwrite = true
            options.keepsPasswords = true
        }
        #expect(rows.map(\.outcome) == [.replaced, .replaced])
        #expect(await refusal { try await fixture.signIn() } == nil)
        #expect(try await fixture.account(bob.account.id).password == nil)
    }

    @Test func anAccountThatChangesHandsLosesEveryOtherCredential() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let id = enrolled.tokens.account.id
        try await fixture.store.write { try $0.insert(Passkey.sample(of: id)) }
        #expect(try await outcome(user(id.rawValue) { $0.email = "other@example.org" }) { $0.allowOverwrite = true } == .replaced)
        let (factors, passkeys) = try await fixture.store.read { view in
            (try view.secondFactors(of: id, in: .sample), try view.passkeys(of: id, in: .sample))
        }
        #expect(factors.isEmpty)
        #expect(passkeys.isEmpty)
    }

    @Test func theSameHolderKeepsTheAuthenticatorAppThatNoFileDescribes() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let id = enrolled.tokens.account.id
        let same = user(id.rawValue) { user in
            user.email = "ada@example.org"
            user.emailVerified = true
            user.displayName = "Ada"
        }
        #expect(try await outcome(same) { $0.allowOverwrite = true } == .replaced)
        let factors = try await fixture.store.read { try $0.secondFactors(of: id, in: .sample) }
        #expect(factors.map(\.id) == [enrolled.factor.id])
    }

    // MARK: Passwords

    @Test func aClearPasswordIsHashedAndAWeakOneRefused() async throws {
        let rows = try await run([
            user("a") { user in
                user.email = "ada@example.org"
                user.rawPassword = "correct horse"
            }, user("b") { $0.rawPassword = "12345" },
        ])
        #expect(rows[0].outcome == .created)
        #expect(rows[1].outcome == .refused("WEAK_PASSWORD : Password should be at least 6 characters"))
        #expect(try await fixture.signIn().account.id == "a")
    }

    @Test func aHashThatTheParametersCannotHaveMadeIsAccompaniedByAWarning() async throws {
        let rows = try await run([user("a") { $0.passwordHash = [1, 2, 3] }]) { options in
            options.methods = [0: .own(.firebase)]
        }
        #expect(rows[0].outcome == .created)
        #expect(rows[0].warning?.contains("no password will match it") == true)
    }

    @Test func parametersThatAreGoneRefuseThePage() async throws {
        let code = await refusal {
            try await run([user("a") { $0.passwordHash = [1] }]) { $0.methods = [0: .imported(7)] }
        }
        #expect(code == "INVALID_ARGUMENT")
        #expect(try await fixture.accountCount() == 0)
    }

    // MARK: Second factors

    @Test(
        arguments: [
            (nil, false, "Second factor account requires email to be presented."),
            ("ada@example.org", false, "Second factor account requires email to be verified."), ("ada@example.org", true, nil),
        ] as [(String?, Bool, String?)])
    func aSecondFactorNeedsAVerifiedAddress(_ email: String?, _ verified: Bool, _ expected: String?) async throws {
        let given = user("ada") { user in
            user.email = email
            user.emailVerified = verified
            user.factors = [phone("+15555550100", id: "f")]
        }
        #expect(try await outcome(given) == expected.map(AccountImport.Outcome.refused) ?? .created)
        if expected != nil { #expect(try await outcome(given) { $0.keepsFactorsOfUnproved = true } == .created) }
    }

    @Test func factorsAreFewDifferentAndPhones() async throws {
        func refused(_ factors: [ImportedFactor]) async throws -> AccountImport.Outcome {
            try await outcome(
                user("ada") { user in
                    user.email = "ada@example.org"
                    user.emailVerified = true
                    user.factors = factors
                })
        }
        #expect(
            try await refused([phone("+15555550100", id: "f"), phone("+15555550199", id: "f")]) == .refused("Enrollment id already exists.")
        )
        #expect(try await refused([phone(nil)]) == .refused("Second factor not supported."))
        #expect(try await refused([phone("555")]) == .refused("Phone number format is invalid"))
        #expect(try await refused((0..<6).map { phone("+1555555010\($0)") }) == .refused("mfaInfo has at most 5 entries"))
        #expect(try await refused([phone("+15555550100"), phone("+1 555 555 0100")]) == .created)
        #expect(try await fixture.store.read { try $0.secondFactors(of: "ada", in: .sample) }.count == 1)
    }

    // MARK: Pages

    @Test(
        arguments: [
            ("empty", "MISSING_USER_ACCOUNT"), ("uid twice", "DUPLICATE_LOCAL_ID"), ("email twice", "DUPLICATE_EMAIL"),
            ("identity twice", "DUPLICATE_RAW_ID"), ("too many", "INVALID_ARGUMENT"),
        ])
    func aPageIsRefusedAsAWhole(_ fault: String, _ expected: String) async throws {
        let users: [ImportedAccount] =
            switch fault {
            case "empty": []
            case "uid twice": [user("a"), user("a")]
            case "email twice": [user("a") { $0.email = "a@example.org" }, user("b") { $0.email = "A@example.org" }]
            case "identity twice": [user("a") { $0.identities = [identity("1")] }, user("b") { $0.identities = [identity("1")] }]
            default: (0...1000).map { user("user \($0)") }
            }
        #expect(await refusal { try await run(users) { $0.sanityCheck = true } } == expected)
        #expect(try await fixture.accountCount() == 0)
    }

    @Test func importFailsWhenTheAdministratorLosesAccess() async throws {
        let code = await refusal {
            try await fixture.accountImport.run([user("a")], .init(), by: fixture.caller(), actor: "admin") { _ in
                throw SignInError(.operationNotAllowed)
            }
        }
        #expect(code == "OPERATION_NOT_ALLOWED")
        #expect(try await fixture.accountCount() == 0)
    }

    @Test func anIdentityOfAConfiguredProviderGetsItsOrigin() async throws {
        try await fixture.trust(.github)
        #expect(try await outcome(user("ada") { $0.identities = [identity("1")] }) == .created)
        #expect(try await fixture.enter(.sample("1")).tokens.account.id == "ada")
    }
}

extension Passkey {
    /// A passkey that no authenticator has.
    static func sample(of account: AccountID, id: [UInt8] = [1, 2, 3]) -> Passkey {
        Passkey(
            credentialID: id, realm: .sample, account: account, relyingPartyID: "auth.example.org", publicKey: [1], name: "Laptop",
            createdAt: ManualClock.start)
    }
}
