/// A second factor that is enrolled.
public struct MfaEnrollment: Codable, Equatable, Sendable {
    /// The id of the enrolment.
    public var mfaEnrollmentId: String?
    /// What the person calls the factor.
    public var displayName: String?
    /// When it was enrolled, as RFC 3339 text.
    public var enrolledAt: String?
    /// The phone number, partly hidden for everybody but administrators.
    public var phoneInfo: String?
    /// The whole phone number, in emulator mode.
    public var unobfuscatedPhoneInfo: String?
    /// Present for a factor with time-based codes.
    public var totpInfo: TotpFactor?
    /// Present for a factor by mail.
    public var emailInfo: EmailFactor?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        mfaEnrollmentId: String? = nil, displayName: String? = nil, enrolledAt: String? = nil,
        phoneInfo: String? = nil, unobfuscatedPhoneInfo: String? = nil, totpInfo: TotpFactor? = nil,
        emailInfo: EmailFactor? = nil
    ) {
        self.mfaEnrollmentId = mfaEnrollmentId
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.phoneInfo = phoneInfo
        self.unobfuscatedPhoneInfo = unobfuscatedPhoneInfo
        self.totpInfo = totpInfo
        self.emailInfo = emailInfo
    }
}

/// Says that a factor uses time-based codes (RFC 6238); it has no members on the wire.
public struct TotpFactor: Codable, Equatable, Sendable {
    /// Makes the empty marker.
    public init() {}
}

/// A second factor by mail.
public struct EmailFactor: Codable, Equatable, Sendable {
    /// The address of the factor.
    public var emailAddress: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        emailAddress: String? = nil
    ) {
        self.emailAddress = emailAddress
    }
}

/// A second factor that an administrator enrols while creating an account.
public struct MfaFactor: Codable, Equatable, Sendable {
    /// A phone number in E.164 form.
    public var phoneInfo: String?
    /// What the person calls the factor.
    public var displayName: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        phoneInfo: String? = nil, displayName: String? = nil
    ) {
        self.phoneInfo = phoneInfo
        self.displayName = displayName
    }
}
