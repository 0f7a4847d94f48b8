import Foundation
package import LatchkeySecrets

/// Looks up codes without using them (`accounts:resetPassword` without a password).
package struct OneTimeCodes: Sendable {
    let store: any AccountStore
    let now: WallClock

    package init(store: any AccountStore, now: @escaping WallClock) {
        self.store = store
        self.now = now
    }

    /// Returns the code for a text.
    ///
    /// - Throws: ``SignInError``: `EXPIRED_OOB_CODE`; `INVALID_OOB_CODE` for a code that is unknown, used, or of another project.
    package func check(_ text: Secret<String>, in realm: Realm) async throws -> OneTimeCode {
        let instant = now()
        return try await store.read { try $0.code(text, in: realm, at: instant) }
    }

    /// Returns the second factor that a code withdraws.
    ///
    /// - Throws: ``SignInError`` with `INVALID_OOB_CODE` if the factor no longer exists.
    package func secondFactor(of code: OneTimeCode) async throws -> SecondFactor {
        let factor = try await store.read { view in
            try code.account.flatMap { try view.secondFactors(of: $0, in: code.realm).first { $0.id == code.secondFactor } }
        }
        guard let factor else { throw SignInError(.invalidOOBCode) }
        return factor
    }
}

extension StoreReading {
    /// Returns a code that is valid at a time.
    ///
    /// - Parameter kinds: The accepted kinds; all when `nil`.
    /// - Throws: ``SignInError``: `EXPIRED_OOB_CODE`; `INVALID_OOB_CODE` for a code that is unknown, used, of another project, or of
    ///   another kind.
    func code(
        _ text: Secret<String>, _ kinds: Set<OneTimeCode.Kind>? = nil, in realm: Realm, at now: Date
    ) throws -> OneTimeCode {
        guard text.expose().utf8.count == OneTimeCode.length, let code = try oneTimeCode(Fingerprint(of: text.expose())),
            code.realm == realm, kinds?.contains(code.kind) ?? true
        else {
            throw SignInError(.invalidOOBCode)
        }
        guard code.expiresAt > now else { throw SignInError(.expiredCode) }
        return code
    }

    /// Returns the account that a code was created for.
    ///
    /// - Throws: ``SignInError``: `INVALID_OOB_CODE`, `USER_DISABLED`.
    func account(of code: OneTimeCode, under policies: AccountPolicies) throws -> Account {
        guard let id = code.account, let account = try account(id, in: code.realm) else { throw SignInError(.invalidOOBCode) }
        if account.disabled, policies.limitsCodes { throw SignInError(.userDisabled) }
        return account
    }
}

extension StoreWriting {
    /// Uses a code up. Of several concurrent attempts, exactly one succeeds.
    func use(_ code: OneTimeCode, at now: Date) throws {
        guard try takeOneTimeCode(code.id, in: code.realm, at: now) != nil else { throw SignInError(.invalidOOBCode) }
    }

    /// Ends codes after a change of password, because anyone with the old password may have requested the codes that are still pending.
    func endCodesOfOldPassword(of account: AccountID, for caller: Caller) throws {
        guard caller.project.policies.limitsCodes else { return }
        let realm = caller.realm
        for kind in [OneTimeCode.Kind.passwordReset, .emailSignIn, .verifyAndChangeEmail] {
            try removeOneTimeCodes(kind, of: account, in: realm, since: nil)
        }
    }

    /// Ends the codes that were sent to the old address after a change of address. Codes that undo a change stay: otherwise an attacker
    /// could change the address twice to void the original holder's recovery code.
    func endCodesOfOldAddress(of account: AccountID, for caller: Caller) throws {
        guard caller.project.policies.limitsCodes else { return }
        let realm = caller.realm
        for kind in OneTimeCode.Kind.all where ![.recoverEmail, .disownEmail, .revertSecondFactor].contains(kind) {
            try removeOneTimeCodes(kind, of: account, in: realm, since: nil)
        }
    }
}
