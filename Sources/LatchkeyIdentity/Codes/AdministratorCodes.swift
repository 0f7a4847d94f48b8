package import LatchkeySecrets

/// Creates one-time codes on behalf of an administrator (`projects/{project}/accounts:sendOobCode`).
///
/// Administrators learn whether an address has an account. As in Firebase, back ends are not rate limited. Console users are, so that
/// they cannot flood a mailbox by hand.
package struct AdministratorCodes: Sendable {
    let store: any AccountStore
    let codes: CodeIssuer
    let throttle: any RateLimits
    let now: WallClock
    let listsLinks: Bool

    private static let messagesForARecipient = Quota(OneTimeCode.Kind.maxPerHour, everySeconds: 3600)

    /// - Parameter listsLinks: Whether links that are returned are also listed in the outbox, as in the Firebase Auth Emulator.
    package init(
        store: any AccountStore, codes: CodeIssuer, throttle: any RateLimits, now: @escaping WallClock, listsLinks: Bool = false
    ) {
        self.listsLinks = listsLinks
        self.store = store
        self.codes = codes
        self.throttle = throttle
        self.now = now
    }

    /// The code that an administrator requests.
    package struct Order: Sendable {
        package let kind: OneTimeCode.Kind
        package let email: EmailAddress
        /// The new address, for `VERIFY_AND_CHANGE_EMAIL` only.
        package let newEmail: EmailAddress?
        /// The URL where the user continues afterwards; checked by the caller.
        package let continueURL: String?
        /// Whether the link is returned to the administrator instead of emailed to the user.
        package let returnsLink: Bool

        package init(
            _ kind: OneTimeCode.Kind, email: EmailAddress, newEmail: EmailAddress? = nil, continueURL: String? = nil, returnsLink: Bool
        ) {
            self.kind = kind
            self.email = email
            self.newEmail = newEmail
            self.continueURL = continueURL
            self.returnsLink = returnsLink
        }
    }

    /// A link that only the administrator receives.
    package struct Link: Sendable {
        package let code: Secret<String>
        package let url: String
    }

    /// Creates a code, and sends or returns its link.
    ///
    /// - Parameter isByHand: Whether a console user makes the request, which is rate limited.
    /// - Returns: The link if the order has `returnsLink`; `nil` otherwise.
    /// - Throws: ``TooManyAttempts``; ``SignInError``: `OPERATION_NOT_ALLOWED`; `EMAIL_NOT_FOUND` for a reset and `USER_NOT_FOUND`
    ///   otherwise for an address without an account; `USER_DISABLED`; `EMAIL_EXISTS` for a new address that is taken;
    ///   `INVALID_NEW_EMAIL` for the present one.
    package func make(_ order: Order, by caller: Caller, actor: String, isByHand: Bool = false) async throws -> Link? {
        let settings = caller.project.settings
        // Google's emulator checks neither whether passwords are allowed nor whether the account is enabled.
        let isLenient = caller.project.policies.isLenient
        if order.kind == .passwordReset, !settings.passwordSignIn, !isLenient { throw SignInError(.operationNotAllowed) }
        if order.kind == .emailSignIn, !settings.emailLinkSignIn { throw SignInError(.operationNotAllowed) }
        if isByHand {
            // Only valid requests count. They are checked again in the transaction.
            _ = try await store.read { try account(for: order, caller, in: $0) }
            let recipient = (order.newEmail ?? order.email).text
            try await throttle.take(.messageByHand, of: Self.messagesForARecipient, for: recipient, in: caller.realm)
        }
        return try await store.write { transaction in
            let instant = now().inWholeMilliseconds
            let account = try account(for: order, caller, in: transaction)
            let issued = CodeIssuer.Order(
                kind: order.kind, recipient: order.newEmail ?? order.email, email: order.email, newEmail: order.newEmail, account: account,
                continueURL: order.continueURL)
            let scribe = EventScribe(transaction: transaction, caller: caller, method: nil, at: instant, actor: actor)
            try scribe.write(.sendCode, .allowed, subject: account?.id)
            guard order.returnsLink else {
                try codes.issue(issued, for: caller, at: instant, in: transaction)
                return nil
            }
            let written =
                try listsLinks
                ? codes.issue(issued, for: caller, at: instant, in: transaction)
                : codes.link(issued, for: caller, at: instant, in: transaction)
            return Link(code: written.code, url: written.url)
        }
    }

    /// Returns the account of an order; `nil` for a sign-in link that can create it.
    private func account(for order: Order, _ caller: Caller, in view: any StoreReading) throws -> Account? {
        let isLenient = caller.project.policies.isLenient
        let account = try view.account(withEmail: order.email, in: caller.realm)
        if account?.disabled == true, !isLenient { throw SignInError(.userDisabled) }
        guard account != nil || order.kind == .emailSignIn else {
            throw SignInError(order.kind == .passwordReset ? .emailNotFound : .userNotFound)
        }
        if let newEmail = order.newEmail {
            guard newEmail != order.email || isLenient else {
                throw SignInError(.init(rawValue: "INVALID_NEW_EMAIL"), message: "The account has this address already.")
            }
            guard try view.account(withEmail: newEmail, in: caller.realm) == nil else { throw SignInError(.emailExists) }
        }
        return account
    }

    /// Notifies the first address of an account that an administrator changed the address, as Google's emulator does. A real server does
    /// not: the administrator may be repairing what an attacker did.
    package func tellFirstAddress(of account: Account, by caller: Caller, actor: String) async throws {
        guard !caller.project.policies.recoversConfirmedAddressesOnly, let first = account.initialEmail else { return }
        try await store.write { transaction in
            let instant = now().inWholeMilliseconds
            let order = CodeIssuer.Order(kind: .recoverEmail, recipient: first, email: first, account: account)
            try codes.issue(order, for: caller, at: instant, in: transaction)
            let scribe = EventScribe(transaction: transaction, caller: caller, method: nil, at: instant, actor: actor)
            try scribe.write(.sendCode, .allowed, subject: account.id)
        }
    }
}
