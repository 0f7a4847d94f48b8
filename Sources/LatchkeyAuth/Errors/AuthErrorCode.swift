/// What went wrong, under Firebase's names and numbers.
///
/// Every failure of this module is an `NSError` of domain ``AuthErrorDomain`` whose `code` is one of these numbers:
/// `AuthErrorCode(rawValue: (error as NSError).code)`.
public enum AuthErrorCode: Int, Error, CaseIterable, Sendable {
    /// The custom token is not acceptable.
    case invalidCustomToken = 17000
    /// The custom token is for another project.
    case customTokenMismatch = 17002
    /// The credential is wrong or too old.
    case invalidCredential = 17004
    /// The account may not sign in.
    case userDisabled = 17005
    /// The project does not allow this operation; an administrator can switch it on.
    case operationNotAllowed = 17006
    /// The address belongs to another account.
    case emailAlreadyInUse = 17007
    /// The text is not an e-mail address.
    case invalidEmail = 17008
    /// The password is wrong.
    case wrongPassword = 17009
    /// Too many attempts; wait and try again.
    case tooManyRequests = 17010
    /// There is no such account.
    case userNotFound = 17011
    /// Another account has this address; sign in to it first, then link the credential of this error.
    case accountExistsWithDifferentCredential = 17012
    /// This operation needs a recent sign-in; reauthenticate and try again.
    case requiresRecentLogin = 17014
    /// The account has an identity of this provider already.
    case providerAlreadyLinked = 17015
    /// The account has no identity of this provider.
    case noSuchProvider = 17016
    /// The session is not valid any more; sign in again.
    case invalidUserToken = 17017
    /// The server could not be reached, or the connection broke.
    case networkError = 17020
    /// The session is over; sign in again.
    case userTokenExpired = 17021
    /// The API key is missing or not known to the server.
    case invalidAPIKey = 17023
    /// The credential belongs to another account than the one that is signed in.
    case userMismatch = 17024
    /// The identity belongs to another account already.
    case credentialAlreadyInUse = 17025
    /// The password is too short or too simple.
    case weakPassword = 17026
    /// This app may not use the API key.
    case appNotAuthorized = 17028
    /// The one-time code is too old.
    case expiredActionCode = 17029
    /// The one-time code is unknown or used.
    case invalidActionCode = 17030
    /// The text of the mail is not acceptable.
    case invalidMessagePayload = 17031
    /// The sender of the mail is not acceptable.
    case invalidSender = 17032
    /// No mail can be sent to the address.
    case invalidRecipientEmail = 17033
    /// An e-mail address is required.
    case missingEmail = 17034
    /// A bundle id is required.
    case missingIosBundleID = 17036
    /// An Android package is required.
    case missingAndroidPackageName = 17037
    /// The address to come back to is not among the project's domains.
    case unauthorizedDomain = 17038
    /// The address to come back to is not absolute.
    case invalidContinueURI = 17039
    /// An address to come back to is required.
    case missingContinueURI = 17040
    /// A phone number is required.
    case missingPhoneNumber = 17041
    /// The text is not a phone number in E.164 form.
    case invalidPhoneNumber = 17042
    /// A verification code is required.
    case missingVerificationCode = 17043
    /// The verification code is wrong.
    case invalidVerificationCode = 17044
    /// The id of a verification is required.
    case missingVerificationID = 17045
    /// The id of the verification is not known.
    case invalidVerificationID = 17046
    /// Proof that the app is genuine is required.
    case missingAppCredential = 17047
    /// The proof that the app is genuine does not hold.
    case invalidAppCredential = 17048
    /// The verification took too long.
    case sessionExpired = 17051
    /// The project's quota is used up.
    case quotaExceeded = 17052
    /// An app token is required.
    case missingAppToken = 17053
    /// A push message did not reach the client; Latchkey sends none.
    case notificationNotForwarded = 17054
    /// The app could not be verified.
    case appNotVerified = 17055
    /// The captcha was not solved.
    case captchaCheckFailed = 17056
    /// Another page is open already; Latchkey opens as many as are asked for.
    case webContextAlreadyPresented = 17057
    /// The sign-in page was closed, or nobody came back from it in time.
    case webContextCancelled = 17058
    /// The page that verifies the app ended with a failure; Latchkey has none.
    case appVerificationUserInteractionFailure = 17059
    /// The provider does not know the client id that is configured at the server.
    case invalidClientID = 17060
    /// The sign-in page could not reach the server.
    case webNetworkRequestFailed = 17061
    /// Something went wrong in the sign-in page.
    case webInternalError = 17062
    /// The sign-in page ended with a failure.
    case webSignInUserInteractionFailure = 17063
    /// Nobody is signed in to Game Center.
    case localPlayerNotAuthenticated = 17066
    /// A user is required.
    case nullUser = 17067
    /// The provider is not known.
    case invalidProviderID = 17071
    /// The tenants of request and session differ.
    case tenantIDMismatch = 17072
    /// The operation does not exist for tenants.
    case unsupportedTenantOperation = 17073
    /// The credential was rejected.
    case rejectedCredential = 17075
    /// The app lacks GameKit.
    case gameKitNotLinked = 17076
    /// A second factor is due.
    case secondFactorRequired = 17078
    /// The session of the first factor is required.
    case missingMultiFactorSession = 17081
    /// The id of a second factor is required.
    case missingMultiFactorInfo = 17082
    /// The session of the first factor does not hold.
    case invalidMultiFactorSession = 17083
    /// The second factor is not enrolled.
    case multiFactorInfoNotFound = 17084
    /// Only administrators may do this.
    case adminRestrictedOperation = 17085
    /// The address must be verified first.
    case unverifiedEmail = 17086
    /// The second factor is enrolled already.
    case secondFactorAlreadyEnrolled = 17087
    /// The account has as many second factors as allowed.
    case maximumSecondFactorCountExceeded = 17088
    /// The first factor allows no second one.
    case unsupportedFirstFactor = 17089
    /// The new address must be confirmed first.
    case emailChangeNeedsVerification = 17090
    /// The request does not say which app sends it.
    case missingClientIdentifier = 17093
    /// The nonce does not belong to the ID token.
    case missingOrInvalidNonce = 17094
    /// A function of the project refused.
    case blockingCloudFunctionError = 17105
    /// reCAPTCHA is off in this project.
    case recaptchaNotEnabled = 17200
    /// A reCAPTCHA token is required.
    case missingRecaptchaToken = 17201
    /// The reCAPTCHA token is wrong.
    case invalidRecaptchaToken = 17202
    /// The reCAPTCHA action is wrong.
    case invalidRecaptchaAction = 17203
    /// The kind of client is required.
    case missingClientType = 17204
    /// The reCAPTCHA generation is required.
    case missingRecaptchaVersion = 17205
    /// The reCAPTCHA generation is wrong.
    case invalidRecaptchaVersion = 17206
    /// The kind of request is not supported.
    case invalidReqType = 17207
    /// The app lacks the reCAPTCHA SDK.
    case recaptchaSDKNotLinked = 17208
    /// The project has no key for reCAPTCHA.
    case recaptchaSiteKeyMissing = 17209
    /// The action for reCAPTCHA could not be made.
    case recaptchaActionCreationFailed = 17210
    /// The password breaks the project's policy.
    case passwordDoesNotMeetRequirements = 17211
    /// The domain of a link is wrong.
    case invalidHostingLinkDomain = 17214
    /// The session could not be stored or read.
    case keychainError = 17995
    /// Something unexpected went wrong; the failure reason says what.
    case internalError = 17999
    /// The token is not a readable JWT.
    case malformedJWT = 18000
}
