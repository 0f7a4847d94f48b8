import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Something that was issued for an account earlier, and its state after an action.
struct IssuedThing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Actions after which it still opens the account, besides those that are meant to end nothing; the row states the reason.
    let survives: Set<Action>
    /// Kinds of the two closed lists that this row covers.
    var codes: Set<OneTimeCode.Kind> = []
    var credentials: Set<CredentialKind> = []
    /// Whether it exists in a tenant.
    var isInTenants = true
    /// For single-use things: the number of concurrent attempts; 0 for reusable ones.
    var uses = 0
    let issue: @Sendable (Stage) async throws -> Use

    /// Uses it with real requests.
    typealias Use = @Sendable (Stage) async throws -> Outcome

    struct Outcome: Sendable {
        /// Whether it opened the account, or changed it.
        let works: Bool
        let reply: Reply

        init(_ works: Bool, _ reply: Reply) { (self.works, self.reply) = (works, reply) }
    }

    init(
        _ name: String, survives: Set<Action> = [], codes: Set<OneTimeCode.Kind> = [], credentials: Set<CredentialKind> = [],
        isInTenants: Bool = true, uses: Int = 0, _ issue: @escaping @Sendable (Stage) async throws -> Use
    ) {
        (testDescription, self.survives, self.isInTenants, self.issue) = (name, survives, isInTenants, issue)
        (self.codes, self.credentials, self.uses) = (codes, credentials, uses)
    }

    func isExpectedToWork(after action: Action) -> Bool {
        [.nothing, .renamed].contains(action) || survives.contains(action)
    }

    static let all = sessions + waiting + codes + lasting
}

extension Action {
    /// Actions by the holder, or by a reader of the holder's mail, that change how the account is opened; none ends access for good.
    static let byHolder: Set<Action> = [
        .passwordChanged, .passwordReset, .addressChanged, .addressRemoved, .disowned, .factorAdded, .factorReverted, .passkeyRemoved,
        .phoneReplaced,
    ]
    /// Actions by an administrator that end the sessions and keep the sign-in methods.
    static let byAdministrator: Set<Action> = [.disabledForAWhile, .revoked, .passwordGiven, .addressGiven, .factorsTaken]
}

extension Stage {
    /// Whether a response opens the stage's account, up to the second factor if it has one.
    func opens(_ reply: Reply) -> IssuedThing.Outcome {
        let payload = (reply["idToken"] ?? reply["id_token"])?.split(separator: ".").dropFirst().first
        let claims = payload.flatMap { Base64URL.decode(String($0)) }.flatMap { try? JSONSerialization.jsonObject(with: Data($0)) }
        let subject = (claims as? [String: Any])?["sub"] as? String
        let isOurs = (reply["localId"] ?? reply["user_id"] ?? subject) == uid
        return IssuedThing.Outcome(reply.status == .ok && (isOurs || reply["mfaPendingCredential"] != nil), reply)
    }

    func enrol(_ authenticator: inout ScriptedAuthenticator) async throws -> Reply {
        try await finishPasskey(idToken, try await startPasskey(idToken, &authenticator))
    }

    func startPasskey(
        _ idToken: String, _ authenticator: inout ScriptedAuthenticator
    ) async throws -> ScriptedAuthenticator.Registration {
        let start = try await done("accounts/passkeyEnrollment:start", ["idToken": idToken], version: "v2")
        let creation = try start.options("credentialCreationOptions")
        let handle = try #require((creation["user"] as? [String: Any])?["id"] as? String)
        authenticator.userHandle = try #require(Base64URL.decode(handle))
        return authenticator.register(try #require(creation["challenge"] as? String))
    }

    func finishPasskey(_ idToken: String, _ registration: ScriptedAuthenticator.Registration) async throws -> Reply {
        try await call(
            "accounts/passkeyEnrollment:finalize",
            ["idToken": idToken, "authenticatorRegistrationResponse": registration.json], version: "v2")
    }

    func refresh(_ token: String) async throws -> Reply {
        try await caller.post("/v1/token?key=\(caller.apiKey)", #"{"grant_type":"refresh_token","refresh_token":"\#(token)"}"#)
    }
}

// MARK: Parts of a session, which end with it

extension IssuedThing {
    static let sessions: [IssuedThing] = [
        IssuedThing("an ID token, to read the account", credentials: [.sessions]) { stage in
            let token = stage.idToken
            return { stage in
                let reply = try await stage.call("accounts:lookup", ["idToken": token])
                return Outcome(reply.status == .ok, reply)
            }
        },
        IssuedThing("an ID token, to change the account") { stage in
            let token = stage.idToken
            return { $0.opens(try await $0.call("accounts:update", ["idToken": token, "photoUrl": "https://example.org/p"])) }
        },
        IssuedThing("an ID token, as proof of a recent sign-in") { stage in
            let token = stage.idToken
            return { $0.opens(try await $0.call("accounts:update", ["idToken": token, "password": "a thief's password"])) }
        },
        IssuedThing("an ID token, to delete the account") { stage in
            let token = stage.idToken
            return { stage in
                let reply = try await stage.call("accounts:delete", ["idToken": token])
                return Outcome(reply.status == .ok, reply)
            }
        },
        // Databases accept no token of a tenant's session.
        IssuedThing("a token of version 0", isInTenants: false) { stage in
            let secrets = DatabaseSecrets(
                store: stage.server.store, sealer: stage.server.sealer, now: { [clock = stage.server.clock] in clock.now })
            let id = AccountID(rawValue: stage.uid)
            let realm = stage.realm
            let session = try #require(try await stage.server.store.read { try $0.sessions(of: id, in: realm) }.first)
            let (secret, _) = try DatabaseSecret.make(for: .standard, at: stage.server.clock.now, sealer: stage.server.sealer)
            try await stage.server.store.write { transaction in
                try transaction.insert(secret)
                var project = try #require(try transaction.project(.standard))
                project.settings.legacy.routes = true
                try transaction.update(project)
            }
            let token = try await secrets.token(["uid": .string(stage.uid)], for: session).text
            return { stage in
                let reply = try await stage.call("accounts:lookup", ["idToken": stage.idToken])
                return Outcome((try? await secrets.check(token, of: .standard)) != nil, reply)
            }
        },
        IssuedThing("a refresh token") { stage in
            let token = stage.refreshToken
            return { $0.opens(try await $0.refresh(token)) }
        },
        IssuedThing(
            // The back end calls the administrators' API, which includes accounts of a disabled tenant.
            "a session cookie, as a back end checks it with the Admin SDKs' checkRevoked", survives: [.tenantSwitchedOff]
        ) { stage in
            let path = (stage.tenant.map { "/tenants/" + $0 } ?? "") + ":createSessionCookie"
            let made = try await stage.administrator.send(.post, path, ["idToken": stage.idToken])
            let claims = try Reply.claims(of: made["sessionCookie"])
            let signedInAt = try #require(claims["auth_time"] as? Double)
            return { stage in
                let reply = try await stage.caller.administer(
                    .post, "/v1/projects/default" + (stage.tenant.map { "/tenants/" + $0 } ?? "") + "/accounts:lookup",
                    ["localId": [stage.uid]], token: stage.administrator.token)
                guard let user = (reply.json["users"] as? [[String: Any]])?.first, user["disabled"] as? Bool != true else {
                    return Outcome(false, reply)
                }
                return Outcome(signedInAt >= Double(user["validSince"] as? String ?? "0") ?? 0, reply)
            }
        },
        IssuedThing("an ID token that a back end checks so", survives: [.tenantSwitchedOff]) { stage in
            let signedInAt = try #require(try Reply.claims(of: stage.idToken)["auth_time"] as? Double)
            return { stage in
                guard let account = try await stage.account(), !account.disabled else { return Outcome(false, .none) }
                return Outcome(signedInAt >= Double(account.validSince.secondsSince1970), .none)
            }
        },
        IssuedThing("the cookie of the server's own page", isInTenants: false) { stage in
            let token = stage.refreshToken
            return { stage in
                let page = try await stage.caller.send(.get, "/sign-in", headers: [.cookie: "__Host-latchkey_page_session=\(token)"])
                return Outcome(page.text.contains(stage.uid), page)
            }
        },
        IssuedThing("a passkey's challenge, with the token that asked for it", credentials: [.passkeyEnrollments], uses: 100) { stage in
            var authenticator = stage.authenticator()
            let token = stage.idToken
            let registration = try await stage.startPasskey(token, &authenticator)
            return { $0.opens(try await $0.finishPasskey(token, registration)) }
        },
        IssuedThing("a seed that waits for its first code, with the token that asked for it", credentials: [.totpEnrollments], uses: 100) {
            stage in
            let token = stage.idToken
            let started = try await stage.startTOTP(token)
            return { $0.opens(try await $0.finishTOTP(token, started)) }
        },
        IssuedThing("a code to a phone that becomes a second factor, with the token of the request", isInTenants: false, uses: 100) {
            stage in
            let token = stage.idToken
            let number = "+49170" + String(10_000_000 + stage.number)
            // A phone number that signs in cannot be a second factor.
            if try await stage.account()?.phoneNumber != nil { return { _ in Outcome(false, .none) } }
            let started = try await stage.done(
                "accounts/mfaEnrollment:start", ["idToken": token, "phoneEnrollmentInfo": ["phoneNumber": number]], version: "v2")
            let session = try #require((started.json["phoneSessionInfo"] as? [String: Any])?["sessionInfo"] as? String)
            let code = try await stage.lastMessage()
            return { stage in
                stage.opens(
                    try await stage.call(
                        "accounts/mfaEnrollment:finalize",
                        ["idToken": token, "phoneVerificationInfo": ["sessionInfo": session, "code": code]], version: "v2"))
            }
        },
    ]
}

extension Reply {
    /// For uses without a request.
    static let none = Reply(status: .forbidden, headers: [:], text: "nobody was asked")
}
