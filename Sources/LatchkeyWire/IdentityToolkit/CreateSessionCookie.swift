/// The request body of `projects/{project}:createSessionCookie`.
public struct CreateSessionCookieRequest: Codable, Equatable, Sendable {
    /// The ID token of the session.
    public var idToken: String?
    /// The lifetime of the cookie in seconds; 14 days if absent.
    public var validDuration: Int?

    package init() {}
}

/// The response of `projects/{project}:createSessionCookie`.
public struct CreateSessionCookieReply: Codable, Equatable, Sendable {
    /// The value of the cookie.
    public var sessionCookie: String?

    package init(sessionCookie: String? = nil) {
        self.sessionCookie = sessionCookie
    }
}
