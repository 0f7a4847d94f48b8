public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signs in with an address and a password (`accounts:signInWithPassword`).
public struct PasswordSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let throttle: Throttle
    let now: WallClock

    public init(
        store: any AccountStore, sessions: Sessions, passwords: PasswordVault, throttle: Throttle, now: @escaping WallClock
    ) {
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.throttle = throttle
        self.now = now
    }

    /// - Throws: ``SignInError``: `INVALID_LOGIN_CREDENTIALS`, or where the project tells callers more, `EMAIL_NOT_FOUND` and
    ///   `INVALID_PASSWORD`; for who knows the password, `USER_DISABLED` and, where the project wants better ones,
    ///   `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`; `PASSWORD_LOGIN_DISABLED`. ``TooManyAttempts``, for
    ///   addresses with and without an account alike.
    public func signIn(email: EmailAddress, password: Secret<String>, caller: Caller) async throws -> SignInOutcome {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        let (account, configuration) = try await store.read { view in
            let account = try view.account(withEmail: email, in: caller.realm)
            return (account, try account?.password?.configuration.flatMap { try view.hashConfiguration($0, of: caller.project.id) })
        }
        if !caller.project.policies.hidesDisabledAccounts, account?.disabled == true { throw SignInError(.userDisabled) }
        let admission = try await admit(email, account: account?.id, caller: caller)
        // A password that no account can have costs the same work as one that some account has.
        let tested = password.expose().utf8.count <= PasswordPolicy.maximumBytes ? password : ""
        let verdict: PasswordVault.Verdict
        do {
            verdict = try await passwords.verify(
                tested, against: account?.password, configuration: configuration, for: caller.project,
                by: HashingClaim(network: caller.network, isFamiliar: admission.isFamiliar))
        } catch {
            admission.withdraw()
            throw error
        }
        guard let account, verdict.matches else {
            let code = refusal(for: account, in: caller.project)
            try await record(code, about: account?.id, caller: caller)
            throw SignInError(code)
        }
        admission.succeeded()
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
        // Written down as a value: an error would take it back.
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

    /// Lets a try through unless there were too many.
    ///
    /// Guessing from elsewhere does not shut out who comes from a network that the account has a session from.
    private func admit(_ email: EmailAddress, account: AccountID?, caller: Caller) async throws -> Throttle.Admission {
        do {
            return try throttle.admit(.password, at: email.text, by: caller)
        } catch let refusal as TooManyAttempts {
            if refusal.causedElsewhere, let account, try await hasSession(account, from: caller) {
                return try throttle.admit(.password, at: email.text, by: caller, familiar: true)
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

    /// A password that the project's policy no longer allows opens nothing; it has to be reset.
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
