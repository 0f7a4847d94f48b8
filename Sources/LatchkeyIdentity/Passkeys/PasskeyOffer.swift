/// The options for `navigator.credentials.create()` or `.get()`.
package struct PasskeyOffer: Sendable {
    package let relyingParty: RelyingParty
    /// The challenge in Base64, valid in both alphabets.
    package let challenge: String
    /// The COSE numbers of the accepted algorithms, the preferred one first.
    package static let algorithms = PasskeyPublicKey.Algorithm.allCases.map(\.rawValue)
    /// The browser's timeout for the ceremony.
    package static let timeoutMilliseconds = 60_000
}

/// The options for `navigator.credentials.create()`.
package struct PasskeyEnrollmentOffer: Sendable {
    package let offer: PasskeyOffer
    package let userHandle: [UInt8]
    package let account: Account
    /// The account's passkeys, so that an authenticator does not create a second one.
    package let present: [Passkey]
}
