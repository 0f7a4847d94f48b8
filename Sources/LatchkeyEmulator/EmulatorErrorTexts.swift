import LatchkeyIdentity
import LatchkeyWire

/// The texts of Google's emulator for errors that this server explains differently. Test programs compare whole messages.
package enum EmulatorErrorTexts {
    /// Codes that Google's emulator sends without an explanation.
    private static let bare: Set<String> = [
        "ADMIN_ONLY_OPERATION", "CLAIMS_TOO_LARGE", "CREDENTIAL_ALREADY_IN_USE", "DUPLICATE_MFA_ENROLLMENT_ID",
        "EMAIL_EXISTS", "EMAIL_NOT_FOUND", "FEDERATED_USER_ID_ALREADY_LINKED", "INVALID_CLAIMS", "INVALID_CODE", "INVALID_CREDENTIAL_ID",
        "INVALID_DURATION",
        "INVALID_GRANT_TYPE", "INVALID_ID_TOKEN", "INVALID_IDENTIFIER", "INVALID_LOGIN_CREDENTIALS", "INVALID_OOB_CODE",
        "INVALID_PASSWORD", "INVALID_REFRESH_TOKEN", "INVALID_REQUEST_URI", "INVALID_SESSION_INFO", "INVALID_TEMPORARY_PROOF",
        "LOCAL_ID_LIST_EXCEEDS_LIMIT", "MFA_ENROLLMENT_NOT_FOUND", "MISSING_AUTHENTICATOR_RESPONSE", "MISSING_CODE",
        "MISSING_CONTINUE_URI", "MISSING_CUSTOM_TOKEN", "MISSING_EMAIL", "MISSING_GRANT_TYPE", "MISSING_IDENTIFIER", "MISSING_ID_TOKEN",
        "MISSING_LOCAL_ID", "MISSING_NEW_EMAIL", "MISSING_OOB_CODE", "MISSING_PASSWORD", "MISSING_PHONE_NUMBER", "MISSING_PROVIDER_ID",
        "MISSING_RAW_ID", "MISSING_REFRESH_TOKEN", "MISSING_REQUEST_URI", "MISSING_REQ_TYPE", "MISSING_SESSION_INFO",
        "MISSING_USER_ACCOUNT", "PASSKEY_CREDENTIAL_NOT_FOUND", "PASSWORD_LOGIN_DISABLED", "PHONE_NUMBER_EXISTS", "PROJECT_DISABLED",
        "TENANT_ID_MISMATCH", "TOKEN_EXPIRED", "UNSUPPORTED_TENANT_OPERATION", "USER_DISABLED", "USER_NOT_FOUND",
    ]
    /// Texts that Google's emulator sends in place of a code.
    private static let others = [
        "INVALID_MFA_PENDING_CREDENTIAL": "((Invalid phoneVerificationInfo.mfaPendingCredential.))"
    ]

    /// The texts for members of the wrong type.
    private static let problems = [
        "must be an object.": "must be object", "must be an array.": "must be array", "must be true or false.": "must be boolean",
        "must be a string.": "must be string", "must be a number.": "must be number", "must be a whole number.": "must be integer",
    ]

    package static func reworded(_ error: any Error) -> any Error {
        if var problem = error as? WireDecodingError {
            problem.problem = problems[problem.problem] ?? problem.problem
            return problem
        }
        guard let refusal = error as? SignInError, !refusal.isServerFault else { return error }
        let code = refusal.code.rawValue
        if let text = others[code] { return SignInError(.init(rawValue: text), cause: code) }
        guard bare.contains(code) else { return error }
        return SignInError(refusal.code, cause: refusal.cause ?? refusal.message)
    }
}
