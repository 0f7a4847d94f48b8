/// The request body of `accounts:sendVerificationCode`.
public struct SendVerificationCodeRequest: Codable, Equatable, Sendable {
    /// The phone number in E.164 form.
    public var phoneNumber: String?
    /// The reCAPTCHA token of the app; ignored.
    public var recaptchaToken: String?
    /// The client type, for example `CLIENT_TYPE_WEB`.
    public var clientType: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(phoneNumber: String? = nil, tenantId: String? = nil) {
        self.phoneNumber = phoneNumber
        self.tenantId = tenantId
    }
}

/// The response of `accounts:sendVerificationCode`.
public struct SendVerificationCodeReply: Codable, Equatable, Sendable {
    /// The session to send with the code.
    public var sessionInfo: String?

    package init(sessionInfo: String? = nil) {
        self.sessionInfo = sessionInfo
    }
}
