public import Foundation

/// The permanent key of a user at a provider.
///
/// It contains no name or address, because those change hands. It contains the origin, because an id on a GitHub Enterprise server
/// denotes another user than the same id on github.com.
public struct IdentityKey: Hashable, Sendable {
    /// The provider, for example `github.com`.
    public let provider: ProviderID
    /// The scheme, host and port of the provider's API, for example `https://api.github.com`.
    public let origin: String
    /// The provider's id of the user, as text, because ids may exceed the precision of a floating-point number.
    public let rawID: String

    /// Creates the key for a provider's own id of a user.
    public init(provider: ProviderID, origin: String, rawID: String) {
        self.provider = provider
        self.origin = origin
        self.rawID = rawID
    }
}

/// The profile of a user at a provider, linked to an account.
public struct Identity: Sendable, Equatable {
    /// The user's permanent key at the provider.
    public let key: IdentityKey
    /// The email address that the provider reported at the last sign-in.
    public var email: EmailAddress?
    /// Whether the provider states that the user controls the address. It proves the address only for trusted providers.
    public var addressVerifiedByProvider: Bool
    /// The user's name at the provider.
    public var displayName: String?
    /// The user's login name at the provider, without `@`.
    public var screenName: String?
    /// The URL of the user's picture at the provider.
    public var photoURL: String?
    /// The time at which the identity was linked to the account.
    public let linkedAt: Date

    /// Creates an identity from its stored values.
    public init(
        key: IdentityKey, email: EmailAddress? = nil, addressVerifiedByProvider: Bool = false, displayName: String? = nil,
        screenName: String? = nil, photoURL: String? = nil, linkedAt: Date
    ) {
        self.key = key
        self.email = email
        self.addressVerifiedByProvider = addressVerifiedByProvider
        self.displayName = displayName
        self.screenName = screenName
        self.photoURL = photoURL
        self.linkedAt = linkedAt
    }
}
