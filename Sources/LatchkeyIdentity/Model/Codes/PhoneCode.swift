public import Foundation
public import LatchkeySecrets

/// A code that was sent to a phone, found by the fingerprint of the client's `sessionInfo`.
///
/// Six digits can be guessed, so a code allows few attempts, and only with the unguessable session info.
public struct PhoneCode: Sendable, Equatable {
    /// The fingerprint of the client's `sessionInfo`.
    public let id: Fingerprint
    /// The project and the tenant in which the code is valid.
    public let realm: Realm
    /// The phone to which the code was sent.
    public let phoneNumber: PhoneNumber
    /// The fingerprint of session info and code together.
    public let code: Fingerprint
    /// The number of codes that may still be tried. At 0 a new code has to be sent.
    public var triesLeft: Int
    /// The first instant at which the code is invalid.
    public let expiresAt: Date

    /// Creates a code from its stored values.
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

    /// The number of codes that can be tried.
    public static let maxTries = 5
    package static let digits = 6
    /// The seconds for which a code is valid: the time for the delivery of the message and for the user to read it.
    package static let lifetimeSeconds: Double = 600

    static func fingerprint(of code: String, for sessionInfo: String) -> Fingerprint {
        Fingerprint(of: sessionInfo + " " + code)
    }
}

/// A proof that its holder verified a phone number of another account. It permits one sign-in to that account.
public struct PhoneProof: Sendable, Equatable {
    /// The fingerprint of `temporaryProof`.
    public let id: Fingerprint
    /// The project and the tenant in which the proof is valid.
    public let realm: Realm
    /// The verified phone number.
    public let phoneNumber: PhoneNumber
    /// The first instant at which the proof is invalid.
    public let expiresAt: Date

    /// Creates a proof from its stored values.
    public init(id: Fingerprint, realm: Realm, phoneNumber: PhoneNumber, expiresAt: Date) {
        self.id = id
        self.realm = realm
        self.phoneNumber = phoneNumber
        self.expiresAt = expiresAt
    }

    package static let lifetimeSeconds = 3600
}
