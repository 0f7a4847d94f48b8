/// An enrolled second factor.
public struct MfaEnrollment: Codable, Equatable, Sendable {
    /// The ID of the enrollment.
    public var mfaEnrollmentId: String?
    /// The display name of the factor.
    public var displayName: String?
    /// The time of the enrollment, as RFC 3339 text.
    public var enrolledAt: String?
    /// The phone number, partly hidden except for administrators.
    public var phoneInfo: String?
    /// The unmasked phone number, in emulator mode.
    public var unobfuscatedPhoneInfo: String?
    /// Present for a TOTP factor.
    public var totpInfo: TotpFactor?
    /// Present for an email factor.
    public var emailInfo: EmailFactor?

    /// Creates a value from its members. Omitted members are not encoded.
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

/// A marker for a TOTP factor (RFC 6238). It has no members on the wire.
public struct TotpFactor: Codable, Equatable, Sendable {
    /// Creates the empty marker.
    public init() {}
}

/// An email second factor.
public struct EmailFactor: Codable, Equatable, Sendable {
    /// The email address of the factor.
    public var emailAddress: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        emailAddress: String? = nil
    ) {
        self.emailAddress = emailAddress
    }
}

/// A second factor that an administrator enrolls while creating an account.
public struct MfaFactor: Codable, Equatable, Sendable {
    /// A phone number in E.164 form.
    public var phoneInfo: String?
    /// The display name of the factor.
    public var displayName: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        phoneInfo: String? = nil, displayName: String? = nil
    ) {
        self.phoneInfo = phoneInfo
        self.displayName = displayName
    }
}
