/// The request body of `accounts/mfaEnrollment:withdraw`.
public struct MfaEnrollmentWithdrawRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The ID of the enrollment to remove.
    public var mfaEnrollmentId: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil, mfaEnrollmentId: String? = nil) {
        self.idToken = idToken
        self.mfaEnrollmentId = mfaEnrollmentId
    }
}

/// The response of `accounts/mfaEnrollment:withdraw`.
public struct MfaEnrollmentWithdrawReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?

    package init(idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil) {
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
