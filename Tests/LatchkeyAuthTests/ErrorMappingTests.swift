import Foundation
import LatchkeyAuth
import Testing

@Suite struct ErrorMappingTests {
    private func failure(_ reply: ScriptedTransport.Reply) async -> NSError? {
        await LatchkeyAuthTests.failure {
            try await Auth(ScriptedTransport([.success(reply)])).signIn(withEmail: "a@example.com", password: "secret-1")
        }
    }

    /// The wire codes that Apple's client has a number for.
    static let rows: [(wire: String, code: AuthErrorCode, number: Int)] = [
        ("ADMIN_ONLY_OPERATION", .adminRestrictedOperation, 17085),
        ("APP_NOT_VERIFIED", .appNotVerified, 17055),
        ("BLOCKING_FUNCTION_ERROR_RESPONSE", .blockingCloudFunctionError, 17105),
        ("CAPTCHA_CHECK_FAILED", .captchaCheckFailed, 17056),
        ("CREDENTIAL_MISMATCH", .customTokenMismatch, 17002),
        ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", .requiresRecentLogin, 17014),
        ("EMAIL_CHANGE_NEEDS_VERIFICATION", .emailChangeNeedsVerification, 17090),
        ("EMAIL_EXISTS", .emailAlreadyInUse, 17007),
        ("EMAIL_NOT_FOUND", .userNotFound, 17011),
        ("EXPIRED_OOB_CODE", .expiredActionCode, 17029),
        ("FEDERATED_USER_ID_ALREADY_LINKED", .credentialAlreadyInUse, 17025),
        ("INVALID_APP_CREDENTIAL", .invalidAppCredential, 17048),
        ("INVALID_CODE", .invalidVerificationCode, 17044),
        ("INVALID_CONTINUE_URI", .invalidContinueURI, 17039),
        ("INVALID_CUSTOM_TOKEN", .invalidCustomToken, 17000),
        ("INVALID_EMAIL", .invalidEmail, 17008),
        ("INVALID_HOSTING_LINK_DOMAIN", .invalidHostingLinkDomain, 17214),
        ("INVALID_IDENTIFIER", .invalidEmail, 17008),
        ("INVALID_IDP_RESPONSE", .invalidCredential, 17004),
        ("INVALID_ID_TOKEN", .invalidUserToken, 17017),
        ("INVALID_LOGIN_CREDENTIALS", .invalidCredential, 17004),
        ("INVALID_MESSAGE_PAYLOAD", .invalidMessagePayload, 17031),
        ("INVALID_MFA_PENDING_CREDENTIAL", .invalidMultiFactorSession, 17083),
        ("INVALID_OOB_CODE", .invalidActionCode, 17030),
        ("INVALID_PASSWORD", .wrongPassword, 17009),
        ("INVALID_PENDING_TOKEN", .invalidCredential, 17004),
        ("INVALID_PHONE_NUMBER", .invalidPhoneNumber, 17042),
        ("INVALID_PROVIDER_ID", .invalidProviderID, 17071),
        ("INVALID_RECIPIENT_EMAIL", .invalidRecipientEmail, 17033),
        ("INVALID_SENDER", .invalidSender, 17032),
        ("INVALID_SESSION_INFO", .invalidVerificationID, 17046),
        ("MFA_ENROLLMENT_NOT_FOUND", .multiFactorInfoNotFound, 17084),
        ("MISSING_ANDROID_PACKAGE_NAME", .missingAndroidPackageName, 17037),
        ("MISSING_APP_CREDENTIAL", .missingAppCredential, 17047),
        ("MISSING_CLIENT_IDENTIFIER", .missingClientIdentifier, 17093),
        ("MISSING_CONTINUE_URI", .missingContinueURI, 17040),
        ("MISSING_EMAIL", .missingEmail, 17034),
        ("MISSING_IOS_APP_TOKEN", .missingAppToken, 17053),
        ("MISSING_IOS_BUNDLE_ID", .missingIosBundleID, 17036),
        ("MISSING_MFA_ENROLLMENT_ID", .missingMultiFactorInfo, 17082),
        ("MISSING_MFA_PENDING_CREDENTIAL", .missingMultiFactorSession, 17081),
        ("MISSING_OR_INVALID_NONCE", .missingOrInvalidNonce, 17094),
        ("OPERATION_NOT_ALLOWED", .operationNotAllowed, 17006),
        ("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", .passwordDoesNotMeetRequirements, 17211),
        ("PASSWORD_LOGIN_DISABLED", .operationNotAllowed, 17006),
        ("QUOTA_EXCEEDED", .quotaExceeded, 17052),
        ("SECOND_FACTOR_EXISTS", .secondFactorAlreadyEnrolled, 17087),
        ("SECOND_FACTOR_LIMIT_EXCEEDED", .maximumSecondFactorCountExceeded, 17088),
        ("SESSION_EXPIRED", .sessionExpired, 17051),
        ("TENANT_ID_MISMATCH", .tenantIDMismatch, 17072),
        ("TOKEN_EXPIRED", .userTokenExpired, 17021),
        ("TOO_MANY_ATTEMPTS_TRY_LATER", .tooManyRequests, 17010),
        ("UNAUTHORIZED_DOMAIN", .unauthorizedDomain, 17038),
        ("UNSUPPORTED_FIRST_FACTOR", .unsupportedFirstFactor, 17089),
        ("UNSUPPORTED_TENANT_OPERATION", .unsupportedTenantOperation, 17073),
        ("UNVERIFIED_EMAIL", .unverifiedEmail, 17086),
        ("USER_DISABLED", .userDisabled, 17005),
        ("USER_NOT_FOUND", .userNotFound, 17011),
        ("WEAK_PASSWORD", .weakPassword, 17026),
        // Apple's client has these numbers and does not use them.
        ("INVALID_REQ_TYPE", .invalidReqType, 17207),
        ("REJECTED_CREDENTIAL", .rejectedCredential, 17075),
        ("RECAPTCHA_NOT_ENABLED", .recaptchaNotEnabled, 17200),
        ("MISSING_RECAPTCHA_TOKEN", .missingRecaptchaToken, 17201),
        ("INVALID_RECAPTCHA_TOKEN", .invalidRecaptchaToken, 17202),
        ("INVALID_RECAPTCHA_ACTION", .invalidRecaptchaAction, 17203),
        ("MISSING_CLIENT_TYPE", .missingClientType, 17204),
        ("MISSING_RECAPTCHA_VERSION", .missingRecaptchaVersion, 17205),
        ("INVALID_RECAPTCHA_VERSION", .invalidRecaptchaVersion, 17206),
        // Latchkey's own code: the session of the refresh token has ended.
        ("INVALID_REFRESH_TOKEN", .invalidUserToken, 17017),
        ("INVALID_TEMPORARY_PROOF", .invalidCredential, 17004),
        ("MISSING_CODE", .missingVerificationCode, 17043),
        ("MISSING_PHONE_NUMBER", .missingPhoneNumber, 17041),
        ("MISSING_SESSION_INFO", .missingVerificationID, 17045),
        ("PHONE_NUMBER_EXISTS", .credentialAlreadyInUse, 17025),
        ("RESET_PASSWORD_EXCEED_LIMIT", .tooManyRequests, 17010),
        // Without a number.
        ("PROJECT_DISABLED", .internalError, 17999),
        ("INVALID_CREDENTIAL_OR_PROVIDER_ID", .internalError, 17999),
        ("SOMETHING_NEW", .internalError, 17999),
    ]

    @Test(arguments: rows)
    func numbersAreFirebases(_ wire: String, _ code: AuthErrorCode, _ number: Int) async {
        let error = await failure(.error("\(wire) : because"))
        #expect(error?.domain == "FIRAuthErrorDomain")
        #expect(error?.code == number)
        #expect(code.rawValue == number)
        #expect(error?.localizedDescription == code.explanation)
        #expect(error?.userInfo[AuthErrorUserInfoNameKey] as? String == code.name)
        #expect(await failure(.error(wire))?.code == number, "without a detail too")
    }

    @Test func theDetailIsTheFailureReason() async {
        let error = await failure(.error("WEAK_PASSWORD : Password should be at least 6 characters"))
        #expect(error?.localizedFailureReason == "Password should be at least 6 characters")
    }

    @Test func aCodeWithoutANumberStaysVisible() async {
        #expect(await failure(.error("PROJECT_DISABLED : off"))?.localizedFailureReason == "PROJECT_DISABLED : off")
    }

    @Test func blockingFunctionMessageIsTheFailureReason() async {
        let message = #"BLOCKING_FUNCTION_ERROR_RESPONSE : It said: {"error":{"message":"Not today","status":"DENIED"}}"#
        #expect(await failure(.error(message))?.localizedFailureReason == "Not today")
        #expect(
            await failure(.error("BLOCKING_FUNCTION_ERROR_RESPONSE : no } json {"))?.localizedFailureReason
                == "no } json {")
    }

    @Test(arguments: [("keyInvalid", AuthErrorCode.invalidAPIKey), ("ipRefererBlocked", .appNotAuthorized)])
    func unknownMessagesAreKnownByTheirReason(_ reason: String, _ expected: AuthErrorCode) async {
        let reply = ScriptedTransport.Reply.error("API key not valid. Please pass a valid API key.", reason: reason)
        #expect(code(await failure(reply)) == expected)
    }

    @Test(arguments: [
        (429, "", AuthErrorCode.tooManyRequests), (502, "<html>Bad gateway</html>", .networkError),
        (503, "", .networkError), (504, "", .networkError), (500, "oops", .internalError),
        (404, "{}", .internalError), (302, "", .internalError),
    ])
    func repliesWithoutAnEnvelope(_ status: Int, _ body: String, _ expected: AuthErrorCode) async {
        #expect(code(await failure(.init(status: status, body: body))) == expected)
    }

    @Test func aBusyServerIsRecognisedByItsStatus() async {
        #expect(code(await failure(.error("Too many requests. Wait.", status: 429))) == .tooManyRequests)
    }

    @Test func aBrokenConnectionIsANetworkError() async {
        let cause = ScriptedTransport.Failure(text: "unplugged")
        let error = await LatchkeyAuthTests.failure {
            try await Auth(ScriptedTransport([.failure(cause)])).signInAnonymously()
        }
        #expect(code(error) == .networkError)
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? ScriptedTransport.Failure == cause)
    }

    @Test(arguments: ["", "[]", #"{"idToken":"a"}"#, #"{"idToken":{},"refreshToken":"r"}"#, "not json"])
    func aReplyThatMakesNoSenseIsAnInternalError(_ body: String) async {
        #expect(code(await failure(.init(body: body))) == .internalError)
    }

    @Test func lookupMustReturnOneAccount() async {
        let two = #"{"users":[{"localId":"u1"},{"localId":"u2"}]}"#
        for lookup in [two, #"{"users":[{}]}"#, "{}"] {
            let auth = Auth(ScriptedTransport(Sample.passwordSignIn, lookup))
            let error = await LatchkeyAuthTests.failure {
                try await auth.signIn(withEmail: "a@example.com", password: "secret-1")
            }
            #expect(code(error) == .internalError)
            #expect(auth.currentUser == nil)
        }
    }

    @Test func pendingSecondFactorIsReported() async {
        let pending = #"{"mfaPendingCredential":"m","mfaInfo":[{"mfaEnrollmentId":"e"}],"localId":"u1"}"#
        #expect(code(await failure(.init(body: pending))) == .secondFactorRequired)
    }

    @Test func emailInUseErrorContainsTheAddress() async {
        let auth = Auth(ScriptedTransport(failing: "EMAIL_EXISTS"))
        let error = await LatchkeyAuthTests.failure {
            try await auth.createUser(withEmail: "a@example.com", password: "secret-1")
        }
        #expect(code(error) == .emailAlreadyInUse)
        #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == "a@example.com")
    }

    @Test(arguments: [
        (AuthErrorCode.notificationNotForwarded, 17054, "ERROR_NOTIFICATION_NOT_FORWARDED"),
        (.webContextAlreadyPresented, 17057, "ERROR_WEB_CONTEXT_ALREADY_PRESENTED"),
        (.appVerificationUserInteractionFailure, 17059, "ERROR_APP_VERIFICATION_FAILED"),
        (.webSignInUserInteractionFailure, 17063, "ERROR_WEB_USER_INTERACTION_FAILURE"),
        (.localPlayerNotAuthenticated, 17066, "ERROR_LOCAL_PLAYER_NOT_AUTHENTICATED"), (.nullUser, 17067, "ERROR_NULL_USER"),
        (.gameKitNotLinked, 17076, "ERROR_GAME_KIT_NOT_LINKED"), (.secondFactorRequired, 17078, "ERROR_SECOND_FACTOR_REQUIRED"),
        (.missingAndroidPackageName, 17037, "ERROR_MISSING_ANDROID_PKG_NAME"),
        (.blockingCloudFunctionError, 17105, "ERROR_BLOCKING_CLOUD_FUNCTION_RETURNED_ERROR"),
        (.recaptchaSDKNotLinked, 17208, "ERROR_RECAPTCHA_SDK_NOT_LINKED"),
        (.recaptchaSiteKeyMissing, 17209, "ERROR_RECAPTCHA_SITE_KEY_MISSING"),
        (.recaptchaActionCreationFailed, 17210, "ERROR_RECAPTCHA_ACTION_CREATION_FAILED"),
    ])
    func codesThatOnlyClientsHave(_ code: AuthErrorCode, _ number: Int, _ name: String) {
        #expect(code.rawValue == number && code.name == name)
    }

    @Test func everyCodeHasANameAndASentence() {
        #expect(Set(AuthErrorCode.allCases.map(\.name)).count == AuthErrorCode.allCases.count)
        for code in AuthErrorCode.allCases {
            #expect(code.name.hasPrefix("ERROR_"))
            #expect(code.explanation.hasSuffix("."))
        }
    }
}
