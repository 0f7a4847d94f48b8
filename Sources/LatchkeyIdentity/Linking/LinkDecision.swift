/// The result of a sign-in or a link with a provider's identity.
package enum LinkDecision: Sendable, Hashable {
    /// The identity is known. Its account is signed in; only the provider's entry is updated.
    case signIn(AccountID)
    /// A new account is created; with the address only if the project allows no more than one account per address.
    case create(withEmail: Bool, emailVerified: Bool)
    /// The identity is linked to the caller's account.
    case link(to: AccountID, adoptEmail: Bool, proveEmail: Bool)
    /// The identity is linked to the account of the address, which its holder and now a trusted provider have verified.
    case join(AccountID, replacesIdentity: Bool)
    /// As `join`, but the address was not verified before. Existing credentials of the account are removed first.
    case takeOver(AccountID, replacesIdentity: Bool)
    /// The address has an account, to which the holder has to sign in first. Nothing changes.
    case confirm(AccountID)
    case refuse(SignInError.Code)
}

/// Decides the outcome of a sign-in or a link: the complete linking policy.
///
/// The rules follow Firebase's documented behavior. An identity leads to its account, regardless of its current address. An
/// address opens an account only if a trusted provider verified it. Accounts are never merged because of an address alone.
package func decideLink(_ facts: LinkFacts) -> LinkDecision {
    switch facts.intent {
    case .link(let target): decideLinking(facts, to: target)
    case .signIn(let mayCreate): decideSignIn(facts, mayCreate: mayCreate)
    }
}

private func decideLinking(_ facts: LinkFacts, to target: AccountID) -> LinkDecision {
    if facts.identityOwner != nil { return .refuse(.federatedUserIDAlreadyLinked) }
    if facts.oneAccountPerEmail, let owner = facts.addressOwner, owner.account != target { return .refuse(.emailExists) }
    let ownAddress = facts.addressOwner?.account == target
    // If several accounts may share an address, an identity's address stays with the identity.
    let adopts = facts.hasEmail && !facts.linkTargetHasEmail && facts.oneAccountPerEmail
    return .link(to: target, adoptEmail: adopts, proveEmail: facts.addressProved && (adopts || ownAddress))
}

private func decideSignIn(_ facts: LinkFacts, mayCreate: Bool) -> LinkDecision {
    if let owner = facts.identityOwner {
        return facts.identityOwnerDisabled ? .refuse(.userDisabled) : .signIn(owner)
    }
    // Reauthentication must not link, empty or create anything: it only tests whether the identity belongs to an account.
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
