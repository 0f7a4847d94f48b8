#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What makes a person at a provider the same person tomorrow.
///
/// Never a name or an address: those change hands. The origin belongs to it because ids of a GitHub Enterprise server mean
/// something else than those of github.com.
public struct IdentityKey: Hashable, Sendable {
    public let provider: ProviderID
    /// Scheme, host and port of the provider's programming interface, for example `https://api.github.com`.
    public let origin: String
    /// The provider's own id of the person, as text: ids may exceed what a floating-point number holds.
    public let rawID: String

    public init(provider: ProviderID, origin: String, rawID: String) {
        self.provider = provider
        self.origin = origin
        self.rawID = rawID
    }
}

/// A provider's view of a person, linked to an account.
public struct Identity: Sendable, Equatable {
    public let key: IdentityKey
    public var email: EmailAddress?
    /// The provider says that the person controls the address. Recorded; what follows from it is a matter of trust.
    public var addressVerifiedByProvider: Bool
    public var displayName: String?
    public var screenName: String?
    public var photoURL: String?
    public let linkedAt: Date

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
