import Foundation
import HTTPTypes
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

// MARK: Codes in mails

extension IssuedThing {
    /// Changes by the holder that keep the account's email address, without a new password.
    private static let besideAddress: Set<Action> = [.factorAdded, .passkeyRemoved, .phoneReplaced]

    static let codes: [IssuedThing] = [
        IssuedThing(
            "a code to reset the password", survives: besideAddress, codes: [.passwordReset], credentials: [.oneTimeCodes], uses: 8
        ) { stage in
            let code = try await stage.mail("PASSWORD_RESET", ["email": stage.email]).code
            return { stage in
                let reply = try await stage.call("accounts:resetPassword", ["oobCode": code, "newPassword": "a thief's password"])
                return Outcome(reply.status == .ok, reply)
            }
        },
        IssuedThing("a code to reset the password, looked at", survives: besideAddress) { stage in
            let code = try await stage.mail("PASSWORD_RESET", ["email": stage.email]).code
            return { stage in
                let reply = try await stage.call("accounts:resetPassword", ["oobCode": code])
                return Outcome(reply.status == .ok, reply)
            }
        },
        IssuedThing("a link to reset the password that an administrator was given", survives: besideAddress, uses: 8) { stage in
            let body: [String: any Sendable] = ["requestType": "PASSWORD_RESET", "email": stage.email, "returnOobLink": true]
            let code = try #require(try await stage.administer("accounts:sendOobCode", body)["oobCode"])
            return { stage in
                let reply = try await stage.call("accounts:resetPassword", ["oobCode": code, "newPassword": "a thief's password"])
                return Outcome(reply.status == .ok, reply)
            }
        },
        IssuedThing(
            // It confirms the address for the holder and does not sign in.
            "a code that confirms the address", survives: besideAddress.union([.passwordChanged, .passwordReset, .factorReverted]),
            codes: [.verifyEmail], uses: 100
        ) { stage in
            let code = try await stage.mail("VERIFY_EMAIL", ["idToken": stage.idToken]).code
            return { $0.opens(try await $0.call("accounts:update", ["oobCode": code])) }
        },
        IssuedThing(
            // It only removes an address, or has no effect when the address is already gone, so an attacker gains nothing.
            "a code that says that the address's holder did not ask for it", survives: Action.byHolder, codes: [.disownEmail],
            uses: 100
        ) { stage in
            let code = try await stage.mail("VERIFY_EMAIL", ["idToken": stage.idToken]).denyCode
            return { $0.opens(try await $0.call("accounts:update", ["oobCode": code])) }
        },
        IssuedThing("a code that confirms another address", survives: besideAddress, codes: [.verifyAndChangeEmail], uses: 100) { stage in
            let new = "new-" + stage.email
            let code = try await stage.mail("VERIFY_AND_CHANGE_EMAIL", ["idToken": stage.idToken, "newEmail": new], to: new).code
            return { $0.opens(try await $0.call("accounts:update", ["oobCode": code])) }
        },
        IssuedThing("a link that signs in", survives: besideAddress, codes: [.emailSignIn], uses: 100) { stage in
            let email = stage.email
            let code = try await stage.mail("EMAIL_SIGNIN", ["email": email]).code
            return { stage in
                stage.opens(try await stage.call("accounts:signInWithEmailLink", ["email": email, "oobCode": code]))
            }
        },
        IssuedThing(
            // The first holder's way to recover the account: only an administrator, or a recovery that goes back further, may end it.
            "a code that gives the former address back", survives: Action.byHolder, codes: [.recoverEmail], uses: 100
        ) { stage in
            let former = stage.email
            try await stage.changeAddress()
            let code = try await stage.server.lastMail(to: former).code
            return { $0.opens(try await $0.call("accounts:update", ["oobCode": code])) }
        },
        IssuedThing(
            // The holder's response to a factor that an attacker added: the attacker must not be able to end it.
            "a code that withdraws a new second factor", survives: Action.byHolder, codes: [.revertSecondFactor], uses: 100
        ) { stage in
            try await stage.haveTOTP()
            let code = try await stage.lastMail().code
            return { $0.opens(try await $0.call("accounts:update", ["oobCode": code])) }
        },
    ]

    // MARK: Credentials that work until they are removed

    static let lasting: [IssuedThing] = [
        IssuedThing(
            "the password",
            // The account may have another email address now; without one, there is nothing to type.
            survives: Action.byHolder.union(Action.byAdministrator).subtracting([
                .passwordChanged, .passwordReset, .passwordGiven, .addressRemoved, .disowned,
            ]), credentials: [.password]
        ) { stage in
            let password = "lovelace"
            let body: [String: any Sendable] = ["idToken": stage.idToken, "password": password]
            try stage.take(try await stage.done("accounts:update", body))
            return { stage in
                stage.opens(try await stage.call("accounts:signInWithPassword", ["email": stage.email, "password": password]))
            }
        },
        IssuedThing(
            "a passkey", survives: Action.byHolder.union(Action.byAdministrator), credentials: [.passkeys]
        ) { stage in
            var authenticator = stage.authenticator()
            try stage.take(try await stage.enrol(&authenticator))
            let kept = authenticator
            return { stage in
                let start = try await stage.call("accounts/passkeySignIn:start", [:], version: "v2")
                guard let options = start.json["credentialRequestOptions"] as? [String: Any] else { return Outcome(false, start) }
                let assertion = try kept.sign(try #require(options["challenge"] as? String))
                return stage.opens(
                    try await stage.call(
                        "accounts/passkeySignIn:finalize", ["authenticatorAuthenticationResponse": assertion.json], version: "v2"))
            }
        },
        IssuedThing(
            "codes of an authenticator program", survives: Action.byHolder.union(Action.byAdministrator).subtracting([.factorsTaken]),
            credentials: [.secondFactors]
        ) { stage in
            try await stage.haveTOTP()
            return { stage in
                let first = try await stage.firstFactor()
                guard let pending = first["mfaPendingCredential"] else { return Outcome(false, first) }
                let body: [String: any Sendable] = [
                    "mfaPendingCredential": pending, "totpVerificationInfo": ["verificationCode": try stage.nextCode()],
                ]
                return stage.opens(try await stage.call("accounts/mfaSignIn:finalize", body, version: "v2"))
            }
        },
        IssuedThing(
            // Withdrawing a factor removes them, because an attacker who added the factor may have noted them.
            "a recovery code",
            survives: Action.byHolder.union(Action.byAdministrator).subtracting([.factorsTaken, .factorReverted]),
            credentials: [.recoveryCodes]
        ) { stage in
            try await stage.haveTOTP()
            let given = try await stage.done("accounts/mfaRecoveryCodes:renew", ["idToken": stage.idToken], version: "v2")
            let code = try #require((given.json["recoveryCodes"] as? [String])?.first)
            return { stage in
                let first = try await stage.firstFactor()
                guard let pending = first["mfaPendingCredential"] else { return Outcome(false, first) }
                let body: [String: any Sendable] = ["mfaPendingCredential": pending, "recoveryCodeInfo": ["recoveryCode": code]]
                return stage.opens(try await stage.call("accounts/mfaSignIn:finalize", body, version: "v2"))
            }
        },
        IssuedThing(
            // The project's own back end vouches for the user, even if the account has to be created again.
            "a custom token", survives: Set(Action.allCases).subtracting([.disabled, .tenantDeleted, .tenantSwitchedOff])
        ) { stage in
            let token = try TokenForge.custom(uid: stage.uid, tenant: stage.tenant, at: stage.server.clock.now)
            return { $0.opens(try await $0.call("accounts:signInWithCustomToken", ["token": token])) }
        },
    ]
}
