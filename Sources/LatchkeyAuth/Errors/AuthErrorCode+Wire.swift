// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyWire

extension AuthErrorCode {
    /// The number that Apple's Firebase client gives to a wire code; `nil` where it has none.
    ///
    /// The rows after the gap are ours. Apple's client has the numbers and does not use them for what a server says; and an unknown
    /// refresh token means that the session is gone, of which an app must be told.
    init?(_ code: WireErrorCode) {
        guard let known = Self.byWireCode[code] else { return nil }
        self = known
    }

    private static let byWireCode: [WireErrorCode: AuthErrorCode] = [
        .adminOnlyOperation: .adminRestrictedOperation,
        .appNotVerified: .appNotVerified,
        .blockingFunctionErrorResponse: .blockingCloudFunctionError,
        .captchaCheckFailed: .captchaCheckFailed,
        .credentialMismatch: .customTokenMismatch,
        .credentialTooOldLoginAgain: .requiresRecentLogin,
        .emailChangeNeedsVerification: .emailChangeNeedsVerification,
        .emailExists: .emailAlreadyInUse,
        .emailNotFound: .userNotFound,
        .expiredOOBCode: .expiredActionCode,
        .federatedUserIDAlreadyLinked: .credentialAlreadyInUse,
        .invalidAppCredential: .invalidAppCredential,
        .invalidCode: .invalidVerificationCode,
        .invalidContinueURI: .invalidContinueURI,
        .invalidCustomToken: .invalidCustomToken,
        .invalidEmail: .invalidEmail,
        .invalidHostingLinkDomain: .invalidHostingLinkDomain,
        .invalidIdentifier: .invalidEmail,
        .invalidIDPResponse: .invalidCredential,
        .invalidIDToken: .invalidUserToken,
        .invalidLoginCredentials: .invalidCredential,
        .invalidMessagePayload: .invalidMessagePayload,
        .invalidMFAPendingCredential: .invalidMultiFactorSession,
        .invalidOOBCode: .invalidActionCode,
        .invalidPassword: .wrongPassword,
        .invalidPendingToken: .invalidCredential,
        .invalidPhoneNumber: .invalidPhoneNumber,
        .invalidProviderID: .invalidProviderID,
        .invalidRecipientEmail: .invalidRecipientEmail,
        .invalidSender: .invalidSender,
        .invalidSessionInfo: .invalidVerificationID,
        .mfaEnrollmentNotFound: .multiFactorInfoNotFound,
        .missingAndroidPackageName: .missingAndroidPackageName,
        .missingAppCredential: .missingAppCredential,
        .missingClientIdentifier: .missingClientIdentifier,
        .missingContinueURI: .missingContinueURI,
        .missingEmail: .missingEmail,
        .missingIOSAppToken: .missingAppToken,
        .missingIOSBundleID: .missingIosBundleID,
        .missingMFAEnrollmentID: .missingMultiFactorInfo,
        .missingMFAPendingCredential: .missingMultiFactorSession,
        .missingOrInvalidNonce: .missingOrInvalidNonce,
        .operationNotAllowed: .operationNotAllowed,
        .passwordDoesNotMeetRequirements: .passwordDoesNotMeetRequirements,
        .passwordLoginDisabled: .operationNotAllowed,
        .quotaExceeded: .quotaExceeded,
        .secondFactorExists: .secondFactorAlreadyEnrolled,
        .secondFactorLimitExceeded: .maximumSecondFactorCountExceeded,
        .sessionExpired: .sessionExpired,
        .tenantIDMismatch: .tenantIDMismatch,
        .tokenExpired: .userTokenExpired,
        .tooManyAttemptsTryLater: .tooManyRequests,
        .unauthorizedDomain: .unauthorizedDomain,
        .unsupportedFirstFactor: .unsupportedFirstFactor,
        .unsupportedTenantOperation: .unsupportedTenantOperation,
        .unverifiedEmail: .unverifiedEmail,
        .userDisabled: .userDisabled,
        .userNotFound: .userNotFound,
        .weakPassword: .weakPassword,

        .invalidRefreshToken: .invalidUserToken,
        .invalidTemporaryProof: .invalidCredential,
        .missingCode: .missingVerificationCode,
        .missingPhoneNumber: .missingPhoneNumber,
        .missingSessionInfo: .missingVerificationID,
        .phoneNumberExists: .credentialAlreadyInUse,
        .resetPasswordExceedLimit: .tooManyRequests,
        .invalidReqType: .invalidReqType,
        .rejectedCredential: .rejectedCredential,
        .recaptchaNotEnabled: .recaptchaNotEnabled,
        .missingRecaptchaToken: .missingRecaptchaToken,
        .invalidRecaptchaToken: .invalidRecaptchaToken,
        .invalidRecaptchaAction: .invalidRecaptchaAction,
        .missingClientType: .missingClientType,
        .missingRecaptchaVersion: .missingRecaptchaVersion,
        .invalidRecaptchaVersion: .invalidRecaptchaVersion,
    ]
}
