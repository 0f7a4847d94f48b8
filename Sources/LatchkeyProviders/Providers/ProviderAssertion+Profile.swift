import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

extension ProviderAssertion {
    /// Creates an assertion from a provider's profile.
    init(_ profile: ProviderProfile, provider: ProviderID, origin: String, tokens: LatchkeyIdentity.ProviderTokens) {
        self.init(
            key: IdentityKey(provider: provider, origin: origin, rawID: profile.rawID),
            // An invalid address does not fail the sign-in, because addresses are optional.
            email: profile.email.flatMap(EmailAddress.init), addressVerifiedByProvider: profile.addressVerifiedByProvider,
            displayName: profile.displayName?.cut(toScalars: AccountEdit.maxDisplayNameCharacters),
            screenName: profile.username,
            // Many providers let users set any text.
            photoURL: profile.photoURL.flatMap { AccountEdit.isPhotoURL($0) ? $0 : nil },
            rawUserInfo: profile.rawUserInfo, tokens: tokens)
    }
}
