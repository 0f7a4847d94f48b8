public import Foundation
public import LatchkeySecrets

/// An account as an import describes it, before any check.
public struct ImportedAccount: Sendable {
    public var id: String?
    public var tenant: String?
    public var email: String?
    public var emailVerified = false
    public var initialEmail: String?
    public var displayName: String?
    public var photoURL: String?
    public var phoneNumber: String?
    public var screenName: String?
    public var disabled = false
    public var passwordHash: [UInt8]?
    public var salt: [UInt8] = []
    /// The version of the import's hash parameters that made the hash; 0 unless there are several.
    public var hashVersion = 0
    /// A clear-text password, instead of a hash.
    public var rawPassword: Secret<String>?
    /// A JSON object as text.
    public var customClaims: String?
    public var customAuth = false
    public var emailLinkSignIn = false
    /// The creation time. An absent time defaults to the time of the import, or to the existing account's.
    public var createdAt: Date?
    public var lastSignInAt: Date?
    public var passwordUpdatedAt: Date?
    public var validSince: Date?
    public var identities: [ImportedIdentity] = []
    public var factors: [ImportedFactor] = []
    /// The error of the parser if the description could not be read; the account is refused with this message.
    public var problem: String?

    public init() {}
}

/// A linked identity as an import describes it.
public struct ImportedIdentity: Sendable {
    public var provider: String?
    public var rawID: String?
    public var email: String?
    public var displayName: String?
    public var photoURL: String?
    public var screenName: String?

    public init() {}
}

/// A second factor as an import describes it.
public struct ImportedFactor: Sendable {
    public var id: String?
    public var phoneNumber: String?
    public var displayName: String?
    public var enrolledAt: Date?

    public init() {}
}
