import Testing

@testable import LatchkeyOAuth

@Suite struct JSONMemberTests {
    static let rows: [(json: String, member: String?)] = [
        (#"{"data":{"id":"1"}}"#, #"{"id":"1"}"#),
        (#" { "a" : [1,{"data":2}], "data" : {"n": 1.50e+3 } }"#, #"{"n": 1.50e+3 }"#),
        (#"{"a":"\"data\":{","data":{"t":"}{\\\"]"}}"#, #"{"t":"}{\\\"]"}"#),
        (#"{"data":12345678901234567890}"#, "12345678901234567890"),
        (#"{"data":"x","data":"y"}"#, #""x""#),
        (#"{"meta":{"data":1}}"#, nil),
        (#"{}"#, nil), ("", nil), ("[]", nil), (#"{"data""#, nil), (#"{"data":"#, nil), (#"{"data":{"#, nil), (#"{"data":"x"#, nil),
        (#"{"x\"#, nil), ("{1:2}", nil),
    ]

    @Test(arguments: rows) func cuts(_ row: (json: String, member: String?)) {
        let found = JSONMember.named("data", in: Array(row.json.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(found == row.member)
    }
}
