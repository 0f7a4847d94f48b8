import Foundation
import HTTPTypes
import JWTKit
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// The events that call hooks, the time of the call, and its payload.
@Suite struct BlockingHookTests: HookedSuite {
    let server: TestServer
    let hook: PlayedHook

    init() async throws {
        (server, hook) = try await Self.start()
    }

    @Test func signUpCallsEachHookOnce() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            #expect(made.status == .ok, "\(made.text)")
            #expect(hook.paths == ["/create", "/sign-in"])
            let uid = ClaimValue.string(try #require(made["localId"]))
            for (request, event) in zip(hook.requests, ["beforeCreate", "beforeSignIn"]) {
                #expect(request["iss"] == .string("https://auth.example.org/default"))
                #expect(request["aud"] == .string("https://hooks.test" + request.path))
                #expect(request["sub"] == uid && request.record["uid"] == uid)
                #expect(request["event_type"] == .string(event))
                #expect(request["sign_in_method"] == .string("password"))
                #expect(request["iat"] == .integer(1_800_000_000) && request["exp"] == .integer(1_800_000_300))
                #expect(request.record["email"] == .string("ada@example.org"))
                #expect(request.record["email_verified"] == .bool(false) && request.record["disabled"] == .bool(false))
                #expect(request.record["display_name"] == .string("Ada"))
                let times = ClaimValue.object([
                    "creation_time": .integer(1_800_000_000_000), "last_sign_in_time": .integer(1_800_000_000_000),
                ])
                #expect(request.record["metadata"] == times)
            }
            #expect(hook.requests[0]["event_id"] != hook.requests[1]["event_id"])
            #expect(try await signIn(caller).status == .ok)
            #expect(hook.paths == ["/create", "/sign-in", "/sign-in"])
        }
    }

    @Test func hookRequestIsSignedAndIsNoIDToken() async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: try await caller.send(.get, "/.well-known/jwks.json").text)
            let token = try #require(hook.requests.first?.token)
            let verified = try await keys.verify(token, as: HookClaims.self)
            #expect(verified.aud.value == ["https://hooks.test/create"])
            #expect(try await caller.call("accounts:lookup", ["idToken": token]).error == "INVALID_ID_TOKEN")
        }
    }

    private struct HookClaims: JWTPayload {
        let aud: AudienceClaim
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    @Test func failedRequestsCallNoHook() async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            let received = hook.paths.count
            #expect(try await signUp(caller).error == "EMAIL_EXISTS")
            #expect(try await signIn(caller, "wrong-one").error == "INVALID_LOGIN_CREDENTIALS")
            let conflict = try await caller.idp(Self.twitterOfAda)
            #expect(conflict.json["needConfirmation"] as? Bool == true)
            #expect(try await caller.idp("access_token=nobody&oauth_token_secret=s&providerId=twitter.com").status == .badRequest)
            #expect(hook.paths.count == received)
        }
    }

    /// No hook for anonymous accounts and custom tokens, or when a signed-in user only changes an account.
    @Test func anonymousCustomTokenAndUpdateCallsUseNoHook() async throws {
        try await server.run { caller in
            let anonymous = try await caller.call("accounts:signUp", [:])
            #expect(anonymous.status == .ok && hook.paths == [])
            let named = try await caller.call("accounts:update", ["idToken": anonymous["idToken"], "displayName": "B"])
            #expect(named.status == .ok && hook.paths == [], "a name is no credential")
            let made = try await signUp(caller, "bob@example.org")
            let received = hook.paths.count
            let linked = try await caller.idp(Self.twitterOfAda, ["idToken": try #require(made["idToken"])])
            #expect(linked.status == .ok, "\(linked.text)")
            let refreshed = try await caller.post(
                "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(linked["refreshToken"] ?? "")"}"#)
            #expect(refreshed.status == .ok)
            #expect(try await caller.call("accounts:update", ["idToken": linked["idToken"], "displayName": "B"]).status == .ok)
            #expect(hook.paths.count == received)
        }
    }

    @Test func hookReceivesTheProvidersProfile() async throws {
        try await server.run { caller in
            let first = try await caller.idp(Self.twitterOfAda)
            #expect(first.status == .ok, "\(first.text)")
            #expect(hook.paths == ["/create", "/sign-in"])
            for request in hook.requests {
                #expect(request["sub"] == .string(first["localId"] ?? ""))
                #expect(request["sign_in_method"] == .string("twitter.com"))
                guard case .string(let profile)? = request["raw_user_info"] else {
                    Issue.record("no profile")
                    continue
                }
                #expect(profile.contains("9007199254740993"))
                guard case .array(let providers)? = request.record["provider_data"], case .object(let entry)? = providers.first else {
                    Issue.record("no provider")
                    continue
                }
                #expect(entry["provider_id"] == .string("twitter.com") && entry["uid"] == .string("9007199254740993"))
                #expect(!request.token.contains("t-ada"), "tokens of providers are not handed on unless the operator says so")
                #expect(request["oauth_access_token"] == nil)
            }
            #expect(try await caller.idp(Self.twitterOfAda).status == .ok)
            #expect(try await caller.idp(Self.twitterOfAda, ["autoCreate": false]).status == .ok)
            #expect(hook.paths == ["/create", "/sign-in", "/sign-in", "/sign-in"])
        }
    }

    @Test func providerTokensAreForwardedAsConfigured() async throws {
        let token = try await server.administratorToken()
        try await server.run { caller in
            let path = "/identitytoolkit.googleapis.com/v2/projects/default/config"
            let mask = "?updateMask=blockingFunctions.forwardInboundCredentials"
            let forwarding: [String: any Sendable] = ["accessToken": true]
            let set = try await caller.administer(
                .patch, path + mask, ["blockingFunctions": ["forwardInboundCredentials": forwarding]], token: token)
            let shown = (set.json["blockingFunctions"] as? [String: Any])?["forwardInboundCredentials"] as? [String: Bool]
            #expect(shown == ["accessToken": true], "\(set.text)")
            #expect(try await caller.idp(Self.twitterOfAda).status == .ok)
            #expect(hook.paths == ["/create", "/sign-in"])
            for request in hook.requests {
                #expect(request["oauth_access_token"] == .string("t-ada") && request["oauth_token_secret"] == .string("s"))
                #expect(request["oauth_id_token"] == nil)
            }
            // Other sign-ins have no provider token.
            _ = try await signUp(caller, "bob@example.org")
            #expect(hook.requests.last?["oauth_access_token"] == nil)
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
            hook.respond("/sign-in", #"{"error":{"message":"not you"}}"#, status: 403)
            let first = try await signIn(caller)
            let pending = try #require(first["mfaPendingCredential"])
            #expect(hook.paths.count == 2, "nobody is asked before")
            let code = TOTP(seed: seed).code(at: TOTP.step(at: server.clock.now))
            let body = #"{"mfaPendingCredential":"\#(pending)","totpVerificationInfo":{"verificationCode":"\#(code)"}}"#
            let path = "/v2/accounts/mfaSignIn:finalize?key=\(caller.apiKey)"
            #expect(try await caller.post(path, body).error == Self.refusal)
            #expect(hook.paths.count == 3)
            let request = try #require(hook.requests.last)
            #expect(request["sign_in_second_factor"] == .string("totp"))
            guard case .object(let factors)? = request.record["multi_factor"], case .array(let enrolled)? = factors["enrolled_factors"],
                case .object(let entry)? = enrolled.first
            else {
                Issue.record("no factors")
                return
            }
            #expect(entry["uid"] == .string("factor") && entry["factor_id"] == .string("totp"))
            // The refusal used nothing up: the same code works once the hook allows the sign-in, and only once.
            hook.respond("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"level":2}}}"#)
            let done = try await caller.post(path, body)
            #expect(try claims(of: done["idToken"])["level"] == .integer(2), "\(done.text)")
            #expect(try await caller.post(path, body).error == "INVALID_MFA_PENDING_CREDENTIAL")
            #expect(hook.paths.count == 4)
        }
    }

    @Test func phoneCodeIsConsumedBySuccessfulSignInsOnly() async throws {
        try await server.run { caller in
            hook.respond("/create", #"{"error":{"message":"full"}}"#, status: 403)
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
            hook.respond("/create", "{}")
            let done = try await caller.call("accounts:signInWithPhoneNumber", right)
            #expect(done.status == .ok && done.json["isNewUser"] as? Bool == true, "\(done.text)")
            #expect(hook.paths == ["/create", "/create", "/sign-in"])
            #expect(hook.requests.last?.record["phone_number"] == .string("+4915112345678"))
            #expect(try await caller.call("accounts:signInWithPhoneNumber", right).error == "INVALID_SESSION_INFO")
        }
    }

    @Test func emailLinkStaysValidAfterAHookRefusal() async throws {
        try await server.run { caller in
            _ = try await caller.send("EMAIL_SIGNIN", "ada@example.org", ["continueUrl": "https://app.example.org/"])
            let code = try await server.lastMail(to: "ada@example.org").code
            func use() async throws -> Reply {
                try await caller.call("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": code])
            }
            hook.respond("/create", #"{"error":{"message":"no"}}"#, status: 403)
            #expect(try await use().error == Self.refusal)
            #expect(try await accounts().isEmpty)
            hook.respond("/create", #"{"userRecord":{"updateMask":"displayName","displayName":"The Countess"}}"#)
            let made = try await use()
            #expect(made.status == .ok && made.json["isNewUser"] as? Bool == true, "\(made.text)")
            #expect(hook.paths == ["/create", "/create", "/sign-in"])
            #expect(hook.requests.last?.record["email_verified"] == .bool(true))
            let stored = try #require(try await accounts().first)
            #expect(stored.displayName == "The Countess" && stored.emailVerified && stored.emailLinkSignIn)
            #expect(hook.requests.allSatisfy { $0["sign_in_method"] == .string("emailLink") })
        }
    }

    @Test func passkeySignInCallsTheHook() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            var authenticator = ScriptedAuthenticator()
            #expect(try await caller.enrol(made["idToken"], &authenticator).status == .ok)
            hook.respond("/sign-in", #"{"error":{"message":"no"}}"#, status: 403)
            #expect(try await caller.signIn(authenticator).error == Self.refusal)
            hook.respond("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"desk":7}}}"#)
            let entered = try await caller.signIn(authenticator)
            #expect(entered.status == .ok, "\(entered.text)")
            #expect(hook.requests.last?["sign_in_method"] == .string("passkey"))
            let claims = try claims(of: entered["idToken"])
            #expect(claims["desk"] == .integer(7))
        }
    }

    @Test func pendingCredentialSurvivesAHookRefusal() async throws {
        try await server.run { caller in
            let made = try await signUp(caller)
            let id = AccountID(rawValue: try #require(made["localId"]))
            let conflict = try await caller.idp(Self.twitterOfAda)
            let pending = try #require(conflict["pendingToken"])
            // The address moves to another account, so that the pending credential leads to a new account.
            try await server.store.write { transaction in
                var account = try #require(try transaction.account(id, in: Self.realm))
                account.email = EmailAddress("countess@example.org")
                try transaction.update(account)
            }
            let again: [String: any Sendable] = ["requestUri": "http://localhost", "pendingToken": pending]
            hook.respond("/create", #"{"error":{"message":"no"}}"#, status: 403)
            #expect(try await caller.call("accounts:signInWithIdp", again).error == Self.refusal)
            hook.respond("/create", "{}")
            let done = try await caller.call("accounts:signInWithIdp", again)
            #expect(done.status == .ok && done["localId"] != made["localId"], "\(done.text)")
            #expect(try await caller.call("accounts:signInWithIdp", again).error == "INVALID_PENDING_TOKEN")
        }
    }
}
