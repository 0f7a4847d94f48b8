/// The request body of `accounts/mfaEnrollment:start`, with one of the two infos.
public struct MfaEnrollmentStartRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The phone to enroll.
    public var phoneEnrollmentInfo: PhoneFactorInfo?
    /// Requests a TOTP secret.
    public var totpEnrollmentInfo: TotpFactor?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil, phoneEnrollmentInfo: PhoneFactorInfo? = nil, totpEnrollmentInfo: TotpFactor? = nil) {
        self.idToken = idToken
        self.phoneEnrollmentInfo = phoneEnrollmentInfo
        self.totpEnrollmentInfo = totpEnrollmentInfo
    }
}

/// The response of `accounts/mfaEnrollment:start`.
public struct MfaEnrollmentStartReply: Codable, Equatable, Sendable {
    /// The info for a phone factor.
    public var phoneSessionInfo: PhoneFactorSession?
    /// The info for a TOTP factor.
    public var totpSessionInfo: TotpFactorSession?

    package init(phoneSessionInfo: PhoneFactorSession? = nil, totpSessionInfo: TotpFactorSession? = nil) {
        self.phoneSessionInfo = phoneSessionInfo
        self.totpSessionInfo = totpSessionInfo
    }
}
