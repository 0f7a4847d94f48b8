import Foundation
package import LatchkeySecrets

/// Applies codes that change an account's address or its credentials (`accounts:update` with a code, and the page behind the links).
package struct CodeApplication: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let codes: CodeIssuer
    let now: WallClock

    package init(store: any AccountStore, sessions: Sessions, codes: CodeIssuer, now: @escaping WallClock) {
        self.store = store
        self.sessions = sessions
        self.codes = codes
        self.now = now
    }

    /// The kinds of codes that `accounts:update` applies.
    static let kinds: Set<OneTimeCode.Kind> = [.verifyEmail, .verifyAndChangeEmail, .recoverEmail, .disownEmail, .revertSecondFactor]

    /// Applies a code.
    ///
    /// - Returns: The account afterwards, and the code.
    /// - Throws: ``SignInError``: `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `USER_DISABLED`; `EMAIL_EXISTS` if the address was taken
    ///   meanwhile; `BLOCKING_FUNCTION_ERROR_RESPONSE` if a blocking function refuses the address, which is the account's first sign-in
    ///   method; ``TooManyAttempts`` if the blocking function was called too often. A refused code is not used up.
    package func apply(_ text: Secret<String>, for caller: Caller) async throws -> (account: Account, code: OneTimeCode) {
        try await change(text, Self.kinds, for: caller) { code, account, instant, transaction in
            switch code.kind {
            case .verifyEmail: try verify(&account, code, caller, in: transaction)
            case .verifyAndChangeEmail: try changeAddress(of: &account, code, caller, instant, in: transaction)
            case .recoverEmail: try recover(&account, code, caller, instant, in: transaction)
            case .revertSecondFactor: try withdrawFactor(from: &account, code, caller, instant, in: transaction)
            default: try disown(&account, code, caller, instant, in: transaction)
            }
        }
    }

    /// Handles "This was not me": removes the address to which a code was sent from the account, and cancels a pending address change.
    ///
    /// Codes that would confirm the address are accepted too, because their page offers this choice.
    ///
    /// - Throws: As ``apply(_:for:)``.
    package func disown(_ text: Secret<String>, for caller: Caller) async throws {
        _ = try await change(
            text, [.disownEmail, .verifyEmail, .verifyAndChangeEmail], for: caller, event: .disownEmail
        ) { code, account, instant, transaction in
            try disown(&account, code, caller, instant, in: transaction)
        }
    }

    private func change(
        _ text: Secret<String>, _ kinds: Set<OneTimeCode.Kind>, for caller: Caller, event: AuthEvent.Kind? = nil,
        _ body: @escaping @Sendable (OneTimeCode, inout Account, Date, any StoreWriting) throws -> Void
    ) async throws -> (account: Account, code: OneTimeCode) {
        do {
            return try await sessions.asking(caller) { caller in
                try await store.write { transaction in
                    let instant = now().inWholeMilliseconds
                    let code = try transaction.code(text, kinds, in: caller.realm, at: instant)
                    let before = try transaction.account(of: code, under: caller.project.policies)
                    var account = before
                    try transaction.use(code, at: instant)
                    try body(code, &account, instant, transaction)
                    account = try transaction.update(account, after: before, by: .password, for: caller)
                    let scribe = EventScribe(transaction: transaction, caller: caller, method: nil, at: instant)
                    try scribe.write(event ?? code.kind.event, .allowed, subject: account.id)
                    return (account, code)
                }
            }
        } catch let conflict as StoreConflict where conflict.subject == .email {
            throw SignInError(.emailExists)
        }
    }

    /// Marks the account's address as verified. Sessions and credentials stay.
    private func verify(
        _ account: inout Account, _ code: OneTimeCode, _ caller: Caller, in transaction: any StoreWriting
    ) throws {
        guard account.email == code.recipient else { throw SignInError(.invalidOOBCode) }
        account.emailVerified = true
        guard caller.project.policies.limitsCodes else { return }
        try transaction.removeOneTimeCodes(.verifyEmail, of: account.id, in: account.realm, since: nil)
    }

    private func changeAddress(
        of account: inout Account, _ code: OneTimeCode, _ caller: Caller, _ at: Date, in transaction: any StoreWriting
    ) throws {
        guard account.email == code.email else { throw SignInError(.invalidOOBCode) }
        try AddressChange(codes: codes, caller: caller, at: at, transaction: transaction)
            .apply(code.recipient, verified: true, emulatorNotifies: false, to: &account)
        try endSessions(of: &account, for: caller, at, in: transaction)
    }

    /// Restores the former address, and removes all sign-in methods, because any of them may belong to the attacker. The holder of the
    /// address sets a new password with a reset.
    ///
    /// Codes that were created before this one stay, because they go further back: an attacker who moves the account to a first and then
    /// to a second address of theirs holds a code too, and it must not void the original holder's code.
    private func recover(
        _ account: inout Account, _ code: OneTimeCode, _ caller: Caller, _ at: Date, in transaction: any StoreWriting
    ) throws {
        if caller.project.policies.recoversConfirmedAddressesOnly { try empty(&account, code, in: transaction) }
        account.email = code.recipient
        account.emailVerified = true
        guard caller.project.policies.codesEndTokens else { return }
        account.emailLinkSignIn = false
        account.validSince = at
    }

    private func empty(_ account: inout Account, _ code: OneTimeCode, in transaction: any StoreWriting) throws {
        for kind in CredentialKind.allCases where kind != .oneTimeCodes { try transaction.remove(kind, of: account.id, in: account.realm) }
        for kind in OneTimeCode.Kind.all where kind != .recoverEmail {
            try transaction.removeOneTimeCodes(kind, of: account.id, in: account.realm, since: nil)
        }
        try transaction.removeOneTimeCodes(.recoverEmail, of: account.id, in: account.realm, since: code.createdAt)
        guard let emptied = try transaction.account(account.id, in: account.realm) else { throw SignInError(.userNotFound) }
        account = emptied
    }

    /// Removes a second factor that an attacker may have added, together with the recovery codes and pending one-time codes: a pending
    /// change of address would still give the attacker the account. All sessions end. Factors from before stay.
    private func withdrawFactor(
        from account: inout Account, _ code: OneTimeCode, _ caller: Caller, _ at: Date, in transaction: any StoreWriting
    ) throws {
        guard let factor = code.secondFactor, try transaction.deleteSecondFactor(factor, of: account.id, in: account.realm) else {
            throw SignInError(.invalidOOBCode)
        }
        try transaction.replaceRecoveryCodes([], of: account.id, in: account.realm)
        try transaction.endCodesOfOldPassword(of: account.id, for: caller)
        try endSessions(of: &account, for: caller, at, in: transaction)
    }

    private func disown(
        _ account: inout Account, _ code: OneTimeCode, _ caller: Caller, _ at: Date, in transaction: any StoreWriting
    ) throws {
        try transaction.removeOneTimeCodes(.verifyAndChangeEmail, of: account.id, in: account.realm, since: nil)
        guard account.email == code.recipient else { return }
        let wasVerified = account.emailVerified
        account.email = nil
        account.emailVerified = false
        account.emailLinkSignIn = false
        try transaction.endCodesOfOldAddress(of: account.id, for: caller)
        // Tokens that call the address verified end. A user with a mistyped address keeps the session, and with it the account.
        if wasVerified { try endSessions(of: &account, for: caller, at, in: transaction) }
    }

    private func endSessions(
        of account: inout Account, for caller: Caller, _ at: Date, in transaction: any StoreWriting
    ) throws {
        guard caller.project.policies.codesEndTokens else { return }
        account.validSince = at
        try transaction.endSessions(of: account.id, for: caller)
    }
}

extension OneTimeCode.Kind {
    fileprivate var event: AuthEvent.Kind {
        switch self {
        case .verifyEmail: .verifyEmail
        case .verifyAndChangeEmail: .changeEmail
        case .recoverEmail: .recoverEmail
        case .revertSecondFactor: .unenrol
        default: .disownEmail
        }
    }
}
