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

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        phoneNumber: String? = nil, recaptchaToken: String? = nil, clientType: String? = nil, tenantId: String? = nil
    ) {
        self.phoneNumber = phoneNumber
        self.recaptchaToken = recaptchaToken
        self.clientType = clientType
        self.tenantId = tenantId
    }
}

/// The response of `accounts:sendVerificationCode`.
public struct SendVerificationCodeReply: Codable, Equatable, Sendable {
    /// The session to send with the code.
    public var sessionInfo: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        sessionInfo: String? = nil
    ) {
        self.sessionInfo = sessionInfo
    }
}
