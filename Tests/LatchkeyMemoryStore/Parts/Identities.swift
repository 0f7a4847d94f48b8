import LatchkeyIdentity

extension MemoryTransaction {
    func link(_ identity: Identity, to account: AccountID, in realm: Realm) throws {
        try requireAccount(account, in: realm)
        let key = AccountKey(account, in: realm)
        guard var changed = state.accounts[key] else { return }
        let owner = try self.account(linkedTo: identity.key, in: realm)
        try require(owner == nil || owner?.id == account, .identity, "the identity is linked to another account")
        if let position = changed.identities.firstIndex(where: { $0.key.provider == identity.key.provider }) {
            changed.identities[position] = identity
        } else {
            changed.identities.append(identity)
        }
        state.accounts[key] = changed.withSortedIdentities
    }

    func update(_ identity: Identity, in realm: Realm) throws {
        guard let owner = try account(linkedTo: identity.key, in: realm),
            let position = owner.identities.firstIndex(where: { $0.key.isIdentical(to: identity.key) })
        else {
            throw conflict(.identity, "no such identity to update")
        }
        let stored = owner.identities[position]
        state.accounts[AccountKey(owner.id, in: realm)]?.identities[position] = Identity(
            key: stored.key, email: identity.email, addressVerifiedByProvider: identity.addressVerifiedByProvider,
            displayName: identity.displayName, screenName: identity.screenName, photoURL: identity.photoURL, linkedAt: stored.linkedAt)
    }

    func unlink(_ provider: ProviderID, from account: AccountID, in realm: Realm) throws -> Bool {
        let key = AccountKey(account, in: realm)
        guard let position = state.accounts[key]?.identities.firstIndex(where: { $0.key.provider == provider }) else { return false }
        state.accounts[key]?.identities.remove(at: position)
        return true
    }

    /// Checks that an account has one identity of a provider, and that no other account has it.
    func checkIdentities(of account: Account) throws {
        let providers = account.identities.map(\.key.provider)
        try require(Set(providers).count == providers.count, .provider, "the account has another identity of the provider")
        for identity in account.identities {
            let owner = try self.account(linkedTo: identity.key, in: account.realm)
            try require(owner == nil || owner?.id == account.id, .identity, "the identity is linked to another account")
        }
    }
}

extension IdentityKey {
    /// Compares bytewise: Swift compares strings by canonical equivalence.
    func isIdentical(to other: IdentityKey) -> Bool {
        provider == other.provider && origin.equals(other.origin) && rawID.equals(other.rawID)
    }
}

extension Account {
    /// The account with its identities in the order in which they were linked.
    var withSortedIdentities: Account {
        var account = self
        account.identities = identities.enumerated().sorted {
            ($0.element.linkedAt, $0.offset) < ($1.element.linkedAt, $1.offset)
        }.map(\.element)
        return account
    }
}
