/// The body of `projects/{project}:createSessionCookie`.
public struct CreateSessionCookieRequest: Codable, Equatable, Sendable {
    /// The session that the cookie stands for.
    public var idToken: String?
    /// How long the cookie lasts, in seconds; fourteen days when absent.
    public var validDuration: Int?

    /// Takes every member by name; what is left out stays off the wire.
    public init(idToken: String? = nil, validDuration: Int? = nil) {
        self.idToken = idToken
        self.validDuration = validDuration
    }
}

/// The answer to `projects/{project}:createSessionCookie`.
public struct CreateSessionCookieReply: Codable, Equatable, Sendable {
    /// The cookie's value.
    public var sessionCookie: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(sessionCookie: String? = nil) {
        self.sessionCookie = sessionCookie
    }
}
