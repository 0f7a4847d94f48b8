/// The request body of `accounts/mfaSignIn:finalize`, with one of the three infos.
public struct MfaSignInFinalizeRequest: Codable, Equatable, Sendable {
    /// The pending credential of the first factor.
    public var mfaPendingCredential: String?
    /// The ID of the factor, if there are several of the same type.
    public var mfaEnrollmentId: String?
    /// The info for a phone factor.
    public var phoneVerificationInfo: PhoneFactorProof?
    /// The info for a TOTP factor.
    public var totpVerificationInfo: TotpFactorProof?
    /// The info for a recovery code.
    public var recoveryCodeInfo: RecoveryCodeProof?
    /// The tenant ID.
    public var tenantId: String?

    package init(mfaPendingCredential: String? = nil, tenantId: String? = nil) {
        self.mfaPendingCredential = mfaPendingCredential
        self.tenantId = tenantId
    }
}

/// The response of `accounts/mfaSignIn:finalize`.
public struct MfaSignInFinalizeReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    package init(idToken: String? = nil, refreshToken: String? = nil) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
