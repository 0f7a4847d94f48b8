/// The body of `accounts:resetPassword`: asks what a code is for, or sets a new password with it.
public struct ResetPasswordRequest: Codable, Equatable, Sendable {
    /// The code.
    public var oobCode: String?
    /// The new password in clear text; without one the code is only looked at.
    public var newPassword: String?
    /// The address, for a change with the old password; not supported.
    public var email: String?
    /// The old password; not supported.
    public var oldPassword: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        oobCode: String? = nil, newPassword: String? = nil, email: String? = nil, oldPassword: String? = nil,
        tenantId: String? = nil
    ) {
        self.oobCode = oobCode
        self.newPassword = newPassword
        self.email = email
        self.oldPassword = oldPassword
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:resetPassword`.
public struct ResetPasswordReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// What the code is for.
    public var requestType: OobRequestType?
    /// The address; for a recovery the one that comes back. Absent for a sign-in, which has to know it.
    public var email: String?
    /// The new address; for a recovery the one that goes.
    public var newEmail: String?
    /// The second factor that the code removes.
    public var mfaInfo: MfaEnrollment?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#ResetPasswordResponse", requestType: OobRequestType? = nil,
        email: String? = nil, newEmail: String? = nil, mfaInfo: MfaEnrollment? = nil
    ) {
        self.kind = kind
        self.requestType = requestType
        self.email = email
        self.newEmail = newEmail
        self.mfaInfo = mfaInfo
    }
}
