/// The body of `accounts/mfaEnrollment:withdraw`.
public struct MfaEnrollmentWithdrawRequest: Codable, Equatable, Sendable {
    /// The session of the account.
    public var idToken: String?
    /// The enrolment that ends.
    public var mfaEnrollmentId: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, mfaEnrollmentId: String? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.mfaEnrollmentId = mfaEnrollmentId
        self.tenantId = tenantId
    }
}

/// The answer to `accounts/mfaEnrollment:withdraw`.
public struct MfaEnrollmentWithdrawReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil
    ) {
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
