/// The relying party of a ceremony: a host name, and the origin of its pages (WebAuthn Level 3, sections 4 and 13.4.9).
public struct RelyingParty: Sendable, Equatable {
    /// The host name.
    public let id: String
    /// The scheme, host and port as browsers write them. No other origin is accepted.
    public let origin: String

    /// Creates a relying party without a check that the origin belongs to the id.
    public init(id: String, origin: String) {
        self.id = id
        self.origin = origin
    }
}
