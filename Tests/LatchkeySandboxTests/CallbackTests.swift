import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct CallbackTests {
    @Test(arguments: [
        "", "callback", "/callback", "//127.0.0.1/callback", "http:/127.0.0.1/", "http:///callback", "http://a b/",
        "http://user@127.0.0.1/", "http://127.0.0.1\\@evil.example/", "http://127.0.0.1/#fragment", "http://127.0.0.1:0/",
        "http://127.0.0.1:65536/", "http://127.0.0.1:x/", "http://127.0.0.1:/", "http://[::1/", "http://127.0.0.1/\u{0A}",
        "http://127.0.0.1/a/../b", "http://127.0.0.1/a/%2e%2E/b", "javascript://x/%0aalert(1)", "data://x", "http://é.example/",
        "1http://x/", "http://[::1]evil.example/",
    ])
    func hostileOrMalformed(_ address: String) {
        #expect(CallbackAddress(address) == nil)
    }

    @Test func partsAreRead() throws {
        let address = try #require(CallbackAddress("HTTP://LocalHost:8080/A/b?x=1"))
        #expect(address.scheme == "http" && address.host == "localhost" && address.port == 8080 && address.path == "/A/b")
        #expect(try #require(CallbackAddress("https://example.org")).port == 443)
        let custom = try #require(CallbackAddress("com.example.app://done"))
        #expect(custom.scheme == "com.example.app" && custom.host == "done" && custom.path == "")
    }

    /// Registered callback, requested callback, whether any loopback port is allowed, and the two results.
    static let rules: [(String, String, Bool, twitter: Bool, github: Bool)] = [
        ("http://example.com/path", "http://example.com/path", false, true, true),
        ("http://example.com/path", "http://example.com/path?x=1", false, true, true),
        ("http://example.com/path", "http://example.com/path/sub/other", false, false, true),
        ("http://example.com/path", "http://oauth.example.com/path", false, false, true),
        ("http://example.com/path", "http://oauth.example.com/path/sub", false, false, true),
        ("http://example.com/path", "http://example.com/bar", false, false, false),
        ("http://example.com/path", "http://example.com/", false, false, false),
        ("http://example.com/path", "http://example.com/pathology", false, false, false),
        ("http://example.com/path", "http://example.com:8080/path", true, false, false),
        ("http://example.com/path", "http://oauth.example.com:8080/path", false, false, false),
        ("http://example.com/path", "http://example.org/path", false, false, false),
        ("http://example.com/path", "http://evilexample.com/path", false, false, false),
        ("http://example.com/path", "https://example.com/path", false, false, false),
        ("http://127.0.0.1/path", "http://127.0.0.1:1234/path", false, false, true),
        ("http://127.0.0.1/path", "http://127.0.0.1:1234/path", true, true, true),
        ("http://[::1]/path", "http://[::1]:1234/path", false, false, true),
        ("http://localhost/path", "http://localhost:1234/path", false, false, false),
        ("http://localhost/path", "http://localhost:1234/path", true, true, true),
        ("http://localhost/path", "http://evil.localhost/path", true, false, false),
        ("http://127.0.0.1/path", "http://localhost/path", true, false, false),
        ("twittersdk://", "twittersdk://", false, true, true),
        ("twittersdk://", "twittersdk://?x=1", false, true, true),
        ("twittersdk://", "othersdk://", false, false, false),
    ]

    @Test(arguments: rules)
    func rule(_ registered: String, _ received: String, _ anyPort: Bool, twitter: Bool, github: Bool) throws {
        var app = SandboxApp.twitter
        app.callbacks = [registered]
        app.allowsAnyLoopbackPort = anyPort
        let address = try #require(CallbackAddress(received))
        #expect(CallbackRule.twitterAccepts(address, for: app) == twitter)
        #expect(CallbackRule.gitHubAccepts(address, for: app) == github)
    }
}
