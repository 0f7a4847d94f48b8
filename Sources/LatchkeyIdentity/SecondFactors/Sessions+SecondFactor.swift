import Foundation
import LatchkeySecrets

extension Sessions {
    /// The outcome of a first factor, inside its transaction.
    enum Entry: Sendable {
        case opened(Opened)
        case secondFactorNeeded(SecondFactorNeeded)
        /// A hook disabled the account.
        case disabled(Account)
    }

    /// Continues after the first factor. If the account has no second factor, opens a session, provided that the project's hook allows it.
    /// Otherwise stores the pending sign-in until the second factor is verified.
    func enter(
        _ account: Account, by method: ProviderID, for caller: Caller, claims: String? = nil, assertion: ProviderAssertion? = nil,
        isNew: Bool = false, in transaction: any StoreWriting
    ) throws -> Entry {
        let settings = caller.project.settings
        var factors: [SecondFactor] = []
        if settings.smsSecondFactor || settings.totpSecondFactor {
            factors = try transaction.secondFactors(of: account.id, in: account.realm).filter { settings.allows($0.kind) }
        }
        guard !factors.isEmpty else {
            return try signIn(account, by: method, for: caller, claims: claims, assertion: assertion, isNew: isNew, in: transaction)
        }
        let instant = now().inWholeMilliseconds
        let token = random.token()
        try transaction.removeExpired(at: instant)
        try transaction.insert(
            PendingSecondFactor(
                id: Fingerprint(of: token), account: account.id, realm: account.realm,
                // Google's emulator does not record that the method was an email link.
                method: method == .emailLink && caller.project.policies.isLenient ? .password : method, claims: claims,
                triesLeft: caller.tries(PendingSecondFactor.maxTries), createdAt: instant,
                expiresAt: instant.addingTimeInterval(caller.lifetime(of: PendingSecondFactor.lifetimeSeconds))))
        return .secondFactorNeeded(SecondFactorNeeded(account: account, pendingCredential: Secret(token), factors: factors))
    }

    /// Requires that the session was opened with a second factor or a passkey, which is two factors by itself.
    ///
    /// - Throws: ``SignInError`` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
    func requireSecondFactor(_ holder: SignedInCaller) throws {
        guard holder.caller.project.policies.requiresRecentSignIn else { return }
        guard holder.session.secondFactor != nil || holder.method == .passkey else { throw SignInError(.credentialTooOld) }
    }

    /// Signs the tokens of a session, if one was opened. Must run outside the transaction.
    func issue(_ entry: Entry) async throws -> SignInOutcome {
        switch entry {
        case .opened(let opened): .signedIn(try await issue(opened))
        case .secondFactorNeeded(let needed): .secondFactorNeeded(needed)
        case .disabled: throw SignInError(.userDisabled)
        }
    }
}

extension EventScribe {
    /// Records the outcome of a sign-in.
    func write(_ kind: AuthEvent.Kind, _ entry: Sessions.Entry) throws {
        switch entry {
        case .opened(let opened): try write(kind, .allowed, subject: opened.account.id, session: opened.session.id)
        case .secondFactorNeeded(let needed):
            try write(kind, .confirmationNeeded, subject: needed.account.id, reason: .secondFactorRequired)
        case .disabled(let account): try write(kind, .refused, subject: account.id, reason: .userDisabled)
        }
    }
}
