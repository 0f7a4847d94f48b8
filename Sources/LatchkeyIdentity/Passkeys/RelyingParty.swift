/// Where passkeys of a sign-in belong: a host name, and the origin whose pages ask for them (WebAuthn Level 3, sections 4 and 13.4.9).
public struct RelyingParty: Sendable, Equatable {
    /// The host name.
    public let id: String
    /// Scheme, host and port as browsers write them; the only origin that is accepted.
    public let origin: String

    public init(id: String, origin: String) {
        self.id = id
        self.origin = origin
    }
}
