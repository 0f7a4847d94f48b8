import LatchkeyOAuth
import Testing

@Suite struct AuthorizationHeaderTests {
    struct Readable: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let expected: Parameters
        var testDescription: String { name }
    }

    static let readable: [Readable] = [
        .init(name: "the form that we write", text: #"OAuth a="1", b="2""#, expected: ["a": "1", "b": "2"]),
        .init(name: "the scheme in any letter case", text: #"oAuTh a="1""#, expected: ["a": "1"]),
        .init(name: "no blanks at all", text: #"OAuth a="1",b="2""#, expected: ["a": "1", "b": "2"]),
        .init(
            name: "blanks and tabs around commas and at the end", text: "OAuth   a=\"1\" \t,\t b=\"2\"  ", expected: ["a": "1", "b": "2"]),
        .init(name: "an empty value", text: #"OAuth realm="",oauth_token="""#, expected: ["realm": "", "oauth_token": ""]),
        .init(name: "escapes are decoded and plus stays plus", text: #"OAuth a="x%20y+z%2C%22""#, expected: ["a": "x y+z,\""]),
        .init(name: "escaped names", text: #"OAuth a%5Fb="1""#, expected: ["a_b": "1"]),
        .init(name: "an equals sign in a value, as sloppy clients leave in signatures", text: #"OAuth a="x=""#, expected: ["a": "x="]),
    ]

    @Test(arguments: readable) func reads(_ row: Readable) throws {
        let header = try OAuth1AuthorizationHeader(parsing: row.text)
        #expect(header.parameters == row.expected)
        #expect(try OAuth1AuthorizationHeader(parsing: header.text) == header)
    }

    static let unreadable: [(name: String, text: String)] = [
        ("nothing", ""),
        ("the scheme alone", "OAuth"),
        ("the scheme and blanks", "OAuth   "),
        ("another scheme", "Bearer abc"),
        ("a scheme that begins alike", #"OAuth2 a="1""#),
        ("no quotes", "OAuth a=1"),
        ("single quotes", "OAuth a='1'"),
        ("a quote that is not closed", #"OAuth a="1"#),
        ("no equals sign", #"OAuth a"1""#),
        ("a blank before the equals sign", #"OAuth a ="1""#),
        ("a blank after the equals sign", #"OAuth a= "1""#),
        ("no comma", #"OAuth a="1" b="2""#),
        ("a semicolon", #"OAuth a="1"; b="2""#),
        ("two commas", #"OAuth a="1",,b="2""#),
        ("a comma at the end", #"OAuth a="1","#),
        ("a comma at the beginning", #"OAuth ,a="1""#),
        ("a name twice", #"OAuth a="1", b="2", a="1""#),
        ("a name twice, once escaped", #"OAuth a_b="1", a%5Fb="1""#),
        ("an empty name", #"OAuth ="1""#),
        ("a broken escape", #"OAuth a="%2""#),
        ("an escape that is not hexadecimal", #"OAuth a="%2g""#),
        ("bytes that are not UTF-8", #"OAuth a="%FF""#),
        ("a raw letter beyond ASCII", "OAuth a=\"\u{E9}\""),
        ("a raw blank in a value", #"OAuth a="x y""#),
        ("a raw comma in a value", #"OAuth a="x,y""#),
        ("a line break between pairs", "OAuth a=\"1\",\r\n b=\"2\""),
        ("a backslash escape", #"OAuth a="x\"y""#),
    ]

    @Test(arguments: unreadable) func refuses(_ row: (name: String, text: String)) {
        let error = oauthError { try OAuth1AuthorizationHeader(parsing: row.text) }
        #expect(error?.code == .malformedHeader, "\(row.name)")
        #expect(error?.hint != nil)
    }

    @Test func rejectsHeadersOverTheLengthLimit() {
        let long = #"OAuth a=""# + String(repeating: "x", count: OAuth1AuthorizationHeader.maxBytes) + "\""
        #expect(oauthError { try OAuth1AuthorizationHeader(parsing: long) }?.code == .malformedHeader)
    }

    @Test func namesTheFault() {
        let error = oauthError { try OAuth1AuthorizationHeader(parsing: #"OAuth oauth_nonce="1", oauth_nonce="2""#) }
        #expect(error?.detail.contains("oauth_nonce appears twice") == true)
    }
}
