public import LatchkeySecrets

/// The request body of `accounts:export`, which is specific to Latchkey.
public struct ExportAccountRequest: Codable, Equatable, Sendable {
    /// The uid.
    public var localId: String?
    /// The tenant ID.
    public var tenantId: String?
}

/// The response of `accounts:export`: everything that is stored about one person, without secrets. Times are RFC 3339 text.
public struct ExportAccountReply: Codable, Equatable, Sendable {
    /// The time of the export.
    public var exportedAt: String?
    /// The account with its identities at providers and its second factors.
    public var account: UserInfo?
    /// When identities were linked, and what their providers said about addresses.
    public var identities: [ExportedIdentity]?
    /// The second factors.
    public var secondFactors: [ExportedSecondFactor]?
    /// The number of unused recovery codes.
    public var recoveryCodes: Int?
    /// The passkeys.
    public var passkeys: [ExportedPasskey]?
    /// The sessions.
    public var sessions: [ExportedSession]?
    /// What waits for a step of the user: codes, sign-ins and enrollments.
    public var pending: [ExportedEntry]?
    /// The messages to the user that the server still has.
    public var messages: [ExportedEntry]?
    /// The events of the audit log, newest first.
    public var events: [EventInfo]?
    /// Whether there are older events than those in `events`.
    public var eventsAreCut: Bool?
    /// The data in the project's databases, at the paths of the setting `deleteDataPaths`.
    public var data: [ExportedData]?

    package init() {}
}

/// An identity at a provider.
public struct ExportedIdentity: Codable, Equatable, Sendable {
    /// The provider.
    public var providerId: String?
    /// The address of the provider's server.
    public var origin: String?
    /// The user's ID at the provider.
    public var rawId: String?
    /// The email address from the provider.
    public var email: String?
    /// Whether the provider verified the address.
    public var emailVerified: Bool?
    /// The display name.
    public var displayName: String?
    /// The user name at the provider.
    public var screenName: String?
    /// The URL of the photo.
    public var photoUrl: String?
    /// The time of the link.
    public var linkedAt: String?

    package init() {}
}

/// A second factor.
public struct ExportedSecondFactor: Codable, Equatable, Sendable {
    /// `phone` or `totp`.
    public var kind: String?
    /// The name that the user gave it.
    public var displayName: String?
    /// The phone number.
    public var phoneNumber: String?
    /// The time of the enrollment.
    public var enrolledAt: String?

    package init() {}
}

/// A passkey.
public struct ExportedPasskey: Codable, Equatable, Sendable {
    /// The name that the user gave it.
    public var name: String?
    /// The host name under which it works.
    public var relyingPartyId: String?
    /// The time of the enrollment.
    public var createdAt: String?
    /// The time of the last use.
    public var lastUsedAt: String?

    package init() {}
}

/// A session.
public struct ExportedSession: Codable, Equatable, Sendable {
    /// The sign-in method.
    public var method: String?
    /// The kind of the second factor.
    public var secondFactor: String?
    /// The time of the sign-in.
    public var createdAt: String?
    /// The time of the last use.
    public var lastUsedAt: String?
    /// The time at which it ends, if it does.
    public var endsAt: String?
    /// The IP address at the sign-in.
    public var address: String?
    /// The other networks from which it was used.
    public var networks: [String]?
    /// The app.
    public var app: String?
    /// The version of the client library.
    public var version: String?
    /// The `User-Agent` at the sign-in.
    public var userAgent: String?
    /// The claims of the session, as JSON text.
    public var claims: String?

    package init() {}
}

/// Something that is stored for a limited time.
public struct ExportedEntry: Codable, Equatable, Sendable {
    /// The kind of the entry; for a message, after its channel: `email password_reset`.
    public var kind: String?
    /// The channel and the recipient of a message.
    public var recipient: String?
    /// The time at which it was created.
    public var createdAt: String?
    /// The time at which it expires.
    public var expiresAt: String?

    package init() {}
}

/// Data in a database.
public struct ExportedData: Codable, Equatable, Sendable {
    /// The name of the database.
    public var database: String?
    /// The path.
    public var path: String?
    /// The size in bytes.
    public var bytes: Int?
    /// The data; absent if the data of all paths is larger than 16 MiB. Then read it from the database.
    public var value: AnyJSON?

    package init() {}
}
