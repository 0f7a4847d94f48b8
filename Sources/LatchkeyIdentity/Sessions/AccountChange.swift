import Foundation

/// Applies the decision of ``decideLink(_:)``.
struct AccountChange {
    let assertion: ProviderAssertion
    let caller: Caller
    let at: Date
    let transaction: any StoreWriting

    struct Applied {
        var account: Account
        var isNew = false
        var replacedIdentity = false
        /// The event to record, if it does not follow from the purpose alone.
        var event: AuthEvent.Kind?
    }

    func apply(_ decision: LinkDecision, newID: NewAccountID) throws -> Applied {
        switch decision {
        case .signIn(let id):
            // The profile at the provider is updated, but the account's own address stays.
            try transaction.update(identity, in: realm)
            return Applied(account: try existing(id))
        case .create(let withEmail, let verified):
            let id = try newID.settle(for: caller, by: assertion.key.provider, rawID: assertion.key.rawID, in: transaction)
            return try create(id, withEmail: withEmail, verified: verified)
        case .link(let id, let adoptEmail, let proveEmail):
            let before = try existing(id)
            var account = before
            if adoptEmail {
                account.email = assertion.email
                account.emailVerified = false
            }
            if proveEmail { account.emailVerified = true }
            if caller.project.policies.fillsProfiles { fillProfile(of: &account) }
            try transaction.link(identity, to: account.id, in: realm)
            account.identities.append(identity)
            try transaction.noteMixedScripts(of: account, after: before.email, for: caller, at: at)
            _ = try transaction.update(
                account, after: before, by: assertion.key.provider, for: caller, assertion: assertion)
            return Applied(account: try existing(id), event: .link)
        case .join(let id, let replaces):
            var account = try existing(id)
            overwriteProfile(of: &account)
            return Applied(account: try store(account), replacedIdentity: replaces)
        case .takeOver(let id, let replaces):
            if caller.project.policies.emptiesUnprovenAccounts { try transaction.removeAllCredentials(of: id, in: realm) }
            var account = try existing(id)
            account.password = nil
            account.phoneNumber = nil
            account.emailVerified = true
            account.validSince = at
            overwriteProfile(of: &account)
            return Applied(account: try store(account), replacedIdentity: replaces, event: .takeover)
        case .confirm, .refuse:
            preconditionFailure("a decision that changes nothing is settled before")
        }
    }

    private var realm: Realm { caller.realm }

    private var identity: Identity {
        Identity(
            key: assertion.key, email: assertion.email, addressVerifiedByProvider: assertion.addressVerifiedByProvider,
            displayName: assertion.displayName, screenName: assertion.screenName, photoURL: assertion.photoURL, linkedAt: at)
    }

    private func existing(_ id: AccountID) throws -> Account {
        guard let account = try transaction.account(id, in: realm) else { throw SignInError(.userNotFound) }
        return account
    }

    private func create(_ id: AccountID, withEmail: Bool, verified: Bool) throws -> Applied {
        let newcomer = Account(
            id: id, realm: realm, email: withEmail ? assertion.email : nil, emailVerified: verified, displayName: assertion.displayName,
            photoURL: assertion.photoURL, screenName: assertion.screenName, createdAt: at, lastSignInAt: at, lastRefreshAt: at,
            identities: [identity])
        let account = try transaction.insert(
            newcomer, by: assertion.key.provider, for: caller, assertion: assertion)
        return Applied(account: account, isNew: true, event: .signUp)
    }

    /// Links the identity and stores the account.
    ///
    /// - Returns: The account as it reads afterwards.
    private func store(_ account: Account) throws -> Account {
        try transaction.update(account)
        try transaction.link(identity, to: account.id, in: realm)
        return try existing(account.id)
    }

    private func fillProfile(of account: inout Account) {
        account.displayName = account.displayName ?? assertion.displayName
        account.photoURL = account.photoURL ?? assertion.photoURL
        account.screenName = account.screenName ?? assertion.screenName
    }

    private func overwriteProfile(of account: inout Account) {
        account.displayName = assertion.displayName
        account.photoURL = assertion.photoURL
        account.screenName = assertion.screenName
    }
}
