/// What is known when somebody arrives with an identity that a provider vouches for.
///
/// Only facts: what the store says, what the provider says, what the project wants. ``decideLink(_:)`` turns them into a decision.
public struct LinkFacts: Sendable, Hashable {
    /// What the person came for.
    public enum Intent: Sendable, Hashable {
        /// To sign in; a newcomer gets an account unless the caller forbids it (`autoCreate: false`, which is how clients reauthenticate).
        case signIn(mayCreate: Bool)
        /// To add the identity to the account whose fresh session the caller showed.
        case link(to: AccountID)
    }

    /// The account that an address belongs to.
    public struct AddressOwner: Sendable, Hashable {
        public var account: AccountID
        /// Its holder proved the address.
        public var emailVerified: Bool
        public var disabled: Bool
        /// The account has another identity of the arriving provider.
        public var hasOtherIdentityOfProvider: Bool

        public init(account: AccountID, emailVerified: Bool, disabled: Bool = false, hasOtherIdentityOfProvider: Bool = false) {
            self.account = account
            self.emailVerified = emailVerified
            self.disabled = disabled
            self.hasOtherIdentityOfProvider = hasOtherIdentityOfProvider
        }
    }

    public var intent: Intent
    /// The account that the identity is linked to.
    public var identityOwner: AccountID?
    public var identityOwnerDisabled: Bool
    /// The provider gave an address.
    public var hasEmail: Bool
    /// The account whose own address it is.
    public var addressOwner: AddressOwner?
    /// The provider says the person controls the address.
    public var addressVerifiedByProvider: Bool
    /// The project lets this provider's word about addresses open existing accounts.
    public var trustedForTakeover: Bool
    /// The account to link to has an address of its own.
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

    /// The provider's word about the address counts as proof: it is verified there, and the project trusts it.
    public var addressProved: Bool {
        hasEmail && addressVerifiedByProvider && trustedForTakeover
    }
}
