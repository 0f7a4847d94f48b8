/// What hooks have said so far, in the course of one request.
struct HookAnswers: Sendable {
    struct Answer: Sendable {
        /// The account as the hook saw it.
        let account: Account
        let edit: HookEdit
    }

    private var answers: [BlockingHooks.Event: Answer] = [:]
    /// The request was taken from its network's supply of sign-ups.
    var signUpIsTaken = false

    subscript(event: BlockingHooks.Event) -> Answer? {
        get { answers[event] }
        set { answers[event] = newValue }
    }

    /// The answer, if it was given about this very account, as far as a hook may have cared.
    ///
    /// Between question and answer the account may have changed hands.
    func edit(at event: BlockingHooks.Event, for account: Account) throws -> HookEdit? {
        guard let answer = answers[event] else { return nil }
        guard Facts(answer.edit.applied(to: answer.account)) == Facts(answer.edit.applied(to: account)) else { throw Self.outOfDate }
        return answer.edit
    }

    /// The `emailVerified` that the hooks returned; the last hook wins. Stores keep no such value for an account without an address.
    var emailVerified: Bool? {
        answers[.beforeSignIn]?.edit.emailVerified ?? answers[.beforeCreate]?.edit.emailVerified
    }

    static let outOfDate = SignInError(
        .blockingFunctionErrorResponse, message: "The account changed while the hook was asked. Please try again.")

    /// Who somebody is: what decides whether they may come in.
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
    /// Inserts a newcomer's account as the project's hook wants it.
    ///
    /// - Returns: The account as it was stored.
    /// - Throws: ``HookQuestion`` where a hook has to be asked first.
    func insert(_ account: Account, by method: ProviderID, for caller: Caller, assertion: ProviderAssertion? = nil) throws -> Account {
        guard let url = caller.project.settings.hooks.beforeCreate else {
            try insert(account)
            try noteMixedScripts(of: account, after: nil, for: caller, at: account.createdAt)
            return account
        }
        if let edit = try caller.hookAnswers.edit(at: .beforeCreate, for: account) {
            let edited = edit.applied(to: account)
            try insert(edited)
            try noteMixedScripts(of: edited, after: nil, for: caller, at: edited.createdAt)
            return edited
        }
        // First, although it is undone: nobody is asked about an address or an identity that is taken.
        try insert(account)
        throw HookQuestion(
            event: .beforeCreate, url: url, account: account, factors: [], method: method, secondFactor: nil, assertion: assertion,
            caller: caller)
    }

    /// Writes an account that may have got its first way in, as the project's hook wants it. Until then nobody had been asked about
    /// it: a hook that keeps people out would be got around by signing in anonymously first.
    ///
    /// - Parameters:
    ///   - before: The account as it was.
    ///   - method: How its holder can sign in from now on.
    /// - Returns: The account as it was stored.
    /// - Throws: ``HookQuestion`` where the hook has to be asked first; ``SignInError`` with `USER_DISABLED` where the hook would disable
    ///   the account, which stays without a way in then.
    func update(
        _ account: Account, after before: Account, by method: ProviderID, for caller: Caller, assertion: ProviderAssertion? = nil
    ) throws -> Account {
        // Google's emulator calls the hook for new accounts only.
        guard !before.hasWayIn, account.hasWayIn, caller.project.policies != .emulator,
            let url = caller.project.settings.hooks.beforeCreate
        else {
            try update(account)
            return account
        }
        if let edit = try caller.hookAnswers.edit(at: .beforeCreate, for: account) {
            let edited = edit.applied(to: account)
            if edited.disabled, !account.disabled { throw SignInError(.userDisabled, cause: "the hook disabled it") }
            try update(edited)
            return edited
        }
        // First, although it is undone, as with a newcomer.
        try update(account)
        throw HookQuestion(
            event: .beforeCreate, url: url, account: account, isUpgrade: true, factors: [], method: method, secondFactor: nil,
            assertion: assertion, caller: caller)
    }
}
