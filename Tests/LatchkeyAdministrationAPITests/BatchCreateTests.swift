import Foundation
import HTTPTypes
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import LatchkeyWire
import Testing

@Suite struct BatchCreateTests {
    private let server: TestServer
    private let token: String

    init() async throws {
        let server = try await TestServer()
        let key = try ServiceAccountKey.make(name: "back-end", project: server.project.id, at: server.clock.now)
        let text = "lka_" + RandomTokens.system.token()
        let access = AccessToken(
            id: Fingerprint(of: text), serviceAccount: key.account.email, scopes: [.identityToolkit],
            expiresAt: server.clock.now.addingTimeInterval(90 * 86_400))
        try await server.store.write { transaction in
            try transaction.insert(key.account)
            try transaction.insert(access)
        }
        self.server = server
        token = text
    }

    /// - Returns: The response; its `errors` are the messages by index.
    private func create(
        _ caller: TestServer.Caller, _ users: [[String: any Sendable]], _ more: [String: any Sendable] = [:]
    ) async throws -> Reply {
        var body = more
        body["users"] = users
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await caller.send(
            .post, "/v1/projects/\(server.project.id)/accounts:batchCreate",
            headers: [.authorization: "Bearer \(token)", .contentType: "application/json"], body: text)
    }

    private func errors(_ reply: Reply) -> [Int: String] {
        let list = reply.json["error"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: list.compactMap { entry in
                (entry["message"] as? String).map { (entry["index"] as? Int ?? 0, $0) }
            })
    }

    private func account(_ id: AccountID) async throws -> Account? {
        try await server.store.read { try $0.account(id, in: Realm(project: server.project.id)) }
    }

    @Test func importKeepsAllFields() async throws {
        try await server.run { caller in
            let reply = try await create(
                caller,
                [
                    [
                        "localId": "ada", "email": "Ada@Example.org", "emailVerified": true, "displayName": "Ada",
                        "photoUrl": "https://example.org/ada.png", "phoneNumber": "+4915112345678", "disabled": true,
                        "customAttributes": #"{"role":"admin"}"#, "createdAt": "1500000000123", "lastLoginAt": 1_600_000_000_456,
                        "passwordHash": "AAAAAAAA", "salt": "BBBB",
                        "providerUserInfo": [
                            ["providerId": "github.com", "rawId": "7", "email": "Hub@example.org", "screenName": "ada"],
                            ["providerId": "google.com", "rawId": "8"], ["providerId": "password", "rawId": "x"],
                            ["providerId": "phone"], ["providerId": "yahoo.com", "rawId": "9"],
                        ],
                        "mfaInfo": [["phoneInfo": "+4915112345679", "mfaEnrollmentId": "factor", "displayName": "Mobile"]],
                    ]
                ], ["hashAlgorithm": "MD5", "rounds": 0])
            #expect(reply.status == .ok && errors(reply) == [:], "\(reply.text)")
            #expect(reply["kind"] == "identitytoolkit#UploadAccountResponse")
            let made = try #require(try await account("ada"))
            #expect(made.email?.text == "ada@example.org" && made.emailVerified && made.displayName == "Ada" && made.disabled)
            #expect(made.customClaims == #"{"role":"admin"}"# && made.phoneNumber == "+4915112345678")
            #expect(made.createdAt.millisecondsSince1970 == 1_500_000_000_123)
            #expect(made.lastSignInAt?.millisecondsSince1970 == 1_600_000_000_456)
            #expect(made.password == PasswordHash(hash: [0, 0, 0, 0, 0, 0], salt: [4, 16, 65], method: .imported(1)))
            // A configured GitHub has its own origin, Google has its issuer, and an unknown provider has an origin made from its name.
            #expect(
                made.identities.map(\.key) == [
                    IdentityKey(provider: .github, origin: "https://github.test", rawID: "7"),
                    IdentityKey(provider: .google, origin: "https://accounts.google.com", rawID: "8"),
                    IdentityKey(provider: "yahoo.com", origin: "https://yahoo.com", rawID: "9"),
                ])
            let factors = try await server.store.read { try $0.secondFactors(of: "ada", in: made.realm) }
            #expect(factors.map(\.id) == ["factor"] && factors.first?.phoneNumber?.text == "+4915112345679")
            let events = try await server.store.read { try $0.events(of: server.project.id, subject: nil, limit: 5) }
            #expect(events.map(\.kind) == [.importAccounts, .configure] && events.first?.reason == "created 1, replaced 0")
        }
    }

    @Test func errorsAreReportedPerUser() async throws {
        try await server.run { caller in
            let present = try await create(
                caller,
                [
                    [
                        "localId": "there", "email": "there@example.org", "emailVerified": true, "phoneNumber": "+4915112345678",
                        "providerUserInfo": [["providerId": "github.com", "rawId": "7"]],
                        "mfaInfo": [["phoneInfo": "+4915112345679", "mfaEnrollmentId": "factor"]],
                    ]
                ])
            #expect(errors(present) == [:], "\(present.text)")
            let proved: [String: any Sendable] = ["email": "new@example.org", "emailVerified": true]
            let wrong: [([String: any Sendable], String)] = [
                ([:], "localId is missing"),
                (["localId": ""], "localId is missing"),
                (["localId": "1", "email": "nothing"], "email is invalid"),
                (["localId": "2", "phoneNumber": "5678"], "phone number format is invalid"),
                (["localId": "3", "customAttributes": "[]"], "Invalid custom claims provided."),
                (["localId": "4", "customAttributes": #"{"sub":"x"}"#], "Custom claims provided include a reserved claim."),
                (
                    ["localId": "5", "customAttributes": #"{"a":"\#(String(repeating: "x", count: 1000))"}"#],
                    "Custom claims provided are too large."
                ),
                (["localId": "6", "providerUserInfo": [["providerId": "github.com"]]], "federatedId or (providerId & rawId) is required"),
                (
                    ["localId": "7", "providerUserInfo": [["providerId": "github.com", "rawId": "7"]]],
                    "raw id exists in other account in database"
                ),
                (["localId": "8", "email": "THERE@example.org"], "email exists in other account in database"),
                (["localId": "9", "mfaInfo": [["phoneInfo": "+4915112345670"]]], "Second factor account requires email to be presented."),
                (
                    ["localId": "10", "email": "n@example.org", "mfaInfo": [["phoneInfo": "+4915112345670"]]],
                    "Second factor account requires email to be verified."
                ),
                (
                    proved.merging([
                        "localId": "11",
                        "mfaInfo": [
                            ["phoneInfo": "+4915112345670", "mfaEnrollmentId": "a"],
                            ["phoneInfo": "+4915112345671", "mfaEnrollmentId": "a"],
                        ],
                    ]) { $1 }, "Enrollment id already exists."
                ),
                (proved.merging(["localId": "13", "mfaInfo": [["totpInfo": [String: String]()]]]) { $1 }, "Second factor not supported."),
                (proved.merging(["localId": "14", "mfaInfo": [["phoneInfo": "1234"]]]) { $1 }, "Phone number format is invalid"),
                (["localId": ".."], "localId " + AccountID.chosenForm), (["localId": "a\u{1}"], "localId " + AccountID.chosenForm),
                (["localId": "console/ada"], "localId " + AccountID.chosenForm),
                (["localId": "15", "tenantId": "another"], "Tenant id in userInfo does not match the tenant id in request."),
                (["localId": "there", "email": "b@example.org"], "localId belongs to an existing account - can not overwrite."),
                (["localId": "16", "phoneNumber": "+4915112345678"], "phone number exists in other account in database"),
                (["localId": "17", "passwordHash": "???"], "passwordHash is not Base64"),
                (["localId": "18", "displayName": String(repeating: "x", count: 257)], "displayName is longer than 256 characters"),
                (["localId": "19", "rawPassword": "short"], "WEAK_PASSWORD : Password should be at least 6 characters"),
            ]
            let good: [String: any Sendable] = ["localId": "good", "email": "good@example.org"]
            let reply = try await create(
                caller, wrong.map(\.0) + [good], ["hashAlgorithm": "MD5", "rounds": 0])
            let expected = Dictionary(uniqueKeysWithValues: wrong.enumerated().map { ($0.offset, $0.element.1) })
            #expect(reply.status == .ok && errors(reply) == expected, "\(reply.text)")
            #expect(try await account("good") != nil, "the others do not keep it out")
            for id in ["1", "11"] as [AccountID] { #expect(try await account(id) == nil) }
        }
    }

    @Test func aPageAsAWholeIsRefused() async throws {
        try await server.run { caller in
            let twice: [[String: any Sendable]] = [
                ["localId": "a", "email": "A@example.org"], ["localId": "b", "email": "a@example.org"],
            ]
            let identity: [[String: String]] = [["providerId": "github.com", "rawId": "7"]]
            let linked: [[String: any Sendable]] = [
                ["localId": "a", "providerUserInfo": identity], ["localId": "b", "providerUserInfo": identity],
            ]
            #expect(try await create(caller, []).error == "MISSING_USER_ACCOUNT")
            let email = try await create(caller, twice, ["sanityCheck": true])
            #expect((email.json["error"] as? [String: Any])?["message"] as? String == "DUPLICATE_EMAIL : a@example.org", "\(email.text)")
            let raw = try await create(caller, linked, ["sanityCheck": true])
            #expect(
                (raw.json["error"] as? [String: Any])?["message"] as? String
                    == "DUPLICATE_RAW_ID : Provider id(github.com), Raw id(7)", "\(raw.text)")
            let same = try await create(caller, [["localId": "a"], ["localId": "a"]])
            #expect((same.json["error"] as? [String: Any])?["message"] as? String == "DUPLICATE_LOCAL_ID : a", "\(same.text)")
            #expect(try await account("a") == nil)
            #expect(errors(try await create(caller, twice)) == [1: "email exists in other account in database"])
            let many = (0...1000).map { ["localId": "u\($0)"] as [String: any Sendable] }
            #expect(try await create(caller, many).error == "INVALID_ARGUMENT")
            #expect(try await create(caller, [["localId": "x", "passwordHash": "AAAA"]]).error == "INVALID_ARGUMENT")
            let costly = try await create(
                caller, [["localId": "x", "passwordHash": "AAAA"]], ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 10_000_000])
            #expect(costly.error == "INVALID_ARGUMENT", "\(costly.text)")
        }
    }

    @Test func anImportedPasswordOpensAndIsHashedAnew() async throws {
        let example = try #require(ImportedPasswordTests.examples.first { $0.parameters.contains("HMAC_SHA256") })
        let parameters =
            try #require(
                try JSONSerialization.jsonObject(with: Data(example.parameters.utf8)) as? [String: String]) as [String: any Sendable]
        try await server.run { caller in
            let users: [[String: any Sendable]] = [
                ["localId": "ada", "email": "ada@example.org", "passwordHash": example.hash, "salt": example.salt],
                ["localId": "eve", "email": "eve@example.org", "passwordHash": example.hash, "salt": example.salt],
            ]
            #expect(errors(try await create(caller, users, parameters)) == [:])
            let imported = try #require(try await account("ada")?.password)
            #expect(imported.configuration == 1)
            let wrong = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "wrong"])
            #expect(wrong.error == "INVALID_LOGIN_CREDENTIALS")
            #expect(try await account("ada")?.password == imported, "a wrong password changes nothing")
            for _ in 1...2 {
                let reply = try await caller.call(
                    "accounts:signInWithPassword",
                    ["email": "ada@example.org", "password": ImportedPasswordTests.password.expose()])
                #expect(reply["localId"] == "ada", "\(reply.text)")
                let now = try #require(try await account("ada")?.password)
                #expect(now.configuration == nil && now.hash.count == 64 && now.salt != imported.salt)
            }
            #expect(try await account("eve")?.password == imported)
            // The same parameters again are the same configuration.
            #expect(errors(try await create(caller, [["localId": "bob", "passwordHash": example.hash]], parameters)) == [:])
            #expect(try await account("bob")?.password?.configuration == 1)
            let present = try await server.store.read { try $0.hashConfigurations(of: server.project.id) }
            #expect(present.count == 1)
            let sealed = try #require(present.first)
            let key = try #require(Base64URL.decode("YSBzaWduZXIga2V5IHRoYXQgbm9ib2R5IGd1ZXNzZXM="))
            #expect(try sealed.parameters(server.sealer).signerKey == Secret(key))
            #expect(!sealed.sealedParameters.bytes.indices.contains { sealed.sealedParameters.bytes[$0...].starts(with: key) })
        }
    }

    /// They contain a signer key that is no longer needed.
    @Test func unusedHashParametersAreDeleted() async throws {
        let example = try #require(ImportedPasswordTests.examples.first { $0.parameters.contains("HMAC_SHA256") })
        let parameters = try #require(
            try JSONSerialization.jsonObject(with: Data(example.parameters.utf8)) as? [String: String])
        let (store, project, clock) = (server.store, server.project.id, server.clock)
        @Sendable func kept() async throws -> Int {
            let now = clock.now
            try await store.write { try $0.removeExpired(at: now) }
            return try await store.read { try $0.hashConfigurations(of: project).count }
        }
        try await server.run { caller in
            let users: [[String: any Sendable]] = ["ada", "eve"].map { name in
                ["localId": name, "email": "\(name)@example.org", "passwordHash": example.hash, "salt": example.salt]
            }
            #expect(errors(try await create(caller, users, parameters)) == [:])
            clock.advance(bySeconds: 30 * 86_400)
            #expect(try await kept() == 1, "two users may still come")
            let signedIn = try await caller.call(
                "accounts:signInWithPassword", ["email": "ada@example.org", "password": ImportedPasswordTests.password.expose()])
            #expect(signedIn["localId"] == "ada")
            #expect(try await kept() == 1, "one may")
            _ = try await store.write { try $0.deleteAccount("eve", in: Realm(project: project)) }
            // Parameters that an import is about to use are not removed.
            let again: [[String: any Sendable]] = [["localId": "bob", "email": "bob@example.org"]]
            #expect(errors(try await create(caller, again, parameters)) == [:])
            #expect(try await kept() == 1)
            clock.advance(bySeconds: 86_400)
            #expect(try await kept() == 0)
            let back: [[String: any Sendable]] = [
                ["localId": "eve", "email": "eve@example.org", "passwordHash": example.hash, "salt": example.salt]
            ]
            #expect(errors(try await create(caller, back, parameters)) == [:])
            #expect(try await account("eve")?.password?.configuration == 2, "number 1 refers to the deleted parameters")
            let eve = try await caller.call(
                "accounts:signInWithPassword", ["email": "eve@example.org", "password": ImportedPasswordTests.password.expose()])
            #expect(eve["localId"] == "eve", "\(eve.text)")
        }
    }

    /// The pages of an import use separate transactions, as slowly as the file arrives.
    @Test func longImportKeepsItsParametersUntilTheyExpire() async throws {
        let (store, sealer, project, clock) = (server.store, server.sealer, server.project, server.clock)
        let vault = PasswordVault(pool: HashingPool(width: 1), sealer: sealer)
        let imports = AccountImport(
            store: store, passwords: vault, sealer: sealer, knownProviders: ProviderKind.all, now: { clock.now })
        let prepared = clock.now
        let methods = try await store.write { transaction in
            try [(0, "AAAA"), (1, "BBBB")].map { version, key in
                var parameters = HashParameters(algorithm: .hmacSHA256)
                parameters.signerKey = try Secret(#require(Base64URL.decode(key)))
                return (version, try vault.method(for: parameters, of: project, at: prepared, in: transaction))
            }
        }
        var options = AccountImport.Options()
        options.methods = Dictionary(uniqueKeysWithValues: methods)
        let settled = options
        func page(_ id: String) async throws -> [AccountImport.Row] {
            var user = ImportedAccount()
            user.id = id
            (user.passwordHash, user.salt, user.hashVersion) = ([UInt8](repeating: 1, count: 32), [2], 1)
            return try await imports.run([user], settled, by: LatchkeyIdentity.Caller(project: project), actor: "test")
        }
        func sweep() async throws -> [Int] {
            let now = clock.now
            return try await store.write { transaction in
                try transaction.removeExpired(at: now)
                return try transaction.hashConfigurations(of: project.id).map(\.number)
            }
        }
        // Parameters that no page has used yet are kept for later pages.
        for hour in 0..<3 {
            clock.advance(bySeconds: 20 * 3600)
            #expect(try await sweep() == [1, 2])
            if hour == 0 {
                let rows = try await page("ada")
                #expect(rows.map(\.outcome) == [.created])
                _ = try await store.write { try $0.deleteAccount("ada", in: Realm(project: project.id)) }
            } else {
                var empty = ImportedAccount()
                empty.id = "grace"
                _ = try await imports.run([empty], settled, by: LatchkeyIdentity.Caller(project: project), actor: "test")
            }
        }
        clock.advance(bySeconds: 86_400)
        #expect(try await sweep() == [])
        await #expect(throws: SignInError(.init(rawValue: "INVALID_ARGUMENT"))) { try await page("eve") }
        #expect(try await account("eve") == nil, "no password could match")
    }

    @Test func clearPasswordIsHashedWithTheProjectsParameters() async throws {
        try await server.run { caller in
            let reply = try await create(caller, [["localId": "ada", "email": "ada@example.org", "rawPassword": "secret1"]])
            #expect(errors(reply) == [:], "\(reply.text)")
            #expect(try await account("ada")?.password?.configuration == nil)
            let entered = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret1"])
            #expect(entered["localId"] == "ada")
        }
    }

    @Test func overwritingReplacesTheAccountAndEndsSessions() async throws {
        try await server.run { caller in
            let person = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            let id = try #require(person["localId"])
            let user: [String: any Sendable] = [
                "localId": id, "email": "lovelace@example.org", "createdAt": "1500000000000", "displayName": "Ada",
                "providerUserInfo": [["providerId": "github.com", "rawId": "7"]],
            ]
            let refused = try await create(caller, [user])
            #expect(errors(refused) == [0: "localId belongs to an existing account - can not overwrite."])
            server.clock.advance(bySeconds: 2)
            #expect(errors(try await create(caller, [user], ["allowOverwrite": true])) == [:])
            let after = try #require(try await account(AccountID(rawValue: id)))
            #expect(after.email?.text == "lovelace@example.org" && after.password == nil && after.displayName == "Ada")
            #expect(after.createdAt.millisecondsSince1970 == 1_500_000_000_000 && after.identities.map(\.key.rawID) == ["7"])
            let seen = try await caller.call("accounts:lookup", ["idToken": person["idToken"]])
            #expect(seen.error == "TOKEN_EXPIRED", "\(seen.text)")
            let other = try await create(caller, [["localId": "other", "email": "other@example.org"]])
            #expect(errors(other) == [:])
            let taken = try await create(
                caller, [["localId": "other", "providerUserInfo": [["providerId": "github.com", "rawId": "7"]]]], ["allowOverwrite": true])
            #expect(errors(taken) == [0: "raw id exists in other account in database"])
            #expect(try await account("other")?.email?.text == "other@example.org", "a refusal changes nothing")
            let factor: [[String: String]] = [["phoneInfo": "+4915112345670", "mfaEnrollmentId": "factor"]]
            let proved: [String: any Sendable] = [
                "localId": "third", "email": "third@example.org", "emailVerified": true, "mfaInfo": factor,
            ]
            #expect(errors(try await create(caller, [proved])) == [:])
            let same: [String: any Sendable] = ["localId": "other", "email": "new@example.org", "emailVerified": true, "mfaInfo": factor]
            let enrolled = try await create(caller, [same], ["allowOverwrite": true])
            #expect(errors(enrolled) == [:], "ids of factors are unique within an account only: \(enrolled.text)")
            #expect(try await account("other")?.email?.text == "new@example.org")
            let before = try await account("third")
            server.clock.advance(bySeconds: 60)
            #expect(errors(try await create(caller, [proved], ["allowOverwrite": true])) == [:])
            #expect(try await account("third") == before, "the same again changes nothing")
        }
    }

    @Test func overwritingWithANewOwnerRemovesCredentials() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            var authenticator = ScriptedAuthenticator()
            #expect(try await caller.enrol(ada["idToken"], &authenticator).status == .ok)
            let uid = try #require(ada["localId"])
            let overwrite: [String: any Sendable] = ["allowOverwrite": true]
            let renamed: [String: any Sendable] = ["localId": uid, "email": "ada@example.org", "displayName": "Ada"]
            #expect(errors(try await create(caller, [renamed], overwrite)) == [:])
            #expect(try await caller.signIn(authenticator).status == .ok, "the same person")
            let given: [String: any Sendable] = ["localId": uid, "email": "bob@example.org"]
            #expect(errors(try await create(caller, [given], overwrite)) == [:])
            #expect(try await caller.signIn(authenticator).error == "PASSKEY_CREDENTIAL_NOT_FOUND")
        }
    }

    @Test func rejectedRowLeavesCredentialsUnchanged() async throws {
        try await server.run { caller in
            let ada = try await caller.signUp("ada@example.org")
            var authenticator = ScriptedAuthenticator()
            #expect(try await caller.enrol(ada["idToken"], &authenticator).status == .ok)
            let uid = try #require(ada["localId"])
            let (id, realm) = (AccountID(rawValue: uid), Realm(project: server.project.id))
            let program = SecondFactor(
                id: "program", account: id, realm: realm, means: .totp(sealedSeed: SealedSecret(bytes: [1]), lastStep: 0),
                displayName: nil, enrolledAt: server.clock.now)
            let phone = SecondFactor(
                id: "telephone", account: id, realm: realm, means: .phone(try #require(PhoneNumber("+4915112345679"))), displayName: nil,
                enrolledAt: server.clock.now)
            try await server.store.write { transaction in
                try transaction.insert(program)
                try transaction.insert(phone)
            }
            #expect(
                errors(
                    try await create(
                        caller, [["localId": "bob", "email": "bob@example.org", "phoneNumber": "+4915112345678"]])) == [:])
            let before = try await account(id)
            let sessions = try await server.store.read { try $0.sessions(of: id, in: realm) }
            #expect(!sessions.isEmpty)
            for (taken, message) in [
                (["email": "bob@example.org"], "email exists in other account in database"),
                (["email": "new@example.org", "phoneNumber": "+4915112345678"], "phone number exists in other account in database"),
            ] {
                var user: [String: any Sendable] = ["localId": uid, "emailVerified": true]
                for (name, value) in taken { user[name] = value }
                #expect(errors(try await create(caller, [user], ["allowOverwrite": true])) == [0: message])
                #expect(try await account(id) == before)
                let factors = try await server.store.read { try $0.secondFactors(of: id, in: realm) }
                #expect(Set(factors.map(\.id)) == ["program", "telephone"])
                #expect(try await server.store.read { try $0.sessions(of: id, in: realm) } == sessions)
            }
            #expect(try await caller.signIn(authenticator).status == .ok, "the passkey is there still")
        }
    }

    @Test func projectsOwnHashesNeedNoConfiguration() async throws {
        try await server.run { caller in
            let vault = PasswordVault(pool: HashingPool(width: 1), sealer: server.sealer)
            let own = BatchCreateRequest(try vault.ownParameters(of: server.project))
            let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(own)) as? [String: any Sendable]
            let hash = try await vault.hash("secret1", for: server.project, by: .own)
            let user: [String: any Sendable] = [
                "localId": "ada", "email": "ada@example.org", "passwordHash": Base64URL.encode(hash.hash),
                "salt": Base64URL.encode(hash.salt),
            ]
            #expect(errors(try await create(caller, [user], try #require(json))) == [:])
            #expect(try await account("ada")?.password == hash)
            #expect(try await server.store.read { try $0.hashConfigurations(of: server.project.id) } == [])
        }
    }
}
