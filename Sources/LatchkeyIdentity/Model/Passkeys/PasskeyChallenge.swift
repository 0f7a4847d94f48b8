public import Foundation
public import LatchkeySecrets

/// A random value that an authenticator has to sign, valid once and for a short time. Its fingerprint is stored.
public struct PasskeyChallenge: Sendable, Equatable {
    /// The ceremony for which a challenge is valid.
    public enum Purpose: String, Sendable, CaseIterable {
        case enrollment = "enrolment"
        case signIn = "sign_in"
    }

    /// The fingerprint of the challenge in its Base64url form.
    public let id: Fingerprint
    /// The project and the tenant in which the challenge is valid.
    public let realm: Realm
    /// The ceremony for which the challenge is valid.
    public let purpose: Purpose
    /// The account that gets the passkey; `nil` for a sign-in, which can end in any account.
    public let account: AccountID?
    /// The relying party of the ceremony, which the authenticator's response has to name.
    public let relyingParty: RelyingParty
    /// The first instant at which the challenge is invalid.
    public let expiresAt: Date

    package static let lifetimeSeconds = 300.0

    /// Creates a challenge from its stored values.
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

    /// Returns a new challenge of 44 letters and digits, more than 256 bits. It is valid in both alphabets of Base64 and needs no padding,
    /// because some clients expect one and browsers the other.
    static func newText(_ random: RandomTokens) -> String {
        random.text(length: 44, from: AccountID.alphabet)
    }

    /// - Parameter text: A challenge from ``newText(_:)``.
    static func fingerprint(ofText text: String) -> Fingerprint {
        fingerprint(of: Base64URL.decode(text) ?? [])
    }

    static func fingerprint(of bytes: [UInt8]) -> Fingerprint {
        Fingerprint(of: "passkey:" + Base64URL.encode(bytes))
    }

    static let gone = PasskeyRefusal(.challenge, "The challenge is unknown, was used before or has expired; start again.")
}
