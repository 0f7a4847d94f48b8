/// The error of a refused request. The code is part of the response; equality compares codes only.
///
/// The codes are those of Identity Toolkit, so that Firebase's clients map them to their own errors.
package struct SignInError: Error, Equatable, Sendable {
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package let code: Code
    /// The text after the code in the response, separated by ` : `. It contains no secrets, and does not reveal whether an address has an
    /// account.
    package let message: String?
    /// The cause for the operator's log, which is never sent to clients.
    package let cause: String?
    /// Whether the operator has to fix the cause, not the caller.
    package let isServerFault: Bool

    package init(_ code: Code, message: String? = nil, cause: String? = nil, isServerFault: Bool = false) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isServerFault = isServerFault
    }

    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension SignInError.Code {
    package static let adminOnlyOperation = Self(rawValue: "ADMIN_ONLY_OPERATION")
    package static let blockingFunctionErrorResponse = Self(rawValue: "BLOCKING_FUNCTION_ERROR_RESPONSE")
    package static let credentialTooOld = Self(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    package static let credentialMismatch = Self(rawValue: "CREDENTIAL_MISMATCH")
    package static let duplicateLocalID = Self(rawValue: "DUPLICATE_LOCAL_ID")
    package static let emailExists = Self(rawValue: "EMAIL_EXISTS")
    package static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
    package static let federatedUserIDAlreadyLinked = Self(rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
    package static let invalidCode = Self(rawValue: "INVALID_CODE")
    package static let invalidCustomToken = Self(rawValue: "INVALID_CUSTOM_TOKEN")
    package static let invalidDuration = Self(rawValue: "INVALID_DURATION")
    package static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
    package static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
    package static let invalidIdpResponse = Self(rawValue: "INVALID_IDP_RESPONSE")
    package static let invalidLoginCredentials = Self(rawValue: "INVALID_LOGIN_CREDENTIALS")
    package static let invalidPassword = Self(rawValue: "INVALID_PASSWORD")
    package static let invalidPendingToken = Self(rawValue: "INVALID_PENDING_TOKEN")
    package static let invalidRefreshToken = Self(rawValue: "INVALID_REFRESH_TOKEN")
    package static let invalidSessionInfo = Self(rawValue: "INVALID_SESSION_INFO")
    package static let invalidSessionCookie = Self(rawValue: "INVALID_SESSION_COOKIE")
    /// The code with which a web site gets its session is invalid. An addition of Latchkey.
    package static let invalidSignInCode = Self(rawValue: "INVALID_SIGN_IN_CODE")
    package static let invalidTemporaryProof = Self(rawValue: "INVALID_TEMPORARY_PROOF")
    package static let invalidMFAPendingCredential = Self(rawValue: "INVALID_MFA_PENDING_CREDENTIAL")
    package static let mfaEnrollmentNotFound = Self(rawValue: "MFA_ENROLLMENT_NOT_FOUND")
    package static let missingEmail = Self(rawValue: "MISSING_EMAIL")
    package static let missingIdentifier = Self(rawValue: "MISSING_IDENTIFIER")
    package static let missingOrInvalidNonce = Self(rawValue: "MISSING_OR_INVALID_NONCE")
    package static let missingPassword = Self(rawValue: "MISSING_PASSWORD")
    package static let operationNotAllowed = Self(rawValue: "OPERATION_NOT_ALLOWED")
    package static let passwordDoesNotMeetRequirements = Self(rawValue: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    package static let passwordLoginDisabled = Self(rawValue: "PASSWORD_LOGIN_DISABLED")
    package static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
    package static let secondFactorExists = Self(rawValue: "SECOND_FACTOR_EXISTS")
    package static let secondFactorLimitExceeded = Self(rawValue: "SECOND_FACTOR_LIMIT_EXCEEDED")
    /// For the audit log only. Responses have a different form when a second factor is required.
    static let secondFactorRequired = Self(rawValue: "SECOND_FACTOR_REQUIRED")
    package static let sessionCookieExpired = Self(rawValue: "SESSION_COOKIE_EXPIRED")
    package static let projectDisabled = Self(rawValue: "PROJECT_DISABLED")
    package static let unsupportedTenantOperation = Self(rawValue: "UNSUPPORTED_TENANT_OPERATION")
    package static let tenantIDMismatch = Self(rawValue: "TENANT_ID_MISMATCH")
    package static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    package static let tooManyAttempts = Self(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
    package static let unsupportedFirstFactor = Self(rawValue: "UNSUPPORTED_FIRST_FACTOR")
    package static let unverifiedEmail = Self(rawValue: "UNVERIFIED_EMAIL")
    package static let expiredCode = Self(rawValue: "EXPIRED_OOB_CODE")
    package static let invalidOOBCode = Self(rawValue: "INVALID_OOB_CODE")
    package static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    package static let resetPasswordExceedLimit = Self(rawValue: "RESET_PASSWORD_EXCEED_LIMIT")
    package static let userDisabled = Self(rawValue: "USER_DISABLED")
    package static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    package static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
}
