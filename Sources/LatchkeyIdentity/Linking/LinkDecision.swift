/// What happens to somebody who arrives with an identity.
public enum LinkDecision: Sendable, Hashable {
    /// The identity is known: its account is signed in, unchanged but for the provider's entry.
    case signIn(AccountID)
    /// A new account; with the address only where one address leads to one account.
    case create(withEmail: Bool, emailVerified: Bool)
    /// The identity joins an account that the caller holds.
    case link(to: AccountID, adoptEmail: Bool, proveEmail: Bool)
    /// The identity joins the account of the address, which its holder and now a trusted provider proved.
    case join(AccountID, replacesIdentity: Bool)
    /// As `join`, but nobody had proved the address before: what others added to the account is removed first.
    case takeOver(AccountID, replacesIdentity: Bool)
    /// The address has an account whose holder has to prove it first; nothing changes.
    case confirm(AccountID)
    case refuse(SignInError.Code)
}

/// The whole of the linking policy.
///
/// Its rows are those of Firebase's documented behaviour: an identity leads to its account whatever its address says now; an
/// address opens an account only on the word of a provider trusted for it; nothing is ever merged on an address alone.
public func decideLink(_ facts: LinkFacts) -> LinkDecision {
    switch facts.intent {
    case .link(let target): decideLinking(facts, to: target)
    case .signIn(let mayCreate): decideSignIn(facts, mayCreate: mayCreate)
    }
}

private func decideLinking(_ facts: LinkFacts, to target: AccountID) -> LinkDecision {
    if facts.identityOwner != nil { return .refuse(.federatedUserIDAlreadyLinked) }
    if facts.oneAccountPerEmail, let owner = facts.addressOwner, owner.account != target { return .refuse(.emailExists) }
    let ownAddress = facts.addressOwner?.account == target
    // Without the rule of one account per address, an identity's address stays with the identity.
    let adopts = facts.hasEmail && !facts.linkTargetHasEmail && facts.oneAccountPerEmail
    return .link(to: target, adoptEmail: adopts, proveEmail: facts.addressProved && (adopts || ownAddress))
}

private func decideSignIn(_ facts: LinkFacts, mayCreate: Bool) -> LinkDecision {
    if let owner = facts.identityOwner {
        return facts.identityOwnerDisabled ? .refuse(.userDisabled) : .signIn(owner)
    }
    // Reauthentication must not join, clean or create anything: it asks whether this identity already leads somewhere.
    guard mayCreate else { return .refuse(.userNotFound) }
    if facts.oneAccountPerEmail, let owner = facts.addressOwner {
        guard facts.addressProved else { return .confirm(owner.account) }
        if owner.disabled { return .refuse(.userDisabled) }
        return owner.emailVerified
            ? .join(owner.account, replacesIdentity: owner.hasOtherIdentityOfProvider)
            : .takeOver(owner.account, replacesIdentity: owner.hasOtherIdentityOfProvider)
    }
    guard facts.signUpAllowed else { return .refuse(.adminOnlyOperation) }
    let withEmail = facts.hasEmail && facts.oneAccountPerEmail
    return .create(withEmail: withEmail, emailVerified: withEmail && facts.addressProved)
}
