import LatchkeyIdentity
import Testing

/// Origins are what redirect targets and callers are compared by, so a URL that browsers could read differently has none.
@Suite struct WebOriginTests {
    @Test(arguments: [
        ("https://app.example.org/a?b#c", "https://app.example.org"), ("HTTPS://App.Example.org", "https://app.example.org"),
        ("https://app.example.org:443/", "https://app.example.org"), ("http://app.example.org:80", "http://app.example.org"),
        ("http://localhost:5173/x", "http://localhost:5173"), ("http://[::1]:8080/", "http://[::1]:8080"),
        ("https://app.example.org?next=https://evil.example", "https://app.example.org"),
    ])
    func serializesAsBrowsersDo(_ url: String, _ origin: String) {
        #expect(WebOrigin(url)?.text == origin)
    }

    @Test(arguments: [
        "", "app.example.org", "//app.example.org", "javascript:alert(1)", "ftp://app.example.org", "https://", "https:///path",
        "https://user@app.example.org", "https://app.example.org@evil.example", "https://app.example.org\\@evil.example",
        "https:\\\\app.example.org", "https://app.example.org%2eevil.example", "https://app.exämple.org", "https://app example.org",
        "https://app.example.org\u{0}", "https://app.example.org:0", "https://app.example.org:65536", "https://app.example.org:+80",
        "https://app.example.org:80:80", "https://app_1.example.org", "https://[::1", "https://[::1]x",
    ])
    func rejectsAmbiguousURLs(_ url: String) {
        #expect(WebOrigin(url) == nil)
    }

    @Test(arguments: [
        ("https://app.example.org", true), ("https://app.example.org:8443", true), ("http://app.example.org", false),
        ("https://example.org", false), ("https://evil.app.example.org", false), ("http://localhost:3000", true),
        ("http://127.0.0.1:3000", false),
    ])
    func isAuthorizedByExactHostNames(_ url: String, _ expected: Bool) {
        #expect(WebOrigin(url)?.isAuthorized(by: ["App.example.org", "localhost"]) == expected)
    }
}
