/// The body of `accounts/mfaSignIn:finalize`; one of the three infos.
public struct MfaSignInFinalizeRequest: Codable, Equatable, Sendable {
    /// What the first factor left.
    public var mfaPendingCredential: String?
    /// The factor, where there are several of a kind.
    public var mfaEnrollmentId: String?
    /// For a telephone.
    public var phoneVerificationInfo: PhoneFactorProof?
    /// For time-based codes.
    public var totpVerificationInfo: TotpFactorProof?
    /// For a code that was written down.
    public var recoveryCodeInfo: RecoveryCodeProof?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        mfaPendingCredential: String? = nil, mfaEnrollmentId: String? = nil, phoneVerificationInfo: PhoneFactorProof? = nil,
        totpVerificationInfo: TotpFactorProof? = nil, recoveryCodeInfo: RecoveryCodeProof? = nil, tenantId: String? = nil
    ) {
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaEnrollmentId = mfaEnrollmentId
        self.phoneVerificationInfo = phoneVerificationInfo
        self.totpVerificationInfo = totpVerificationInfo
        self.recoveryCodeInfo = recoveryCodeInfo
        self.tenantId = tenantId
    }
}

/// The answer to `accounts/mfaSignIn:finalize`.
public struct MfaSignInFinalizeReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, refreshToken: String? = nil
    ) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
