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

    package init(mfaEnrollmentId: String? = nil, displayName: String? = nil, enrolledAt: String? = nil, totpInfo: TotpFactor? = nil) {
        self.mfaEnrollmentId = mfaEnrollmentId
        self.displayName = displayName
        self.enrolledAt = enrolledAt
        self.totpInfo = totpInfo
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
}

/// A second factor that an administrator enrolls while creating an account.
public struct MfaFactor: Codable, Equatable, Sendable {
    /// A phone number in E.164 form.
    public var phoneInfo: String?
    /// The display name of the factor.
    public var displayName: String?
}
