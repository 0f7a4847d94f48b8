package import Foundation
package import LatchkeySecrets

/// An account as an import describes it, before any check.
package struct ImportedAccount: Sendable {
    package var id: String?
    package var tenant: String?
    package var email: String?
    package var emailVerified = false
    package var initialEmail: String?
    package var displayName: String?
    package var photoURL: String?
    package var phoneNumber: String?
    package var screenName: String?
    package var disabled = false
    package var passwordHash: [UInt8]?
    package var salt: [UInt8] = []
    /// The version of the import's hash parameters that made the hash; 0 unless there are several.
    package var hashVersion = 0
    /// A clear-text password, instead of a hash.
    package var rawPassword: Secret<String>?
    /// A JSON object as text.
    package var customClaims: String?
    package var customAuth = false
    package var emailLinkSignIn = false
    /// The creation time. An absent time defaults to the time of the import, or to the existing account's.
    package var createdAt: Date?
    package var lastSignInAt: Date?
    package var passwordUpdatedAt: Date?
    package var validSince: Date?
    package var identities: [ImportedIdentity] = []
    package var factors: [ImportedFactor] = []
    /// The error of the parser if the description could not be read; the account is refused with this message.
    package var problem: String?

    package init() {}
}

/// A linked identity as an import describes it.
package struct ImportedIdentity: Sendable {
    package var provider: String?
    package var rawID: String?
    package var email: String?
    package var displayName: String?
    package var photoURL: String?
    package var screenName: String?

    package init() {}
}

/// A second factor as an import describes it.
package struct ImportedFactor: Sendable {
    package var id: String?
    package var phoneNumber: String?
    package var displayName: String?
    package var enrolledAt: Date?

    package init() {}
}
