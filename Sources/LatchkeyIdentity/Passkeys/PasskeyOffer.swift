/// The options for `navigator.credentials.create()` or `.get()`.
public struct PasskeyOffer: Sendable {
    public let relyingParty: RelyingParty
    /// The challenge in Base64, valid in both alphabets.
    public let challenge: String
    /// The COSE numbers of the accepted algorithms, the preferred one first.
    public static let algorithms = PasskeyPublicKey.Algorithm.allCases.map(\.rawValue)
    /// The browser's timeout for the ceremony.
    public static let timeoutMilliseconds = 60_000
}

/// The options for `navigator.credentials.create()`.
public struct PasskeyEnrollmentOffer: Sendable {
    public let offer: PasskeyOffer
    public let userHandle: [UInt8]
    public let account: Account
    /// The account's passkeys, so that an authenticator does not create a second one.
    public let present: [Passkey]
}
