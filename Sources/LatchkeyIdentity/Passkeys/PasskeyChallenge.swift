public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A random value that an authenticator has to sign, once and soon; kept as its fingerprint.
public struct PasskeyChallenge: Sendable, Equatable {
    public enum Purpose: String, Sendable, CaseIterable {
        case enrolment
        case signIn = "sign_in"
    }

    public let id: Fingerprint
    public let realm: Realm
    public let purpose: Purpose
    /// Whose passkey it is to become; none for a sign-in, which may end in any account.
    public let account: AccountID?
    public let relyingParty: RelyingParty
    public let expiresAt: Date

    public static let lifetimeSeconds = 300.0

    public init(
        id: Fingerprint, realm: Realm, purpose: Purpose, account: AccountID?, relyingParty: RelyingParty, expiresAt: Date
    ) {
        self.id = id
        self.realm = realm
        self.purpose = purpose
        self.account = account
        self.relyingParty = relyingParty
        self.expiresAt = expiresAt
    }

    /// 44 letters and digits, more than 256 bits: they read the same in both alphabets of Base64 and need no padding, because some
    /// clients expect the one and browsers the other.
    static func newText(_ random: RandomTokens) -> String {
        random.text(length: 44, from: AccountID.alphabet)
    }

    /// - Parameter text: As ``newText(_:)`` made it.
    static func fingerprint(ofText text: String) -> Fingerprint {
        fingerprint(of: Base64URL.decode(text) ?? [])
    }

    static func fingerprint(of bytes: [UInt8]) -> Fingerprint {
        Fingerprint(of: "passkey:" + Base64URL.encode(bytes))
    }

    static let gone = PasskeyRefusal(.challenge, "The challenge was not given out here for this, was used before or is over; start again.")
}
