/// The values that a message template can use.
public struct MessageContent: Codable, Sendable, Equatable {
    /// The language that the client requested, verbatim (BCP 47, for example `de-AT`); `nil` for the project's language.
    public var language: String?
    /// The URL of the page that applies the code.
    public var link: String?
    /// The URL of the "this was not me" page; set if the address may not belong to the user that entered it.
    public var denyLink: String?
    /// The code itself, for users to type.
    public var code: String?
    /// The recipient's name.
    public var displayName: String?
    /// The account's address, or the new one in a message about an address change.
    public var email: String?
    /// The address that the account gets, in a message about an address change.
    public var newEmail: String?
    /// The IP address of the client that caused the message.
    public var address: String?
    /// The time of the action, in UTC.
    public var time: String?

    package init(
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
