import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key pair that somebody signs in with: what WebAuthn calls a credential record (Level 3, section 4).
public struct Passkey: Sendable, Equatable {
    public let credentialID: [UInt8]
    public let realm: Realm
    public let account: AccountID
    /// The host name under which it was made; it works under no other.
    public let relyingPartyID: String
    /// A COSE key, as the authenticator sent it.
    public let publicKey: [UInt8]
    /// The number of its last use as the authenticator counts; 0 for one that does not count.
    public var counter: UInt32
    /// How browsers reach the authenticator, for example `internal` and `hybrid`.
    public let transports: [String]
    /// The authenticator's model, 16 bytes; zeros where it does not say.
    public let aaguid: [UInt8]
    /// Whether the authenticator may keep a copy elsewhere, for example in a person's cloud.
    public let backupEligible: Bool
    /// Whether there was such a copy at the last use.
    public var backedUp: Bool
    /// For people to tell their passkeys apart.
    public var name: String
    public let createdAt: Date
    public var lastUsedAt: Date?

    /// Per account.
    public static let maxPerAccount = 20
    public static let maxNameCharacters = 64
    static let unnamed = "Unnamed Passkey"

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

    /// What authenticators keep of an account (`user.id`): its uid, or the hash of one that is longer than their 64 bytes.
    public static func userHandle(of account: AccountID) -> [UInt8] {
        let bytes = Array(account.rawValue.utf8)
        return bytes.count <= 64 ? bytes : Array(SHA256.hash(data: bytes))
    }
}
