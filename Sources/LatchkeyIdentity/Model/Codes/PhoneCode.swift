public import Foundation
public import LatchkeySecrets

/// A code that was sent to a phone, found by the fingerprint of the client's `sessionInfo`.
///
/// Six digits can be guessed, so a code allows few attempts, and only with the unguessable session info.
public struct PhoneCode: Sendable, Equatable {
    public let id: Fingerprint
    public let realm: Realm
    public let phoneNumber: PhoneNumber
    /// The fingerprint of session info and code together.
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
    /// The seconds for which a code is valid: the time for the delivery of the message and for the user to read it.
    public static let lifetimeSeconds: Double = 600

    static func fingerprint(of code: String, for sessionInfo: String) -> Fingerprint {
        Fingerprint(of: sessionInfo + " " + code)
    }
}

/// A proof that its holder verified a phone number of another account. It permits one sign-in to that account.
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
