/// The responses of hooks during one request.
struct HookReplies: Sendable {
    struct Reply: Sendable {
        /// The account as it was sent to the hook.
        let account: Account
        let edit: HookEdit
    }

    private var replies: [BlockingHooks.Event: Reply] = [:]
    /// Whether the request already consumed one sign-up of its network's quota.
    var signUpIsTaken = false

    subscript(event: BlockingHooks.Event) -> Reply? {
        get { replies[event] }
        set { replies[event] = newValue }
    }

    /// Returns the response to an event, if there is one.
    ///
    /// - Throws: ``outOfDate`` if the account changed since the hook was called, in a property that may matter to a hook.
    func edit(at event: BlockingHooks.Event, for account: Account) throws -> HookEdit? {
        guard let reply = replies[event] else { return nil }
        guard Facts(reply.edit.applied(to: reply.account)) == Facts(reply.edit.applied(to: account)) else { throw Self.outOfDate }
        return reply.edit
    }

    /// The `emailVerified` that the hooks returned; the last hook wins. Stores keep no such value for an account without an address.
    var emailVerified: Bool? {
        replies[.beforeSignIn]?.edit.emailVerified ?? replies[.beforeCreate]?.edit.emailVerified
    }

    static let outOfDate = SignInError(
        .blockingFunctionErrorResponse, message: "The account changed while the hook was called. Please try again.")

    /// The properties of an account on which a hook may base its decision.
    private struct Facts: Equatable {
        let id: AccountID
        let realm: Realm
        let email: EmailAddress?
        let emailVerified: Bool
        let phoneNumber: String?
        let identities: Set<IdentityKey>
        let disabled: Bool

        init(_ account: Account) {
            id = account.id
            realm = account.realm
            email = account.email
            emailVerified = account.emailVerified
            phoneNumber = account.phoneNumber
            identities = Set(account.identities.map(\.key))
            disabled = account.disabled
        }
    }
}

extension StoreWriting {
    /// Inserts a new account, with the changes that the project's hook makes.
    ///
    /// - Returns: The account as it was stored.
    /// - Throws: ``HookRequest`` if a hook has to be called first.
    func insert(_ account: Account, by method: ProviderID, for caller: Caller, assertion: ProviderAssertion? = nil) throws -> Account {
        guard let url = caller.project.settings.hooks.beforeCreate else {
            try insert(account)
            try noteMixedScripts(of: account, after: nil, for: caller, at: account.createdAt)
            return account
        }
        if let edit = try caller.hookReplies.edit(at: .beforeCreate, for: account) {
            var edited = edit.applied(to: account)
            // A disabled account does not sign in.
            if edited.disabled { edited.lastRefreshAt = nil }
            try insert(edited)
            try noteMixedScripts(of: edited, after: nil, for: caller, at: edited.createdAt)
            return edited
        }
        // Inserted first, although the insert is undone, so that no hook is called for an address or an identity that is taken.
        try insert(account)
        throw HookRequest(
            event: .beforeCreate, url: url, account: account, factors: [], method: method, secondFactor: nil, assertion: assertion,
            caller: caller)
    }

    /// Updates an account that may get its first sign-in method, with the changes that the project's hook makes. The hook is called for
    /// the first sign-in method because it was not called for the anonymous account; otherwise anonymous sign-in would bypass it.
    ///
    /// - Parameters:
    ///   - before: The account before the change.
    ///   - method: The sign-in method that the account gets.
    /// - Returns: The account as it was stored.
    /// - Throws: ``HookRequest`` if the hook has to be called first; ``SignInError`` with `USER_DISABLED` if the hook would disable
    ///   the account, which then stays without a sign-in method.
    func update(
        _ account: Account, after before: Account, by method: ProviderID, for caller: Caller, assertion: ProviderAssertion? = nil
    ) throws -> Account {
        // Google's emulator calls the hook for new accounts only.
        guard !before.hasWayIn, account.hasWayIn, !caller.project.policies.isLenient,
            let url = caller.project.settings.hooks.beforeCreate
        else {
            try update(account)
            return account
        }
        if let edit = try caller.hookReplies.edit(at: .beforeCreate, for: account) {
            let edited = edit.applied(to: account)
            if edited.disabled, !account.disabled { throw SignInError(.userDisabled, cause: "the hook disabled it") }
            try update(edited)
            return edited
        }
        // Updated first, although the update is undone, as with a new account.
        try update(account)
        throw HookRequest(
            event: .beforeCreate, url: url, account: account, isUpgrade: true, factors: [], method: method, secondFactor: nil,
            assertion: assertion, caller: caller)
    }
}
