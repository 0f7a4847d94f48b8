/// The request body of `accounts/mfaSignIn:start`.
public struct MfaSignInStartRequest: Codable, Equatable, Sendable {
    /// The pending credential of the first factor.
    public var mfaPendingCredential: String?
    /// The ID of the factor to use.
    public var mfaEnrollmentId: String?
    /// Present for a phone factor.
    public var phoneSignInInfo: PhoneFactorInfo?
    /// The tenant ID.
    public var tenantId: String?

    package init(
        mfaPendingCredential: String? = nil, mfaEnrollmentId: String? = nil, phoneSignInInfo: PhoneFactorInfo? = nil,
        tenantId: String? = nil
    ) {
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaEnrollmentId = mfaEnrollmentId
        self.phoneSignInInfo = phoneSignInInfo
        self.tenantId = tenantId
    }
}

/// The response of `accounts/mfaSignIn:start`.
public struct MfaSignInStartReply: Codable, Equatable, Sendable {
    /// The info for a phone factor.
    public var phoneResponseInfo: PhoneFactorSession?

    package init(phoneResponseInfo: PhoneFactorSession? = nil) {
        self.phoneResponseInfo = phoneResponseInfo
    }
}
