/// The facts about an identity that a provider vouches for.
///
/// They come from the store, the provider and the project's settings. ``decideLink(_:)`` turns them into a decision.
public struct LinkFacts: Sendable, Hashable {
    /// The purpose of the request.
    public enum Intent: Sendable, Hashable {
        /// To sign in. An account is created for a new user unless the client forbids it (`autoCreate: false`, as in reauthentication).
        case signIn(mayCreate: Bool)
        /// To add the identity to the account of the caller's ID token.
        case link(to: AccountID)
    }

    /// The account that an address belongs to.
    public struct AddressOwner: Sendable, Hashable {
        public var account: AccountID
        /// Whether its holder verified the address.
        public var emailVerified: Bool
        public var disabled: Bool
        /// Whether the account has another identity of the same provider.
        public var hasOtherIdentityOfProvider: Bool

        public init(account: AccountID, emailVerified: Bool, disabled: Bool = false, hasOtherIdentityOfProvider: Bool = false) {
            self.account = account
            self.emailVerified = emailVerified
            self.disabled = disabled
            self.hasOtherIdentityOfProvider = hasOtherIdentityOfProvider
        }
    }

    public var intent: Intent
    public var identityOwner: AccountID?
    public var identityOwnerDisabled: Bool
    /// Whether the provider returned an address.
    public var hasEmail: Bool
    /// The account that has the address.
    public var addressOwner: AddressOwner?
    /// Whether the provider states that the user controls the address.
    public var addressVerifiedByProvider: Bool
    /// Whether the project trusts this provider's addresses to open existing accounts.
    public var trustedForTakeover: Bool
    /// Whether the account to link to has an address.
    public var linkTargetHasEmail: Bool
    public var oneAccountPerEmail: Bool
    public var signUpAllowed: Bool

    public init(
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
    public var addressProved: Bool {
        hasEmail && addressVerifiedByProvider && trustedForTakeover
    }
}
