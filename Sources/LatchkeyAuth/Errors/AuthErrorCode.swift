/// An error code of this module, with Firebase's names and numbers.
///
/// Every error is an `NSError` in the domain ``AuthErrorDomain`` whose `code` is one of these numbers:
/// `AuthErrorCode(rawValue: (error as NSError).code)`.
public enum AuthErrorCode: Int, Error, CaseIterable, Sendable {
    /// The custom token is invalid.
    case invalidCustomToken = 17000
    /// The custom token is for another project.
    case customTokenMismatch = 17002
    /// The credential is invalid or has expired.
    case invalidCredential = 17004
    /// The account is disabled.
    case userDisabled = 17005
    /// The project does not allow this operation. An administrator can enable it.
    case operationNotAllowed = 17006
    /// Another account uses the email address.
    case emailAlreadyInUse = 17007
    /// The email address is malformed.
    case invalidEmail = 17008
    /// The password is wrong.
    case wrongPassword = 17009
    /// There were too many attempts. Wait and try again.
    case tooManyRequests = 17010
    /// The account does not exist.
    case userNotFound = 17011
    /// Another account uses the email address. Sign in to that account, then link the credential of this error.
    case accountExistsWithDifferentCredential = 17012
    /// The operation requires a recent sign-in. Reauthenticate and try again.
    case requiresRecentLogin = 17014
    /// The account already has an identity of this provider.
    case providerAlreadyLinked = 17015
    /// The account has no identity of this provider.
    case noSuchProvider = 17016
    /// The session is no longer valid. Sign in again.
    case invalidUserToken = 17017
    /// The server could not be reached, or the connection was lost.
    case networkError = 17020
    /// The session is over. Sign in again.
    case userTokenExpired = 17021
    /// The API key is missing or unknown to the server.
    case invalidAPIKey = 17023
    /// The credential belongs to an account other than the signed-in one.
    case userMismatch = 17024
    /// The identity already belongs to another account.
    case credentialAlreadyInUse = 17025
    /// The password is too short or too simple.
    case weakPassword = 17026
    /// This app may not use the API key.
    case appNotAuthorized = 17028
    /// The action code has expired.
    case expiredActionCode = 17029
    /// The action code is unknown or was already used.
    case invalidActionCode = 17030
    /// The text of the email is invalid.
    case invalidMessagePayload = 17031
    /// The sender of the email is invalid.
    case invalidSender = 17032
    /// The email address cannot receive email.
    case invalidRecipientEmail = 17033
    /// An email address is required.
    case missingEmail = 17034
    /// A bundle id is required.
    case missingIosBundleID = 17036
    /// An Android package name is required.
    case missingAndroidPackageName = 17037
    /// The domain of the continue URL is not authorized in the project.
    case unauthorizedDomain = 17038
    /// The continue URL is not absolute.
    case invalidContinueURI = 17039
    /// A continue URL is required.
    case missingContinueURI = 17040
    /// A phone number is required.
    case missingPhoneNumber = 17041
    /// The phone number is not in E.164 form.
    case invalidPhoneNumber = 17042
    /// A verification code is required.
    case missingVerificationCode = 17043
    /// The verification code is wrong.
    case invalidVerificationCode = 17044
    /// A verification id is required.
    case missingVerificationID = 17045
    /// The verification id is unknown.
    case invalidVerificationID = 17046
    /// Proof of the app's authenticity is required.
    case missingAppCredential = 17047
    /// The proof of the app's authenticity is invalid.
    case invalidAppCredential = 17048
    /// The verification took too long.
    case sessionExpired = 17051
    /// The project's quota is exhausted.
    case quotaExceeded = 17052
    /// An app token is required.
    case missingAppToken = 17053
    /// A push notification was not forwarded to the client. Latchkey sends none.
    case notificationNotForwarded = 17054
    /// The app could not be verified.
    case appNotVerified = 17055
    /// The CAPTCHA was not solved.
    case captchaCheckFailed = 17056
    /// Another page is already open. Latchkey allows any number of pages.
    case webContextAlreadyPresented = 17057
    /// The sign-in page was closed or not completed in time.
    case webContextCancelled = 17058
    /// The page that verifies the app failed. Latchkey has no such page.
    case appVerificationUserInteractionFailure = 17059
    /// The provider does not know the client id that the server is configured with.
    case invalidClientID = 17060
    /// The sign-in page could not reach the server.
    case webNetworkRequestFailed = 17061
    /// An internal error occurred on the sign-in page.
    case webInternalError = 17062
    /// The sign-in page reported a failure.
    case webSignInUserInteractionFailure = 17063
    /// No player is signed in to Game Center.
    case localPlayerNotAuthenticated = 17066
    /// A user is required.
    case nullUser = 17067
    /// The provider is unknown.
    case invalidProviderID = 17071
    /// The tenants of the request and the session differ.
    case tenantIDMismatch = 17072
    /// The operation is not supported for tenants.
    case unsupportedTenantOperation = 17073
    /// The credential was rejected.
    case rejectedCredential = 17075
    /// The app does not link GameKit.
    case gameKitNotLinked = 17076
    /// The sign-in requires a second factor.
    case secondFactorRequired = 17078
    /// The session of the first factor is required.
    case missingMultiFactorSession = 17081
    /// The id of a second factor is required.
    case missingMultiFactorInfo = 17082
    /// The session of the first factor is invalid.
    case invalidMultiFactorSession = 17083
    /// The second factor is not enrolled.
    case multiFactorInfoNotFound = 17084
    /// The operation is restricted to administrators.
    case adminRestrictedOperation = 17085
    /// The email address must be verified first.
    case unverifiedEmail = 17086
    /// The second factor is already enrolled.
    case secondFactorAlreadyEnrolled = 17087
    /// The account has the maximum number of second factors.
    case maximumSecondFactorCountExceeded = 17088
    /// The first factor does not support second factors.
    case unsupportedFirstFactor = 17089
    /// The new email address must be confirmed first.
    case emailChangeNeedsVerification = 17090
    /// The request does not identify the app that sends it.
    case missingClientIdentifier = 17093
    /// The nonce does not match the ID token.
    case missingOrInvalidNonce = 17094
    /// A blocking function of the project rejected the request.
    case blockingCloudFunctionError = 17105
    /// reCAPTCHA is disabled in this project.
    case recaptchaNotEnabled = 17200
    /// A reCAPTCHA token is required.
    case missingRecaptchaToken = 17201
    /// The reCAPTCHA token is invalid.
    case invalidRecaptchaToken = 17202
    /// The reCAPTCHA action is invalid.
    case invalidRecaptchaAction = 17203
    /// The client type is required.
    case missingClientType = 17204
    /// The reCAPTCHA version is required.
    case missingRecaptchaVersion = 17205
    /// The reCAPTCHA version is invalid.
    case invalidRecaptchaVersion = 17206
    /// The type of request is not supported.
    case invalidReqType = 17207
    /// The app does not link the reCAPTCHA SDK.
    case recaptchaSDKNotLinked = 17208
    /// The project has no reCAPTCHA site key.
    case recaptchaSiteKeyMissing = 17209
    /// The reCAPTCHA action could not be created.
    case recaptchaActionCreationFailed = 17210
    /// The password does not meet the project's policy.
    case passwordDoesNotMeetRequirements = 17211
    /// The domain of a link is invalid.
    case invalidHostingLinkDomain = 17214
    /// The session could not be stored or read.
    case keychainError = 17995
    /// An unexpected error. The failure reason contains the details.
    case internalError = 17999
    /// The token is not a readable JWT.
    case malformedJWT = 18000
}
