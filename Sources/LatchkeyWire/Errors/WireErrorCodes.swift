// Accounts and addresses.
extension WireErrorCode {
    /// The address belongs to another account.
    public static let emailExists = Self(rawValue: "EMAIL_EXISTS")
    /// No account has the address; only without enumeration protection.
    public static let emailNotFound = Self(rawValue: "EMAIL_NOT_FOUND")
    /// The text is not an address.
    public static let invalidEmail = Self(rawValue: "INVALID_EMAIL")
    /// The identifier is not an address.
    public static let invalidIdentifier = Self(rawValue: "INVALID_IDENTIFIER")
    /// The new address is not one.
    public static let invalidNewEmail = Self(rawValue: "INVALID_NEW_EMAIL")
    /// No mail can be sent to the address.
    public static let invalidRecipientEmail = Self(rawValue: "INVALID_RECIPIENT_EMAIL")
    /// An address is required.
    public static let missingEmail = Self(rawValue: "MISSING_EMAIL")
    /// A new address is required.
    public static let missingNewEmail = Self(rawValue: "MISSING_NEW_EMAIL")
    /// An address to look up is required.
    public static let missingIdentifier = Self(rawValue: "MISSING_IDENTIFIER")
    /// The new address must be confirmed first.
    public static let emailChangeNeedsVerification = Self(rawValue: "EMAIL_CHANGE_NEEDS_VERIFICATION")
    /// The address must be verified before factors are enrolled.
    public static let unverifiedEmail = Self(rawValue: "UNVERIFIED_EMAIL")
    /// The account is not there any more.
    public static let userNotFound = Self(rawValue: "USER_NOT_FOUND")
    /// The account may not sign in.
    public static let userDisabled = Self(rawValue: "USER_DISABLED")
    /// An account is required.
    public static let missingUserAccount = Self(rawValue: "MISSING_USER_ACCOUNT")
    /// A uid is required.
    public static let missingLocalID = Self(rawValue: "MISSING_LOCAL_ID")
    /// An account in a deletion by list is not disabled.
    public static let notDisabled = Self(rawValue: "NOT_DISABLED")
    /// The list of uids is too long.
    public static let localIDListExceedsLimit = Self(rawValue: "LOCAL_ID_LIST_EXCEEDS_LIMIT")
    /// Another account has the address already.
    public static let duplicateEmail = Self(rawValue: "DUPLICATE_EMAIL")
    /// Another account has the uid already.
    public static let duplicateLocalID = Self(rawValue: "DUPLICATE_LOCAL_ID")
    /// Another account has the identity already.
    public static let duplicateRawID = Self(rawValue: "DUPLICATE_RAW_ID")
    /// Another account has the phone number already.
    public static let phoneNumberExists = Self(rawValue: "PHONE_NUMBER_EXISTS")
    /// The text is not a phone number in E.164 form.
    public static let invalidPhoneNumber = Self(rawValue: "INVALID_PHONE_NUMBER")
    /// A phone number is required.
    public static let missingPhoneNumber = Self(rawValue: "MISSING_PHONE_NUMBER")
    /// A phone number for tests is wrong.
    public static let invalidTestingPhoneNumber = Self(rawValue: "INVALID_TESTING_PHONE_NUMBER")
    /// The name to show is not acceptable.
    public static let invalidDisplayName = Self(rawValue: "INVALID_DISPLAY_NAME")
    /// A name to show is required.
    public static let missingDisplayName = Self(rawValue: "MISSING_DISPLAY_NAME")
    /// A resource name is wrong.
    public static let invalidName = Self(rawValue: "INVALID_NAME")
}

// Passwords and sessions.
extension WireErrorCode {
    /// Address or password are wrong; under enumeration protection nobody is told which.
    public static let invalidLoginCredentials = Self(rawValue: "INVALID_LOGIN_CREDENTIALS")
    /// The password is wrong; only without enumeration protection.
    public static let invalidPassword = Self(rawValue: "INVALID_PASSWORD")
    /// A password is required.
    public static let missingPassword = Self(rawValue: "MISSING_PASSWORD")
    /// The password is too short.
    public static let weakPassword = Self(rawValue: "WEAK_PASSWORD")
    /// The password breaks the project's policy.
    public static let passwordDoesNotMeetRequirements = Self(rawValue: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    /// Passwords are off in this project.
    public static let passwordLoginDisabled = Self(rawValue: "PASSWORD_LOGIN_DISABLED")
    /// Too many mails to reset a password.
    public static let resetPasswordExceedLimit = Self(rawValue: "RESET_PASSWORD_EXCEED_LIMIT")
    /// The ID token is not one of this project.
    public static let invalidIDToken = Self(rawValue: "INVALID_ID_TOKEN")
    /// An ID token is required.
    public static let missingIDToken = Self(rawValue: "MISSING_ID_TOKEN")
    /// The session is over.
    public static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    /// The operation needs a recent sign-in.
    public static let credentialTooOldLoginAgain = Self(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    /// The refresh token is not known.
    public static let invalidRefreshToken = Self(rawValue: "INVALID_REFRESH_TOKEN")
    /// A refresh token is required.
    public static let missingRefreshToken = Self(rawValue: "MISSING_REFRESH_TOKEN")
    /// The grant type is not supported.
    public static let invalidGrantType = Self(rawValue: "INVALID_GRANT_TYPE")
    /// A grant type is required.
    public static let missingGrantType = Self(rawValue: "MISSING_GRANT_TYPE")
    /// The life of a session cookie is out of bounds.
    public static let invalidDuration = Self(rawValue: "INVALID_DURATION")
    /// The custom token is not acceptable.
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
    /// The identity belongs to an account already.
    public static let federatedUserIDAlreadyLinked = Self(rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
    /// The provider refuses the credential, or it is not for this project.
    public static let invalidIDPResponse = Self(rawValue: "INVALID_IDP_RESPONSE")
    /// The credential lacks something its provider needs.
    public static let invalidCredentialOrProviderID = Self(rawValue: "INVALID_CREDENTIAL_OR_PROVIDER_ID")
    /// The pending credential is unknown or too old.
    public static let invalidPendingToken = Self(rawValue: "INVALID_PENDING_TOKEN")
    /// The provider is not known.
    public static let invalidProviderID = Self(rawValue: "INVALID_PROVIDER_ID")
    /// A provider is required.
    public static let missingProviderID = Self(rawValue: "MISSING_PROVIDER_ID")
    /// The provider's id of the person is required.
    public static let missingRawID = Self(rawValue: "MISSING_RAW_ID")
    /// The nonce does not belong to the ID token.
    public static let missingOrInvalidNonce = Self(rawValue: "MISSING_OR_INVALID_NONCE")
    /// A request address is required.
    public static let missingRequestURI = Self(rawValue: "MISSING_REQUEST_URI")
    /// The request address is not absolute.
    public static let invalidRequestURI = Self(rawValue: "INVALID_REQUEST_URI")
    /// An address to come back to is required.
    public static let missingContinueURI = Self(rawValue: "MISSING_CONTINUE_URI")
    /// The address to come back to is not absolute.
    public static let invalidContinueURI = Self(rawValue: "INVALID_CONTINUE_URI")
    /// The address to come back to is not among the project's domains.
    public static let unauthorizedDomain = Self(rawValue: "UNAUTHORIZED_DOMAIN")
    /// The credential was rejected.
    public static let rejectedCredential = Self(rawValue: "REJECTED_CREDENTIAL")
    /// The person gave up at the provider.
    public static let userCancelled = Self(rawValue: "USER_CANCELLED")
    /// The browser cannot do what the flow needs.
    public static let corsUnsupported = Self(rawValue: "CORS_UNSUPPORTED")
    /// The provider does not know the client id.
    public static let invalidOAuthClientID = Self(rawValue: "INVALID_OAUTH_CLIENT_ID")
    /// A client id is required.
    public static let missingOAuthClientID = Self(rawValue: "MISSING_OAUTH_CLIENT_ID")
    /// A client secret is required.
    public static let missingOAuthClientSecret = Self(rawValue: "MISSING_OAUTH_CLIENT_SECRET")
    /// An issuer is required.
    public static let missingIssuer = Self(rawValue: "MISSING_ISSUER")
    /// The SAML configuration is not complete.
    public static let missingSAMLRelyingPartyConfig = Self(rawValue: "MISSING_SAML_RELYING_PARTY_CONFIG")
    /// The passkey belongs to an account already.
    public static let credentialAlreadyInUse = Self(rawValue: "CREDENTIAL_ALREADY_IN_USE")
    /// The passkey's id is not acceptable.
    public static let invalidCredentialID = Self(rawValue: "INVALID_CREDENTIAL_ID")
    /// The passkey is not known.
    public static let passkeyCredentialNotFound = Self(rawValue: "PASSKEY_CREDENTIAL_NOT_FOUND")
    /// The authenticator's answer is required.
    public static let missingAuthenticatorResponse = Self(rawValue: "MISSING_AUTHENTICATOR_RESPONSE")
    /// The authenticator's answer is not acceptable.
    public static let invalidAuthenticatorResponse = Self(rawValue: "INVALID_AUTHENTICATOR_RESPONSE")
    /// A credential is required.
    public static let missingCredential = Self(rawValue: "MISSING_CREDENTIAL")
}

// One-time codes, mails and phones.
extension WireErrorCode {
    /// The one-time code is unknown or used.
    public static let invalidOOBCode = Self(rawValue: "INVALID_OOB_CODE")
    /// The one-time code is too old.
    public static let expiredOOBCode = Self(rawValue: "EXPIRED_OOB_CODE")
    /// A one-time code is required.
    public static let missingOOBCode = Self(rawValue: "MISSING_OOB_CODE")
    /// The kind of request is not supported.
    public static let invalidReqType = Self(rawValue: "INVALID_REQ_TYPE")
    /// The kind of request is required.
    public static let missingReqType = Self(rawValue: "MISSING_REQ_TYPE")
    /// The mail's text is not acceptable.
    public static let invalidMessagePayload = Self(rawValue: "INVALID_MESSAGE_PAYLOAD")
    /// The mail's sender is not acceptable.
    public static let invalidSender = Self(rawValue: "INVALID_SENDER")
    /// Dynamic links are off.
    public static let dynamicLinkNotActivated = Self(rawValue: "DYNAMIC_LINK_NOT_ACTIVATED")
    /// The domain of a dynamic link is wrong.
    public static let invalidDynamicLinkDomain = Self(rawValue: "INVALID_DYNAMIC_LINK_DOMAIN")
    /// The domain of a link is wrong.
    public static let invalidHostingLinkDomain = Self(rawValue: "INVALID_HOSTING_LINK_DOMAIN")
    /// An Android package is required.
    public static let missingAndroidPackageName = Self(rawValue: "MISSING_ANDROID_PACKAGE_NAME")
    /// A bundle id is required.
    public static let missingIOSBundleID = Self(rawValue: "MISSING_IOS_BUNDLE_ID")
    /// An app token is required.
    public static let missingIOSAppToken = Self(rawValue: "MISSING_IOS_APP_TOKEN")
    /// Proof that the app is genuine is required.
    public static let missingAppCredential = Self(rawValue: "MISSING_APP_CREDENTIAL")
    /// The proof that the app is genuine does not hold.
    public static let invalidAppCredential = Self(rawValue: "INVALID_APP_CREDENTIAL")
    /// The app could not be verified.
    public static let appNotVerified = Self(rawValue: "APP_NOT_VERIFIED")
    /// The app is not known.
    public static let invalidAppID = Self(rawValue: "INVALID_APP_ID")
    /// The certificate's hash is wrong.
    public static let invalidCertHash = Self(rawValue: "INVALID_CERT_HASH")
    /// The request does not say which app sends it.
    public static let missingClientIdentifier = Self(rawValue: "MISSING_CLIENT_IDENTIFIER")
    /// The kind of client is required.
    public static let missingClientType = Self(rawValue: "MISSING_CLIENT_TYPE")
    /// The captcha was not solved.
    public static let captchaCheckFailed = Self(rawValue: "CAPTCHA_CHECK_FAILED")
    /// reCAPTCHA is off in this project.
    public static let recaptchaNotEnabled = Self(rawValue: "RECAPTCHA_NOT_ENABLED")
    /// A reCAPTCHA token is required.
    public static let missingRecaptchaToken = Self(rawValue: "MISSING_RECAPTCHA_TOKEN")
    /// The reCAPTCHA token is wrong.
    public static let invalidRecaptchaToken = Self(rawValue: "INVALID_RECAPTCHA_TOKEN")
    /// The reCAPTCHA action is wrong.
    public static let invalidRecaptchaAction = Self(rawValue: "INVALID_RECAPTCHA_ACTION")
    /// The reCAPTCHA generation is required.
    public static let missingRecaptchaVersion = Self(rawValue: "MISSING_RECAPTCHA_VERSION")
    /// The reCAPTCHA generation is wrong.
    public static let invalidRecaptchaVersion = Self(rawValue: "INVALID_RECAPTCHA_VERSION")
    /// A code is required.
    public static let missingCode = Self(rawValue: "MISSING_CODE")
    /// The code is wrong.
    public static let invalidCode = Self(rawValue: "INVALID_CODE")
    /// The session of a verification is required.
    public static let missingSessionInfo = Self(rawValue: "MISSING_SESSION_INFO")
    /// The session of a verification is not known.
    public static let invalidSessionInfo = Self(rawValue: "INVALID_SESSION_INFO")
    /// The session of a verification is over.
    public static let sessionExpired = Self(rawValue: "SESSION_EXPIRED")
    /// The code with which a site gets its session does not hold. Ours.
    public static let invalidSignInCode = Self(rawValue: "INVALID_SIGN_IN_CODE")
    /// The verifier of a site's code is required. Ours.
    public static let missingCodeVerifier = Self(rawValue: "MISSING_CODE_VERIFIER")
    /// The proof of a phone number does not hold.
    public static let invalidTemporaryProof = Self(rawValue: "INVALID_TEMPORARY_PROOF")
}

// Second factors.
extension WireErrorCode {
    /// The credential of the first factor is required.
    public static let missingMFAPendingCredential = Self(rawValue: "MISSING_MFA_PENDING_CREDENTIAL")
    /// The credential of the first factor does not hold.
    public static let invalidMFAPendingCredential = Self(rawValue: "INVALID_MFA_PENDING_CREDENTIAL")
    /// The factor's id is required.
    public static let missingMFAEnrollmentID = Self(rawValue: "MISSING_MFA_ENROLLMENT_ID")
    /// The factor's id is not acceptable.
    public static let invalidMFAEnrollmentID = Self(rawValue: "INVALID_MFA_ENROLLMENT_ID")
    /// Two factors have one id.
    public static let duplicateMFAEnrollmentID = Self(rawValue: "DUPLICATE_MFA_ENROLLMENT_ID")
    /// The factor is not enrolled.
    public static let mfaEnrollmentNotFound = Self(rawValue: "MFA_ENROLLMENT_NOT_FOUND")
    /// The factor's phone number is wrong.
    public static let invalidMFAPhoneNumber = Self(rawValue: "INVALID_MFA_PHONE_NUMBER")
    /// The factor is enrolled already.
    public static let secondFactorExists = Self(rawValue: "SECOND_FACTOR_EXISTS")
    /// The account has as many factors as allowed.
    public static let secondFactorLimitExceeded = Self(rawValue: "SECOND_FACTOR_LIMIT_EXCEEDED")
    /// The first factor allows no second one.
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
    /// A member may not be sent by this caller.
    public static let unexpectedParameter = Self(rawValue: "UNEXPECTED_PARAMETER")
    /// The request is not acceptable.
    public static let invalidArgument = Self(rawValue: "INVALID_ARGUMENT")
    /// Too many attempts; wait.
    public static let tooManyAttemptsTryLater = Self(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
    /// The project's quota is used up.
    public static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    /// The project may not use this without billing.
    public static let billingNotEnabled = Self(rawValue: "BILLING_NOT_ENABLED")
    /// A function of the project refused.
    public static let blockingFunctionErrorResponse = Self(rawValue: "BLOCKING_FUNCTION_ERROR_RESPONSE")
    /// The configured function is not acceptable.
    public static let invalidBlockingFunction = Self(rawValue: "INVALID_BLOCKING_FUNCTION")
    /// Sign-in is off in this tenant.
    public static let projectDisabled = Self(rawValue: "PROJECT_DISABLED")
    /// The project is not known.
    public static let projectNotFound = Self(rawValue: "PROJECT_NOT_FOUND")
    /// The project id is not acceptable.
    public static let invalidProjectID = Self(rawValue: "INVALID_PROJECT_ID")
    /// The refresh token is of another project.
    public static let projectNumberMismatch = Self(rawValue: "PROJECT_NUMBER_MISMATCH")
    /// Path, body and token name different tenants.
    public static let tenantIDMismatch = Self(rawValue: "TENANT_ID_MISMATCH")
    /// The tenant is not known.
    public static let tenantNotFound = Self(rawValue: "TENANT_NOT_FOUND")
    /// The tenant id is not acceptable.
    public static let invalidTenantID = Self(rawValue: "INVALID_TENANT_ID")
    /// The kind of tenant is not acceptable.
    public static let invalidTenantType = Self(rawValue: "INVALID_TENANT_TYPE")
    /// The operation does not exist for tenants.
    public static let unsupportedTenantOperation = Self(rawValue: "UNSUPPORTED_TENANT_OPERATION")
    /// The configuration is there already.
    public static let configurationExists = Self(rawValue: "CONFIGURATION_EXISTS")
    /// The configuration is not there.
    public static let configurationNotFound = Self(rawValue: "CONFIGURATION_NOT_FOUND")
    /// The configuration is not acceptable.
    public static let invalidConfig = Self(rawValue: "INVALID_CONFIG")
    /// A configuration is required.
    public static let missingConfig = Self(rawValue: "MISSING_CONFIG")
    /// The configuration's id is not acceptable.
    public static let invalidConfigID = Self(rawValue: "INVALID_CONFIG_ID")
    /// The configuration's id is required.
    public static let missingConfigID = Self(rawValue: "MISSING_CONFIG_ID")
    /// The page token is not acceptable.
    public static let invalidPageSelection = Self(rawValue: "INVALID_PAGE_SELECTION")
    /// The service account is not acceptable.
    public static let invalidServiceAccount = Self(rawValue: "INVALID_SERVICE_ACCOUNT")
    /// Something went wrong inside the server.
    public static let internalError = Self(rawValue: "INTERNAL_ERROR")
    /// The server cannot do its work at the moment; the same request may succeed later.
    public static let unavailable = Self(rawValue: "UNAVAILABLE")
}

extension WireErrorCode {
    /// Every code that has a name here.
    public static let all: [WireErrorCode] = [
        .emailExists,
        .emailNotFound,
        .invalidEmail,
        .invalidIdentifier,
        .invalidNewEmail,
        .invalidRecipientEmail,
        .missingEmail,
        .missingNewEmail,
        .missingIdentifier,
        .emailChangeNeedsVerification,
        .unverifiedEmail,
        .userNotFound,
        .userDisabled,
        .missingUserAccount,
        .missingLocalID,
        .notDisabled,
        .localIDListExceedsLimit,
        .duplicateEmail,
        .duplicateLocalID,
        .duplicateRawID,
        .phoneNumberExists,
        .invalidPhoneNumber,
        .missingPhoneNumber,
        .invalidTestingPhoneNumber,
        .invalidDisplayName,
        .missingDisplayName,
        .invalidName,
        .invalidLoginCredentials,
        .invalidPassword,
        .missingPassword,
        .weakPassword,
        .passwordDoesNotMeetRequirements,
        .passwordLoginDisabled,
        .resetPasswordExceedLimit,
        .invalidIDToken,
        .missingIDToken,
        .tokenExpired,
        .credentialTooOldLoginAgain,
        .invalidRefreshToken,
        .missingRefreshToken,
        .invalidGrantType,
        .missingGrantType,
        .invalidDuration,
        .invalidCustomToken,
        .missingCustomToken,
        .credentialMismatch,
        .invalidClaims,
        .claimsTooLarge,
        .forbiddenClaim,
        .federatedUserIDAlreadyLinked,
        .invalidIDPResponse,
        .invalidCredentialOrProviderID,
        .invalidPendingToken,
        .invalidProviderID,
        .missingProviderID,
        .missingRawID,
        .missingOrInvalidNonce,
        .missingRequestURI,
        .invalidRequestURI,
        .missingContinueURI,
        .invalidContinueURI,
        .unauthorizedDomain,
        .rejectedCredential,
        .userCancelled,
        .corsUnsupported,
        .invalidOAuthClientID,
        .missingOAuthClientID,
        .missingOAuthClientSecret,
        .missingIssuer,
        .missingSAMLRelyingPartyConfig,
        .credentialAlreadyInUse,
        .invalidCredentialID,
        .passkeyCredentialNotFound,
        .missingAuthenticatorResponse,
        .invalidAuthenticatorResponse,
        .missingCredential,
        .invalidOOBCode,
        .expiredOOBCode,
        .missingOOBCode,
        .invalidReqType,
        .missingReqType,
        .invalidMessagePayload,
        .invalidSender,
        .dynamicLinkNotActivated,
        .invalidDynamicLinkDomain,
        .invalidHostingLinkDomain,
        .missingAndroidPackageName,
        .missingIOSBundleID,
        .missingIOSAppToken,
        .missingAppCredential,
        .invalidAppCredential,
        .appNotVerified,
        .invalidAppID,
        .invalidCertHash,
        .missingClientIdentifier,
        .missingClientType,
        .captchaCheckFailed,
        .recaptchaNotEnabled,
        .missingRecaptchaToken,
        .invalidRecaptchaToken,
        .invalidRecaptchaAction,
        .missingRecaptchaVersion,
        .invalidRecaptchaVersion,
        .missingCode,
        .invalidCode,
        .missingSessionInfo,
        .invalidSessionInfo,
        .sessionExpired,
        .invalidSignInCode,
        .missingCodeVerifier,
        .invalidTemporaryProof,
        .missingMFAPendingCredential,
        .invalidMFAPendingCredential,
        .missingMFAEnrollmentID,
        .invalidMFAEnrollmentID,
        .duplicateMFAEnrollmentID,
        .mfaEnrollmentNotFound,
        .invalidMFAPhoneNumber,
        .secondFactorExists,
        .secondFactorLimitExceeded,
        .unsupportedFirstFactor,
        .operationNotAllowed,
        .adminOnlyOperation,
        .insufficientPermission,
        .permissionDenied,
        .unexpectedParameter,
        .invalidArgument,
        .tooManyAttemptsTryLater,
        .quotaExceeded,
        .billingNotEnabled,
        .blockingFunctionErrorResponse,
        .invalidBlockingFunction,
        .projectDisabled,
        .projectNotFound,
        .invalidProjectID,
        .projectNumberMismatch,
        .tenantIDMismatch,
        .tenantNotFound,
        .invalidTenantID,
        .invalidTenantType,
        .unsupportedTenantOperation,
        .configurationExists,
        .configurationNotFound,
        .invalidConfig,
        .missingConfig,
        .invalidConfigID,
        .missingConfigID,
        .invalidPageSelection,
        .invalidServiceAccount,
        .internalError,
        .unavailable,
    ]
}
