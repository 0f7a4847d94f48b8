import Foundation
package import LatchkeySecrets

/// Finishes sign-ups whose address was proven by a code from a mail (``CodeRequests/sendSignUp(to:continueURL:home:for:)``).
extension SignUp {
    /// Returns the address for which a code creates an account.
    ///
    /// - Throws: ``SignInError``: `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`.
    package func address(provenBy text: Secret<String>, for caller: Caller) async throws -> EmailAddress {
        let instant = now()
        return try await store.read { try $0.provenAddress(text, for: caller, at: instant).email }
    }

    /// Creates an account with the address that a code proves, and a password.
    ///
    /// The password is chosen with the code and not with the request, so that a stranger who requests the code for an address knows
    /// no password of the account.
    ///
    /// - Throws: ``SignInError``: `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`; the errors of ``PasswordPolicy/check(_:)`` and `EMAIL_EXISTS`,
    ///   which leave the code valid; `OPERATION_NOT_ALLOWED`, `ADMIN_ONLY_OPERATION`, `BLOCKING_FUNCTION_ERROR_RESPONSE`,
    ///   `USER_DISABLED` if a hook disabled the account.
    package func withPassword(
        _ password: Secret<String>, provenBy text: Secret<String>, for caller: Caller
    ) async throws -> IssuedTokens {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.operationNotAllowed) }
        guard caller.project.settings.signUp else { throw SignInError(.adminOnlyOperation) }
        // Checked first, so that guessed codes, and those of an address that has an account by now, cost no password hash.
        let begun = now()
        try await store.read { view in
            let (_, email) = try view.provenAddress(text, for: caller, at: begun)
            guard try view.account(withEmail: email, in: caller.realm) == nil else { throw SignInError(.emailExists) }
        }
        try caller.project.settings.passwordPolicy.check(password)
        let hash = try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)
        let newID = newAccountID()
        let entry = try await refusingTakenAddress {
            try await sessions.asking(caller) { caller in
                try await store.write { transaction in
                    let instant = now().inWholeMilliseconds
                    let (code, email) = try transaction.provenAddress(text, for: caller, at: instant)
                    try transaction.use(code, at: instant)
                    let account = Account(
                        id: try newID.settle(for: caller, by: .password, in: transaction), realm: caller.realm, email: email,
                        emailVerified: true, password: hash, passwordUpdatedAt: instant, createdAt: instant, lastSignInAt: instant,
                        lastRefreshAt: instant)
                    return try enter(account, caller, at: instant, in: transaction)
                }
            }
        }
        return try await tokens(of: entry)
    }
}

extension StoreReading {
    fileprivate func provenAddress(
        _ text: Secret<String>, for caller: Caller, at now: Date
    ) throws -> (code: OneTimeCode, email: EmailAddress) {
        let code = try code(text, [.signUp], in: caller.realm, at: now)
        return (code, code.recipient)
    }
}
