public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Says what a code stands for, without using it up (`accounts:resetPassword` without a password).
public struct OneTimeCodes: Sendable {
    let store: any AccountStore
    let now: WallClock

    public init(store: any AccountStore, now: @escaping WallClock) {
        self.store = store
        self.now = now
    }

    /// - Throws: ``SignInError``: `EXPIRED_OOB_CODE`; `INVALID_OOB_CODE` for one that is unknown, used, or of another project.
    public func check(_ text: Secret<String>, in realm: Realm) async throws -> OneTimeCode {
        let instant = now()
        return try await store.read { try $0.code(text, in: realm, at: instant) }
    }

    /// The second factor that a code withdraws.
    ///
    /// - Throws: ``SignInError`` with `INVALID_OOB_CODE` when it is gone already.
    public func secondFactor(of code: OneTimeCode) async throws -> SecondFactor {
        let factor = try await store.read { view in
            try code.account.flatMap { try view.secondFactors(of: $0, in: code.realm).first { $0.id == code.secondFactor } }
        }
        guard let factor else { throw SignInError(.invalidOOBCode) }
        return factor
    }
}

extension StoreReading {
    /// A code that can be used now.
    ///
    /// - Parameter kinds: Those that are wanted; any when absent.
    /// - Throws: ``SignInError``: `EXPIRED_OOB_CODE`; `INVALID_OOB_CODE` for one that is unknown, used, of another project, or made for
    ///   something else.
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

    /// The account that a code was made for, if the code still fits it.
    ///
    /// - Throws: ``SignInError``: `INVALID_OOB_CODE`, `USER_DISABLED`.
    func account(of code: OneTimeCode, under policies: AccountPolicies) throws -> Account {
        guard let id = code.account, let account = try account(id, in: code.realm) else { throw SignInError(.invalidOOBCode) }
        if account.disabled, policies.limitsCodes { throw SignInError(.userDisabled) }
        return account
    }
}

extension StoreWriting {
    /// Uses a code up: exactly one of many that try at once is let through.
    func use(_ code: OneTimeCode, at now: Date) throws {
        guard try takeOneTimeCode(code.id, in: code.realm, at: now) != nil else { throw SignInError(.invalidOOBCode) }
    }

    /// After a change of password: whoever knew the old one may have asked for what waits in a mailbox now.
    func endCodesOfOldPassword(of account: AccountID, for caller: Caller) throws {
        guard caller.project.policies.limitsCodes else { return }
        let realm = caller.realm
        for kind in [OneTimeCode.Kind.passwordReset, .emailSignIn, .verifyAndChangeEmail] {
            try removeOneTimeCodes(kind, of: account, in: realm, since: nil)
        }
    }

    /// After a change of address: what was sent to the old one is void. What undoes a change stays, or whoever changes an address twice
    /// would take away the first holder's way back.
    func endCodesOfOldAddress(of account: AccountID, for caller: Caller) throws {
        guard caller.project.policies.limitsCodes else { return }
        let realm = caller.realm
        for kind in OneTimeCode.Kind.all where ![.recoverEmail, .disownEmail, .revertSecondFactor].contains(kind) {
            try removeOneTimeCodes(kind, of: account, in: realm, since: nil)
        }
    }
}
