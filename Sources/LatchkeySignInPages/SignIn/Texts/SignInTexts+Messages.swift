import LatchkeyIdentity
import LatchkeyOAuth

extension SignInTexts {
    /// Returns the message to show for an error code.
    ///
    /// - Parameter detail: The server's own message, in English. It is shown if there is no text for the code and the language is English.
    func message(for code: String, _ detail: String? = nil) -> String {
        switch code {
        case "INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "EMAIL_NOT_FOUND": wrongCredentials
        case "RESET_PASSWORD_EXCEED_LIMIT", "TOO_MANY_ATTEMPTS_TRY_LATER": tooManyMails
        case "EMAIL_EXISTS": emailTaken
        case "FEDERATED_USER_ID_ALREADY_LINKED": identityTaken
        case "auth/user-cancelled": cancelled
        case "WEAK_PASSWORD": weakPassword
        case "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": policy
        case "BLOCKING_FUNCTION_ERROR_RESPONSE": denied
        case "INVALID_EMAIL": noEmail
        case "MISSING_EMAIL": enterEmail
        case "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": tooOld
        case "PASSKEY_CREDENTIAL_NOT_FOUND": unknownPasskey
        case "CREDENTIAL_ALREADY_IN_USE": takenPasskey
        case "USER_DISABLED": disabled
        case "INVALID_MFA_PENDING_CREDENTIAL", "INVALID_SESSION_INFO": tookTooLong
        case "INVALID_CODE": wrongCode
        case "INVALID_OOB_CODE", "EXPIRED_OOB_CODE": badLink
        case "INVALID_PHONE_NUMBER": noPhone
        case "QUOTA_EXCEEDED": quota
        case "LAST_WAY_IN": lastWayIn
        case "UNVERIFIED_EMAIL": verifyFirst
        case "PHONE_NUMBER_EXISTS": phoneTaken
        case "SECOND_FACTOR_EXISTS": phonePresent
        case "UNSUPPORTED_FIRST_FACTOR": noFactorsHere
        case "INVALID_NEW_EMAIL": sameEmail
        case "ADMIN_ONLY_OPERATION": noNewAccounts
        default: fromProvider(code) ?? (language == "en" ? detail ?? otherwise : otherwise)
        }
    }

    /// Returns what the user can do about a provider's error. The provider check in the console tells the operator what to do.
    private func fromProvider(_ code: String) -> String? {
        switch OAuthError.Code(rawValue: code) {
        case .accessDenied: cancelled
        case .userSuspended, .accountLocked: accountThere
        case .rateLimited, .providerUnavailable, .addressRefused, .unexpectedStatus, .malformedReply, .replyTooLarge: providerAway
        case .badClientCredentials, .callbackNotApproved, .callbackNotConfirmed, .desktopAppOnly, .insufficientAccessLevel, .appSuspended,
            .redirectMismatch, .clockSkew, .requestRefused, .unusableKey:
            providerRefuses
        default: nil
        }
    }

    func message(for error: SignInError) -> String { message(for: error.code.rawValue, error.message) }

    func message(for error: TooManyAttempts) -> String { filled(tooMany, [("seconds", String(error.retryAfterSeconds))]) }
}

extension SignInPage {
    /// Returns the English message, for pages that are only in English.
    package static func message(for code: String, _ detail: String? = nil) -> String { SignInTexts.english.message(for: code, detail) }
}
