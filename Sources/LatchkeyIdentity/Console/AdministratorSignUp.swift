package import LatchkeySecrets

/// Creates administrator accounts for holders of an invitation.
package struct AdministratorSignUp: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let passwords: PasswordVault
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, sessions: Sessions, passwords: PasswordVault, now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.store = store
        self.sessions = sessions
        self.passwords = passwords
        self.now = now
        self.random = random
    }

    /// The error for an invalid invitation. Invitations are checked first, so that callers without one learn nothing about the password.
    package struct InvitationOver: Error {}

    /// Creates the first administrator, an owner, and signs them in.
    ///
    /// - Throws: ``InvitationOver`` if the secret is wrong or expired, or if an administrator exists; the errors of
    ///   ``PasswordPolicy/check(_:)``.
    package func createFirst(
        _ secret: Secret<String>, email: EmailAddress, password: Secret<String>, caller: Caller
    ) async throws -> IssuedTokens {
        let invitation = try await invitation(secret, isFirst: true)
        let hash = try await hash(password, for: caller)
        return try await create(email, invitation, hash, caller: caller) { view in
            guard try !view.hasAdministrator() else { throw InvitationOver() }
        }
    }

    /// Creates the account of an invited administrator, and signs it in. With a secret for a new password, sets the password of an existing
    /// account instead, and ends its sessions; its second factors stay, and it is not signed in.
    ///
    /// - Returns: `nil` after the password of an existing account was set.
    /// - Throws: ``InvitationOver`` if the secret is unknown, used or expired, if its creator is no longer an owner, or if an account with
    ///   the address exists, or does not exist for a new password; the errors of ``PasswordPolicy/check(_:)``.
    package func join(_ secret: Secret<String>, password: Secret<String>, caller: Caller) async throws -> IssuedTokens? {
        let invitation = try await invitation(secret, isFirst: false)
        guard let email = invitation.email, let inviter = invitation.inviter else { throw InvitationOver() }
        let hash = try await hash(password, for: caller)
        if secret.expose().hasPrefix(AdministratorInvitation.passwordPrefix) {
            try await setPassword(hash, at: email, invitation, caller: caller)
            return nil
        }
        do {
            return try await create(
                email, invitation, hash, caller: caller, reason: "\(invitation.role.rawValue), invited by \(inviter.rawValue)"
            ) { view in
                guard invitation.isStillMade(by: try view.account(inviter, in: caller.realm)) else { throw InvitationOver() }
            }
        } catch let conflict as StoreConflict where conflict.subject == .email {
            throw InvitationOver()
        }
    }

    private func setPassword(
        _ hash: PasswordHash, at email: EmailAddress, _ invitation: AdministratorInvitation, caller: Caller
    ) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard try transaction.takeInvitation(invitation.id, at: instant) != nil, let inviter = invitation.inviter,
                invitation.isStillMade(by: try transaction.account(inviter, in: caller.realm)),
                var account = try transaction.account(withEmail: email, in: caller.realm), account.createdAt <= invitation.createdAt
            else { throw InvitationOver() }
            try transaction.endCodesOfOldPassword(of: account.id, for: caller)
            try transaction.endSessions(of: account.id, for: caller)
            account.password = hash
            account.passwordUpdatedAt = instant
            account.validSince = instant
            try transaction.update(account)
            try transaction.append(
                AuthEvent(
                    at: instant, realm: caller.realm, kind: .resetPassword, outcome: .allowed, actor: account.id.rawValue,
                    subject: account.id, method: .password, reason: "link by \(inviter.rawValue)", address: caller.client.address))
        }
    }

    private func invitation(_ secret: Secret<String>, isFirst: Bool) async throws -> AdministratorInvitation {
        let id = Fingerprint(of: secret.expose())
        let found = try await store.read { try $0.invitation(id) }
        guard let found, now() < found.expiresAt, (found.email == nil) == isFirst else { throw InvitationOver() }
        return found
    }

    private func hash(_ password: Secret<String>, for caller: Caller) async throws -> PasswordHash {
        try caller.project.settings.passwordPolicy.check(password)
        return try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)
    }

    private func create(
        _ email: EmailAddress, _ invitation: AdministratorInvitation, _ hash: PasswordHash, caller: Caller, reason: String? = nil,
        check: @escaping @Sendable (any StoreReading) throws -> Void
    ) async throws -> IssuedTokens {
        let id = AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet))
        let instant = now().inWholeMilliseconds
        // The inviter vouches for the address: it need not be verified before a second factor can be added.
        let account = Account(
            id: id, realm: caller.realm, email: email, emailVerified: true, password: hash, passwordUpdatedAt: instant,
            customClaims: invitation.role.claims, createdAt: instant, lastSignInAt: instant)
        let opened = try await store.write { transaction in
            // Taken after hashing, during which the invitation may be used or withdrawn.
            guard try transaction.takeInvitation(invitation.id, at: instant) != nil else { throw InvitationOver() }
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
    /// Returns whether the console has an administrator.
    package func hasAdministrator() throws -> Bool {
        try !accounts(in: Realm(project: .console), after: nil, limit: 1).isEmpty
    }
}
