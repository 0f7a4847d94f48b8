/// The facts about an identity that a provider vouches for.
///
/// They come from the store, the provider and the project's settings. ``decideLink(_:)`` turns them into a decision.
package struct LinkFacts: Sendable, Hashable {
    /// The purpose of the request.
    package enum Intent: Sendable, Hashable {
        /// To sign in. An account is created for a new user unless the client forbids it (`autoCreate: false`, as in reauthentication).
        case signIn(mayCreate: Bool)
        /// To add the identity to the account of the caller's ID token.
        case link(to: AccountID)
    }

    /// The account that an address belongs to.
    package struct AddressOwner: Sendable, Hashable {
        package var account: AccountID
        /// Whether its holder verified the address.
        package var emailVerified: Bool
        package var disabled: Bool
        /// Whether the account has another identity of the same provider.
        package var hasOtherIdentityOfProvider: Bool

        package init(account: AccountID, emailVerified: Bool, disabled: Bool = false, hasOtherIdentityOfProvider: Bool = false) {
            self.account = account
            self.emailVerified = emailVerified
            self.disabled = disabled
            self.hasOtherIdentityOfProvider = hasOtherIdentityOfProvider
        }
    }

    package var intent: Intent
    package var identityOwner: AccountID?
    package var identityOwnerDisabled: Bool
    /// Whether the provider returned an address.
    package var hasEmail: Bool
    /// The account that has the address.
    package var addressOwner: AddressOwner?
    /// Whether the provider states that the user controls the address.
    package var addressVerifiedByProvider: Bool
    /// Whether the project trusts this provider's addresses to open existing accounts.
    package var trustedForTakeover: Bool
    /// Whether the account to link to has an address.
    package var linkTargetHasEmail: Bool
    package var oneAccountPerEmail: Bool
    package var signUpAllowed: Bool

    package init(
        intent: Intent, identityOwner: AccountID? = nil, identityOwnerDisabled: Bool = false, hasEmail: Bool = false,
        addressOwner: AddressOwner? = nil, addressVerifiedByProvider: Bool = false, trustedForTakeover: Bool = false,
        linkTargetHasEmail: Bool = false, oneAccountPerEmail: Bool = true, signUpAllowed: Bool = true
    ) {
        self.intent = intent
        self.identityOwner = identityOwner
        self.identityOwnerDisabled = identityOwnerDisabled
        self.hasEmail = hasEmail
        self.addressOwner = addressOwner
        self.addressVerifiedByProvider = addressVerifiedByProvider
        self.trustedForTakeover = trustedForTakeover
        self.linkTargetHasEmail = linkTargetHasEmail
        self.oneAccountPerEmail = oneAccountPerEmail
        self.signUpAllowed = signUpAllowed
    }

    /// Whether the provider's statement proves the address: the provider verified it, and the project trusts the provider.
    package var addressProved: Bool {
        hasEmail && addressVerifiedByProvider && trustedForTakeover
    }
}
