/// What a template fills in.
public struct MessageContent: Codable, Sendable, Equatable {
    /// The language that the client asked for, as it wrote it (BCP 47, for example `de-AT`); the project's own when absent.
    public var language: String?
    /// The page that applies the code.
    public var link: String?
    /// The page on which a recipient says "this was not me"; present where somebody else may have given the address.
    public var denyLink: String?
    /// The code itself, where a person types it.
    public var code: String?
    /// How the recipient is called.
    public var displayName: String?
    /// The account's address, or the new one where an address changes.
    public var email: String?
    public var newEmail: String?
    /// The IP address from which an action came, and its time in UTC.
    public var address: String?
    public var time: String?

    public init(
        language: String? = nil, link: String? = nil, denyLink: String? = nil, code: String? = nil, displayName: String? = nil,
        email: String? = nil, newEmail: String? = nil, address: String? = nil, time: String? = nil
    ) {
        self.language = language
        self.link = link
        self.denyLink = denyLink
        self.code = code
        self.displayName = displayName
        self.email = email
        self.newEmail = newEmail
        self.address = address
        self.time = time
    }
}
