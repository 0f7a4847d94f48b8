public import Foundation
public import LatchkeySecrets

/// A sign-in that waits for its second factor, found by the fingerprint of its `mfaPendingCredential`.
public struct PendingSecondFactor: Sendable, Equatable {
    public let id: Fingerprint
    public let account: AccountID
    public let realm: Realm
    /// The method of the first factor, which the session gets.
    public let method: ProviderID
    public let claims: String?
    public var triesLeft: Int
    public let createdAt: Date
    public let expiresAt: Date

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

    public static let maxTries = 5
    public static let lifetimeSeconds: Double = 900
}

/// A TOTP seed that waits for its first code, found by the fingerprint of its `sessionInfo`.
public struct TOTPEnrollment: Sendable, Equatable {
    public let id: Fingerprint
    public let account: AccountID
    public let realm: Realm
    public let sealedSeed: SealedSecret
    public var triesLeft: Int
    public let expiresAt: Date

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

    public static let lifetimeSeconds: Double = 900

    public static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "totp_enrolment", row: id.hex, column: "sealed_seed")
    }
}
