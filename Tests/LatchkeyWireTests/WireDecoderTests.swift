import LatchkeyWire
import Testing

private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try WireDecoder.decode(type, from: Array(json.utf8))
}

@Suite struct WireDecoderTests {
    struct Lenient: Sendable, CustomTestStringConvertible {
        let sentence: String
        let json: String
        let expected: UpdateRequest
        var testDescription: String { sentence }
    }

    @Test(arguments: [
        Lenient(
            sentence: "camelCase names", json: #"{"idToken":"t","displayName":"Ann"}"#,
            expected: UpdateRequest(idToken: "t", displayName: "Ann")),
        Lenient(
            sentence: "snake_case names", json: #"{"id_token":"t","display_name":"Ann"}"#,
            expected: UpdateRequest(idToken: "t", displayName: "Ann")),
        Lenient(
            sentence: "snake_case at depth", json: #"{"mfa":{"enrollments":[{"mfa_enrollment_id":"e"}]}}"#,
            expected: UpdateRequest(mfa: MfaEnrollments(enrollments: [MfaEnrollment(mfaEnrollmentId: "e")]))),
        Lenient(
            sentence: "null beside another spelling is absent", json: #"{"id_token":null,"idToken":"b"}"#,
            expected: UpdateRequest(idToken: "b")),
        Lenient(
            sentence: "a number where a string is expected", json: #"{"validSince":1700000000,"createdAt":1.5e12}"#,
            expected: UpdateRequest(createdAt: "1500000000000", validSince: "1700000000")),
        Lenient(
            sentence: "null is absent", json: #"{"displayName":null,"mfa":null,"emailVerified":null}"#,
            expected: UpdateRequest()),
        Lenient(
            sentence: "an empty text is not absent", json: #"{"displayName":""}"#,
            expected: UpdateRequest(displayName: "")),
        Lenient(
            sentence: "unknown members are ignored", json: #"{"nobody":{"knows":[1,2]},"email":"a@example.com"}"#,
            expected: UpdateRequest(email: "a@example.com")),
        Lenient(
            sentence: "values of a list by name and by number", json: #"{"deleteAttribute":["EMAIL",2,"NEW_ONE"]}"#,
            expected: UpdateRequest(
                deleteAttribute: [.email, .displayName, AccountAttribute(rawValue: "NEW_ONE")])),
        Lenient(
            sentence: "texts of flags", json: #"{"emailVerified":"true","disableUser":false}"#,
            expected: UpdateRequest(emailVerified: true, disableUser: false)),
    ])
    func acceptsGooglesSpellings(_ row: Lenient) throws {
        #expect(try read(UpdateRequest.self, row.json) == row.expected)
    }

    @Test func emptyBodyIsAnEmptyObject() throws {
        #expect(try read(SignUpRequest.self, "") == SignUpRequest())
    }

    @Test func keysOfMapsStayAsTheyCame() throws {
        let request = try read(
            CreateAuthUriRequest.self,
            #"{"custom_parameter":{"force_login":true,"screen_name":"ann","n":3}}"#
                .replacing("true", with: "\"true\""))
        #expect(request.customParameter == ["force_login": "true", "screen_name": "ann", "n": "3"])
    }

    @Test func keysOfMapsDifferBySpelling() throws {
        let request = try read(CreateAuthUriRequest.self, #"{"customParameter":{"a_b":"1","aB":"2"}}"#)
        #expect(request.customParameter == ["a_b": "1", "aB": "2"])
    }

    @Test func lastMemberCountsInTheEmulator() throws {
        let request = try WireDecoder.$repeatedMembers.withValue(.lastCounts) {
            try read(UpdateRequest.self, #"{"email":"a","email":"b","display_name":"c","displayName":"d"}"#)
        }
        #expect(request == UpdateRequest(email: "b", displayName: "d"))
    }

    @Test func aParameterOfAFormAppearsOnce() {
        let error = #expect(throws: WireDecodingError.self) {
            try WireDecoder.decode(TokenRequest.self, fromForm: Array("grant_type=refresh_token&refresh_token=a&refresh%5Ftoken=b".utf8))
        }
        #expect(error?.message == "Invalid JSON payload received. /refresh_token appears more than once.")
    }

    @Test func digitsStandForANumber() throws {
        #expect(try read(SignInWithIdpReply.self, #"{"oauthExpireIn":"3600"}"#).oauthExpireIn == 3600)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let json: String
        let kind: WireDecodingError.Kind
        let message: String
        var testDescription: String { message }
        init(_ json: String, _ kind: WireDecodingError.Kind, _ rest: String) {
            self.json = json
            self.kind = kind
            message = "Invalid JSON payload received. " + rest
        }
    }

    @Test(arguments: [
        Wrong(#"{"email":{}}"#, .field, "/email must be a string."),
        Wrong(#"{"email":true}"#, .field, "/email must be a string."),
        Wrong(#"{"email":["a@example.com"]}"#, .field, "/email must be a string."),
        Wrong(#"{"email_verified":1}"#, .field, "/emailVerified must be true or false."),
        Wrong(#"{"deleteProvider":"password"}"#, .field, "/deleteProvider must be an array."),
        Wrong(#"{"deleteProvider":["password",null]}"#, .field, "/deleteProvider/1 must be a string."),
        Wrong(#"{"mfa":{"enrollments":[{},{"phoneInfo":[]}]}}"#, .field, "/mfa/enrollments/1/phoneInfo must be a string."),
        Wrong(#"{"mfa":[]}"#, .field, "/mfa must be an object."),
        Wrong(#"{"email":"a","email":"b"}"#, .field, "/email appears more than once."),
        Wrong(#"{"email":"a","\u0065mail":"a"}"#, .field, "/email appears more than once."),
        Wrong(#"{"email":null,"email":"b"}"#, .field, "/email appears more than once."),
        Wrong(#"{"mfa":{"enrollments":[{},{"a":1,"a":1}]}}"#, .field, "/mfa/enrollments/1/a appears more than once."),
        Wrong(#"{"id_token":"a","idToken":"b"}"#, .field, "/idToken appears more than once."),
        Wrong(#"{"id_token":"a","id__token":"b"}"#, .field, "/idToken appears more than once."),
        Wrong(
            #"{"mfa":{"enrollments":[{"phone_info":"a","phoneInfo":"a"}]}}"#, .field,
            "/mfa/enrollments/0/phoneInfo appears more than once."),
        Wrong(#"[]"#, .field, "The body must be an object."),
        Wrong(#""text""#, .field, "The body must be an object."),
        Wrong(#"{"email":"#, .syntax, "The body is not valid JSON."),
        Wrong(#"{"email":"a"}}"#, .syntax, "The body is not valid JSON."),
        Wrong(#"email=a"#, .syntax, "The body is not valid JSON."),
        Wrong(
            #"{"x":"# + String(repeating: "[", count: 32) + String(repeating: "]", count: 32) + "}", .limit,
            "The body is nested deeper than 32 levels."),
        Wrong(String(repeating: "[", count: 100_000), .limit, "The body is nested deeper than 32 levels."),
    ])
    func errorsNameTheirLocation(_ row: Wrong) {
        let error = #expect(throws: WireDecodingError.self) { try read(UpdateRequest.self, row.json) }
        #expect(error?.message == row.message)
        #expect(error?.kind == row.kind)
    }

    @Test func bracketsInsideStringsDoNotNest() throws {
        let text = String(repeating: "[{", count: 100) + "\\\""
        #expect(try read(SignUpRequest.self, #"{"displayName":"\#(text)"}"#).displayName?.count == 201)
    }

    @Test func thirtyTwoLevelsAreAllowed() throws {
        let json = #"{"x":"# + String(repeating: "[", count: 31) + String(repeating: "]", count: 31) + "}"
        #expect(try read(SignUpRequest.self, json) == SignUpRequest())
    }

    @Test func rejectsOversizedBodies() {
        let bytes = Array(#"{"email":"a@example.com"}"#.utf8)
        let error = #expect(throws: WireDecodingError.self) {
            try WireDecoder.decode(SignUpRequest.self, from: bytes, maxBytes: bytes.count - 1)
        }
        #expect(error?.kind == .limit)
        #expect(throws: Never.self) {
            try WireDecoder.decode(SignUpRequest.self, from: bytes, maxBytes: bytes.count)
        }
    }

    @Test func refusesBytesThatAreNotText() {
        #expect(throws: WireDecodingError.self) {
            try WireDecoder.decode(SignUpRequest.self, from: Array("{\"email\":\"".utf8) + [0xff, 0xfe] + Array("\"}".utf8))
        }
    }

    @Test(arguments: [
        "grant_type=refresh_token&refresh_token=a%2Bb%20c", "grantType=refresh_token&refreshToken=a%2Bb+c",
        "grant_type=refresh_token&refreshToken=a%2Bb+c",
    ])
    func readsTheTokenForm(_ form: String) throws {
        let request = try WireDecoder.decode(TokenRequest.self, fromForm: Array(form.utf8))
        #expect(request == TokenRequest(grantType: "refresh_token", refreshToken: "a+b c"))
    }

    @Test func refusesABrokenForm() {
        let error = #expect(throws: WireDecodingError.self) {
            try WireDecoder.decode(TokenRequest.self, fromForm: Array("refresh_token=%zz".utf8))
        }
        #expect(error?.kind == .syntax)
    }
}
