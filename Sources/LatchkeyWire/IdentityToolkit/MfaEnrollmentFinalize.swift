/// The request body of `accounts/mfaEnrollment:finalize`, with one of the two infos.
public struct MfaEnrollmentFinalizeRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The display name of the factor.
    public var displayName: String?
    /// The info for a phone factor.
    public var phoneVerificationInfo: PhoneFactorProof?
    /// The info for a TOTP factor.
    public var totpVerificationInfo: TotpFactorProof?
    /// The tenant ID.
    public var tenantId: String?

    package init(displayName: String? = nil) {
        self.displayName = displayName
    }
}

/// The response of `accounts/mfaEnrollment:finalize`: a new session that includes the factor.
public struct MfaEnrollmentFinalizeReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The info for the enrolled phone.
    public var phoneAuthInfo: PhoneFactorInfo?
    /// Present if a TOTP factor was enrolled.
    public var totpAuthInfo: TotpFactor?

    package init(idToken: String? = nil, refreshToken: String? = nil) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
