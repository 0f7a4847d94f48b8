import Foundation
package import LatchkeySecrets

/// The outcome of a sign-in with a provider's assertion (`accounts:signInWithIdp`).
package enum ProviderSignInOutcome: Sendable {
    case signedIn(IssuedTokens, isNewUser: Bool, emailRecycled: Bool)
    case secondFactorNeeded(SecondFactorNeeded)
    /// The address has an account, to which the holder has to sign in first. The pending token keeps the assertion.
    case confirmationNeeded(ExistingAccount, pendingToken: Secret<String>)
    /// The identity cannot be linked. With the pending token, the user can sign in with it instead.
    case refused(SignInError.Code, pendingToken: Secret<String>)

    /// The data about the existing account that the holder of its address can see.
    package struct ExistingAccount: Sendable {
        package let id: AccountID
        /// The linked providers, without `password`.
        package let providers: [ProviderID]
    }
}

/// Signs users in with a provider's assertion, or links it, in one transaction.
package struct ProviderSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let sealer: Sealer
    let now: WallClock
    let random: RandomTokens

    package init(store: any AccountStore, sessions: Sessions, sealer: Sealer, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.sessions = sessions
        self.sealer = sealer
        self.now = now
        self.random = random
    }

    /// The purpose of the request.
    package enum Purpose: Sendable {
        case signIn(Caller)
        /// `autoCreate: false`: signs in only with an identity that already belongs to an account.
        case reauthenticate(Caller)
        case link(SignedInCaller)

        package var caller: Caller {
            switch self {
            case .signIn(let caller), .reauthenticate(let caller): caller
            case .link(let holder): holder.caller
            }
        }
    }

    /// Signs a user in, or links the identity.
    ///
    /// - Parameters:
    ///   - pending: The pending credential that the assertion came from; consumed only on success.
    ///   - keepsPending: Whether the assertion of a refused request is stored. Otherwise the outcome's pending token is not valid.
    package func finish(
        _ assertion: ProviderAssertion, for purpose: Purpose, consuming pending: Fingerprint? = nil, keepsPending: Bool = true
    ) async throws -> ProviderSignInOutcome {
        let token = Secret(random.token())
        let newID = NewAccountID(AccountID(rawValue: random.text(length: AccountID.length, from: AccountID.alphabet)))
        let verdict: Verdict
        do {
            verdict = try await sessions.asking(purpose.caller) { caller in
                try await store.write { transaction in
                    try settle(
                        assertion, purpose, caller: caller, newID: newID, pending: pending, newPendingToken: keepsPending ? token : nil,
                        in: transaction)
                }
            }
        } catch let conflict as StoreConflict where conflict.subject == .email || conflict.subject == .identity {
            // A concurrent transaction took the address or identity, which the store's constraints detect.
            throw SignInError(conflict.subject == .email ? .emailExists : .federatedUserIDAlreadyLinked)
        }
        switch verdict {
        case .entered(let entry, let isNew, let recycled):
            switch try await sessions.issue(entry) {
            case .signedIn(let tokens): return .signedIn(tokens, isNewUser: isNew, emailRecycled: recycled)
            case .secondFactorNeeded(let needed): return .secondFactorNeeded(needed)
            }
        case .confirm(let existing): return .confirmationNeeded(existing, pendingToken: token)
        case .refused(let code, true): return .refused(code, pendingToken: token)
        case .refused(let code, false): throw SignInError(code)
        }
    }

    private enum Verdict: Sendable {
        case entered(Sessions.Entry, isNew: Bool, recycled: Bool)
        case confirm(ProviderSignInOutcome.ExistingAccount)
        case refused(SignInError.Code, keepsAssertion: Bool)
    }

    private func settle(
        _ assertion: ProviderAssertion, _ purpose: Purpose, caller: Caller, newID: NewAccountID, pending: Fingerprint?,
        newPendingToken: Secret<String>?, in transaction: any StoreWriting
    ) throws -> Verdict {
        // In the same transaction, so that no stored result of a sign-in is used after its provider was disabled.
        let provider = try transaction.enabledProvider(assertion.configuredAs, in: caller.realm)
        let facts = try facts(assertion, purpose, trusting: provider, in: transaction)
        let decision = decideLink(facts)
        let instant = now().inWholeMilliseconds
        let scribe = EventScribe(
            transaction: transaction, caller: caller, method: assertion.key.provider, at: instant,
            actor: purpose.holder?.account.id.rawValue)
        switch decision {
        case .confirm(let id):
            if let newPendingToken { try keep(assertion, token: newPendingToken, blockedBy: id, realm: caller.realm, in: transaction) }
            let existing = try transaction.account(id, in: caller.realm)
            try scribe.write(.signIn, .confirmationNeeded, subject: id)
            return .confirm(.init(id: id, providers: existing?.identities.map(\.key.provider) ?? []))
        case .refuse(let code):
            let kept = code == .federatedUserIDAlreadyLinked || code == .emailExists ? newPendingToken : nil
            if let kept { try keep(assertion, token: kept, blockedBy: nil, realm: caller.realm, in: transaction) }
            try scribe.write(purpose.eventKind, .refused, subject: purpose.holder?.account.id ?? facts.identityOwner, reason: code)
            return .refused(code, keepsAssertion: kept != nil)
        default:
            break
        }
        if let pending, try transaction.takePendingCredential(pending, in: caller.realm, at: instant) == nil {
            throw SignInError(.invalidPendingToken)
        }
        let change = AccountChange(assertion: assertion, caller: caller, at: instant, transaction: transaction)
        let applied = try change.apply(decision, newID: newID)
        let marks = SessionMarks(signInAttributes: assertion.signInAttributes)
        let entry: Sessions.Entry
        if let holder = purpose.holder, !caller.project.policies.linkingIsSignIn {
            entry = .opened(
                try sessions.open(
                    applied.account, by: assertion.key.provider, for: caller, authenticatedAt: purpose.earlierSignIn,
                    replacing: holder.session, claims: marks.claims(over: holder.session.claims), secondFactor: holder.session.secondFactor,
                    in: transaction))
        } else {
            entry = try sessions.enter(
                applied.account, by: assertion.key.provider, for: caller, claims: marks.claims(over: nil), assertion: assertion,
                isNew: applied.isNew, in: transaction)
        }
        try scribe.write(applied.event ?? purpose.eventKind, entry)
        return .entered(entry, isNew: applied.isNew, recycled: applied.replacedIdentity)
    }

    private func facts(
        _ assertion: ProviderAssertion, _ purpose: Purpose, trusting provider: ProviderConfiguration, in view: any StoreReading
    ) throws -> LinkFacts {
        let caller = purpose.caller
        let owner = try view.account(linkedTo: assertion.key, in: caller.realm)
        let addressOwner = try assertion.email.flatMap { try view.account(withEmail: $0, in: caller.realm) }
        let trusted = assertion.providerHoldsAddress && provider.trustedForTakeover
        let intent: LinkFacts.Intent
        var targetHasEmail = false
        switch purpose {
        case .signIn: intent = .signIn(mayCreate: true)
        case .reauthenticate: intent = .signIn(mayCreate: false)
        case .link(let holder):
            intent = .link(to: holder.account.id)
            targetHasEmail = try sessions.account(of: holder, in: view).email != nil
        }
        return LinkFacts(
            intent: intent, identityOwner: owner?.id, identityOwnerDisabled: owner?.disabled ?? false, hasEmail: assertion.email != nil,
            addressOwner: addressOwner.map {
                LinkFacts.AddressOwner(
                    account: $0.id, emailVerified: $0.emailVerified, disabled: $0.disabled,
                    hasOtherIdentityOfProvider: $0.identity(of: assertion.key.provider) != nil)
            },
            addressVerifiedByProvider: assertion.addressVerifiedByProvider, trustedForTakeover: trusted,
            linkTargetHasEmail: targetHasEmail, oneAccountPerEmail: caller.project.settings.oneAccountPerEmail,
            signUpAllowed: caller.project.settings.signUp)
    }

    private func keep(
        _ assertion: ProviderAssertion, token: Secret<String>, blockedBy account: AccountID?, realm: Realm,
        in transaction: any StoreWriting
    ) throws {
        let id = Fingerprint(of: token.expose())
        try transaction.removeExpired(at: now())
        try transaction.insert(
            PendingCredential(
                id: id, realm: realm, key: assertion.key, account: account,
                sealedAssertion: try sealer.seal(assertion, for: PendingCredential.sealingContext(project: realm.project, id: id)),
                expiresAt: now().addingTimeInterval(PendingCredential.lifetimeSeconds).inWholeMilliseconds))
    }
}

extension ProviderSignIn.Purpose {
    fileprivate var holder: SignedInCaller? {
        if case .link(let holder) = self { holder } else { nil }
    }

    /// The earlier authentication, which stays: linking proves nothing about existing sign-in methods. Only an anonymous account had none.
    fileprivate var earlierSignIn: Date? {
        guard let holder, !holder.account.isAnonymous else { return nil }
        return holder.claims.authenticatedAt
    }

    fileprivate var eventKind: AuthEvent.Kind {
        switch self {
        case .signIn: .signIn
        case .reauthenticate: .reauthenticate
        case .link: .link
        }
    }
}
