import HTTPTypes
import LatchkeyOAuth
import Testing

@Suite struct ProviderErrorBodyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var type = ""
        let body: String
        let expected: ProviderErrorBody?
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        .init(
            name: "Twitter's list", body: #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#,
            expected: .init(number: 32, message: "Could not authenticate you.")),
        .init(
            name: "Twitter's list, the first of several", body: #"{"errors":[{"message":"a","code":89},{"code":32,"message":"b"}]}"#,
            expected: .init(number: 89, message: "a")),
        .init(name: "a quoted number", body: #"{"errors":[{"code":"415","message":"m"}]}"#, expected: .init(number: 415, message: "m")),
        .init(
            name: "a text instead of a list", body: #"{"errors":"Desktop applications only support oob"}"#,
            expected: .init(message: "Desktop applications only support oob")),
        .init(name: "a list of texts", body: #"{"errors":["one","two"]}"#, expected: .init(message: "one")),
        .init(
            name: "Twitter's oldest form", body: #"{"error":"Could not authenticate you.","request":"/1/x.json"}"#,
            expected: .init(message: "Could not authenticate you.")),
        .init(
            name: "OAuth 2.0", body: #"{"error":"bad_verification_code","error_description":"d","error_uri":"u"}"#,
            expected: .init(word: "bad_verification_code", message: "d")),
        .init(
            name: "GitHub's REST API", body: #"{"message":"Bad credentials","documentation_url":"u","status":"401"}"#,
            expected: .init(message: "Bad credentials")),
        .init(
            name: "GitHub's validation", body: #"{"message":"Validation Failed","errors":[{"resource":"X","field":"f","code":"invalid"}]}"#,
            expected: .init(message: "Validation Failed")),
        .init(
            name: "a problem document", body: #"{"title":"Forbidden","detail":"d","type":"about:blank","status":403}"#,
            expected: .init(message: "d")),
        .init(
            name: "a problem document with a reason", body: #"{"title":"Client Forbidden","reason":"client-not-enrolled","status":403}"#,
            expected: .init(word: "client-not-enrolled", message: "Client Forbidden")),
        .init(name: "an object under error", body: #"{"error":{"code":17,"message":"m"}}"#, expected: .init(number: 17, message: "m")),
        .init(
            name: "XML with a code",
            body:
                #"<?xml version="1.0" encoding="UTF-8"?><errors><error code="415">Callback URL not approved for this client application. Approved callback URLs can be adjusted in your application settings</error></errors>"#,
            expected: .init(
                number: 415,
                message:
                    "Callback URL not approved for this client application. Approved callback URLs can be adjusted in your application settings"
            )),
        .init(
            name: "XML in lines, with single quotes",
            body: "<errors>\n  <error lang='en' code='32'>A &amp; B &lt;3 &nbsp;</error>\n</errors>",
            expected: .init(number: 32, message: "A & B <3 &nbsp;")),
        .init(
            name: "Twitter's oldest XML", body: "<hash><error>Invalid / used nonce</error><request>/x</request></hash>",
            expected: .init(message: "Invalid / used nonce")),
        .init(
            name: "a form with a problem", type: "application/x-www-form-urlencoded",
            body: "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1-2&oauth_problem_advice=Set%20your%20clock",
            expected: .init(word: "timestamp_refused", message: "Set your clock")),
        .init(
            name: "a form with an error", body: "error=slow_down&error_description=wait+a+bit",
            expected: .init(word: "slow_down", message: "wait a bit")),
        .init(
            name: "plain text", type: "text/html; charset=utf-8", body: "Failed to validate oauth signature and token",
            expected: .init(message: "Failed to validate oauth signature and token")),
        .init(name: "a web page", type: "text/html", body: "<!DOCTYPE html><html><body>errors happen</body></html>", expected: nil),
        .init(name: "a web page about errors", type: "text/html", body: "<html><errorpage>x</errorpage></html>", expected: nil),
        .init(name: "JSON without an error", body: #"{"id":1,"name":"Ada"}"#, expected: nil),
        .init(name: "JSON of the wrong types", body: #"{"errors":5,"error":[],"message":{},"title":null}"#, expected: nil),
        .init(name: "an empty list", body: #"{"errors":[]}"#, expected: nil),
        .init(name: "a JSON list", body: "[1,2]", expected: nil),
        .init(name: "broken JSON", body: #"{"errors":[{"code":32"#, expected: nil),
        .init(name: "a form without an error may hold tokens", body: "oauth_token=t&oauth_token_secret=s", expected: nil),
        .init(name: "another type may hold anything", type: "application/octet-stream", body: "abc", expected: nil),
        .init(name: "nothing", body: "", expected: nil),
        .init(name: "blanks", body: " \r\n\t", expected: nil),
    ]

    @Test(arguments: rows) func reads(_ row: Row) {
        let fields: HTTPFields = row.type.isEmpty ? [:] : [.contentType: row.type]
        #expect(ProviderErrorBody(reply(.forbidden, row.body, fields)) == row.expected)
    }

    @Test func readsAChallenge() {
        let fields: HTTPFields = [.wwwAuthenticate: #"OAuth realm="x", oauth_problem="token_rejected", oauth_problem_advice="gone""#]
        #expect(ProviderErrorBody(reply(.unauthorized, "", fields)) == .init(word: "token_rejected", message: "gone"))
        #expect(ProviderErrorBody(reply(.unauthorized, "", [.wwwAuthenticate: #"OAuth realm="Twitter API""#])) == nil)
        #expect(ProviderErrorBody(reply(.unauthorized, "", [.wwwAuthenticate: #"Basic realm="x""#])) == nil)
    }

    @Test func rejectsOversizedAndNonUTF8Bodies() {
        let big = #"{"message":"x"}"# + String(repeating: " ", count: ProviderReply.maxBytes)
        #expect(ProviderErrorBody(reply(.forbidden, big)) == nil)
        #expect(ProviderErrorBody(ProviderReply(status: .forbidden, body: [0xFF, 0xFE, 0x41])) == nil)
    }
}
