/// The body of `accounts/mfaEnrollment:finalize`; one of the two infos.
public struct MfaEnrollmentFinalizeRequest: Codable, Equatable, Sendable {
    /// The session of the account.
    public var idToken: String?
    /// What the person calls the factor.
    public var displayName: String?
    /// For a telephone.
    public var phoneVerificationInfo: PhoneFactorProof?
    /// For time-based codes.
    public var totpVerificationInfo: TotpFactorProof?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, displayName: String? = nil, phoneVerificationInfo: PhoneFactorProof? = nil,
        totpVerificationInfo: TotpFactorProof? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.displayName = displayName
        self.phoneVerificationInfo = phoneVerificationInfo
        self.totpVerificationInfo = totpVerificationInfo
        self.tenantId = tenantId
    }
}

/// The answer to `accounts/mfaEnrollment:finalize`: a session that carries the factor.
public struct MfaEnrollmentFinalizeReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The telephone that was enrolled.
    public var phoneAuthInfo: PhoneFactorInfo?
    /// Present when time-based codes were enrolled.
    public var totpAuthInfo: TotpFactor?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, refreshToken: String? = nil, phoneAuthInfo: PhoneFactorInfo? = nil, totpAuthInfo: TotpFactor? = nil
    ) {
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.phoneAuthInfo = phoneAuthInfo
        self.totpAuthInfo = totpAuthInfo
    }
}
