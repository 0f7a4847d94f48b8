// Accounts and email addresses.
extension WireErrorCode {
    /// The email address belongs to another account.
    public static let emailExists = Self(rawValue: "EMAIL_EXISTS")
    /// No account has the email address; only without enumeration protection.
    public static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
    /// The text is not an email address.
    public static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
    /// The identifier is not an email address.
    public static let invalidIdentifier = Self(rawValue: "INVALID_IDENTIFIER")
    /// The new email address is invalid.
    public static let invalidNewEmail = Self(rawValue: "INVALID_NEW_EMAIL")
    /// No email can be sent to the address.
    public static let invalidRecipientEmail = Self(rawValue: "INVALID_RECIPIENT_EMAIL")
    /// An email address is required.
    public static let missingEmail = Self(rawValue: "MISSING_EMAIL")
    /// A new email address is required.
    public static let missingNewEmail = Self(rawValue: "MISSING_NEW_EMAIL")
    /// An email address to look up is required.
    public static let missingIdentifier = Self(rawValue: "MISSING_IDENTIFIER")
    /// The new email address must be verified first.
    public static let emailChangeNeedsVerification = Self(rawValue: "EMAIL_CHANGE_NEEDS_VERIFICATION")
    /// The email address must be verified before factors are enrolled.
    public static let unverifiedEmail = Self(rawValue: "UNVERIFIED_EMAIL")
    /// The account no longer exists.
    public static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    /// The account is disabled.
    public static let userDisabled = Self(rawValue: "USER_DISABLED")
    /// An account is required.
    public static let missingUserAccount = Self(rawValue: "MISSING_USER_ACCOUNT")
    /// A uid is required.
    public static let missingLocalID = Self(rawValue: "MISSING_LOCAL_ID")
    /// An account in a batch deletion is not disabled.
    public static let notDisabled = Self(rawValue: "NOT_DISABLED")
    /// The list of uids is too long.
    public static let localIDListExceedsLimit = Self(rawValue: "LOCAL_ID_LIST_EXCEEDS_LIMIT")
    /// Another account already has the email address.
    public static let duplicateEmail = Self(rawValue: "DUPLICATE_EMAIL")
    /// Another account already has the uid.
    public static let duplicateLocalID = Self(rawValue: "DUPLICATE_LOCAL_ID")
    /// Another account already has the identity.
    public static let duplicateRawID = Self(rawValue: "DUPLICATE_RAW_ID")
    /// Another account already has the phone number.
    public static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
    /// The text is not a phone number in E.164 form.
    public static let invalidPhoneNumber = Self(rawValue: "INVALID_PHONE_NUMBER")
    /// A phone number is required.
    public static let missingPhoneNumber = Self(rawValue: "MISSING_PHONE_NUMBER")
    /// A test phone number is invalid.
    public static let invalidTestingPhoneNumber = Self(rawValue: "INVALID_TESTING_PHONE_NUMBER")
    /// The display name is invalid.
    public static let invalidDisplayName = Self(rawValue: "INVALID_DISPLAY_NAME")
    /// A display name is required.
    public static let missingDisplayName = Self(rawValue: "MISSING_DISPLAY_NAME")
    /// A resource name is invalid.
    public static let invalidName = Self(rawValue: "INVALID_NAME")
}

// Passwords and sessions.
extension WireErrorCode {
    /// The email address or the password is wrong. With enumeration protection the error does not say which.
    public static let invalidLoginCredentials = Self(rawValue: "INVALID_LOGIN_CREDENTIALS")
    /// The password is wrong; only without enumeration protection.
    public static let invalidPassword = Self(rawValue: "INVALID_PASSWORD")
    /// A password is required.
    public static let missingPassword = Self(rawValue: "MISSING_PASSWORD")
    /// The password is too short.
    public static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
    /// The password violates the project's policy.
    public static let passwordDoesNotMeetRequirements = Self(rawValue: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    /// Password sign-in is disabled in this project.
    public static let passwordLoginDisabled = Self(rawValue: "PASSWORD_LOGIN_DISABLED")
    /// Too many password reset emails were requested.
    public static let resetPasswordExceedLimit = Self(rawValue: "RESET_PASSWORD_EXCEED_LIMIT")
    /// The ID token does not belong to this project.
    public static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
    /// An ID token is required.
    public static let missingIDToken = Self(rawValue: "MISSING_ID_TOKEN")
    /// The session has ended.
    public static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    /// The operation requires a recent sign-in.
    public static let credentialTooOldLoginAgain = Self(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    /// The refresh token is unknown.
    public static let invalidRefreshToken = Self(rawValue: "INVALID_REFRESH_TOKEN")
    /// A refresh token is required.
    public static let missingRefreshToken = Self(rawValue: "MISSING_REFRESH_TOKEN")
    /// The grant type is not supported.
    public static let invalidGrantType = Self(rawValue: "INVALID_GRANT_TYPE")
    /// A grant type is required.
    public static let missingGrantType = Self(rawValue: "MISSING_GRANT_TYPE")
    /// The lifetime of a session cookie is out of range.
    public static let invalidDuration = Self(rawValue: "INVALID_DURATION")
    /// The custom token is invalid.
    public static let invalidCustomToken = Self(rawValue: "INVALID_CUSTOM_TOKEN")
    /// A custom token is required.
    public static let missingCustomToken = Self(rawValue: "MISSING_CUSTOM_TOKEN")
    /// The custom token is for another project.
    public static let credentialMismatch = Self(rawValue: "CREDENTIAL_MISMATCH")
    /// The custom claims are not an object.
    public static let invalidClaims = Self(rawValue: "INVALID_CLAIMS")
    /// The custom claims are longer than allowed.
    public static let claimsTooLarge = Self(rawValue: "CLAIMS_TOO_LARGE")
    /// A custom claim has a reserved name.
    public static let forbiddenClaim = Self(rawValue: "FORBIDDEN_CLAIM")
}

// Identity providers and web flows.
extension WireErrorCode {
    /// The identity already belongs to an account.
    public static let federatedUserIDAlreadyLinked = Self(rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
    /// The provider rejects the credential, or it is not for this project.
    public static let invalidIDPResponse = Self(rawValue: "INVALID_IDP_RESPONSE")
    /// The credential lacks data that its provider requires.
    public static let invalidCredentialOrProviderID = Self(rawValue: "INVALID_CREDENTIAL_OR_PROVIDER_ID")
    /// The pending credential is unknown or expired.
    public static let invalidPendingToken = Self(rawValue: "INVALID_PENDING_TOKEN")
    /// The provider is unknown.
    public static let invalidProviderID = Self(rawValue: "INVALID_PROVIDER_ID")
    /// A provider is required.
    public static let missingProviderID = Self(rawValue: "MISSING_PROVIDER_ID")
    /// The user's ID at the provider is required.
    public static let missingRawID = Self(rawValue: "MISSING_RAW_ID")
    /// The nonce does not belong to the ID token.
    public static let missingOrInvalidNonce = Self(rawValue: "MISSING_OR_INVALID_NONCE")
    /// A request URI is required.
    public static let missingRequestURI = Self(rawValue: "MISSING_REQUEST_URI")
    /// The request URI is not absolute.
    public static let invalidRequestURI = Self(rawValue: "INVALID_REQUEST_URI")
    /// A continue URI is required.
    public static let missingContinueURI = Self(rawValue: "MISSING_CONTINUE_URI")
    /// The continue URI is not absolute.
    public static let invalidContinueURI = Self(rawValue: "INVALID_CONTINUE_URI")
    /// The domain of the continue URI is not authorized for the project.
    public static let unauthorizedDomain = Self(rawValue: "UNAUTHORIZED_DOMAIN")
    /// The credential was rejected.
    public static let rejectedCredential = Self(rawValue: "REJECTED_CREDENTIAL")
    /// The user canceled at the provider.
    public static let userCancelled = Self(rawValue: "USER_CANCELLED")
    /// The browser lacks a feature that the flow requires.
    public static let corsUnsupported = Self(rawValue: "CORS_UNSUPPORTED")
    /// The provider does not know the client ID.
    public static let invalidOAuthClientID = Self(rawValue: "INVALID_OAUTH_CLIENT_ID")
    /// A client ID is required.
    public static let missingOAuthClientID = Self(rawValue: "MISSING_OAUTH_CLIENT_ID")
    /// A client secret is required.
    public static let missingOAuthClientSecret = Self(rawValue: "MISSING_OAUTH_CLIENT_SECRET")
    /// An issuer is required.
    public static let missingIssuer = Self(rawValue: "MISSING_ISSUER")
    /// The SAML configuration is incomplete.
    public static let missingSAMLRelyingPartyConfig = Self(rawValue: "MISSING_SAML_RELYING_PARTY_CONFIG")
    /// The passkey already belongs to an account.
    public static let credentialAlreadyInUse = Self(rawValue: "CREDENTIAL_ALREADY_IN_USE")
    /// The ID of the passkey is invalid.
    public static let invalidCredentialID = Self(rawValue: "INVALID_CREDENTIAL_ID")
    /// The passkey is unknown.
    public static let passkeyCredentialNotFound = Self(rawValue: "PASSKEY_CREDENTIAL_NOT_FOUND")
    /// The authenticator's response is required.
    public static let missingAuthenticatorResponse = Self(rawValue: "MISSING_AUTHENTICATOR_RESPONSE")
    /// The authenticator's response is invalid.
    public static let invalidAuthenticatorResponse = Self(rawValue: "INVALID_AUTHENTICATOR_RESPONSE")
    /// A credential is required.
    public static let missingCredential = Self(rawValue: "MISSING_CREDENTIAL")
}

// One-time codes, emails and phones.
extension WireErrorCode {
    /// The one-time code is unknown or was already used.
    public static let invalidOOBCode = Self(rawValue: "INVALID_OOB_CODE")
    /// The one-time code has expired.
    public static let expiredOOBCode = Self(rawValue: "EXPIRED_OOB_CODE")
    /// A one-time code is required.
    public static let missingOOBCode = Self(rawValue: "MISSING_OOB_CODE")
    /// The request type is not supported.
    public static let invalidReqType = Self(rawValue: "INVALID_REQ_TYPE")
    /// The request type is required.
    public static let missingReqType = Self(rawValue: "MISSING_REQ_TYPE")
    /// The text of the email is invalid.
    public static let invalidMessagePayload = Self(rawValue: "INVALID_MESSAGE_PAYLOAD")
    /// The sender of the email is invalid.
    public static let invalidSender = Self(rawValue: "INVALID_SENDER")
    /// Dynamic links are disabled.
    public static let dynamicLinkNotActivated = Self(rawValue: "DYNAMIC_LINK_NOT_ACTIVATED")
    /// The domain of a dynamic link is invalid.
    public static let invalidDynamicLinkDomain = Self(rawValue: "INVALID_DYNAMIC_LINK_DOMAIN")
    /// The domain of a link is invalid.
    public static let invalidHostingLinkDomain = Self(rawValue: "INVALID_HOSTING_LINK_DOMAIN")
    /// An Android package name is required.
    public static let missingAndroidPackageName = Self(rawValue: "MISSING_ANDROID_PACKAGE_NAME")
    /// A bundle ID is required.
    public static let missingIOSBundleID = Self(rawValue: "MISSING_IOS_BUNDLE_ID")
    /// An app token is required.
    public static let missingIOSAppToken = Self(rawValue: "MISSING_IOS_APP_TOKEN")
    /// Proof that the app is genuine is required.
    public static let missingAppCredential = Self(rawValue: "MISSING_APP_CREDENTIAL")
    /// The proof that the app is genuine is invalid.
    public static let invalidAppCredential = Self(rawValue: "INVALID_APP_CREDENTIAL")
    /// The app could not be verified.
    public static let appNotVerified = Self(rawValue: "APP_NOT_VERIFIED")
    /// The app is unknown.
    public static let invalidAppID = Self(rawValue: "INVALID_APP_ID")
    /// The hash of the certificate is invalid.
    public static let invalidCertHash = Self(rawValue: "INVALID_CERT_HASH")
    /// The request does not identify the app.
    public static let missingClientIdentifier = Self(rawValue: "MISSING_CLIENT_IDENTIFIER")
    /// The client type is required.
    public static let missingClientType = Self(rawValue: "MISSING_CLIENT_TYPE")
    /// The captcha was not solved.
    public static let captchaCheckFailed = Self(rawValue: "CAPTCHA_CHECK_FAILED")
    /// reCAPTCHA is disabled in this project.
    public static let recaptchaNotEnabled = Self(rawValue: "RECAPTCHA_NOT_ENABLED")
    /// A reCAPTCHA token is required.
    public static let missingRecaptchaToken = Self(rawValue: "MISSING_RECAPTCHA_TOKEN")
    /// The reCAPTCHA token is invalid.
    public static let invalidRecaptchaToken = Self(rawValue: "INVALID_RECAPTCHA_TOKEN")
    /// The reCAPTCHA action is invalid.
    public static let invalidRecaptchaAction = Self(rawValue: "INVALID_RECAPTCHA_ACTION")
    /// The reCAPTCHA version is required.
    public static let missingRecaptchaVersion = Self(rawValue: "MISSING_RECAPTCHA_VERSION")
    /// The reCAPTCHA version is invalid.
    public static let invalidRecaptchaVersion = Self(rawValue: "INVALID_RECAPTCHA_VERSION")
    /// A code is required.
    public static let missingCode = Self(rawValue: "MISSING_CODE")
    /// The code is invalid.
    public static let invalidCode = Self(rawValue: "INVALID_CODE")
    /// The verification session is required.
    public static let missingSessionInfo = Self(rawValue: "MISSING_SESSION_INFO")
    /// The verification session is unknown.
    public static let invalidSessionInfo = Self(rawValue: "INVALID_SESSION_INFO")
    /// The verification session has expired.
    public static let sessionExpired = Self(rawValue: "SESSION_EXPIRED")
    /// The code that a site exchanges for a session is invalid. Specific to Latchkey.
    public static let invalidSignInCode = Self(rawValue: "INVALID_SIGN_IN_CODE")
    /// The ID of a session is required. Specific to Latchkey.
    public static let missingSessionID = Self(rawValue: "MISSING_SESSION_ID")
    /// The verifier of a site's code is required. Specific to Latchkey.
    public static let missingCodeVerifier = Self(rawValue: "MISSING_CODE_VERIFIER")
    /// The proof of a phone number is invalid.
    public static let invalidTemporaryProof = Self(rawValue: "INVALID_TEMPORARY_PROOF")
}

// Second factors.
extension WireErrorCode {
    /// The credential of the first factor is required.
    public static let missingMFAPendingCredential = Self(rawValue: "MISSING_MFA_PENDING_CREDENTIAL")
    /// The credential of the first factor is invalid.
    public static let invalidMFAPendingCredential = Self(rawValue: "INVALID_MFA_PENDING_CREDENTIAL")
    /// The ID of the factor is required.
    public static let missingMFAEnrollmentID = Self(rawValue: "MISSING_MFA_ENROLLMENT_ID")
    /// The ID of the factor is invalid.
    public static let invalidMFAEnrollmentID = Self(rawValue: "INVALID_MFA_ENROLLMENT_ID")
    /// Two factors have the same ID.
    public static let duplicateMFAEnrollmentID = Self(rawValue: "DUPLICATE_MFA_ENROLLMENT_ID")
    /// The factor is not enrolled.
    public static let mfaEnrollmentNotFound = Self(rawValue: "MFA_ENROLLMENT_NOT_FOUND")
    /// The phone number of the factor is invalid.
    public static let invalidMFAPhoneNumber = Self(rawValue: "INVALID_MFA_PHONE_NUMBER")
    /// The factor is already enrolled.
    public static let secondFactorExists = Self(rawValue: "SECOND_FACTOR_EXISTS")
    /// The account has the maximum number of factors.
    public static let secondFactorLimitExceeded = Self(rawValue: "SECOND_FACTOR_LIMIT_EXCEEDED")
    /// The first factor does not support a second factor.
    public static let unsupportedFirstFactor = Self(rawValue: "UNSUPPORTED_FIRST_FACTOR")
}

// Projects, permissions and the server.
extension WireErrorCode {
    /// The project does not allow the operation.
    public static let operationNotAllowed = Self(rawValue: "OPERATION_NOT_ALLOWED")
    /// Only administrators may do this.
    public static let adminOnlyOperation = Self(rawValue: "ADMIN_ONLY_OPERATION")
    /// The caller may not do this.
    public static let insufficientPermission = Self(rawValue: "INSUFFICIENT_PERMISSION")
    /// The caller may not do this.
    public static let permissionDenied = Self(rawValue: "PERMISSION_DENIED")
    /// The caller may not send one of the members.
    public static let unexpectedParameter = Self(rawValue: "UNEXPECTED_PARAMETER")
    /// The request is invalid.
    public static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
    /// Too many attempts. The client has to wait.
    public static let tooManyAttemptsTryLater = Self(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
    /// The quota of the project is exceeded.
    public static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    /// The operation requires billing.
    public static let billingNotEnabled = Self(rawValue: "BILLING_NOT_ENABLED")
    /// A blocking function of the project rejected the operation.
    public static let blockingFunctionErrorResponse = Self(rawValue: "BLOCKING_FUNCTION_ERROR_RESPONSE")
    /// The configured blocking function is invalid.
    public static let invalidBlockingFunction = Self(rawValue: "INVALID_BLOCKING_FUNCTION")
    /// Sign-in is disabled in this tenant.
    public static let projectDisabled = Self(rawValue: "PROJECT_DISABLED")
    /// The project is unknown.
    public static let projectNotFound = Self(rawValue: "PROJECT_NOT_FOUND")
    /// The project ID is invalid.
    public static let invalidProjectID = Self(rawValue: "INVALID_PROJECT_ID")
    /// The refresh token belongs to another project.
    public static let projectNumberMismatch = Self(rawValue: "PROJECT_NUMBER_MISMATCH")
    /// The path, the body and the token specify different tenants.
    public static let tenantIDMismatch = Self(rawValue: "TENANT_ID_MISMATCH")
    /// The tenant is unknown.
    public static let tenantNotFound = Self(rawValue: "TENANT_NOT_FOUND")
    /// The tenant ID is invalid.
    public static let invalidTenantID = Self(rawValue: "INVALID_TENANT_ID")
    /// The type of the tenant is invalid.
    public static let invalidTenantType = Self(rawValue: "INVALID_TENANT_TYPE")
    /// The operation is not supported for tenants.
    public static let unsupportedTenantOperation = Self(rawValue: "UNSUPPORTED_TENANT_OPERATION")
    /// The configuration already exists.
    public static let configurationExists = Self(rawValue: "CONFIGURATION_EXISTS")
    /// The configuration does not exist.
    public static let configurationNotFound = Self(rawValue: "CONFIGURATION_NOT_FOUND")
    /// The configuration is invalid.
    public static let invalidConfig = Self(rawValue: "INVALID_CONFIG")
    /// A configuration is required.
    public static let missingConfig = Self(rawValue: "MISSING_CONFIG")
    /// The ID of the configuration is invalid.
    public static let invalidConfigID = Self(rawValue: "INVALID_CONFIG_ID")
    /// The ID of the configuration is required.
    public static let missingConfigID = Self(rawValue: "MISSING_CONFIG_ID")
    /// The page token is invalid.
    public static let invalidPageSelection = Self(rawValue: "INVALID_PAGE_SELECTION")
    /// The service account is invalid.
    public static let invalidServiceAccount = Self(rawValue: "INVALID_SERVICE_ACCOUNT")
    /// An internal error occurred.
    public static let internalError = Self(rawValue: "INTERNAL_ERROR")
    /// The server is temporarily unavailable. The same request may succeed later.
    public static let unavailable = Self(rawValue: "UNAVAILABLE")
}

extension WireErrorCode {
    /// All codes that are declared here.
    public static let all: [WireErrorCode] = [
        .emailExists, .emailNotFound, .invalidEmail, .invalidIdentifier, .invalidNewEmail, .invalidRecipientEmail, .missingEmail,
        .missingNewEmail, .missingIdentifier, .emailChangeNeedsVerification, .unverifiedEmail, .userNotFound, .userDisabled,
        .missingUserAccount, .missingLocalID, .notDisabled, .localIDListExceedsLimit, .duplicateEmail, .duplicateLocalID, .duplicateRawID,
        .phoneNumberExists, .invalidPhoneNumber, .missingPhoneNumber, .invalidTestingPhoneNumber, .invalidDisplayName, .missingDisplayName,
        .invalidName, .invalidLoginCredentials, .invalidPassword, .missingPassword, .weakPassword, .passwordDoesNotMeetRequirements,
        .passwordLoginDisabled, .resetPasswordExceedLimit, .invalidIDToken, .missingIDToken, .tokenExpired, .credentialTooOldLoginAgain,
        .invalidRefreshToken, .missingRefreshToken, .invalidGrantType, .missingGrantType, .invalidDuration, .invalidCustomToken,
        .missingCustomToken, .credentialMismatch, .invalidClaims, .claimsTooLarge, .forbiddenClaim, .federatedUserIDAlreadyLinked,
        .invalidIDPResponse, .invalidCredentialOrProviderID, .invalidPendingToken, .invalidProviderID, .missingProviderID, .missingRawID,
        .missingOrInvalidNonce, .missingRequestURI, .invalidRequestURI, .missingContinueURI, .invalidContinueURI, .unauthorizedDomain,
        .rejectedCredential, .userCancelled, .corsUnsupported, .invalidOAuthClientID, .missingOAuthClientID, .missingOAuthClientSecret,
        .missingIssuer, .missingSAMLRelyingPartyConfig, .credentialAlreadyInUse, .invalidCredentialID, .passkeyCredentialNotFound,
        .missingAuthenticatorResponse, .invalidAuthenticatorResponse, .missingCredential, .invalidOOBCode, .expiredOOBCode, .missingOOBCode,
        .invalidReqType, .missingReqType, .invalidMessagePayload, .invalidSender, .dynamicLinkNotActivated, .invalidDynamicLinkDomain,
        .invalidHostingLinkDomain, .missingAndroidPackageName, .missingIOSBundleID, .missingIOSAppToken, .missingAppCredential,
        .invalidAppCredential, .appNotVerified, .invalidAppID, .invalidCertHash, .missingClientIdentifier, .missingClientType,
        .captchaCheckFailed, .recaptchaNotEnabled, .missingRecaptchaToken, .invalidRecaptchaToken, .invalidRecaptchaAction,
        .missingRecaptchaVersion, .invalidRecaptchaVersion, .missingCode, .invalidCode, .missingSessionInfo, .invalidSessionInfo,
        .sessionExpired, .invalidSignInCode, .missingSessionID, .missingCodeVerifier, .invalidTemporaryProof, .missingMFAPendingCredential,
        .invalidMFAPendingCredential, .missingMFAEnrollmentID, .invalidMFAEnrollmentID, .duplicateMFAEnrollmentID, .mfaEnrollmentNotFound,
        .invalidMFAPhoneNumber, .secondFactorExists, .secondFactorLimitExceeded, .unsupportedFirstFactor, .operationNotAllowed,
        .adminOnlyOperation, .insufficientPermission, .permissionDenied, .unexpectedParameter, .invalidArgument, .tooManyAttemptsTryLater,
        .quotaExceeded, .billingNotEnabled, .blockingFunctionErrorResponse, .invalidBlockingFunction, .projectDisabled, .projectNotFound,
        .invalidProjectID, .projectNumberMismatch, .tenantIDMismatch, .tenantNotFound, .invalidTenantID, .invalidTenantType,
        .unsupportedTenantOperation, .configurationExists, .configurationNotFound, .invalidConfig, .missingConfig, .invalidConfigID,
        .missingConfigID, .invalidPageSelection, .invalidServiceAccount, .internalError, .unavailable,
    ]
}
