import Crypto
public import Foundation

/// A passkey: a credential record of WebAuthn (Level 3, section 4).
public struct Passkey: Sendable, Equatable {
    /// The credential id that the authenticator chose, unique in the realm; at most 1,023 bytes.
    public let credentialID: [UInt8]
    /// The project and the tenant of the account.
    public let realm: Realm
    /// The account that the passkey signs in to.
    public let account: AccountID
    /// The host name under which the passkey was created. It works under this name only.
    public let relyingPartyID: String
    /// The COSE key, in the authenticator's encoding.
    public let publicKey: [UInt8]
    /// The authenticator's signature counter at the last use; 0 if the authenticator has none.
    public var counter: UInt32
    /// The authenticator's transports, for example `internal` and `hybrid`.
    public let transports: [String]
    /// The authenticator's model, 16 bytes; zeros if it is not disclosed.
    public let aaguid: [UInt8]
    /// Whether the passkey can be backed up, for example to a cloud account.
    public let backupEligible: Bool
    /// Whether the passkey was backed up at the last use.
    public var backedUp: Bool
    /// The name, by which users tell their passkeys apart.
    public var name: String
    /// The time at which the passkey was enrolled.
    public let createdAt: Date
    /// The time of the last sign-in with the passkey; `nil` before the first.
    public var lastUsedAt: Date?

    /// The maximum number of passkeys of an account.
    package static let maxPerAccount = 20
    package static let maxNameCharacters = 64
    static let unnamed = "Unnamed Passkey"

    /// Creates a passkey from its stored values.
    public init(
        credentialID: [UInt8], realm: Realm, account: AccountID, relyingPartyID: String, publicKey: [UInt8], counter: UInt32 = 0,
        transports: [String] = [], aaguid: [UInt8] = Array(repeating: 0, count: 16), backupEligible: Bool = false,
        backedUp: Bool = false, name: String, createdAt: Date, lastUsedAt: Date? = nil
    ) {
        self.credentialID = credentialID
        self.realm = realm
        self.account = account
        self.relyingPartyID = relyingPartyID
        self.publicKey = publicKey
        self.counter = counter
        self.transports = transports
        self.aaguid = aaguid
        self.backupEligible = backupEligible
        self.backedUp = backedUp
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    /// Returns the user handle that authenticators store for an account (`user.id`): its uid, or its hash if the uid exceeds 64 bytes.
    package static func userHandle(of account: AccountID) -> [UInt8] {
        let bytes = Array(account.rawValue.utf8)
        return bytes.count <= 64 ? bytes : Array(SHA256.hash(data: bytes))
    }
}
