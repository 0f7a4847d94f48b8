public import Foundation
public import LatchkeySecrets

/// A sign-in that waits for its second factor, found by the fingerprint of its `mfaPendingCredential`.
public struct PendingSecondFactor: Sendable, Equatable {
    /// The fingerprint of `mfaPendingCredential`.
    public let id: Fingerprint
    /// The account whose first factor was verified.
    public let account: AccountID
    /// The project and the tenant of the account.
    public let realm: Realm
    /// The method of the first factor, which the session gets.
    public let method: ProviderID
    /// The claims of the session, as a JSON object; `nil` without a custom token or hook that set some.
    public let claims: String?
    /// The number of codes that may still be tried. At 0 the user has to present the first factor again.
    public var triesLeft: Int
    /// The time at which the first factor was verified.
    public let createdAt: Date
    /// The first instant at which the second factor is too late.
    public let expiresAt: Date

    /// Creates a pending sign-in from its stored values.
    public init(
        id: Fingerprint, account: AccountID, realm: Realm, method: ProviderID, claims: String? = nil,
        triesLeft: Int = PendingSecondFactor.maxTries, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.account = account
        self.realm = realm
        self.method = method
        self.claims = claims
        self.triesLeft = triesLeft
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// The number of codes that can be tried.
    public static let maxTries = 5
    package static let lifetimeSeconds: Double = 900
}

/// A TOTP seed that waits for its first code, found by the fingerprint of its `sessionInfo`.
public struct TOTPEnrollment: Sendable, Equatable {
    /// The fingerprint of the enrollment's `sessionInfo`.
    public let id: Fingerprint
    /// The account that gets the factor.
    public let account: AccountID
    /// The project and the tenant of the account.
    public let realm: Realm
    /// The seed of the codes (RFC 6238), encrypted with the master key.
    public package(set) var sealedSeed: SealedSecret
    /// The number of codes that may still be tried. At 0 the enrollment has to start again.
    public var triesLeft: Int
    /// The first instant at which the enrollment cannot be finished.
    public let expiresAt: Date

    /// Creates an enrollment from its stored values.
    public init(
        id: Fingerprint, account: AccountID, realm: Realm, sealedSeed: SealedSecret, triesLeft: Int = PendingSecondFactor.maxTries,
        expiresAt: Date
    ) {
        self.id = id
        self.account = account
        self.realm = realm
        self.sealedSeed = sealedSeed
        self.triesLeft = triesLeft
        self.expiresAt = expiresAt
    }

    package static let lifetimeSeconds: Double = 900

    package static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "totp_enrolment", row: id.hex, column: "sealed_seed")
    }
}
