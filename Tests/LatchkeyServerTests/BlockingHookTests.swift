// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import JWTKit
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServer
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// What hooks are asked and what their answers do.
@Suite struct BlockingHookTests {
    private static let refusal = "BLOCKING_FUNCTION_ERROR_RESPONSE"
    private static let realm = Realm(project: .standard)
    private let server: TestServer
    private let hook = PlayedHook()

    init() async throws {
        let settings = ProjectSettings(
            phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true, signUpsPerHour: 0, emailLinkSignIn: true,
            hooks: PlayedHook.hooks)
        server = try await TestServer(settings, provider: .withAda())
        server.provider.play { [hook] in hook.reply(to: $0) }
    }

    // MARK: What people do

    private func signUp(_ caller: TestServer.Caller, _ email: String = "ada@example.org") async throws -> Answer {
        try await caller.call("accounts:signUp", ["email": email, "password": "lovelace", "displayName": "Ada"])
    }

    private func signIn(_ caller: TestServer.Caller, _ password: String = "lovelace") async throws -> Answer {
        try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": password])
    }

    private func accounts() async throws -> [Account] {
        try await server.store.read { try $0.accounts(in: Self.realm, after: nil, limit: 99) }
    }

    private func events() async throws -> [AuthEvent] {
        try await server.store.read { try $0.events(of: .standard, subject: nil, limit: 99) }
    }

    private func claims(of token: String?) throws -> [String: ClaimValue] {
        let part = try #require(token).split(separator: ".")[1]
        let bytes = try #require(Base64URL.decode(String(part)))
        return try JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
    }

    // MARK: What is asked

    @Test func aNewcomerIsAskedAboutOnceAtEachMoment() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            #expect(made.status == .ok, "\(made.text)")
            #expect(hook.paths == ["/create", "/sign-in"])
            let uid = ClaimValue.string(try #require(made["localId"]))
            for (question, event) in zip(hook.questions, ["beforeCreate", "beforeSignIn"]) {
                #expect(question["iss"] == .string("https://auth.example.org/default"))
                #expect(question["aud"] == .string("https://hooks.test" + question.path))
                #expect(question["sub"] == uid && question.record["uid"] == uid)
                #expect(question["event_type"] == .string(event))
                #expect(question["sign_in_method"] == .string("password"))
                #expect(question["iat"] == .integer(1_800_000_000) && question["exp"] == .integer(1_800_000_300))
                #expect(question.record["email"] == .string("ada@example.org"))
                #expect(question.record["email_verified"] == .bool(false) && question.record["disabled"] == .bool(false))
                #expect(question.record["display_name"] == .string("Ada"))
                let times = ClaimValue.object([
                    "creation_time": .integer(1_800_000_000_000), "last_sign_in_time": .integer(1_800_000_000_000),
                ])
                #expect(question.record["metadata"] == times)
            }
            #expect(hook.questions[0]["event_id"] != hook.questions[1]["event_id"])
            #expect(try await signIn(caller).status == .ok)
            #expect(hook.paths == ["/create", "/sign-in", "/sign-in"])
        }
    }

    @Test func theQuestionIsSignedByTheServersKeysAndIsNoIDToken() async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: try await caller.send(.get, "/.well-known/jwks.json").text)
            let token = try #require(hook.questions.first?.token)
            let verified = try await keys.verify(token, as: HookClaims.self)
            #expect(verified.aud.value == ["https://hooks.test/create"])
            #expect(try await caller.call("accounts:lookup", ["idToken": token]).error == "INVALID_ID_TOKEN")
        }
    }

    private struct HookClaims: JWTPayload {
        let aud: AudienceClaim
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    @Test func whereNothingCanComeOfItNobodyIsAsked() async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            let asked = hook.paths.count
            #expect(try await signUp(caller).error == "EMAIL_EXISTS")
            #expect(try await signIn(caller, "wrong-one").error == "INVALID_LOGIN_CREDENTIALS")
            let conflict = try await caller.idp(twitterOfAda)
            #expect(conflict.json["needConfirmation"] as? Bool == true)
            #expect(try await caller.idp("access_token=nobody&oauth_token_secret=s&providerId=twitter.com").status == .badRequest)
            #expect(hook.paths.count == asked)
        }
    }

    private let twitterOfAda = "access_token=t-ada&oauth_token_secret=s&providerId=twitter.com"

    /// As with Firebase: no anonymous accounts, no custom tokens; and whoever is signed in already only changes their account.
    @Test func someAreNeverAskedAbout() async throws {
        let key = try ServiceAccountKey.make(name: "back-end", project: server.project.id, at: server.clock.now)
        try await server.store.write { try $0.insert(key.account) }
        try await server.run { caller in
            let anonymous = try await caller.call("accounts:signUp", [:])
            let upgraded = try await caller.call(
                "accounts:signUp", ["idToken": anonymous["idToken"], "email": "bob@example.org", "password": "lovelace"])
            #expect(upgraded.status == .ok)
            let linked = try await caller.idp(twitterOfAda, ["idToken": try #require(upgraded["idToken"])])
            #expect(linked.status == .ok, "\(linked.text)")
            let refreshed = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(linked["refreshToken"] ?? "")"}"#)
            #expect(refreshed.status == .ok)
            #expect(try await caller.call("accounts:update", ["idToken": linked["idToken"], "displayName": "B"]).status == .ok)
            #expect(hook.paths == [])
        }
    }

    @Test func aProvidersPeopleAreAskedAboutWithWhatItSaid() async throws {
        try await server.run { caller in
            let first = try await caller.idp(twitterOfAda)
            #expect(first.status == .ok, "\(first.text)")
            #expect(hook.paths == ["/create", "/sign-in"])
            for question in hook.questions {
                #expect(question["sub"] == .string(first["localId"] ?? ""))
                #expect(question["sign_in_method"] == .string("twitter.com"))
                guard case .string(let profile)? = question["raw_user_info"] else {
                    Issue.record("no profile")
                    continue
                }
                #expect(profile.contains("9007199254740993"))
                guard case .array(let providers)? = question.record["provider_data"], case .object(let entry)? = providers.first else {
                    Issue.record("no provider")
                    continue
                }
                #expect(entry["provider_id"] == .string("twitter.com") && entry["uid"] == .string("9007199254740993"))
                #expect(!question.token.contains("t-ada"), "tokens of providers are not handed on")
                #expect(question["oauth_access_token"] == nil)
            }
            #expect(try await caller.idp(twitterOfAda).status == .ok)
            #expect(try await caller.idp(twitterOfAda, ["autoCreate": false]).status == .ok)
            #expect(hook.paths == ["/create", "/sign-in", "/sign-in", "/sign-in"])
        }
    }

    @Test func aSecondFactorIsShownFirst() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            let id = AccountID(rawValue: try #require(made["localId"]))
            let seed = Array("12345678901234567890".utf8)
            let sealed = try server.sealer.seal(seed, for: SecondFactor.sealingContext(project: .standard, id: "factor"))
            let factor = SecondFactor(
                id: "factor", account: id, realm: Self.realm, means: .totp(sealedSeed: sealed, lastStep: 0), displayName: "Program",
                enrolledAt: server.clock.now)
            try await server.store.write { try $0.insert(factor) }
            hook.answer("/sign-in", #"{"error":{"message":"not you"}}"#, status: 403)
            let first = try await signIn(caller)
            let pending = try #require(first["mfaPendingCredential"])
            #expect(hook.paths.count == 2, "nobody is asked before")
            let code = TOTP(seed: seed).code(at: TOTP.step(at: server.clock.now))
            let body = #"{"mfaPendingCredential":"\#(pending)","totpVerificationInfo":{"verificationCode":"\#(code)"}}"#
            let path = "/v2/accounts/mfaSignIn:finalize?key=\(caller.apiKey)"
            #expect(try await caller.post(path, body).error == Self.refusal)
            #expect(hook.paths.count == 3)
            let question = try #require(hook.questions.last)
            #expect(question["sign_in_second_factor"] == .string("totp"))
            guard case .object(let factors)? = question.record["multi_factor"], case .array(let enrolled)? = factors["enrolled_factors"],
                case .object(let entry)? = enrolled.first
            else {
                Issue.record("no factors")
                return
            }
            #expect(entry["uid"] == .string("factor") && entry["factor_id"] == .string("totp"))
            // Nothing was used up for nothing: the same code opens what the hook now lets pass, and then nothing more.
            hook.answer("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"level":2}}}"#)
            let done = try await caller.post(path, body)
            #expect(try claims(of: done["idToken"])["level"] == .integer(2), "\(done.text)")
            #expect(try await caller.post(path, body).error == "INVALID_MFA_PENDING_CREDENTIAL")
            #expect(hook.paths.count == 4)
        }
    }

    @Test func aTelephonesCodeIsUsedUpOnlyByWhoComesIn() async throws {
        try await server.run { caller in
            hook.answer("/create", #"{"error":{"message":"full"}}"#, status: 403)
            let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+4915112345678"])
            let messages = try await server.store.read { try $0.outboxMessages(of: .standard, limit: 1) }
            let message = try #require(messages.first)
            let code = try #require(try Outbox(sealer: server.sealer).content(of: message).code)
            let wrong = code == "000000" ? "000001" : "000000"
            let session = try #require(sent["sessionInfo"])
            let refused = try await caller.call("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": wrong])
            #expect(refused.error == "INVALID_CODE" && hook.paths == [])
            let right: [String: any Sendable] = ["sessionInfo": session, "code": code]
            #expect(try await caller.call("accounts:signInWithPhoneNumber", right).error == Self.refusal)
            #expect(try await accounts().isEmpty)
            hook.answer("/create", "{}")
            let done = try await caller.call("accounts:signInWithPhoneNumber", right)
            #expect(done.status == .ok && done.json["isNewUser"] as? Bool == true, "\(done.text)")
            #expect(hook.paths == ["/create", "/create", "/sign-in"])
            #expect(hook.questions.last?.record["phone_number"] == .string("+4915112345678"))
            #expect(try await caller.call("accounts:signInWithPhoneNumber", right).error == "INVALID_SESSION_INFO")
        }
    }

    // MARK: What answers do

    @Test func anAnswerChangesTheAccountAndTheSession() async throws {
        hook.answer(
            "/create",
            #"""
            {"userRecord":{"updateMask":"displayName,photoURL,emailVerified, customClaims","displayName":"Countess",
            "photoURL":"https://p.test/1","emailVerified":true,"customClaims":{"role":"editor","level":1},"disabled":true}}
            """#)
        hook.answer(
            "/sign-in",
            #"{"userRecord":{"updateMask":"photoUrl,sessionClaims","photoUrl":null,"sessionClaims":{"level":2,"ip":"x"}}}"#)
        try await server.run { caller in
            let made = try await signUp(caller)
            #expect(made.status == .ok && made["displayName"] == "Countess", "\(made.text)")
            let account = try #require(try await accounts().first)
            #expect(account.displayName == "Countess" && account.emailVerified && account.photoURL == nil)
            #expect(!account.disabled, "what the mask does not name stays")
            #expect(DeveloperClaims.members(of: account.customClaims) == ["role": .string("editor"), "level": .integer(1)])
            #expect(hook.questions[1].record["email_verified"] == .bool(true), "the second hook sees what the first one did")
            #expect(hook.questions[1].record["custom_claims"] == .object(["role": .string("editor"), "level": .integer(1)]))
            for token in [
                made["idToken"],
                try await caller.post(
                    "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(made["refreshToken"] ?? "")"}"#
                )["id_token"],
            ] {
                let said = try claims(of: token)
                #expect(said["role"] == .string("editor") && said["level"] == .integer(2) && said["ip"] == .string("x"))
                #expect(said["email_verified"] == .bool(true) && said["picture"] == nil)
            }
            hook.answer("/sign-in", "{}")
            #expect(try claims(of: try await signIn(caller)["idToken"])["level"] == .integer(1), "a session's claims end with it")
        }
    }

    @Test(arguments: ["/create", "/sign-in"]) func aHookDisables(_ path: String) async throws {
        hook.answer(path, #"{"userRecord":{"updateMask":"disabled","disabled":true}}"#)
        try await server.run { caller in
            #expect(try await signUp(caller).error == "USER_DISABLED")
            let disabled = try await accounts().map(\.disabled)
            #expect(disabled == [true], "and it stays so")
            #expect(hook.paths == (path == "/create" ? ["/create"] : ["/create", "/sign-in"]))
            let id = try #require(try await accounts().first?.id)
            #expect(try await server.store.read { try $0.sessions(of: id, in: Self.realm) }.isEmpty)
            let outcomes = try await events().map(\.outcome)
            #expect(outcomes == [.refused])
            #expect(try await signIn(caller).error == "USER_DISABLED")
        }
    }

    @Test(arguments: ["/create", "/sign-in"]) func aRefusalReachesThePersonAndNothingIsStored(_ path: String) async throws {
        hook.answer(
            path, #"{"error":{"message":"Only \"friends\" : come in.","status":"PERMISSION_DENIED","details":{"a":1}}}"#, status: 403)
        try await server.run { caller in
            let answer = try await signUp(caller)
            #expect(answer.status == .badRequest)
            let message = try #require((answer.json["error"] as? [String: Any])?["message"] as? String)
            let object = try #require(message.split(separator: "HTTP Cloud Function returned an error: ").last)
            let told = try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: [String: String]])
            #expect(told == ["error": ["message": #"Only "friends": come in."#, "status": "PERMISSION_DENIED"]])
            #expect(try await accounts().isEmpty, "not even where the first hook let pass")
            let event = try #require(try await events().first)
            #expect(event.outcome == .refused && event.reason == Self.refusal && event.kind == (path == "/create" ? .signUp : .signIn))
            hook.answer(path, "{}")
            #expect(try await signUp(caller).status == .ok, "the address is free")
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        var status = 200
        var expected = HTTPResponse.Status.badRequest
        var testDescription: String { name }

        static func change(_ mask: String, _ value: String, name: String) -> Row {
            Row(name: name, body: #"{"userRecord":{"updateMask":"\#(mask)","\#(mask)":\#(value)}}"#)
        }
    }

    private static let long = String(repeating: "x", count: 2049)
    static let rows: [Row] = [
        Row(name: "no JSON", body: "hello", expected: .internalServerError),
        Row(name: "nothing", body: "", expected: .internalServerError),
        Row(name: "an array", body: "[]", expected: .internalServerError),
        Row(name: "too much", body: #"{"x":""# + String(repeating: "x", count: 65_536) + #""}"#, expected: .internalServerError),
        Row(name: "very deep", body: String(repeating: "[", count: 60_000), expected: .internalServerError),
        Row(name: "a number that is none", body: #"{"x":1e999}"#, expected: .internalServerError),
        Row(name: "a redirect", body: "{}", status: 302, expected: .internalServerError),
        Row(name: "a page of a proxy", body: "<html>", status: 502, expected: .internalServerError),
        Row(name: "a refusal without a word", body: "{}", status: 403, expected: .internalServerError),
        Row(
            name: "a refusal that is too long", body: #"{"error":{"message":""# + String(repeating: "x", count: 70_000) + #""}}"#,
            status: 403, expected: .internalServerError),
        Row(name: "an exception in the function", body: #"{"error":{"message":"Unhandled","status":"INTERNAL"}}"#, status: 500),
        Row(name: "a record that is no object", body: #"{"userRecord":1}"#),
        Row(name: "no mask", body: #"{"userRecord":{"displayName":"x"}}"#),
        Row(name: "a mask of another type", body: #"{"userRecord":{"updateMask":["displayName"]}}"#),
        .change("email", #""eve@example.org""#, name: "what no hook can change"),
        .change("uid", #""eve""#, name: "the uid"),
        .change("displayName", "1", name: "a name that is no text"),
        .change("displayName", "\"\(String(repeating: "x", count: 257))\"", name: "a name that is too long"),
        .change("photoUrl", "\"\(long)\"", name: "a picture's address that is too long"),
        .change("disabled", "null", name: "disabled by nothing"),
        .change("disabled", #""true""#, name: "disabled by a text"),
        .change("emailVerified", "1", name: "verified by a number"),
        .change("customClaims", "[]", name: "claims that are no object"),
        .change("customClaims", #"{"firebase":{}}"#, name: "a reserved claim"),
        .change("customClaims", #"{"sub":"eve"}"#, name: "another reserved claim"),
        .change("customClaims", #"{"x":"\#(long)"}"#, name: "claims that are too large"),
        .change("sessionClaims", #"{"x":1}"#, name: "claims of a session before there is an account"),
    ]

    @Test(arguments: rows) func aWrongAnswerLetsNobodyIn(_ row: Row) async throws {
        hook.answer("/create", row.body, status: row.status)
        try await server.run { caller in
            let answer = try await signUp(caller)
            #expect(answer.status == row.expected, "\(answer.text)")
            #expect(answer.error == Self.refusal)
            #expect(hook.paths == ["/create"], "nobody is asked twice")
            #expect(try await accounts().isEmpty)
        }
    }

    @Test(arguments: [
        HookRow(name: "a reserved claim", claims: #"{"aud":"x"}"#), HookRow(name: "no object", claims: "7"),
        HookRow(name: "too large", claims: #"{"x":"\#(long)"}"#),
    ])
    func wrongClaimsOfASessionLetNobodyIn(_ row: HookRow) async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            hook.answer("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":\#(row.claims)}}"#)
            let answer = try await signIn(caller)
            #expect(answer.status == .badRequest && answer.error == Self.refusal)
        }
    }

    struct HookRow: Sendable, CustomTestStringConvertible {
        let name: String
        let claims: String
        var testDescription: String { name }
    }

    @Test(arguments: ["{}", #"{"userRecord":null}"#, #"{"userRecord":{"updateMask":""}}"#, #"{"recaptchaActionOverride":"ALLOW"}"#])
    func anAnswerThatChangesNothingLetsPass(_ body: String) async throws {
        hook.answer("/create", body)
        hook.answer("/sign-in", body)
        try await server.run { caller in
            let made = try await signUp(caller)
            #expect(made.status == .ok)
            let stored = try await accounts().first
            #expect(stored?.displayName == "Ada")
        }
    }

    @Test func aLinkInAMailIsAskedAboutAndStaysGoodAfterARefusal() async throws {
        try await server.run { caller in
            _ = try await caller.send("EMAIL_SIGNIN", "ada@example.org", ["continueUrl": "https://app.example.org/"])
            let code = try await server.lastMail(to: "ada@example.org").code
            func use() async throws -> Answer {
                try await caller.call("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": code])
            }
            hook.answer("/create", #"{"error":{"message":"no"}}"#, status: 403)
            #expect(try await use().error == Self.refusal)
            #expect(try await accounts().isEmpty)
            hook.answer("/create", #"{"userRecord":{"updateMask":"displayName","displayName":"The Countess"}}"#)
            let made = try await use()
            #expect(made.status == .ok && made.json["isNewUser"] as? Bool == true, "\(made.text)")
            #expect(hook.paths == ["/create", "/create", "/sign-in"])
            #expect(hook.questions.last?.record["email_verified"] == .bool(true))
            let stored = try #require(try await accounts().first)
            #expect(stored.displayName == "The Countess" && stored.emailVerified && stored.emailLinkSignIn)
        }
    }

    @Test func aPasskeyIsAskedAboutToo() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            var authenticator = ScriptedAuthenticator()
            #expect(try await caller.enrol(made["idToken"], &authenticator).status == .ok)
            hook.answer("/sign-in", #"{"error":{"message":"no"}}"#, status: 403)
            #expect(try await caller.signIn(authenticator).error == Self.refusal)
            hook.answer("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"desk":7}}}"#)
            let entered = try await caller.signIn(authenticator)
            #expect(entered.status == .ok, "\(entered.text)")
            #expect(hook.questions.last?["sign_in_method"] == .string("passkey"))
            let claims = try claims(of: entered["idToken"])
            #expect(claims["desk"] == .integer(7))
        }
    }

    @Test func whatWasKeptForAConflictSurvivesARefusal() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            let id = AccountID(rawValue: try #require(made["localId"]))
            let conflict = try await caller.idp(twitterOfAda)
            let pending = try #require(conflict["pendingToken"])
            // The address changes hands, so that what was kept leads to a new account.
            try await server.store.write { transaction in
                var account = try #require(try transaction.account(id, in: Self.realm))
                account.email = EmailAddress("countess@example.org")
                try transaction.update(account)
            }
            let again: [String: any Sendable] = ["requestUri": "http://localhost", "pendingToken": pending]
            hook.answer("/create", #"{"error":{"message":"no"}}"#, status: 403)
            #expect(try await caller.call("accounts:signInWithIdp", again).error == Self.refusal)
            hook.answer("/create", "{}")
            let done = try await caller.call("accounts:signInWithIdp", again)
            #expect(done.status == .ok && done["localId"] != made["localId"], "\(done.text)")
            #expect(try await caller.call("accounts:signInWithIdp", again).error == "INVALID_PENDING_TOKEN")
        }
    }
}
