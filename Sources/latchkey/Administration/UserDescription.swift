import LatchkeyIdentity

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account as an administrator sees it: without password hash and tokens.
struct UserDescription: Codable, Sendable, Equatable {
    var uid: String
    var email: String?
    var emailVerified: Bool
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var disabled: Bool
    /// Ways to sign in: `password`, provider ids, `phone`, `passkey`, and `custom` for the tokens of a back end; none for an anonymous account.
    var signInMethods: [String]
    /// A JSON object whose members appear in ID tokens.
    var customClaims: String?
    var createdAt: Date
    var lastSignInAt: Date?
    var lastRefreshAt: Date?
    var identities: [IdentityDescription]
    /// How many devices are signed in; only where one account was asked for.
    var sessions: Int?

    init(_ account: Account, sessions: Int? = nil) {
        uid = account.id.rawValue
        email = account.email?.text
        emailVerified = account.emailVerified
        displayName = account.displayName
        photoURL = account.photoURL
        phoneNumber = account.phoneNumber
        disabled = account.disabled
        // What clients are told about an address leaves these out.
        let others: [(ProviderID, Bool)] = [
            (.phone, account.phoneNumber != nil), (.passkey, account.hasPasskey), (.custom, account.customAuth),
        ]
        signInMethods = (account.signInMethods + others.filter(\.1).map(\.0)).map(\.rawValue)
        customClaims = account.customClaims
        createdAt = account.createdAt
        lastSignInAt = account.lastSignInAt
        lastRefreshAt = account.lastRefreshAt
        identities = account.identities.map(IdentityDescription.init)
        self.sessions = sessions
    }
}

/// A linked identity as an administrator sees it.
struct IdentityDescription: Codable, Sendable, Equatable {
    var provider: String
    var origin: String
    var rawID: String
    var email: String?
    var addressVerifiedByProvider: Bool
    var displayName: String?
    var screenName: String?
    var linkedAt: Date

    init(_ identity: Identity) {
        provider = identity.key.provider.rawValue
        origin = identity.key.origin
        rawID = identity.key.rawID
        email = identity.email?.text
        addressVerifiedByProvider = identity.addressVerifiedByProvider
        displayName = identity.displayName
        screenName = identity.screenName
        linkedAt = identity.linkedAt
    }
}

/// A part of all accounts.
struct UserPage: Codable, Sendable, Equatable {
    var users: [UserDescription]
    /// The uid to continue after; absent at the end.
    var next: String?
}
