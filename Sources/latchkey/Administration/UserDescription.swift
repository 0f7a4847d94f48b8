import Foundation
import LatchkeyIdentity

/// An account in the output for administrators, without password hash and tokens.
struct UserDescription: Codable, Sendable, Equatable {
    var uid: String
    var email: String?
    var emailVerified: Bool
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var disabled: Bool
    /// Sign-in methods: `password`, provider IDs, `phone`, `passkey`, and `custom` for a back end's tokens; none for an anonymous account.
    var signInMethods: [String]
    /// The custom claims: a JSON object that is part of ID tokens.
    var customClaims: String?
    var createdAt: Date
    var lastSignInAt: Date?
    var lastRefreshAt: Date?
    var identities: [IdentityDescription]
    /// The number of sessions; only for a single account.
    var sessions: Int?

    /// The time from which the account is deleted; `nil` if no deletion is scheduled.
    var deleteAt: Date?

    init(_ account: Account, sessions: Int? = nil, deletion: ScheduledDeletion? = nil) {
        deleteAt = deletion?.dueAt
        uid = account.id.rawValue
        email = account.email?.text
        emailVerified = account.emailVerified
        displayName = account.displayName
        photoURL = account.photoURL
        phoneNumber = account.phoneNumber
        disabled = account.disabled
        // Not among the sign-in methods that clients get for an email address.
        let others: [(ProviderID, Bool)] = [
            (.password, account.password != nil && account.email == nil), (.phone, account.phoneNumber != nil),
            (.passkey, account.hasPasskey), (.custom, account.customAuth),
        ]
        signInMethods = (account.signInMethods + others.filter(\.1).map(\.0)).map(\.rawValue)
        customClaims = account.customClaims
        createdAt = account.createdAt
        lastSignInAt = account.lastSignInAt
        lastRefreshAt = account.lastRefreshAt
        identities = account.identities.map(IdentityDescription.init)
        self.sessions = sessions
    }

    /// The sign-in methods as text. An account without a method is anonymous, unless an administrator gave it an address.
    var shownMethods: String {
        signInMethods.isEmpty ? email == nil ? "anonymous" : "-" : signInMethods.joined(separator: ", ")
    }
}

/// A linked identity in the output for administrators.
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

/// A page of accounts.
struct UserPage: Codable, Sendable, Equatable {
    var users: [UserDescription]
    /// The UID to continue after; `nil` for the last page.
    var next: String?
}
