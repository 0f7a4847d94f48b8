/// The request body of `accounts:resetPassword`, which checks a code, or sets a new password with it.
public struct ResetPasswordRequest: Codable, Equatable, Sendable {
    /// The code.
    public var oobCode: String?
    /// The new password in clear text. Without it the code is only checked.
    public var newPassword: String?
    /// The email address, for a change with the old password; not supported.
    public var email: String?
    /// The old password; not supported.
    public var oldPassword: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(oobCode: String? = nil, newPassword: String? = nil, tenantId: String? = nil) {
        self.oobCode = oobCode
        self.newPassword = newPassword
        self.tenantId = tenantId
    }
}

/// The response of `accounts:resetPassword`.
public struct ResetPasswordReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#ResetPasswordResponse"
    /// The purpose of the code.
    public var requestType: OobRequestType?
    /// The email address; for a recovery the one that is restored. Absent for a sign-in, for which the client must know it.
    public var email: String?
    /// The new email address; for a recovery the one that is replaced.
    public var newEmail: String?
    /// The second factor that the code removes.
    public var mfaInfo: MfaEnrollment?

    package init(requestType: OobRequestType? = nil, email: String? = nil, newEmail: String? = nil, mfaInfo: MfaEnrollment? = nil) {
        self.requestType = requestType
        self.email = email
        self.newEmail = newEmail
        self.mfaInfo = mfaInfo
    }
}
