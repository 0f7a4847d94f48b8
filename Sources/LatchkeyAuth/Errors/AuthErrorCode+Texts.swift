extension AuthErrorCode {
    /// The name of the code under ``AuthErrorUserInfoNameKey``, for example `ERROR_EMAIL_ALREADY_IN_USE`.
    public var name: String { texts.name }

    /// A sentence for users: the `localizedDescription` of errors with this code.
    public var explanation: String { texts.explanation }

    private var texts: (name: String, explanation: String) {
        switch self {
        case .invalidCustomToken: ("ERROR_INVALID_CUSTOM_TOKEN", "The custom token is not acceptable.")
        case .customTokenMismatch: ("ERROR_CUSTOM_TOKEN_MISMATCH", "The custom token is for another project.")
        case .invalidCredential: ("ERROR_INVALID_CREDENTIAL", "The credential is wrong or too old.")
        case .userDisabled: ("ERROR_USER_DISABLED", "The account is disabled.")
        case .operationNotAllowed:
            (
                "ERROR_OPERATION_NOT_ALLOWED",
                "The project does not allow this operation; an administrator can switch it on."
            )
        case .emailAlreadyInUse: ("ERROR_EMAIL_ALREADY_IN_USE", "The address belongs to another account.")
        case .invalidEmail: ("ERROR_INVALID_EMAIL", "The text is not an e-mail address.")
        case .wrongPassword: ("ERROR_WRONG_PASSWORD", "The password is wrong.")
        case .tooManyRequests: ("ERROR_TOO_MANY_REQUESTS", "Too many attempts; wait and try again.")
        case .userNotFound: ("ERROR_USER_NOT_FOUND", "There is no such account.")
        case .accountExistsWithDifferentCredential:
            (
                "ERROR_ACCOUNT_EXISTS_WITH_DIFFERENT_CREDENTIAL",
                "Another account has this address; sign in to it first, then link the credential of this error."
            )
        case .requiresRecentLogin:
            (
                "ERROR_REQUIRES_RECENT_LOGIN",
                "This operation needs a recent sign-in; reauthenticate and try again."
            )
        case .providerAlreadyLinked:
            (
                "ERROR_PROVIDER_ALREADY_LINKED",
                "The account has an identity of this provider already."
            )
        case .noSuchProvider: ("ERROR_NO_SUCH_PROVIDER", "The account has no identity of this provider.")
        case .invalidUserToken: ("ERROR_INVALID_USER_TOKEN", "The session is not valid any more; sign in again.")
        case .networkError:
            (
                "ERROR_NETWORK_REQUEST_FAILED",
                "The server could not be reached, or the connection broke."
            )
        case .userTokenExpired: ("ERROR_USER_TOKEN_EXPIRED", "The session is over; sign in again.")
        case .invalidAPIKey: ("ERROR_INVALID_API_KEY", "The API key is missing or not known to the server.")
        case .userMismatch:
            (
                "ERROR_USER_MISMATCH",
                "The credential belongs to another account than the one that is signed in."
            )
        case .credentialAlreadyInUse:
            (
                "ERROR_CREDENTIAL_ALREADY_IN_USE",
                "The identity belongs to another account already."
            )
        case .weakPassword: ("ERROR_WEAK_PASSWORD", "The password is too short or too simple.")
        case .appNotAuthorized: ("ERROR_APP_NOT_AUTHORIZED", "This app may not use the API key.")
        case .expiredActionCode: ("ERROR_EXPIRED_ACTION_CODE", "The one-time code is too old.")
        case .invalidActionCode: ("ERROR_INVALID_ACTION_CODE", "The one-time code is unknown or used.")
        case .invalidMessagePayload: ("ERROR_INVALID_MESSAGE_PAYLOAD", "The text of the mail is not acceptable.")
        case .invalidSender: ("ERROR_INVALID_SENDER", "The sender of the mail is not acceptable.")
        case .invalidRecipientEmail: ("ERROR_INVALID_RECIPIENT_EMAIL", "No mail can be sent to the address.")
        case .missingEmail: ("ERROR_MISSING_EMAIL", "An e-mail address is required.")
        case .missingIosBundleID: ("ERROR_MISSING_IOS_BUNDLE_ID", "A bundle id is required.")
        case .missingAndroidPackageName: ("ERROR_MISSING_ANDROID_PKG_NAME", "An Android package is required.")
        case .unauthorizedDomain:
            (
                "ERROR_UNAUTHORIZED_DOMAIN",
                "The address to return to is not in one of the project's authorized domains."
            )
        case .invalidContinueURI: ("ERROR_INVALID_CONTINUE_URI", "The address to return to is not absolute.")
        case .missingContinueURI: ("ERROR_MISSING_CONTINUE_URI", "An address to return to is required.")
        case .missingPhoneNumber: ("ERROR_MISSING_PHONE_NUMBER", "A phone number is required.")
        case .invalidPhoneNumber: ("ERROR_INVALID_PHONE_NUMBER", "The text is not a phone number in E.164 form.")
        case .missingVerificationCode: ("ERROR_MISSING_VERIFICATION_CODE", "A verification code is required.")
        case .invalidVerificationCode: ("ERROR_INVALID_VERIFICATION_CODE", "The verification code is wrong.")
        case .missingVerificationID: ("ERROR_MISSING_VERIFICATION_ID", "The id of a verification is required.")
        case .invalidVerificationID: ("ERROR_INVALID_VERIFICATION_ID", "The id of the verification is not known.")
        case .missingAppCredential: ("ERROR_MISSING_APP_CREDENTIAL", "Proof that the app is genuine is required.")
        case .invalidAppCredential:
            (
                "ERROR_INVALID_APP_CREDENTIAL",
                "The proof that the app is genuine is invalid."
            )
        case .sessionExpired: ("ERROR_SESSION_EXPIRED", "The verification took too long.")
        case .quotaExceeded: ("ERROR_QUOTA_EXCEEDED", "The project's quota is used up.")
        case .missingAppToken: ("ERROR_MISSING_APP_TOKEN", "An app token is required.")
        case .notificationNotForwarded:
            ("ERROR_NOTIFICATION_NOT_FORWARDED", "A push message did not reach the client.")
        case .appNotVerified: ("ERROR_APP_NOT_VERIFIED", "The app could not be verified.")
        case .captchaCheckFailed: ("ERROR_CAPTCHA_CHECK_FAILED", "The captcha was not solved.")
        case .webContextAlreadyPresented: ("ERROR_WEB_CONTEXT_ALREADY_PRESENTED", "Another page is open already.")
        case .webContextCancelled:
            (
                "ERROR_WEB_CONTEXT_CANCELLED",
                "The sign-in page was closed or not completed in time."
            )
        case .appVerificationUserInteractionFailure:
            ("ERROR_APP_VERIFICATION_FAILED", "The page that verifies the app ended with a failure.")
        case .invalidClientID:
            (
                "ERROR_INVALID_CLIENT_ID",
                "The provider does not know the client id that is configured at the server."
            )
        case .webNetworkRequestFailed:
            (
                "ERROR_WEB_NETWORK_REQUEST_FAILED",
                "The sign-in page could not reach the server."
            )
        case .webInternalError: ("ERROR_WEB_INTERNAL_ERROR", "Something went wrong in the sign-in page.")
        case .webSignInUserInteractionFailure:
            (
                "ERROR_WEB_USER_INTERACTION_FAILURE",
                "The sign-in page ended with a failure."
            )
        case .localPlayerNotAuthenticated:
            ("ERROR_LOCAL_PLAYER_NOT_AUTHENTICATED", "No player is signed in to Game Center.")
        case .nullUser: ("ERROR_NULL_USER", "A user is required.")
        case .invalidProviderID: ("ERROR_INVALID_PROVIDER_ID", "The provider is not known.")
        case .tenantIDMismatch: ("ERROR_TENANT_ID_MISMATCH", "The tenants of request and session differ.")
        case .unsupportedTenantOperation:
            (
                "ERROR_UNSUPPORTED_TENANT_OPERATION",
                "The operation does not exist for tenants."
            )
        case .rejectedCredential: ("ERROR_REJECTED_CREDENTIAL", "The credential was rejected.")
        case .gameKitNotLinked: ("ERROR_GAME_KIT_NOT_LINKED", "The app lacks GameKit.")
        case .secondFactorRequired: ("ERROR_SECOND_FACTOR_REQUIRED", "A second factor is required.")
        case .missingMultiFactorSession:
            (
                "ERROR_MISSING_MULTI_FACTOR_SESSION",
                "The session of the first factor is required."
            )
        case .missingMultiFactorInfo: ("ERROR_MISSING_MULTI_FACTOR_INFO", "The id of a second factor is required.")
        case .invalidMultiFactorSession:
            (
                "ERROR_INVALID_MULTI_FACTOR_SESSION",
                "The session of the first factor is invalid."
            )
        case .multiFactorInfoNotFound: ("ERROR_MULTI_FACTOR_INFO_NOT_FOUND", "The second factor is not enrolled.")
        case .adminRestrictedOperation: ("ERROR_ADMIN_RESTRICTED_OPERATION", "Only administrators may do this.")
        case .unverifiedEmail: ("ERROR_UNVERIFIED_EMAIL", "The address must be verified first.")
        case .secondFactorAlreadyEnrolled:
            (
                "ERROR_SECOND_FACTOR_ALREADY_ENROLLED",
                "The second factor is enrolled already."
            )
        case .maximumSecondFactorCountExceeded:
            (
                "ERROR_MAXIMUM_SECOND_FACTOR_COUNT_EXCEEDED",
                "The account has the maximum number of second factors."
            )
        case .unsupportedFirstFactor: ("ERROR_UNSUPPORTED_FIRST_FACTOR", "The first factor does not support a second factor.")
        case .emailChangeNeedsVerification:
            (
                "ERROR_EMAIL_CHANGE_NEEDS_VERIFICATION",
                "The new address must be confirmed first."
            )
        case .missingClientIdentifier:
            (
                "ERROR_MISSING_CLIENT_IDENTIFIER",
                "The request does not say which app sends it."
            )
        case .missingOrInvalidNonce: ("ERROR_MISSING_OR_INVALID_NONCE", "The nonce does not belong to the ID token.")
        case .blockingCloudFunctionError:
            (
                "ERROR_BLOCKING_CLOUD_FUNCTION_RETURNED_ERROR",
                "A function of the project rejected the request."
            )
        case .recaptchaNotEnabled: ("ERROR_RECAPTCHA_NOT_ENABLED", "reCAPTCHA is off in this project.")
        case .missingRecaptchaToken: ("ERROR_MISSING_RECAPTCHA_TOKEN", "A reCAPTCHA token is required.")
        case .invalidRecaptchaToken: ("ERROR_INVALID_RECAPTCHA_TOKEN", "The reCAPTCHA token is wrong.")
        case .invalidRecaptchaAction: ("ERROR_INVALID_RECAPTCHA_ACTION", "The reCAPTCHA action is wrong.")
        case .missingClientType: ("ERROR_MISSING_CLIENT_TYPE", "The kind of client is required.")
        case .missingRecaptchaVersion: ("ERROR_MISSING_RECAPTCHA_VERSION", "The reCAPTCHA generation is required.")
        case .invalidRecaptchaVersion: ("ERROR_INVALID_RECAPTCHA_VERSION", "The reCAPTCHA generation is wrong.")
        case .invalidReqType: ("ERROR_INVALID_REQ_TYPE", "The kind of request is not supported.")
        case .recaptchaSDKNotLinked: ("ERROR_RECAPTCHA_SDK_NOT_LINKED", "The app lacks the reCAPTCHA SDK.")
        case .recaptchaSiteKeyMissing: ("ERROR_RECAPTCHA_SITE_KEY_MISSING", "The project has no key for reCAPTCHA.")
        case .recaptchaActionCreationFailed:
            ("ERROR_RECAPTCHA_ACTION_CREATION_FAILED", "The action for reCAPTCHA could not be made.")
        case .passwordDoesNotMeetRequirements:
            (
                "ERROR_PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
                "The password breaks the project's policy."
            )
        case .invalidHostingLinkDomain: ("ERROR_INVALID_HOSTING_LINK_DOMAIN", "The domain of a link is wrong.")
        case .keychainError: ("ERROR_KEYCHAIN_ERROR", "The session could not be stored or read.")
        case .internalError:
            (
                "ERROR_INTERNAL_ERROR",
                "Something unexpected went wrong; the failure reason says what."
            )
        case .malformedJWT: ("ERROR_MALFORMED_JWT", "The token is not a readable JWT.")
        }
    }
}
