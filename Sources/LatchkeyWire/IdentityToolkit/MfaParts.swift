/// A phone to which a code is sent.
public struct PhoneFactorInfo: Codable, Equatable, Sendable {
    /// The phone number in E.164 form.
    public var phoneNumber: String?
    /// The reCAPTCHA token of the app; ignored.
    public var recaptchaToken: String?

    package init(phoneNumber: String? = nil) {
        self.phoneNumber = phoneNumber
    }
}

/// The response when a code was sent to a phone.
public struct PhoneFactorSession: Codable, Equatable, Sendable {
    /// The session to send with the code.
    public var sessionInfo: String?

    package init(sessionInfo: String? = nil) {
        self.sessionInfo = sessionInfo
    }
}

/// Proof of possession of a phone.
public struct PhoneFactorProof: Codable, Equatable, Sendable {
    /// The session from the start request.
    public var sessionInfo: String?
    /// The code from the text message.
    public var code: String?
    /// The phone number; not required.
    public var phoneNumber: String?
    /// Android's proof of a number. Servers ignore it; the emulator responds with 501.
    public var androidVerificationProof: String?

    package init(sessionInfo: String? = nil, code: String? = nil) {
        self.sessionInfo = sessionInfo
        self.code = code
    }
}

/// A new TOTP secret (RFC 6238).
public struct TotpFactorSession: Codable, Equatable, Sendable {
    /// The secret in base32, without padding.
    public var sharedSecretKey: String?
    /// The number of digits in a code.
    public var verificationCodeLength: Int?
    /// The hash algorithm, for example `SHA1`.
    public var hashingAlgorithm: String?
    /// The period of a code in seconds.
    public var periodSec: Int?
    /// The session to send with the first code.
    public var sessionInfo: String?
    /// The expiration of the session, as RFC 3339 text.
    public var finalizeEnrollmentTime: String?

    package init(
        sharedSecretKey: String? = nil, verificationCodeLength: Int? = nil, hashingAlgorithm: String? = nil, periodSec: Int? = nil,
        sessionInfo: String? = nil, finalizeEnrollmentTime: String? = nil
    ) {
        self.sharedSecretKey = sharedSecretKey
        self.verificationCodeLength = verificationCodeLength
        self.hashingAlgorithm = hashingAlgorithm
        self.periodSec = periodSec
        self.sessionInfo = sessionInfo
        self.finalizeEnrollmentTime = finalizeEnrollmentTime
    }
}

/// Proof of possession of a TOTP secret.
public struct TotpFactorProof: Codable, Equatable, Sendable {
    /// The session of the secret, for an enrollment.
    public var sessionInfo: String?
    /// The current code.
    public var verificationCode: String?

    package init(sessionInfo: String? = nil, verificationCode: String? = nil) {
        self.sessionInfo = sessionInfo
        self.verificationCode = verificationCode
    }
}

/// A recovery code; not part of Firebase.
public struct RecoveryCodeProof: Codable, Equatable, Sendable {
    /// The code, in any notation.
    public var recoveryCode: String?

    package init(recoveryCode: String? = nil) {
        self.recoveryCode = recoveryCode
    }
}
