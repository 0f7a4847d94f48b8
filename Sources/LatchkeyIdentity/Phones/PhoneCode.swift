public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A code that was sent to a telephone, found by the fingerprint of the `sessionInfo` that the asking client holds.
///
/// Six digits are soon guessed, so a code allows few tries, and only a holder of the unguessable half can try.
public struct PhoneCode: Sendable, Equatable {
    public let id: Fingerprint
    public let realm: Realm
    public let phoneNumber: PhoneNumber
    /// Fingerprint of session info and code together.
    public let code: Fingerprint
    public var triesLeft: Int
    public let expiresAt: Date

    public init(
        id: Fingerprint, realm: Realm, phoneNumber: PhoneNumber, code: Fingerprint, triesLeft: Int = PhoneCode.maxTries, expiresAt: Date
    ) {
        self.id = id
        self.realm = realm
        self.phoneNumber = phoneNumber
        self.code = code
        self.triesLeft = triesLeft
        self.expiresAt = expiresAt
    }

    public static let maxTries = 5
    public static let digits = 6
    /// How long a text message may take and a person may look for their telephone.
    public static let lifetimeSeconds: Double = 600

    static func fingerprint(of code: String, for sessionInfo: String) -> Fingerprint {
        Fingerprint(of: sessionInfo + " " + code)
    }
}

/// Says that its holder has proved a telephone number which another account has: good for signing in to that one, once.
public struct PhoneProof: Sendable, Equatable {
    public let id: Fingerprint
    public let realm: Realm
    public let phoneNumber: PhoneNumber
    public let expiresAt: Date

    public init(id: Fingerprint, realm: Realm, phoneNumber: PhoneNumber, expiresAt: Date) {
        self.id = id
        self.realm = realm
        self.phoneNumber = phoneNumber
        self.expiresAt = expiresAt
    }

    public static let lifetimeSeconds = 3600
}
