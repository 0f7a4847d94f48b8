import HTTPTypes
import LatchkeyOAuth
import Testing

@Suite struct BaseURITests {
    static let knownAnswers: [(url: String, base: String)] = [
        ("http://EXAMPLE.COM:80/r v/X?id=123", "http://example.com/r%20v/X"),
        ("https://www.example.net:8080/?q=1", "https://www.example.net:8080/"),
        ("http://h:443/", "http://h:443/"),
        ("https://h:80/", "https://h:80/"),
        ("https://h:443/", "https://h/"),
        ("http://h:/", "http://h/"),
        ("http://h:0080/", "http://h/"),
        ("HTTPS://API.Twitter.com", "https://api.twitter.com/"),
        ("https://[123:db8:fd00:1000::5]:13000", "https://[123:db8:fd00:1000::5]:13000/"),
        ("https://[::1]:443/x", "https://[::1]/x"),
        ("https://h?a=1", "https://h/"),
        ("https://h#f", "https://h/"),
        ("https://h/p#f?x", "https://h/p"),
        ("https://h/%7Euser/a%2Fb", "https://h/%7Euser/a%2Fb"),
        ("https://h/\u{E9}", "https://h/%C3%A9"),
        ("https://h/\u{338}", "https://h/%CC%B8"),
        ("https://h/a?redirect=https://other.example/", "https://h/a"),
    ]

    @Test(arguments: knownAnswers) func knownAnswer(_ row: (url: String, base: String)) throws {
        #expect(try OAuth1BaseString.baseURI(row.url) == row.base)
    }

    @Test(arguments: [
        "", "example.com", "//example.com/", "example.com:80/", "https:/example.com", "ftp://example.com/", "http://", "http:///path",
        "http://:80/", "http://h:0/", "http://h:65536/", "http://h:port/", "http://h:-1/", "http://h:8 0/", "http://user@h/",
        "http://user:password@h/", "http://h\\evil/", "http://h h/", "http://\u{E9}.example/", "http://[::1/", "http://[]/",
        "http://[::1]x/", "http://[g::]/", "http://a:1:2/", "http://%41/",
    ])
    func refuses(_ url: String) {
        let error = oauthError { try OAuth1BaseString.baseURI(url) }
        #expect(error?.code == .invalidURL)
        #expect(error?.hint != nil)
        #expect(oauthError { try ProviderRequest(method: .get, url: url) }?.code == .invalidURL)
    }

    @Test func rejectsURLsOverTheLengthLimit() throws {
        let base = "https://h/"
        #expect(try OAuth1BaseString.baseURI(base + String(repeating: "a", count: 8192 - base.utf8.count)).utf8.count == 8192)
        #expect(oauthError { try OAuth1BaseString.baseURI(base + String(repeating: "a", count: 8193)) }?.code == .invalidURL)
    }

    @Test func aRequestKeepsPathAndQueryAndDropsTheFragment() throws {
        let request = try ProviderRequest(method: .get, url: "HTTPS://API.example.com:443/a b?q=\u{E9}&r=%20#top")
        #expect(request.url == "https://api.example.com/a%20b?q=%C3%A9&r=%20")
        #expect(request.head.authority == "api.example.com")
        #expect(request.head.path == "/a%20b?q=%C3%A9&r=%20")
    }
}
