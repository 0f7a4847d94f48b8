import Foundation
package import LatchkeySecrets

/// Creates accounts without a provider: with an address and a password, or anonymous (`accounts:signUp`).
package struct SignUp: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let codes: CodeIssuer
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, sessions: Sessions, passwords: PasswordVault, codes: CodeIssuer, now: @escaping WallClock,
        random: RandomTokens = .system
    ) {
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.codes = codes
        self.now = now
        self.random = random
    }

    /// Creates an anonymous account. It is lost with its session, unless a credential is linked to it.
    ///
    /// - Throws: ``SignInError`` with `ADMIN_ONLY_OPERATION` if anonymous sign-in or sign-up is disabled; ``TooManyAttempts`` if the
    ///   caller's network created many accounts recently.
    package func anonymously(_ caller: Caller) async throws -> IssuedTokens {
        guard caller.project.settings.anonymousSignIn, caller.project.settings.signUp else { throw SignInError(.adminOnlyOperation) }
        _ = try await sessions.takingSignUp(caller, for: nil, by: .anonymous)
        let instant = now().inWholeMilliseconds
        let newID = newAccountID()
        let opened = try await store.write { transaction in
            let id = try newID.settle(for: caller, by: .anonymous, in: transaction)
            let account = Account(id: id, realm: caller.realm, createdAt: instant, lastSignInAt: instant, lastRefreshAt: instant)
            try transaction.insert(account)
            return try finish(account, kind: .signUp, method: .anonymous, caller: caller, in: transaction)
        }
        return try await sessions.issue(opened)
    }

    /// Creates an account with an address and a password.
    ///
    /// - Throws: ``SignInError``: `EMAIL_EXISTS`, the errors of ``PasswordPolicy/check(_:)``, `OPERATION_NOT_ALLOWED`,
    ///   `ADMIN_ONLY_OPERATION`, `BLOCKING_FUNCTION_ERROR_RESPONSE`, `USER_DISABLED` if a hook disabled the account.
    ///   ``TooManyAttempts`` if the caller's network created many accounts recently.
    package func withPassword(
        email: EmailAddress, password: Secret<String>, displayName: String?, caller: Caller
    ) async throws -> IssuedTokens {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.operationNotAllowed) }
        guard caller.project.settings.signUp else { throw SignInError(.adminOnlyOperation) }
        try caller.project.settings.passwordPolicy.check(password)
        let caller = try await sessions.takingSignUp(caller, for: nil, by: .password)
        let hash = try await passwords.hash(password, for: caller.project, by: caller.strangersClaim)
        let instant = now().inWholeMilliseconds
        let newID = newAccountID()
        let entry = try await refusingTakenAddress {
            try await sessions.asking(caller) { caller in
                try await store.write { transaction in
                    let account = Account(
                        id: try newID.settle(for: caller, by: .password, in: transaction), realm: caller.realm, email: email,
                        displayName: displayName, password: hash, passwordUpdatedAt: instant, createdAt: instant, lastSignInAt: instant,
                        lastRefreshAt: instant)
                    return try enter(account, caller, at: instant, in: transaction)
                }
            }
        }
        return try await tokens(of: entry)
    }

    /// Stores a new account with a password, and signs it in.
    func enter(_ account: Account, _ caller: Caller, at instant: Date, in transaction: any StoreWriting) throws -> Sessions.Entry {
        let stored = try transaction.insert(account, by: .password, for: caller)
        let entry = try sessions.signIn(stored, by: .password, for: caller, isNew: true, in: transaction)
        try EventScribe(transaction: transaction, caller: caller, method: .password, at: instant).write(.signUp, entry)
        return entry
    }

    func tokens(of entry: Sessions.Entry) async throws -> IssuedTokens {
        switch try await sessions.issue(entry) {
        case .signedIn(let tokens): return tokens
        case .secondFactorNeeded: preconditionFailure("a new account has no second factor")
        }
    }

    /// Sets the address and the password of an account. An anonymous account becomes permanent.
    ///
    /// All other sessions of the account end.
    ///
    /// - Throws: ``SignInError``: `EMAIL_EXISTS`, the errors of ``PasswordPolicy/check(_:)``, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`,
    ///   `OPERATION_NOT_ALLOWED`, also for an address that has to be verified first; `BLOCKING_FUNCTION_ERROR_RESPONSE`,
    ///   `USER_DISABLED` if a hook would disable the account. ``TooManyAttempts`` for a new address if the caller's network created many
    ///   accounts recently.
    /// - Parameter displayName: The account's new name; `nil` to keep it.
    package func upgrade(
        _ holder: SignedInCaller, email: EmailAddress, password: Secret<String>, displayName: AccountEdit.Change? = nil
    ) async throws -> IssuedTokens {
        var caller = holder.caller
        let policies = caller.project.policies
        guard caller.project.settings.passwordSignIn else { throw SignInError(.operationNotAllowed) }
        try caller.project.settings.passwordPolicy.check(password)
        try requireRecentSignIn(holder, to: holder.account)
        if let present = holder.account.email, present != email, caller.project.protectsAddresses {
            throw SignInError(.operationNotAllowed, message: AccountUpdate.newAddressHasToBeVerified)
        }
        // Counts as a sign-up, because the response reveals as much, and the hash costs as much.
        if holder.account.email != email {
            caller = try await sessions.takingSignUp(caller, for: holder.account.id, by: .password)
        }
        let hash = try await passwords.hash(password, for: caller.project, by: holder.hashingClaim)
        let instant = now().inWholeMilliseconds
        let opened = try await refusingTakenAddress {
            try await sessions.asking(caller) { caller in
                try await store.write { transaction in
                    let before = try sessions.account(of: holder, in: transaction)
                    try requireRecentSignIn(holder, to: before)
                    var account = before
                    let earlier = before.isAnonymous || policies.linkingIsSignIn ? nil : holder.claims.authenticatedAt
                    try AddressChange(codes: codes, caller: caller, at: instant, transaction: transaction)
                        .apply(email, emulatorNotifies: false, to: &account)
                    if let displayName { account.displayName = displayName.text }
                    try transaction.endCodesOfOldPassword(of: account.id, for: caller)
                    account.password = hash
                    account.passwordUpdatedAt = instant
                    account.validSince = instant
                    account = try transaction.update(account, after: before, by: .password, for: caller)
                    try transaction.endSessions(of: account.id, for: caller)
                    return try finish(
                        account, kind: .link, method: .password, caller: caller, authenticatedAt: earlier, actor: account.id.rawValue,
                        continuing: holder.session, in: transaction)
                }
            }
        }
        return try await sessions.issue(opened)
    }

    /// Requires a recent sign-in, except for accounts that cannot sign in again: anonymous ones, and those without an address after
    /// a mistyped one was removed.
    private func requireRecentSignIn(_ holder: SignedInCaller, to account: Account) throws {
        if account.hasWayIn { try sessions.requireRecentSignIn(holder) }
    }

    private func finish(
        _ account: Account, kind: AuthEvent.Kind, method: ProviderID, caller: Caller, authenticatedAt earlier: Date? = nil,
        actor: String? = nil, continuing present: Session? = nil, in transaction: any StoreWriting
    ) throws -> Sessions.Opened {
        // In Google's emulator the new session has neither claims nor a second factor.
        let keeps = caller.project.policies.linkingIsSignIn ? nil : present
        let opened = try sessions.open(
            account, by: method, for: caller, authenticatedAt: earlier, replacing: present, isNew: kind == .signUp, claims: keeps?.claims,
            secondFactor: keeps?.secondFactor, in: transaction)
        try transaction.append(
            AuthEvent(
                at: opened.session.createdAt, realm: account.realm, kind: kind, outcome: .allowed, actor: actor, subject: account.id,
                session: opened.session.id, method: method, address: caller.client.address))
        return opened
    }

    /// Runs a body and translates the store's conflict for a taken address into the client's error code.
    func refusingTakenAddress<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let conflict as StoreConflict where conflict.subject == .email {
            throw SignInError(.emailExists)
        }
    }

    func newAccountID() -> NewAccountID {
        NewAccountID(AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet)))
    }
}

extension RateLimits {
    /// Consumes one sign-up of the network's quota.
    ///
    /// - Throws: ``TooManyAttempts`` if the caller's network created as many accounts within an hour as the project allows.
    func takeSignUp(by caller: Caller) async throws {
        if let quota = caller.signUps { try await take(.signUp, of: quota, by: caller) }
    }

    func giveBackSignUp(by caller: Caller) async {
        if let quota = caller.signUps { await giveBack(.signUp, of: quota, by: caller) }
    }
}

extension Caller {
    /// The number of accounts that a network can create; `nil` for no limit.
    fileprivate var signUps: Quota? {
        let perHour = project.settings.signUpsPerHour
        return perHour > 0 ? Quota(perHour, everySeconds: 3600) : nil
    }
}
