import Foundation

/// Sends codes to email addresses (`accounts:sendOobCode`).
///
/// With enumeration protection, nothing that a client observes depends on whether an address has an account: neither the response nor
/// the rate limit, nor the amount of work, except for the email itself.
package struct CodeRequests: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let codes: CodeIssuer
    let throttle: any RateLimits
    let now: WallClock

    package init(store: any AccountStore, sessions: Sessions, codes: CodeIssuer, throttle: any RateLimits, now: @escaping WallClock) {
        self.store = store
        self.sessions = sessions
        self.codes = codes
        self.throttle = throttle
        self.now = now
    }

    /// Sends a password reset.
    ///
    /// - Parameter continueURL: The URL where the user continues afterwards; checked by the caller.
    /// - Throws: ``SignInError``: `OPERATION_NOT_ALLOWED`, `RESET_PASSWORD_EXCEED_LIMIT`; without enumeration protection
    ///   `EMAIL_NOT_FOUND` and `USER_DISABLED`.
    package func sendPasswordReset(to email: EmailAddress, continueURL: String? = nil, for caller: Caller) async throws {
        guard caller.project.settings.passwordSignIn || caller.project.policies.isLenient else {
            throw SignInError(.operationNotAllowed)
        }
        try await send(.passwordReset, to: email, continueURL: continueURL, for: caller) { account in
            account == nil ? .emailNotFound : nil
        }
    }

    /// Sends a sign-in link.
    ///
    /// - Throws: ``SignInError``: `OPERATION_NOT_ALLOWED`, `TOO_MANY_ATTEMPTS_TRY_LATER`; without enumeration protection
    ///   `USER_DISABLED`, and `EMAIL_NOT_FOUND` if sign-up is disabled.
    package func sendSignInLink(to email: EmailAddress, continueURL: String? = nil, for caller: Caller) async throws {
        let settings = caller.project.settings
        guard settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
        try await send(.emailSignIn, to: email, continueURL: continueURL, for: caller) { account in
            account == nil && !settings.signUp ? .emailNotFound : nil
        }
    }

    /// Sends the link that finishes a sign-up. To an address that has an account already, sends a message that says so instead, with a
    /// link for setting a new password. The caller of the page notices no difference.
    ///
    /// - Parameters:
    ///   - continueURL: The URL of the page that finishes the sign-up.
    ///   - home: The URL where the holder of an existing account continues after setting a new password.
    /// - Throws: ``SignInError``: `OPERATION_NOT_ALLOWED`, `ADMIN_ONLY_OPERATION`, `TOO_MANY_ATTEMPTS_TRY_LATER`. ``TooManyAttempts`` if
    ///   the caller's network requested as many sign-ups recently as it may create accounts.
    package func sendSignUp(to email: EmailAddress, continueURL: String, home: String, for caller: Caller) async throws {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.operationNotAllowed) }
        guard caller.project.settings.signUp else { throw SignInError(.adminOnlyOperation) }
        // Counted for each request, also for addresses that have an account: a sign-up without a mail is counted in the same way.
        let caller = try await sessions.takingSignUp(caller, for: nil, by: .password)
        try await writing(.signUp, for: caller) { transaction, allowance in
            let instant = now().inWholeMilliseconds
            let account = try transaction.account(withEmail: email, in: caller.realm)
            var order = CodeIssuer.Order(kind: .signUp, recipient: email, email: email, continueURL: continueURL)
            if let account {
                order = CodeIssuer.Order(
                    kind: .passwordReset, recipient: email, email: email, account: account, continueURL: home, message: .accountExists,
                    isSent: !account.disabled)
            }
            try issue(order, within: allowance, for: caller, at: instant, in: transaction)
            try EventScribe(transaction: transaction, caller: caller, method: nil, at: instant)
                .write(
                    .sendCode, order.isSent ? .allowed : .refused, subject: account?.id, reason: order.isSent ? nil : .userDisabled)
        }
    }

    private func send(
        _ kind: OneTimeCode.Kind, to email: EmailAddress, continueURL: String?, for caller: Caller,
        refusal: @escaping @Sendable (Account?) -> SignInError.Code?
    ) async throws {
        try await writing(kind, for: caller) { transaction, allowance in
            let instant = now().inWholeMilliseconds
            let account = try transaction.account(withEmail: email, in: caller.realm)
            let isStopped = account?.disabled == true && caller.project.policies.limitsCodes
            let refused = isStopped ? .userDisabled : refusal(account)
            if let refused, !caller.project.settings.enumerationProtection { throw SignInError(refused) }
            let order = CodeIssuer.Order(
                kind: kind, recipient: email, email: email, account: refused == nil ? account : nil, continueURL: continueURL,
                isSent: refused == nil)
            try issue(order, within: allowance, for: caller, at: instant, in: transaction)
            let scribe = EventScribe(transaction: transaction, caller: caller, method: nil, at: instant)
            try scribe.write(.sendCode, refused == nil ? .allowed : .refused, subject: account?.id, reason: refused)
        }
    }

    /// Sends the account holder an email to confirm the account's address.
    ///
    /// - Returns: The address.
    /// - Throws: ``SignInError``: `MISSING_EMAIL` for an account without an address; `TOO_MANY_ATTEMPTS_TRY_LATER`.
    package func sendVerification(to holder: SignedInCaller, continueURL: String? = nil) async throws -> EmailAddress {
        try await writing(.verifyEmail, for: holder.caller, about: holder.account.id) { transaction, allowance in
            let account = try sessions.account(of: holder, in: transaction)
            guard let email = account.email else { throw SignInError(.missingEmail) }
            let order = CodeIssuer.Order(
                kind: .verifyEmail, recipient: email, email: email, account: account, continueURL: continueURL)
            try send(order, within: allowance, for: holder, in: transaction)
            return email
        }
    }

    /// Sends an email to a new address, to confirm that it becomes the account's address.
    ///
    /// - Returns: The account's current address.
    /// - Throws: ``SignInError``: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `TOO_MANY_ATTEMPTS_TRY_LATER`, `INVALID_NEW_EMAIL` for the current
    ///   address; without enumeration protection `EMAIL_EXISTS`.
    package func sendChange(
        to newEmail: EmailAddress, of holder: SignedInCaller, continueURL: String? = nil
    ) async throws -> EmailAddress? {
        try sessions.requireRecentSignIn(holder)
        return try await writing(.verifyAndChangeEmail, for: holder.caller, about: holder.account.id) { transaction, allowance in
            let account = try sessions.account(of: holder, in: transaction)
            guard account.email != newEmail else {
                throw SignInError(.init(rawValue: "INVALID_NEW_EMAIL"), message: "The account has this address already.")
            }
            let isTaken = try transaction.account(withEmail: newEmail, in: account.realm) != nil
            if isTaken, !holder.caller.project.protectsAddresses { throw SignInError(.emailExists) }
            let order = CodeIssuer.Order(
                kind: .verifyAndChangeEmail, recipient: newEmail, email: account.email, newEmail: newEmail, account: account,
                continueURL: continueURL, isSent: !isTaken)
            try send(order, within: allowance, for: holder, in: transaction)
            return account.email
        }
    }

    /// The part of the rate limit that a request has consumed.
    private struct Allowance: Error, Equatable {
        /// The recipient of the code; `nil` before the transaction has determined it.
        var recipient: EmailAddress?
        /// The account whose address changes.
        var account: AccountID?
    }

    /// Runs a body in a transaction. The rate limit is not part of the store: the body throws the allowance that it needs, which undoes the
    /// transaction, and runs again with it. A refusal is recorded in another transaction.
    private func writing<T: Sendable>(
        _ kind: OneTimeCode.Kind, for caller: Caller, about subject: AccountID? = nil,
        _ body: @escaping @Sendable (any StoreWriting, Allowance) throws -> T
    ) async throws -> T {
        var allowance = Allowance()
        do {
            while true {
                do {
                    return try await store.write { [allowance] in try body($0, allowance) }
                } catch let needed as Allowance {
                    try await take(needed, of: kind, in: caller.realm)
                    allowance = needed
                }
            }
        } catch let refusal as TooManyAttempts {
            let code: SignInError.Code = kind == .passwordReset ? .resetPasswordExceedLimit : .tooManyAttempts
            try await store.record(refusal, of: .sendCode, about: subject, reason: code, caller: caller, at: now())
            throw SignInError(code)
        }
    }

    /// Consumes a part of the rate limit, which counts requests and not pending codes: pending codes vanish with their account or when its
    /// password changes, but their emails are sent nevertheless.
    ///
    /// - Throws: ``TooManyAttempts``.
    private func take(_ allowance: Allowance, of kind: OneTimeCode.Kind, in realm: Realm) async throws {
        let quota = Quota(OneTimeCode.Kind.maxPerHour, everySeconds: 3600)
        if let account = allowance.account {
            try await throttle.take(.addressChange, of: quota, for: account.rawValue, in: realm)
        }
        if let recipient = allowance.recipient {
            try await throttle.take(.mail(kind), of: quota, for: recipient.text, in: realm)
        }
    }

    /// Issues a code.
    ///
    /// - Throws: ``Allowance`` if the request has to consume it first.
    private func issue(
        _ order: CodeIssuer.Order, within allowance: Allowance, for caller: Caller, at now: Date, in transaction: any StoreWriting
    ) throws {
        // Counted for the account too; otherwise one account could send emails to any number of strangers.
        let needed = Allowance(recipient: order.recipient, account: order.kind == .verifyAndChangeEmail ? order.account?.id : nil)
        guard needed == allowance else { throw needed }
        try codes.issue(order, for: caller, at: now, in: transaction)
    }

    private func send(
        _ order: CodeIssuer.Order, within allowance: Allowance, for holder: SignedInCaller, in transaction: any StoreWriting
    ) throws {
        let instant = now().inWholeMilliseconds
        try issue(order, within: allowance, for: holder.caller, at: instant, in: transaction)
        let scribe = EventScribe(
            transaction: transaction, caller: holder.caller, method: nil, at: instant, actor: holder.account.id.rawValue)
        try scribe.write(.sendCode, order.isSent ? .allowed : .refused, subject: holder.account.id)
    }
}
