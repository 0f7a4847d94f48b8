/// The body of `accounts/mfaEnrollment:start`; one of the two infos.
public struct MfaEnrollmentStartRequest: Codable, Equatable, Sendable {
    /// The session of the account.
    public var idToken: String?
    /// The telephone to enrol.
    public var phoneEnrollmentInfo: PhoneFactorInfo?
    /// Asks for a seed.
    public var totpEnrollmentInfo: TotpFactor?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, phoneEnrollmentInfo: PhoneFactorInfo? = nil, totpEnrollmentInfo: TotpFactor? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.phoneEnrollmentInfo = phoneEnrollmentInfo
        self.totpEnrollmentInfo = totpEnrollmentInfo
        self.tenantId = tenantId
    }
}

/// The answer to `accounts/mfaEnrollment:start`.
public struct MfaEnrollmentStartReply: Codable, Equatable, Sendable {
    /// For a telephone.
    public var phoneSessionInfo: PhoneFactorSession?
    /// For time-based codes.
    public var totpSessionInfo: TotpFactorSession?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        phoneSessionInfo: PhoneFactorSession? = nil, totpSessionInfo: TotpFactorSession? = nil
    ) {
        self.phoneSessionInfo = phoneSessionInfo
        self.totpSessionInfo = totpSessionInfo
    }
}
