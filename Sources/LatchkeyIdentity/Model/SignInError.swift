/// The error of a refused request. The code is part of the response; equality compares codes only.
///
/// The codes are those of Identity Toolkit, so that Firebase's clients map them to their own errors.
public struct SignInError: Error, Equatable, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// The text after the code in the response, separated by ` : `. It contains no secrets, and does not reveal whether an address has an
    /// account.
    public let message: String?
    /// The cause for the operator's log, which is never sent to clients.
    public let cause: String?
    /// Whether the operator has to fix the cause, not the caller.
    public let isServerFault: Bool

    public init(_ code: Code, message: String? = nil, cause: String? = nil, isServerFault: Bool = false) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isServerFault = isServerFault
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension SignInError.Code {
    public static let adminOnlyOperation = Self(rawValue: "ADMIN_ONLY_OPERATION")
    public static let blockingFunctionErrorResponse = Self(rawValue: "BLOCKING_FUNCTION_ERROR_RESPONSE")
    public static let credentialTooOld = Self(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    public static let credentialMismatch = Self(rawValue: "CREDENTIAL_MISMATCH")
    public static let duplicateLocalID = Self(rawValue: "DUPLICATE_LOCAL_ID")
    public static let emailExists = Self(rawValue: "EMAIL_EXISTS")
    public static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
    public static let federatedUserIDAlreadyLinked = Self(rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
    public static let invalidCode = Self(rawValue: "INVALID_CODE")
    public static let invalidCustomToken = Self(rawValue: "INVALID_CUSTOM_TOKEN")
    public static let invalidDuration = Self(rawValue: "INVALID_DURATION")
    public static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
    public static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
    public static let invalidIdpResponse = Self(rawValue: "INVALID_IDP_RESPONSE")
    public static let invalidLoginCredentials = Self(rawValue: "INVALID_LOGIN_CREDENTIALS")
    public static let invalidPassword = Self(rawValue: "INVALID_PASSWORD")
    public static let invalidPendingToken = Self(rawValue: "INVALID_PENDING_TOKEN")
    public static let invalidRefreshToken = Self(rawValue: "INVALID_REFRESH_TOKEN")
    public static let invalidSessionInfo = Self(rawValue: "INVALID_SESSION_INFO")
    public static let invalidSessionCookie = Self(rawValue: "INVALID_SESSION_COOKIE")
    /// The code with which a web site gets its session is invalid. An addition of Latchkey.
    public static let invalidSignInCode = Self(rawValue: "INVALID_SIGN_IN_CODE")
    public static let invalidTemporaryProof = Self(rawValue: "INVALID_TEMPORARY_PROOF")
    public static let invalidMFAPendingCredential = Self(rawValue: "INVALID_MFA_PENDING_CREDENTIAL")
    public static let mfaEnrollmentNotFound = Self(rawValue: "MFA_ENROLLMENT_NOT_FOUND")
    public static let missingEmail = Self(rawValue: "MISSING_EMAIL")
    public static let missingIdentifier = Self(rawValue: "MISSING_IDENTIFIER")
    public static let missingOrInvalidNonce = Self(rawValue: "MISSING_OR_INVALID_NONCE")
    public static let missingPassword = Self(rawValue: "MISSING_PASSWORD")
    public static let operationNotAllowed = Self(rawValue: "OPERATION_NOT_ALLOWED")
    public static let passwordDoesNotMeetRequirements = Self(rawValue: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    public static let passwordLoginDisabled = Self(rawValue: "PASSWORD_LOGIN_DISABLED")
    public static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
    public static let secondFactorExists = Self(rawValue: "SECOND_FACTOR_EXISTS")
    public static let secondFactorLimitExceeded = Self(rawValue: "SECOND_FACTOR_LIMIT_EXCEEDED")
    /// For the audit log only. Responses have a different form when a second factor is required.
    static let secondFactorRequired = Self(rawValue: "SECOND_FACTOR_REQUIRED")
    public static let sessionCookieExpired = Self(rawValue: "SESSION_COOKIE_EXPIRED")
    public static let projectDisabled = Self(rawValue: "PROJECT_DISABLED")
    public static let unsupportedTenantOperation = Self(rawValue: "UNSUPPORTED_TENANT_OPERATION")
    public static let tenantIDMismatch = Self(rawValue: "TENANT_ID_MISMATCH")
    public static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    public static let tooManyAttempts = Self(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
    public static let unsupportedFirstFactor = Self(rawValue: "UNSUPPORTED_FIRST_FACTOR")
    public static let unverifiedEmail = Self(rawValue: "UNVERIFIED_EMAIL")
    public static let expiredCode = Self(rawValue: "EXPIRED_OOB_CODE")
    public static let invalidOOBCode = Self(rawValue: "INVALID_OOB_CODE")
    public static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    public static let resetPasswordExceedLimit = Self(rawValue: "RESET_PASSWORD_EXCEED_LIMIT")
    public static let userDisabled = Self(rawValue: "USER_DISABLED")
    public static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    public static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
}
