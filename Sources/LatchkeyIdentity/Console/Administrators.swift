package import LatchkeySecrets

/// The management of the console's administrators by an owner.
package struct Administrators: Sendable {
    let store: any AccountStore
    let now: WallClock
    let random: RandomTokens

    package init(store: any AccountStore, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.now = now
        self.random = random
    }

    /// The error for removing the last owner: afterwards, settings could not be changed and no owner added.
    package struct LastOwner: Error {}

    /// The maximum number of administrators that are listed.
    private static let maxCount = 1000
    private static let realm = Realm(project: .console)

    package func all() async throws -> [Account] {
        try await store.read { try $0.accounts(in: Self.realm, after: nil, limit: Self.maxCount) }
    }

    /// Returns the invitations that can be accepted, sorted by their end.
    package func pendingInvitations() async throws -> [AdministratorInvitation] {
        let instant = now()
        return try await store.read { view in
            try view.pendingInvitations(among: view.accounts(in: Self.realm, after: nil, limit: Self.maxCount), at: instant)
        }
    }

    /// Creates the secret of a new invitation for the first administrator. The previous one becomes invalid.
    package func inviteFirst() async throws -> Secret<String> {
        let (secret, instant) = (random.token(), now())
        try await store.write { try $0.invite(secret, to: nil, as: .owner, by: nil, at: instant) }
        return Secret(secret)
    }

    /// The same, with an event in the audit log.
    package func inviteFirst(by author: ActAuthor) async throws -> Secret<String> {
        let (secret, instant) = (random.token(), now())
        try await store.administer(by: author, at: instant) { transaction in
            try transaction.invite(secret, to: nil, as: .owner, by: nil, at: instant)
            return ((), AdministrativeAct(in: Self.realm, "invitation as " + ConsoleRole.owner.rawValue))
        }
        return Secret(secret)
    }

    /// Invites another administrator. Earlier invitations to the address end.
    ///
    /// - Returns: The secret of the invitation.
    /// - Throws: ``ActRefusal`` with `conflict` for the address of an administrator, or `changedMeanwhile` if the inviter is no longer an
    ///   owner.
    package func invite(
        _ email: EmailAddress, as role: ConsoleRole, by inviter: AccountID, from address: String?
    ) async throws -> Secret<String> {
        let (secret, instant) = (random.token(), now())
        try await store.administer(by: Self.author(inviter, address), at: instant) { transaction in
            guard try transaction.account(withEmail: email, in: Self.realm) == nil else {
                throw ActRefusal.conflict("This address already belongs to an administrator.")
            }
            try transaction.requireOwner(inviter, in: Self.realm)
            try transaction.invite(secret, to: email, as: role, by: inviter, at: instant)
            return ((), AdministrativeAct(in: Self.realm, "invitation as " + role.rawValue))
        }
        return Secret(secret)
    }

    /// Creates the secret of a link with which an administrator who forgot the password sets another one. Earlier links to the address end.
    ///
    /// - Throws: ``ActRefusal``: `notFound`, `conflict` for the owner's own account and one without an address, `changedMeanwhile` if the
    ///   owner is no longer one.
    package func recover(
        _ id: AccountID, by actor: AccountID, from address: String?
    ) async throws -> (email: EmailAddress, secret: Secret<String>) {
        let (secret, instant) = (AdministratorInvitation.passwordPrefix + random.token(), now())
        let email = try await store.administer(by: Self.author(actor, address), at: instant) { transaction in
            guard let account = try transaction.account(id, in: Self.realm) else {
                throw ActRefusal.notFound("The administrator no longer exists.")
            }
            guard id != actor else { throw ActRefusal.conflict("Change your own password on the page of your account.") }
            guard let email = account.email, let role = ConsoleRole(of: account) else {
                throw ActRefusal.conflict("This administrator has no e-mail address or no role. Set a role first.")
            }
            try transaction.requireOwner(actor, in: Self.realm)
            try transaction.invite(secret, to: email, as: role, by: actor, at: instant)
            return (email, AdministrativeAct(in: Self.realm, subject: id, "password link"))
        }
        return (email, Secret(secret))
    }

    /// Withdraws the invitation to an address.
    ///
    /// - Throws: ``ActRefusal`` with `notFound`.
    package func withdraw(_ email: EmailAddress, by actor: AccountID, from address: String?) async throws {
        let instant = now()
        try await store.administer(by: Self.author(actor, address), at: instant) { transaction in
            guard let former = try transaction.removeInvitations(where: { $0.email == email && instant < $0.expiresAt }).first else {
                throw ActRefusal.notFound("The invitation no longer exists.")
            }
            return ((), AdministrativeAct(in: Self.realm, "invitation withdrawn, as " + former.role.rawValue))
        }
    }

    private static func author(_ id: AccountID, _ address: String?) -> ActAuthor {
        ActAuthor(actor: AuthEvent.actor(administrator: id), address: address)
    }

    /// Changes an administrator's role, with effect from the next request. Invitations that they created end.
    ///
    /// - Throws: ``LastOwner``; ``SignInError`` with `USER_NOT_FOUND`.
    package func set(_ role: ConsoleRole, of id: AccountID, by actor: AccountID, from address: String?) async throws {
        try await change(id, .update, "role " + role.rawValue, by: actor, from: address) { account, transaction in
            var account = account
            account.customClaims = role.claims
            try transaction.update(account)
            return account.id
        }
    }

    /// Removes an administrator.
    ///
    /// - Throws: ``LastOwner``; ``SignInError`` with `USER_NOT_FOUND`.
    package func remove(_ id: AccountID, by actor: AccountID, from address: String?) async throws {
        let instant = now()
        try await change(id, .delete, nil, by: actor, from: address) { [random] account, transaction in
            guard let pseudonym = try transaction.erase(account.id, in: account.realm, at: instant, random: random) else {
                throw SignInError(.userNotFound)
            }
            return pseudonym
        }
    }

    /// - Parameter edit: Makes the change. Returns the subject of its event.
    private func change(
        _ id: AccountID, _ kind: AuthEvent.Kind, _ reason: String?, by actor: AccountID, from address: String?,
        _ edit: @escaping @Sendable (Account, any StoreWriting) throws -> AccountID
    ) async throws {
        try await store.administer(by: Self.author(actor, address), at: now()) { transaction in
            guard let account = try transaction.account(id, in: Self.realm) else { throw SignInError(.userNotFound) }
            let subject = try edit(account, transaction)
            // Checked after the change in the same transaction: if two owners remove each other at once, the second removal fails.
            let left = try transaction.accounts(in: Self.realm, after: nil, limit: Self.maxCount)
            guard left.contains(where: { ConsoleRole(of: $0) == .owner && !$0.disabled }) else { throw LastOwner() }
            // Otherwise the invitations would be valid again if the account regained the role.
            try transaction.removeInvitations { $0.inviter == id }
            return ((), AdministrativeAct(kind, in: Self.realm, subject: subject, reason))
        }
    }
}

extension StoreReading {
    /// Checks the role of an owner again, because it was checked before the request was read.
    ///
    /// - Throws: ``ActRefusal`` with `changedMeanwhile`.
    fileprivate func requireOwner(_ id: AccountID, in realm: Realm) throws {
        guard let owner = try account(id, in: realm), !owner.disabled, ConsoleRole(of: owner) == .owner else {
            throw ActRefusal.changedMeanwhile
        }
    }
}
