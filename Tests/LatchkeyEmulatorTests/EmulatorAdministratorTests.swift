import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// The errors that administrators get from Google's emulator, call by call and in the order of its checks. Each row also contains mistakes
/// that are checked later.
@Suite struct EmulatorAdministratorTests {
    struct Row: Sendable, CustomStringConvertible {
        let call: String
        /// `$uid` and `$token` belong to Ada, who has an address and the number +15555550100.
        let body: [String: any Sendable]
        let refusal: String
        var status = 400

        init(_ call: String, _ body: [String: any Sendable], _ refusal: String, status: Int = 400) {
            self.call = call
            self.body = body
            self.refusal = refusal
            self.status = status
        }

        var description: String { "\(call) \(body.keys.sorted()) \(refusal)" }
    }

    private static let weak = "WEAK_PASSWORD : Password should be at least 6 characters"
    private static let noFactor: [[String: any Sendable]] = [["phoneInfo": "5"]]

    static let rows: [Row] = create + update + codes + others + lists

    private static let create = [
        Row("accounts", ["idToken": "$token", "localId": "x"], "UNEXPECTED_PARAMETER : User ID"),
        Row("accounts", ["localId": "$uid", "phoneNumber": "5"], "DUPLICATE_LOCAL_ID"),
        Row("accounts", ["phoneNumber": "5", "email": "none"], "INVALID_PHONE_NUMBER : Invalid format."),
        Row("accounts", ["phoneNumber": "+15555550100", "email": "none"], "PHONE_NUMBER_EXISTS"),
        Row("accounts", ["email": "none", "password": "short"], "INVALID_EMAIL"),
        Row("accounts", ["email": "ADA@example.org", "password": "short"], "EMAIL_EXISTS"),
        Row("accounts", ["email": "b@example.org", "password": "short", "mfaInfo": noFactor], weak),
        Row("accounts", ["email": "b@example.org", "mfaInfo": noFactor], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
    ]

    private static let update = [
        Row("accounts:update", ["provider": ["x"]], "provider is not implemented yet.", status: 501),
        Row("accounts:update", ["upgradeToFederatedLogin": true], "upgradeToFederatedLogin is not implemented yet.", status: 501),
        Row("accounts:update", ["customAttributes": "{"], "MISSING_LOCAL_ID"),
        Row("accounts:update", ["localId": "none", "customAttributes": "{"], "INVALID_CLAIMS"),
        Row("accounts:update", ["localId": "none", "customAttributes": "[]"], "INVALID_CLAIMS"),
        Row("accounts:update", ["localId": "none", "customAttributes": #"{"sub":1}"#], "FORBIDDEN_CLAIM : sub"),
        Row(
            "accounts:update", ["localId": "none", "customAttributes": #"{"a":""# + String(repeating: "b", count: 1000) + #""}"#],
            "CLAIMS_TOO_LARGE"),
        Row("accounts:update", ["localId": "none", "deleteAttribute": ["PROVIDER"]], "deleteAttribute: PROVIDER", status: 501),
        Row("accounts:update", ["localId": "none", "deleteAttribute": ["RAW_USER_INFO"]], "deleteAttribute: RAW_USER_INFO", status: 501),
        Row("accounts:update", ["localId": "none", "email": "none"], "USER_NOT_FOUND"),
        Row("accounts:update", ["localId": "$uid", "idToken": "$token", "disableUser": true, "email": "none"], "OPERATION_NOT_ALLOWED"),
        Row("accounts:update", ["localId": "$uid", "email": "none", "password": "short"], "INVALID_EMAIL"),
        Row("accounts:update", ["localId": "$uid", "email": "bob@example.org", "password": "short"], "EMAIL_EXISTS"),
        Row("accounts:update", ["localId": "$uid", "password": "short", "mfa": ["enrollments": noFactor]], weak),
        Row(
            "accounts:update", ["localId": "$uid", "mfa": ["enrollments": noFactor], "phoneNumber": "5"],
            "INVALID_MFA_PHONE_NUMBER : Invalid format."),
        Row(
            "accounts:update", ["localId": "$uid", "mfa": ["enrollments": [["phoneInfo": "+15555550102"]]]],
            "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."),
        Row(
            "accounts:update",
            [
                "localId": "$uid",
                "mfa": [
                    "enrollments": [
                        ["mfaEnrollmentId": "a", "phoneInfo": "+15555550102"], ["mfaEnrollmentId": "a", "phoneInfo": "+15555550103"],
                    ]
                ],
            ], "DUPLICATE_MFA_ENROLLMENT_ID"),
        Row(
            "accounts:update", ["localId": "$uid", "phoneNumber": "5", "linkProviderUserInfo": ["rawId": "1"]],
            "INVALID_PHONE_NUMBER : Invalid format."),
        Row("accounts:update", ["localId": "$uid", "phoneNumber": "+15555550101"], "PHONE_NUMBER_EXISTS"),
        Row("accounts:update", ["localId": "$uid", "linkProviderUserInfo": ["rawId": "1"]], "MISSING_PROVIDER_ID"),
        Row("accounts:update", ["localId": "$uid", "linkProviderUserInfo": ["providerId": "github.com"]], "MISSING_RAW_ID"),
    ]

    private static let badURI = "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
    private static let codes = [
        Row("accounts:sendOobCode", ["continueUrl": "none"], "MISSING_REQ_TYPE"),
        Row(
            "accounts:sendOobCode", ["requestType": "FOO"],
            "Invalid JSON payload received. /requestType must be equal to one of the allowed values"),
        Row("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "continueUrl": "none"], badURI),
        Row("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "returnOobLink": true], "MISSING_EMAIL"),
        Row("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "x@example.org"], "EMAIL_NOT_FOUND"),
        Row("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN"], "MISSING_EMAIL"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "email": "ada@example.org"], "INVALID_ID_TOKEN"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "returnOobLink": true], "MISSING_EMAIL"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "returnOobLink": true, "email": "x@example.org"], "USER_NOT_FOUND"),
        Row("accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "returnOobLink": true], "MISSING_NEW_EMAIL"),
        Row(
            "accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "returnOobLink": true, "newEmail": "c@example.org"],
            "MISSING_EMAIL"),
        Row(
            "accounts:sendOobCode",
            ["requestType": "VERIFY_AND_CHANGE_EMAIL", "returnOobLink": true, "newEmail": "bob@example.org", "email": "ada@example.org"],
            "EMAIL_EXISTS"),
        Row("accounts:sendOobCode", ["requestType": "OLD_EMAIL_AGREE"], "OLD_EMAIL_AGREE", status: 501),
    ]

    private static let others = [
        Row("accounts:lookup", ["initialEmail": ["a@example.org"]], "Lookup by initialEmail is not implemented.", status: 501),
        Row("accounts:delete", [:], "MISSING_LOCAL_ID"),
        Row("accounts:delete", ["localId": "none"], "USER_NOT_FOUND"),
    ]

    private static let twice = [["localId": "a", "email": "a@example.org"], ["localId": "a", "email": "a@example.org"]]
    private static let account: [String: any Sendable] = [
        "localId": "a", "providerUserInfo": [["providerId": "github.com", "rawId": "1"]],
    ]
    private static let lists = [
        Row("accounts:batchDelete", [:], "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
        Row("accounts:batchDelete", ["localIds": (0...1000).map { "uid\($0)" }], "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
        Row("accounts:batchCreate", [:], "MISSING_USER_ACCOUNT"),
        Row("accounts:batchCreate", ["users": twice, "sanityCheck": true], "DUPLICATE_EMAIL : a@example.org"),
        Row(
            "accounts:batchCreate",
            ["users": [account, account], "sanityCheck": true], "DUPLICATE_RAW_ID : Provider id(github.com), Raw id(1)"),
        Row("accounts:batchCreate", ["users": twice], "DUPLICATE_LOCAL_ID : a"),
    ]

    @Test(arguments: rows) func aCallIsRefused(_ row: Row) async throws {
        try await EmulatorCaller.run { emulator in
            let ada = try await emulator.signUp()
            _ = try await emulator.inProject("accounts:update", ["localId": ada["localId"], "phoneNumber": "+15555550100"])
            _ = try await emulator.inProject("accounts", ["email": "bob@example.org", "phoneNumber": "+15555550101"])
            let body = row.body.mapValues { value -> any Sendable in
                switch value as? String {
                case "$token": ada["idToken"]
                case "$uid": ada["localId"]
                default: value
                }
            }
            let reply = try await emulator.inProject(row.call, body)
            #expect(reply.message == row.refusal && reply.status.code == row.status, "\(reply.text)")
        }
    }

    @Test(arguments: [(240, false), (300, true), (1_209_600, true), (1_209_601, false), (0, true)])
    func aSessionCookieLastsFromFiveMinutesToTwoWeeks(_ seconds: Int, _ isPossible: Bool) async throws {
        try await EmulatorCaller.run { emulator in
            let path = "v1/projects/\(EmulatorCaller.project):createSessionCookie"
            let none = try await emulator.owner(path, ["validDuration": 1])
            #expect(none.message == "MISSING_ID_TOKEN")
            let token = try await emulator.signUp()["idToken"]
            let cookie = try await emulator.owner(path, ["idToken": token, "validDuration": String(seconds)])
            #expect(isPossible ? cookie["sessionCookie"] != nil : cookie.message == "INVALID_DURATION", "\(cookie.text)")
        }
    }

    @Test func credentialsOfNonOwnersAreRefused() async throws {
        try await EmulatorCaller.run { emulator in
            let path = "/v1/projects/\(EmulatorCaller.project)/accounts:lookup"
            for token in ["owner", "OWNER", "ya29.x"] {
                #expect(try await emulator.send(.post, path, [:], token: token).status == .ok, "\(token)")
            }
            for token in ["somebody", "YA29.x"] {
                let refused = try await emulator.send(.post, path, [:], token: token)
                let error = try #require(refused.json["error"] as? [String: Any])
                #expect(refused.status == .unauthorized && error["status"] as? String == "UNAUTHENTICATED", "\(refused.text)")
                let item = try #require((error["errors"] as? [[String: String]])?.first)
                #expect(item["message"] == "Invalid Credentials" && item["reason"] == "authError" && item["location"] == "Authorization")
            }
        }
    }

    @Test(arguments: [
        ("v1/accounts:signInWithGameCenter?key=any", false), ("v1/accounts:issueSamlResponse?key=any", false),
        ("v2/accounts:revokeToken?key=any", false), ("v2/projects/demo-latchkey/identityPlatform:initializeAuth", true),
        ("v2/projects/demo-latchkey/tenants/t:getIamPolicy", true),
    ])
    func unimplementedCallsAreReported(_ path: String, _ asOwner: Bool) async throws {
        try await EmulatorCaller.run { emulator in
            let reply = try await emulator.send(.post, "/" + path, [:], token: asOwner ? "owner" : nil)
            let error = try #require(reply.json["error"] as? [String: Any])
            #expect(reply.status.code == 501 && error["status"] as? String == "NOT_IMPLEMENTED", "\(reply.text)")
            #expect((error["errors"] as? [[String: String]])?.first?["reason"] == "unimplemented")
        }
    }
}
