/// The request body of `projects/{project}:createSessionCookie`.
public struct CreateSessionCookieRequest: Codable, Equatable, Sendable {
    /// The ID token of the session.
    public var idToken: String?
    /// The lifetime of the cookie in seconds; 14 days if absent.
    public var validDuration: Int?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(idToken: String? = nil, validDuration: Int? = nil) {
        self.idToken = idToken
        self.validDuration = validDuration
    }
}

/// The response of `projects/{project}:createSessionCookie`.
public struct CreateSessionCookieReply: Codable, Equatable, Sendable {
    /// The value of the cookie.
    public var sessionCookie: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(sessionCookie: String? = nil) {
        self.sessionCookie = sessionCookie
    }
}
