import Foundation
package import LatchkeySecrets

/// Signs users in with an address and a password (`accounts:signInWithPassword`).
package struct PasswordSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let throttle: any RateLimits
    let now: WallClock

    package init(
        store: any AccountStore, sessions: Sessions, passwords: PasswordVault, throttle: any RateLimits, now: @escaping WallClock
    ) {
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.throttle = throttle
        self.now = now
    }

    /// Signs a user in.
    ///
    /// - Throws: ``SignInError``: `INVALID_LOGIN_CREDENTIALS`, or without enumeration protection `EMAIL_NOT_FOUND` and `INVALID_PASSWORD`;
    ///   only with the right password, `USER_DISABLED` and, if the policy forces an upgrade, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`;
    ///   `PASSWORD_LOGIN_DISABLED`. ``TooManyAttempts``, for addresses with and without an account alike.
    package func signIn(email: EmailAddress, password: Secret<String>, caller: Caller) async throws -> SignInOutcome {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        let (account, configuration) = try await store.read { view in
            let account = try view.account(withEmail: email, in: caller.realm)
            return (account, try account?.password?.configuration.flatMap { try view.hashConfiguration($0, of: caller.project.id) })
        }
        if !caller.project.policies.hidesDisabledAccounts, account?.disabled == true { throw SignInError(.userDisabled) }
        let admission = try await admit(email, account: account?.id, caller: caller)
        // A password that exceeds the maximum length costs the same work as a valid one.
        let tested = password.expose().utf8.count <= PasswordPolicy.maximumBytes ? password : ""
        let verdict: PasswordVault.Verdict
        do {
            verdict = try await passwords.verify(
                tested, against: account?.password, configuration: configuration, for: caller.project,
                by: HashingClaim(network: caller.network, isFamiliar: admission.isFamiliar))
        } catch {
            await admission.withdraw()
            throw error
        }
        guard let account, verdict.matches else {
            let code = refusal(for: account, in: caller.project)
            try await record(code, about: account?.id, caller: caller)
            throw SignInError(code)
        }
        await admission.succeeded()
        try await requireStrength(of: password, for: account, caller: caller)
        let entry = try await sessions.asking(caller) { caller in
            try await store.write { try enter(account, rehashed: verdict.rehashed, caller: caller, in: $0) }
        }
        return try await sessions.issue(entry)
    }

    private func enter(
        _ account: Account, rehashed: PasswordHash?, caller: Caller, in transaction: any StoreWriting
    ) throws -> Sessions.Entry {
        // The account may have changed while the password was tested.
        guard var current = try transaction.account(account.id, in: caller.realm), current.password == account.password else {
            throw SignInError(refusal(for: nil, in: caller.project), cause: "changed meanwhile")
        }
        // A refusal is returned as a value, because a thrown error would undo the transaction.
        if !current.disabled, let rehashed {
            current.password = rehashed
            try transaction.update(current)
        }
        let entry =
            current.disabled ? .disabled(current) : try sessions.enter(current, by: .password, for: caller, in: transaction)
        let scribe = EventScribe(transaction: transaction, caller: caller, method: .password, at: now().inWholeMilliseconds)
        try scribe.write(.signIn, entry)
        return entry
    }

    /// Admits an attempt unless there were too many.
    ///
    /// Attempts from other networks do not lock out users from a network where the account has a session.
    private func admit(_ email: EmailAddress, account: AccountID?, caller: Caller) async throws -> any AdmittedAttempt {
        do {
            return try await throttle.admit(.password, at: email.text, by: caller, familiar: false)
        } catch let refusal as TooManyAttempts {
            if refusal.causedElsewhere, let account, try await hasSession(account, from: caller) {
                return try await throttle.admit(.password, at: email.text, by: caller, familiar: true)
            }
            try await store.record(refusal, of: .signIn, method: .password, about: account, caller: caller, at: now())
            throw refusal
        }
    }

    private func hasSession(_ account: AccountID, from caller: Caller) async throws -> Bool {
        guard let network = caller.network else { return false }
        let sessions = try await store.read { try $0.sessions(of: account, in: caller.realm) }
        return sessions.contains { $0.client.address.flatMap { NetworkPrefix(of: $0) } == network }
    }

    /// Requires that the password meets the policy if the policy forces an upgrade. Otherwise the user has to reset the password.
    private func requireStrength(of password: Secret<String>, for account: Account, caller: Caller) async throws {
        guard !account.disabled else { return }
        do {
            try caller.project.settings.passwordPolicy.checkAtSignIn(password)
        } catch let refusal as SignInError {
            try await record(refusal.code, about: account.id, caller: caller)
            throw refusal
        }
    }

    private func refusal(for account: Account?, in project: Project) -> SignInError.Code {
        if project.settings.enumerationProtection { return .invalidLoginCredentials }
        return account == nil ? .emailNotFound : .invalidPassword
    }

    private func record(_ code: SignInError.Code, about subject: AccountID?, caller: Caller) async throws {
        let event = AuthEvent(
            at: now().inWholeMilliseconds, realm: caller.realm, kind: .signIn, outcome: .refused, subject: subject, method: .password,
            reason: code.rawValue, address: caller.client.address)
        try await store.write { try $0.append(event) }
    }
}
