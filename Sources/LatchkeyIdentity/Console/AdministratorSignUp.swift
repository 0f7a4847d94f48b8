public import LatchkeySecrets

/// Makes the accounts of administrators, for whoever has the secret of an invitation.
public struct AdministratorSignUp: Sendable {
    let first: ConsoleInvitation
    let others: AdministratorInvitations
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let now: WallClock
    let random: RandomTokens

    public init(
        first: ConsoleInvitation, others: AdministratorInvitations, store: any AccountStore, sessions: Sessions, passwords: PasswordVault,
        now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.first = first
        self.others = others
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.now = now
        self.random = random
    }

    /// Whoever has no secret learns nothing about the password either.
    public struct InvitationOver: Error {}

    /// Makes the first administrator, an owner, and signs them in.
    ///
    /// - Throws: ``InvitationOver`` for another secret, one whose hour is over, and where there is an administrator; ``SignInError`` as
    ///   ``PasswordPolicy/check(_:)`` throws.
    public func createFirst(
        _ secret: Secret<String>, email: EmailAddress, password: Secret<String>, caller: Caller
    ) async throws -> IssuedTokens {
        guard first.accepts(secret) else { throw InvitationOver() }
        let tokens = try await create(email, .owner, password: password, caller: caller) { view in
            // Of two who use one link at once, one finds the other here.
            guard try view.accounts(in: caller.realm, after: nil, limit: 1).isEmpty else { throw InvitationOver() }
        }
        first.end()
        return tokens
    }

    /// Makes the account to which somebody was invited, and signs them in.
    ///
    /// - Throws: ``InvitationOver`` for a secret that is none, was used, or whose hour is over, for one of somebody who is no owner any
    ///   more, and for somebody who has an account meanwhile; ``SignInError`` as ``PasswordPolicy/check(_:)`` throws.
    public func join(_ secret: Secret<String>, password: Secret<String>, caller: Caller) async throws -> IssuedTokens {
        guard let offer = others.offer(secret) else { throw InvitationOver() }
        do {
            return try await create(
                offer.email, offer.role, password: password, caller: caller,
                reason: "\(offer.role.rawValue), invited by \(offer.inviter.rawValue)"
            ) { view in
                // Hashing takes its time, in which the offer may be withdrawn, and its maker be an owner no more.
                guard let taken = others.take(secret), taken.isStillMade(by: try view.account(taken.inviter, in: caller.realm)) else {
                    throw InvitationOver()
                }
            }
        } catch let conflict as StoreConflict where conflict.subject == .email {
            throw InvitationOver()
        }
    }

    private func create(
        _ email: EmailAddress, _ role: ConsoleRole, password: Secret<String>, caller: Caller, reason: String? = nil,
        check: @escaping @Sendable (any StoreReading) throws -> Void
    ) async throws -> IssuedTokens {
        try caller.project.settings.passwordPolicy.check(password)
        let hash = try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)
        let id = AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet))
        let instant = now().inWholeMilliseconds
        // Whoever sent the invitation answers for the address: no message has to prove it before a second factor may be added.
        let account = Account(
            id: id, realm: caller.realm, email: email, emailVerified: true, password: hash, passwordUpdatedAt: instant,
            customClaims: role.claims, createdAt: instant, lastSignInAt: instant)
        let opened = try await store.write { transaction in
            try check(transaction)
            try transaction.insert(account)
            let opened = try sessions.open(account, by: .password, for: caller, in: transaction)
            try transaction.append(
                AuthEvent(
                    at: instant, realm: caller.realm, kind: .signUp, outcome: .allowed, actor: id.rawValue, subject: id,
                    session: opened.session.id, method: .password, reason: reason, address: caller.client.address))
            return opened
        }
        return try await sessions.issue(opened)
    }
}

extension StoreReading {
    /// Whether somebody may open the console.
    public func hasAdministrator() throws -> Bool {
        try !accounts(in: Realm(project: .console), after: nil, limit: 1).isEmpty
    }
}
