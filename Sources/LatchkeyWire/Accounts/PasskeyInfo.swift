/// A passkey as shown to the account holder.
public struct PasskeyInfo: Codable, Equatable, Sendable {
    /// The credential ID, as Base64URL.
    public var credentialId: String?
    /// The display name of the passkey.
    public var name: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(credentialId: String? = nil, name: String? = nil) {
        self.credentialId = credentialId
        self.name = name
    }
}
