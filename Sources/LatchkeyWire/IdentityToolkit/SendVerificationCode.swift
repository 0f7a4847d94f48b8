/// The body of `accounts:sendVerificationCode`.
public struct SendVerificationCodeRequest: Codable, Equatable, Sendable {
    /// Where the code is sent, in E.164 form.
    public var phoneNumber: String?
    /// What a reCAPTCHA of the app answered; not looked at.
    public var recaptchaToken: String?
    /// For example `CLIENT_TYPE_WEB`.
    public var clientType: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        phoneNumber: String? = nil, recaptchaToken: String? = nil, clientType: String? = nil, tenantId: String? = nil
    ) {
        self.phoneNumber = phoneNumber
        self.recaptchaToken = recaptchaToken
        self.clientType = clientType
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:sendVerificationCode`.
public struct SendVerificationCodeReply: Codable, Equatable, Sendable {
    /// What the code has to be shown with.
    public var sessionInfo: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        sessionInfo: String? = nil
    ) {
        self.sessionInfo = sessionInfo
    }
}
