/// What goes to `navigator.credentials.create()` or `.get()`.
public struct PasskeyOffer: Sendable {
    public let relyingParty: RelyingParty
    /// Base64, the same in both alphabets.
    public let challenge: String
    /// COSE's numbers of the algorithms, the best first.
    public static let algorithms = PasskeyPublicKey.Algorithm.allCases.map(\.rawValue)
    /// How long browsers wait for the person.
    public static let timeoutMilliseconds = 60_000
}

/// What goes to `navigator.credentials.create()`.
public struct PasskeyEnrolmentOffer: Sendable {
    public let offer: PasskeyOffer
    public let userHandle: [UInt8]
    public let account: Account
    /// The account's passkeys, so that an authenticator does not make a second one.
    public let present: [Passkey]
}
