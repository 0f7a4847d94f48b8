/// A passkey as shown to the account holder and to administrators.
public struct PasskeyInfo: Codable, Equatable, Sendable {
    /// The credential ID, as Base64URL.
    public var credentialId: String?
    /// The display name of the passkey.
    public var name: String?

    package init(credentialId: String? = nil, name: String? = nil) {
        self.credentialId = credentialId
        self.name = name
    }
}
