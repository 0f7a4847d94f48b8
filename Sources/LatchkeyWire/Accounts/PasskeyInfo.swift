/// A passkey as its account's holder sees it.
public struct PasskeyInfo: Codable, Equatable, Sendable {
    /// The credential id, as Base64URL.
    public var credentialId: String?
    /// What the person calls it.
    public var name: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(credentialId: String? = nil, name: String? = nil) {
        self.credentialId = credentialId
        self.name = name
    }
}
