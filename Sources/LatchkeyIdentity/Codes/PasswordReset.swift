import Foundation
package import LatchkeySecrets

/// Sets a new password with a code that was sent to the account's address (`accounts:resetPassword`).
package struct PasswordReset: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let throttle: any RateLimits
    let now: WallClock

    package init(store: any AccountStore, passwords: PasswordVault, throttle: any RateLimits, now: @escaping WallClock) {
        self.store = store
        self.passwords = passwords
        self.throttle = throttle
        self.now = now
    }

    /// Sets a new password. Ends all sessions, and resets the backoff after wrong passwords.
    ///
    /// If the address was not verified before, the account is emptied first: its contents were added without proof of control of the
    /// address.
    ///
    /// - Throws: ``SignInError``: `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `WEAK_PASSWORD`, which leaves the code valid, `USER_DISABLED`,
    ///   `PASSWORD_LOGIN_DISABLED`.
    package func confirm(_ text: Secret<String>, newPassword: Secret<String>, for caller: Caller) async throws -> OneTimeCode {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        // Checked first, so that guessed codes cost no password hash.
        let begun = now()
        _ = try await store.read { try $0.code(text, [.passwordReset], in: caller.realm, at: begun) }
        try caller.project.settings.passwordPolicy.check(newPassword)
        let hash = try await passwords.hash(newPassword, for: caller.project, by: caller.trustedClaim)
        let (used, email) = try await store.write { transaction in
            let instant = now().inWholeMilliseconds
            let code = try transaction.code(text, [.passwordReset], in: caller.realm, at: instant)
            let before = try transaction.account(of: code, under: caller.project.policies)
            guard let email = before.email, email == code.email else { throw SignInError(.invalidOOBCode) }
            try transaction.use(code, at: instant)
            var account = before
            if !caller.project.policies.emptiesUnprovenAccounts {
                for identity in before.identities { _ = try transaction.unlink(identity.key.provider, from: account.id, in: account.realm) }
                account.identities = []
            } else if before.emailVerified {
                try transaction.endCodesOfOldPassword(of: account.id, for: caller)
                try transaction.endSessions(of: account.id, for: caller)
            } else {
                account = try transaction.emptied(account)
            }
            account.emailVerified = true
            account.password = hash
            account.passwordUpdatedAt = instant
            account.validSince = instant
            try transaction.update(account)
            let scribe = EventScribe(transaction: transaction, caller: caller, method: .password, at: instant)
            if !before.emailVerified { try scribe.write(.takeover, .allowed, subject: account.id) }
            try scribe.write(.resetPassword, .allowed, subject: account.id)
            return (code, email)
        }
        // Failures with the old password say nothing about the new one, and are common before a reset.
        await throttle.forgive(.password, at: email.text, in: caller.realm)
        return used
    }
}

extension StoreWriting {
    /// Removes all credentials, the name and the picture of an account when its address is verified for the first time.
    ///
    /// - Returns: The account afterwards.
    func emptied(_ account: Account) throws -> Account {
        try removeAllCredentials(of: account.id, in: account.realm)
        guard var emptied = try self.account(account.id, in: account.realm) else { throw SignInError(.userNotFound) }
        emptied.emailLinkSignIn = false
        // The name and the picture may be those of another user too.
        emptied.displayName = nil
        emptied.photoURL = nil
        emptied.screenName = nil
        return emptied
    }
}
