/// A telephone to which a code is sent.
public struct PhoneFactorInfo: Codable, Equatable, Sendable {
    /// The telephone, in E.164 form.
    public var phoneNumber: String?
    /// What a reCAPTCHA of the app answered; not looked at.
    public var recaptchaToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        phoneNumber: String? = nil, recaptchaToken: String? = nil
    ) {
        self.phoneNumber = phoneNumber
        self.recaptchaToken = recaptchaToken
    }
}

/// The answer that belongs to a code on its way to a telephone.
public struct PhoneFactorSession: Codable, Equatable, Sendable {
    /// What the code has to be shown with.
    public var sessionInfo: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        sessionInfo: String? = nil
    ) {
        self.sessionInfo = sessionInfo
    }
}

/// Shows that a telephone is at hand.
public struct PhoneFactorProof: Codable, Equatable, Sendable {
    /// What the code was asked with.
    public var sessionInfo: String?
    /// The code that arrived.
    public var code: String?
    /// The telephone; not needed.
    public var phoneNumber: String?
    /// Android's own proof of a number. Servers ignore it; the emulator answers 501.
    public var androidVerificationProof: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        sessionInfo: String? = nil, code: String? = nil, phoneNumber: String? = nil, androidVerificationProof: String? = nil
    ) {
        self.sessionInfo = sessionInfo
        self.code = code
        self.phoneNumber = phoneNumber
        self.androidVerificationProof = androidVerificationProof
    }
}

/// A new seed for time-based codes (RFC 6238).
public struct TotpFactorSession: Codable, Equatable, Sendable {
    /// The seed in base32, without padding.
    public var sharedSecretKey: String?
    /// Digits of a code.
    public var verificationCodeLength: Int?
    /// The hash, for example `SHA1`.
    public var hashingAlgorithm: String?
    /// Seconds that a code lasts.
    public var periodSec: Int?
    /// What the first code has to be shown with.
    public var sessionInfo: String?
    /// Until when, as RFC 3339 text.
    public var finalizeEnrollmentTime: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
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

/// Shows that a program for time-based codes is at hand.
public struct TotpFactorProof: Codable, Equatable, Sendable {
    /// In an enrolment: the session of the seed.
    public var sessionInfo: String?
    /// The code of this moment.
    public var verificationCode: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        sessionInfo: String? = nil, verificationCode: String? = nil
    ) {
        self.sessionInfo = sessionInfo
        self.verificationCode = verificationCode
    }
}

/// A code that was written down; not part of Firebase.
public struct RecoveryCodeProof: Codable, Equatable, Sendable {
    /// The code, in whatever form it was written down.
    public var recoveryCode: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        recoveryCode: String? = nil
    ) {
        self.recoveryCode = recoveryCode
    }
}
