public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account as a file or a program describes it, before anything of it was checked.
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
    /// Which of the import's parameters the hash was made with; 0 unless there are several.
    public var hashVersion = 0
    /// A password in clear text, in place of a hash.
    public var rawPassword: Secret<String>?
    /// A JSON object as text.
    public var customClaims: String?
    public var customAuth = false
    public var emailLinkSignIn = false
    /// What is absent is as old as the import, or stays as it is.
    public var createdAt: Date?
    public var lastSignInAt: Date?
    public var passwordUpdatedAt: Date?
    public var validSince: Date?
    public var identities: [ImportedIdentity] = []
    public var factors: [ImportedFactor] = []
    /// Why the description could not be read to its end; the account is refused with these words.
    public var problem: String?

    public init() {}
}

/// A linked identity as a file describes it.
public struct ImportedIdentity: Sendable {
    public var provider: String?
    public var rawID: String?
    public var email: String?
    public var displayName: String?
    public var photoURL: String?
    public var screenName: String?

    public init() {}
}

/// A second factor as a file describes it.
public struct ImportedFactor: Sendable {
    public var id: String?
    public var phoneNumber: String?
    public var displayName: String?
    public var enrolledAt: Date?

    public init() {}
}
