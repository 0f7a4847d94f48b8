import Foundation
package import LatchkeySecrets

/// Signs users in with a code that was sent to their email address (`accounts:signInWithEmailLink`).
package struct EmailLinkSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let codes: CodeIssuer
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, sessions: Sessions, codes: CodeIssuer, now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.store = store
        self.sessions = sessions
        self.codes = codes
        self.now = now
        self.random = random
    }

    static let anotherAddress = "The email provided does not match the sign-in email address."

    /// Signs in or signs up the holder of an address.
    ///
    /// - Throws: ``SignInError``: `OPERATION_NOT_ALLOWED`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `USER_DISABLED`; `INVALID_EMAIL` for a
    ///   code that was sent to another address, which stays valid; `ADMIN_ONLY_OPERATION` if sign-up is disabled;
    ///   `BLOCKING_FUNCTION_ERROR_RESPONSE`.
    package func signIn(
        _ text: Secret<String>, email: EmailAddress, for caller: Caller
    ) async throws -> (outcome: SignInOutcome, isNewUser: Bool) {
        guard caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
        let newID = AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet))
        let (entry, isNew): (Sessions.Entry, Bool)
        do {
            (entry, isNew) = try await sessions.asking(caller) { caller in
                try await store.write { try enter(text, email: email, for: caller, newID: newID, in: $0) }
            }
        } catch let error as SignInError where error.code == .userDisabled {
            // Recorded in a separate transaction: the link stays valid for when the account is enabled again.
            let instant = now().inWholeMilliseconds
            try await store.write { transaction in
                let known = try transaction.account(withEmail: email, in: caller.realm)
                try EventScribe(transaction: transaction, caller: caller, method: .emailLink, at: instant)
                    .write(.signIn, .refused, subject: known?.id, reason: error.code)
            }
            throw error
        }
        return (try await sessions.issue(entry), isNew)
    }

    private func enter(
        _ text: Secret<String>, email: EmailAddress, for caller: Caller, newID: AccountID, in transaction: any StoreWriting
    ) throws -> (entry: Sessions.Entry, isNewUser: Bool) {
        let instant = now().inWholeMilliseconds
        try use(text, email: email, for: caller, at: instant, in: transaction)
        let known = try transaction.account(withEmail: email, in: caller.realm)
        if known?.disabled == true { throw SignInError(.userDisabled) }
        if known == nil, !caller.project.settings.signUp { throw SignInError(.adminOnlyOperation) }
        let isTakeover = known?.emailVerified == false && caller.project.policies.emptiesUnprovenAccounts
        var account: Account
        if let known {
            account = isTakeover ? try transaction.emptied(known) : known
            if isTakeover { account.validSince = instant }
            account.emailVerified = true
            account.emailLinkSignIn = true
            // The link proves the address, whether or not a second factor follows.
            try transaction.update(account)
        } else {
            account = Account(
                id: newID, realm: caller.realm, email: email, emailVerified: true, emailLinkSignIn: true, createdAt: instant,
                lastSignInAt: instant, lastRefreshAt: instant)
            account = try transaction.insert(account, by: .emailLink, for: caller)
        }
        let entry = try sessions.enter(account, by: .emailLink, for: caller, isNew: known == nil, in: transaction)
        let scribe = EventScribe(transaction: transaction, caller: caller, method: .emailLink, at: instant)
        try scribe.write(known == nil ? .signUp : isTakeover ? .takeover : .signIn, entry)
        return (entry, known == nil)
    }

    /// Adds email link sign-in to a signed-in user's account. The account gets the address if it has another one or none.
    ///
    /// All credentials stay, because the caller controls the account and, with the code, the address too.
    ///
    /// - Throws: As ``signIn(_:email:for:)``; `EMAIL_EXISTS` for an address of another account; `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` if
    ///   the account's address changes.
    package func link(_ text: Secret<String>, email: EmailAddress, to holder: SignedInCaller) async throws -> SignInOutcome {
        guard holder.caller.project.settings.emailLinkSignIn else { throw SignInError(.operationNotAllowed) }
        if let present = holder.account.email, present != email { try sessions.requireRecentSignIn(holder) }
        let entry = try await sessions.asking(holder.caller) { caller in
            try await store.write { try link(text, email: email, to: holder, caller, in: $0) }
        }
        return try await sessions.issue(entry)
    }

    private func link(
        _ text: Secret<String>, email: EmailAddress, to holder: SignedInCaller, _ caller: Caller, in transaction: any StoreWriting
    ) throws -> Sessions.Entry {
        let instant = now().inWholeMilliseconds
        let before = try sessions.account(of: holder, in: transaction)
        var account = before
        if let owner = try transaction.account(withEmail: email, in: caller.realm), owner.id != account.id {
            throw SignInError(.emailExists)
        }
        try use(text, email: email, for: caller, at: instant, in: transaction)
        let policies = caller.project.policies
        let earlier = account.isAnonymous ? nil : holder.claims.authenticatedAt
        let changes = account.email != nil && account.email != email
        try AddressChange(codes: codes, caller: caller, at: instant, transaction: transaction)
            .apply(email, verified: true, emulatorNotifies: false, to: &account)
        account.emailVerified = true
        account.emailLinkSignIn = true
        if changes, policies.codesEndTokens {
            account.validSince = instant
            try transaction.endSessions(of: account.id, for: caller)
        }
        account = try transaction.update(account, after: before, by: .emailLink, for: caller)
        let entry: Sessions.Entry
        if policies.linkingIsSignIn {
            entry = try sessions.enter(account, by: .emailLink, for: caller, in: transaction)
        } else {
            entry = .opened(
                try sessions.open(
                    account, by: .password, for: caller, authenticatedAt: earlier, replacing: holder.session,
                    claims: holder.session.claims, secondFactor: holder.session.secondFactor, in: transaction))
        }
        let scribe = EventScribe(
            transaction: transaction, caller: caller, method: .emailLink, at: instant, actor: account.id.rawValue)
        try scribe.write(.link, entry)
        return entry
    }

    private func use(
        _ text: Secret<String>, email: EmailAddress, for caller: Caller, at now: Date, in transaction: any StoreWriting
    ) throws {
        let code = try transaction.code(text, [.emailSignIn], in: caller.realm, at: now)
        guard code.email == email else { throw SignInError(.invalidEmail, message: Self.anotherAddress) }
        try transaction.use(code, at: now)
    }
}
