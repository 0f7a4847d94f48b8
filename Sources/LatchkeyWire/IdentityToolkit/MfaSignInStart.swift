/// The body of `accounts/mfaSignIn:start`.
public struct MfaSignInStartRequest: Codable, Equatable, Sendable {
    /// What the first factor left.
    public var mfaPendingCredential: String?
    /// The factor to use.
    public var mfaEnrollmentId: String?
    /// Present for a telephone.
    public var phoneSignInInfo: PhoneFactorInfo?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        mfaPendingCredential: String? = nil, mfaEnrollmentId: String? = nil, phoneSignInInfo: PhoneFactorInfo? = nil,
        tenantId: String? = nil
    ) {
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaEnrollmentId = mfaEnrollmentId
        self.phoneSignInInfo = phoneSignInInfo
        self.tenantId = tenantId
    }
}

/// The answer to `accounts/mfaSignIn:start`.
public struct MfaSignInStartReply: Codable, Equatable, Sendable {
    /// For a telephone.
    public var phoneResponseInfo: PhoneFactorSession?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        phoneResponseInfo: PhoneFactorSession? = nil
    ) {
        self.phoneResponseInfo = phoneResponseInfo
    }
}
