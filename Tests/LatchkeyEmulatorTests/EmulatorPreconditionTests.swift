import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// The errors of Google's emulator for missing or invalid input, call by call and in the order of its checks. The texts are those that its
/// own test suite compares.
@Suite struct EmulatorPreconditionTests {
    struct Row: Sendable, CustomStringConvertible {
        let call: String
        var version = "v1"
        /// `$token` stands for an ID token of Ada, who has an email address and a password; `$uid` for her uid.
        let body: [String: any Sendable]
        let refusal: String
        var asOwner = false

        init(_ call: String, _ body: [String: any Sendable], _ refusal: String, version: String = "v1", asOwner: Bool = false) {
            self.call = call
            self.body = body
            self.refusal = refusal
            self.version = version
            self.asOwner = asOwner
        }

        var description: String { "\(call) \(body.keys.sorted()) \(refusal)" }
    }

    private static let weak = "WEAK_PASSWORD : Password should be at least 6 characters"

    static let rows: [Row] = signUp + signIn + update + secondFactors + codes + others

    private static let signUp = [
        Row("accounts:signUp", ["localId": "x"], "UNEXPECTED_PARAMETER : User ID"),
        Row("accounts:signUp", ["password": "secret"], "MISSING_EMAIL"),
        Row("accounts:signUp", ["email": "", "password": "secret"], "MISSING_EMAIL"),
        Row("accounts:signUp", ["email": "", "password": ""], "INVALID_EMAIL"),
        Row("accounts:signUp", ["email": ""], "INVALID_EMAIL"),
        Row("accounts:signUp", ["idToken": "no token"], "MISSING_EMAIL"),
        Row("accounts:signUp", ["idToken": "no token", "email": "b@example.org"], "MISSING_PASSWORD"),
        Row("accounts:signUp", ["email": "no address", "password": "short"], "INVALID_EMAIL"),
        Row("accounts:signUp", ["email": "ada@example.org", "password": "short"], "EMAIL_EXISTS"),
        Row("accounts:signUp", ["idToken": "no token", "email": "b@example.org", "password": "short"], weak),
        Row("accounts:signUp", ["idToken": "no token", "email": "b@example.org", "password": "secret"], "INVALID_ID_TOKEN"),
        Row("accounts:signUp", ["idToken": "$token", "email": "ada@example.org", "password": "secret"], "EMAIL_EXISTS"),
        Row("accounts:signUp", ["email": "b@example.org"], "MISSING_PASSWORD"),
        Row("accounts:signUp", ["email": "no address", "password": "secret"], "INVALID_EMAIL"),
        Row("accounts:signUp", ["email": "ADA@example.org", "password": "secret"], "EMAIL_EXISTS"),
        Row("accounts:signUp", ["email": "b@example.org", "password": "short"], weak),
        Row("accounts:signUp", ["idToken": "$token"], "MISSING_EMAIL"),
        Row(
            "accounts:signUp", ["email": "b@example.org", "password": "secret", "mfaInfo": [["phoneInfo": "none"]]],
            "INVALID_MFA_PHONE_NUMBER : Invalid format."),
        Row("accounts:signUp", ["localId": "$uid"], "DUPLICATE_LOCAL_ID", asOwner: true),
        Row("accounts:signUp", ["email": "ada@example.org", "password": "secret"], "EMAIL_EXISTS", asOwner: true),
        Row("accounts:signUp", ["phoneNumber": "5"], "INVALID_PHONE_NUMBER : Invalid format.", asOwner: true),
    ]

    private static let signIn = [
        Row("accounts:signInWithPassword", ["password": "secret"], "MISSING_EMAIL"),
        Row("accounts:signInWithPassword", ["email": "", "password": "secret"], "INVALID_EMAIL"),
        Row("accounts:signInWithPassword", ["email": "no address", "password": "secret"], "INVALID_EMAIL"),
        Row("accounts:signInWithPassword", ["email": "ada@example.org"], "MISSING_PASSWORD"),
        Row("accounts:signInWithPassword", ["email": "b@example.org", "password": "secret"], "EMAIL_NOT_FOUND"),
        Row("accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret"], "INVALID_PASSWORD"),
        Row("accounts:signInWithPassword", ["email": "ada@example.org", "password": ""], "MISSING_PASSWORD"),
        Row(
            "accounts:signInWithPassword",
            ["email": "ada@example.org", "password": "secret", "captchaResponse": "x", "idToken": "$token"], "captcha unimplemented"),
        Row(
            "accounts:signInWithPassword", ["email": "ada@example.org", "password": "secret", "idToken": "$token"],
            "idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator."),
        Row("accounts:signInWithCustomToken", ["token": #"{"uid":"x","claims":null}"#], "INVALID_CLAIMS"),
        Row(
            "accounts:signInWithCustomToken", ["token": "eyJhbGciOiJub25lIn0.eyJhdWQiOiJhbm90aGVyIiwidWlkIjoieCJ9."],
            "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): another Note: Firebase ID Tokens / third-party tokens cannot be used with"
                + " signInWithCustomToken.))"),
        Row("accounts:signInWithPhoneNumber", ["temporaryProof": "x", "phoneNumber": "5"], "INVALID_TEMPORARY_PROOF"),
        Row(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": "providerId=github.com&id_token={}", "idToken": "no token"],
            "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields."
                + " ((Missing \"sub\" field. This field is required and must be a unique identifier.))"),
        Row(
            "accounts:signInWithIdp", ["requestUri": "http://localhost?state=x"],
            "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost/?state=x"),
        Row(
            "accounts:signInWithPassword", ["email": ["a"], "password": "secret"],
            "Invalid JSON payload received. /email must be string"),
        Row("accounts:update", ["oobCode": "x"], "MISSING_LOCAL_ID", asOwner: true),
        Row("accounts:signInWithCustomToken", ["token": #"{"uid":"x","claims":[]}"#], "INVALID_CLAIMS"),
        Row("accounts:signInWithCustomToken", ["token": #"{"uid":""}"#], "MISSING_IDENTIFIER"),
        Row(
            "accounts:signInWithCustomToken", ["token": "{uid: x}"],
            "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))"),
        Row("accounts:signInWithCustomToken", [:], "MISSING_CUSTOM_TOKEN"),
        Row("accounts:signInWithCustomToken", ["token": "{}"], "MISSING_IDENTIFIER"),
        Row("accounts:signInWithCustomToken", ["token": "no token"], "INVALID_CUSTOM_TOKEN : Invalid assertion format"),
        Row(
            "accounts:signInWithCustomToken", ["token": #"{"uid":"x","claims":{"aud":1}}"#], "FORBIDDEN_CLAIM : aud"),
        Row("accounts:signInWithIdp", ["postBody": "providerId=google.com"], "MISSING_REQUEST_URI"),
        Row("accounts:signInWithIdp", ["requestUri": "no address", "postBody": ""], "INVALID_REQUEST_URI"),
        Row("accounts:signInWithIdp", ["returnRefreshToken": true], "returnRefreshToken is not implemented yet."),
        Row("accounts:signInWithIdp", ["pendingIdToken": "x"], "pendingIdToken is not implemented yet."),
        Row(
            "accounts:signInWithIdp", ["requestUri": "http://localhost", "postBody": "id_token=x"],
            "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost/?id_token=x"),
        Row("accounts:signInWithEmailLink", ["oobCode": "x", "idToken": "no token"], "INVALID_ID_TOKEN"),
        Row("accounts:signInWithEmailLink", ["oobCode": "x"], "MISSING_EMAIL"),
        Row("accounts:signInWithEmailLink", ["oobCode": "x", "email": "no address"], "INVALID_OOB_CODE"),
        Row("accounts:signInWithEmailLink", ["email": "ada@example.org"], "MISSING_OOB_CODE"),
        Row("accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": "x"], "INVALID_OOB_CODE"),
        Row("accounts:sendVerificationCode", [:], "INVALID_PHONE_NUMBER : Invalid format."),
        Row("accounts:sendVerificationCode", ["phoneNumber": "5"], "INVALID_PHONE_NUMBER : Invalid format."),
        Row("accounts:signInWithPhoneNumber", ["code": "1"], "MISSING_SESSION_INFO"),
        Row("accounts:signInWithPhoneNumber", ["sessionInfo": "1"], "MISSING_CODE"),
        Row("accounts:sendVerificationCode", ["tenantId": "customers"], "UNSUPPORTED_TENANT_OPERATION"),
        Row("accounts:signInWithPhoneNumber", ["tenantId": "customers"], "UNSUPPORTED_TENANT_OPERATION"),
        Row("accounts:signInWithPhoneNumber", ["sessionInfo": "1", "code": "1"], "INVALID_SESSION_INFO"),
        Row("accounts:signInWithPhoneNumber", ["sessionInfo": "1", "code": "1", "idToken": "no token"], "INVALID_SESSION_INFO"),
        Row("accounts:signInWithPhoneNumber", ["temporaryProof": "1"], "MISSING_PHONE_NUMBER"),
        Row("accounts:signInWithPhoneNumber", ["temporaryProof": "1", "phoneNumber": "+15555550100"], "INVALID_TEMPORARY_PROOF"),
        Row("accounts:createAuthUri", ["continueUri": "http://localhost"], "MISSING_IDENTIFIER"),
        Row("accounts:createAuthUri", ["identifier": "ada@example.org"], "MISSING_CONTINUE_URI"),
        Row("accounts:createAuthUri", ["identifier": "no address", "continueUri": "no address"], "INVALID_IDENTIFIER"),
        Row("accounts:createAuthUri", ["identifier": "ada@example.org", "continueUri": "no address"], "INVALID_CONTINUE_URI"),
    ]

    private static let update = [
        Row("accounts:update", ["displayName": "x"], "INVALID_REQ_TYPE : Unsupported request parameters."),
        Row("accounts:update", ["idToken": "$token", "customAttributes": "{}"], "INSUFFICIENT_PERMISSION"),
        Row("accounts:update", ["idToken": "$token", "disableUser": true], "OPERATION_NOT_ALLOWED"),
        Row("accounts:update", ["idToken": "no token"], "INVALID_ID_TOKEN"),
        Row("accounts:update", ["idToken": "no token", "disableUser": true], "INVALID_ID_TOKEN"),
        Row("accounts:update", ["provider": ["x"]], "provider is not implemented yet."),
        Row("accounts:update", ["upgradeToFederatedLogin": true], "upgradeToFederatedLogin is not implemented yet."),
        Row("accounts:update", ["idToken": "no token", "deleteAttribute": ["PROVIDER"]], "deleteAttribute: PROVIDER"),
        Row("accounts:update", ["idToken": "no token", "customAttributes": "{}"], "INSUFFICIENT_PERMISSION"),
        Row("accounts:update", ["idToken": "$token", "email": "grace@example.org", "password": "short"], "EMAIL_EXISTS"),
        Row("accounts:update", ["idToken": "$token", "email": "no address"], "INVALID_EMAIL"),
        Row("accounts:update", ["idToken": "$token", "password": "short"], weak),
        Row("accounts:update", ["idToken": "$token", "linkProviderUserInfo": ["rawId": "1"]], "MISSING_PROVIDER_ID"),
        Row("accounts:update", ["idToken": "$token", "linkProviderUserInfo": ["providerId": "github.com"]], "MISSING_RAW_ID"),
        Row("accounts:update", ["oobCode": "x"], "INVALID_OOB_CODE"),
        Row("accounts:update", ["displayName": "x"], "MISSING_LOCAL_ID", asOwner: true),
        // A call with `Bearer owner` is an administrator's even if it carries an ID token.
        Row("accounts:update", ["idToken": "$token", "displayName": "x"], "MISSING_LOCAL_ID", asOwner: true),
        Row("accounts:update", ["localId": "missing"], "USER_NOT_FOUND", asOwner: true),
        Row("accounts:update", ["localId": "$uid", "phoneNumber": "5"], "INVALID_PHONE_NUMBER : Invalid format.", asOwner: true),
        Row("accounts:update", ["localId": "$uid", "customAttributes": "{"], "INVALID_CLAIMS", asOwner: true),
        Row("accounts:update", ["localId": "$uid", "customAttributes": #"{"iss":1}"#], "FORBIDDEN_CLAIM : iss", asOwner: true),
        Row(
            "accounts:update", ["localId": "$uid", "mfa": ["enrollments": [["phoneInfo": "+15555550100"]]]],
            "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.", asOwner: true),
    ]

    private static let unverified = "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."

    private static let secondFactors = [
        Row("accounts/mfaEnrollment:start", [:], "MISSING_ID_TOKEN", version: "v2"),
        Row("accounts/mfaEnrollment:start", ["idToken": "$token"], unverified, version: "v2"),
        Row(
            "accounts/mfaEnrollment:start", ["idToken": "$token", "phoneEnrollmentInfo": ["phoneNumber": "5"]], unverified,
            version: "v2"),
        Row("accounts/mfaEnrollment:finalize", [:], "MISSING_ID_TOKEN", version: "v2"),
        Row(
            "accounts/mfaEnrollment:finalize", ["idToken": "$token"], "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))",
            version: "v2"),
        Row(
            "accounts/mfaEnrollment:finalize", ["idToken": "$token", "phoneVerificationInfo": [String: String]()], "MISSING_CODE",
            version: "v2"),
        Row(
            "accounts/mfaEnrollment:finalize", ["idToken": "$token", "phoneVerificationInfo": ["code": "1"]], "MISSING_SESSION_INFO",
            version: "v2"),
        Row("accounts/mfaEnrollment:withdraw", [:], "MISSING_ID_TOKEN", version: "v2"),
        Row("accounts/mfaEnrollment:withdraw", ["idToken": "$token"], "MFA_ENROLLMENT_NOT_FOUND", version: "v2"),
        Row(
            "accounts/mfaSignIn:start", [:],
            "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.", version: "v2"),
        Row(
            "accounts/mfaSignIn:start", ["mfaPendingCredential": "x"],
            "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.", version: "v2"),
        Row(
            "accounts/mfaSignIn:start", ["mfaPendingCredential": "x", "mfaEnrollmentId": "x"],
            "((Invalid phoneVerificationInfo.mfaPendingCredential.))", version: "v2"),
        Row("accounts/mfaSignIn:finalize", [:], "MISSING_CREDENTIAL : Please set MFA Pending Credential.", version: "v2"),
        Row(
            "accounts/mfaSignIn:finalize", ["mfaPendingCredential": "x"], "INVALID_ARGUMENT : MFA provider not supported!",
            version: "v2"),
        Row(
            "accounts/mfaSignIn:finalize", ["mfaPendingCredential": "x", "phoneVerificationInfo": ["androidVerificationProof": "x"]],
            "androidVerificationProof is unsupported!", version: "v2"),
        Row(
            "accounts/mfaSignIn:finalize", ["mfaPendingCredential": "x", "phoneVerificationInfo": ["code": "1", "sessionInfo": "x"]],
            "INVALID_SESSION_INFO", version: "v2"),
        Row(
            "accounts/mfaSignIn:finalize", ["mfaPendingCredential": "x", "phoneVerificationInfo": ["sessionInfo": "x"]],
            "MISSING_CODE", version: "v2"),
        Row(
            "accounts/mfaSignIn:finalize", ["mfaPendingCredential": "x", "phoneVerificationInfo": ["code": "x"]],
            "MISSING_SESSION_INFO", version: "v2"),
        Row(
            "accounts/mfaEnrollment:start", ["idToken": "$token", "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]],
            unverified, version: "v2"),
        Row("accounts/mfaEnrollment:withdraw", ["idToken": "$token", "mfaEnrollmentId": "x"], "MFA_ENROLLMENT_NOT_FOUND", version: "v2"),
    ]

    private static let codes = [
        Row("accounts:sendOobCode", [:], "MISSING_REQ_TYPE"),
        Row(
            "accounts:sendOobCode", ["requestType": "FOO"],
            "Invalid JSON payload received. /requestType must be equal to one of the allowed values"),
        Row("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
        Row("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN"], "MISSING_EMAIL"),
        Row(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "continueUrl": "no address"],
            "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"),
        Row("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "no address"], "EMAIL_NOT_FOUND"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "no token"], "MISSING_NEW_EMAIL"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "b@example.org"], "INVALID_ID_TOKEN"),
        Row(
            "accounts:sendOobCode",
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "ada@example.org", "idToken": "$token"], "EMAIL_EXISTS"),
        Row("accounts:sendOobCode", ["requestType": "RECOVER_EMAIL", "email": "ada@example.org"], "RECOVER_EMAIL"),
        Row("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "b@example.org"], "EMAIL_NOT_FOUND"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"], "INVALID_ID_TOKEN"),
        Row(
            "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.org", "returnOobLink": true],
            "INSUFFICIENT_PERMISSION"),
        Row("accounts:resetPassword", [:], "MISSING_OOB_CODE"),
        Row("accounts:resetPassword", ["oobCode": "x"], "INVALID_OOB_CODE"),
        Row("accounts:resetPassword", ["oobCode": "x", "newPassword": "short"], "INVALID_OOB_CODE"),
    ]

    private static let others = [
        Row("accounts:lookup", [:], "MISSING_ID_TOKEN"),
        Row("accounts:delete", ["localId": "$uid"], "MISSING_ID_TOKEN"),
        Row("accounts:delete", [:], "MISSING_LOCAL_ID", asOwner: true),
        Row("accounts:delete", ["localId": "missing"], "USER_NOT_FOUND", asOwner: true),
        Row(
            "accounts:lookup", ["idToken": "$token", "targetProjectId": "demo-latchkey"],
            "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."),
    ]

    @Test(arguments: rows) func aCallIsRefused(_ row: Row) async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            _ = try await emulator.signUp("grace@example.org")
            let (token, uid) = (try #require(ada["idToken"]), try #require(ada["localId"]))
            let body = row.body.mapValues { value -> any Sendable in
                switch value as? String {
                case "$token": token
                case "$uid": uid
                default: value
                }
            }
            let reply =
                row.asOwner
                ? try await emulator.owner("\(row.version)/\(row.call)", body)
                : try await emulator.call(row.call, body, version: row.version)
            #expect(reply.message == row.refusal, "\(reply.text)")
        }
    }

    @Test func aPathOfAProjectIsAnAdministrators() async throws {
        try await EmulatorCaller.run { emulator in
            let path = "/v1/projects/\(EmulatorCaller.project)/accounts:lookup"
            let keyed = try await emulator.send(.post, path + "?key=any", [:])
            #expect(keyed.message == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
            let bare = try await emulator.send(.post, path, [:])
            #expect(bare.status == .forbidden && bare.message?.contains("valid API key") == true, "\(bare.text)")
        }
    }
}
