// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct BoundedStoreTests {
    @Test func theOldestGoes() {
        var store = BoundedStore<String, Int>(capacity: 2)
        #expect(store.insert(1, for: "a") == nil)
        #expect(store.insert(2, for: "b") == nil)
        #expect(store.insert(3, for: "c") == 1)
        #expect(store["a"] == nil && store["b"] == 2 && store["c"] == 3 && store.count == 2)
    }

    @Test func replacingMakesAValueNew() {
        var store = BoundedStore<String, Int>(capacity: 2)
        store.insert(1, for: "a")
        store.insert(2, for: "b")
        #expect(store.insert(10, for: "a") == nil)
        #expect(store.insert(3, for: "c") == 2)
        #expect(store["a"] == 10)
    }

    @Test func removedValuesDoNotCount() {
        var store = BoundedStore<String, Int>(capacity: 2)
        store.insert(1, for: "a")
        store.insert(2, for: "b")
        #expect(store.remove("a") == 1)
        #expect(store.insert(3, for: "c") == nil)
        #expect(store.insert(4, for: "a") == 2)
        store.update("a") { $0 += 1 }
        #expect(store["a"] == 5)
        #expect(store.count == 2)
    }

    @Test func itStaysSmallOverManyInsertions() {
        var store = BoundedStore<Int, Int>(capacity: 10)
        for number in 0..<10_000 { store.insert(number, for: number % 37) }
        #expect(store.count == 10)
        #expect(Set(store.values) == Set(9990..<10_000))
    }
}

@Suite struct NonceRegisterTests {
    @Test func aNonceIsForgottenAfterTwiceTheWindow() {
        var register = NonceRegister(windowSeconds: 300)
        let start = Date(timeIntervalSince1970: 1000)
        func use(after seconds: Double) -> NonceRegister.Verdict {
            register.use(
                nonce: "n", timestamp: "1", consumerKey: "c", token: nil, now: start.addingTimeInterval(seconds))
        }
        #expect(use(after: 0) == .accepted)
        #expect(use(after: 600) == .used)
        #expect(use(after: 601) == .accepted)
    }

    @Test func partsCannotBeShiftedIntoEachOther() {
        var register = NonceRegister(windowSeconds: 300)
        let now = Date(timeIntervalSince1970: 1000)
        #expect(register.use(nonce: "b", timestamp: "1", consumerKey: "c", token: "a", now: now) == .accepted)
        #expect(register.use(nonce: "b", timestamp: "1", consumerKey: "ca", token: nil, now: now) == .accepted)
    }

    @Test func aFullRegisterRefuses() {
        var register = NonceRegister(windowSeconds: 300, maxNonces: 50)
        let now = Date(timeIntervalSince1970: 1000)
        for number in 0..<50 {
            _ = register.use(nonce: String(number), timestamp: "1", consumerKey: "c", token: nil, now: now)
        }
        #expect(register.use(nonce: "more", timestamp: "1", consumerKey: "c", token: nil, now: now) == .full)
        #expect(
            register.use(nonce: "more", timestamp: "1", consumerKey: "c", token: nil, now: now.addingTimeInterval(601))
                == .accepted)
    }
}

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

    /// Registered callback, asked callback, whether any loopback port will do, and the two verdicts.
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
    func rule(_ registered: String, _ asked: String, _ anyPort: Bool, twitter: Bool, github: Bool) throws {
        var app = SandboxApp.twitter
        app.callbacks = [registered]
        app.allowsAnyLoopbackPort = anyPort
        let address = try #require(CallbackAddress(asked))
        #expect(CallbackRule.twitterAccepts(address, for: app) == twitter)
        #expect(CallbackRule.gitHubAccepts(address, for: app) == github)
    }
}

@Suite struct AuthorityTests {
    @Test(arguments: ["localhost", "LOCALHOST:80", "127.0.0.1", "127.9.9.9:1", "[::1]:443"])
    func loopback(_ text: String) throws {
        #expect(try #require(Authority(text)).isLoopback)
    }

    @Test(arguments: ["localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "[::2]", "0.0.0.0", "127.0.0.256"])
    func notLoopback(_ text: String) throws {
        #expect(try !#require(Authority(text)).isLoopback)
    }

    @Test(arguments: ["", ":80", "a@b", "a:b:c", "a/b", "[::1", "a:99999", "host name"]) func malformed(_ text: String) {
        #expect(Authority(text) == nil)
    }

    @Test func onlyOwnAndConfiguredAddressesCanBeSignedFor() throws {
        let origins = SigningOrigins(SandboxConfiguration(publicAddresses: ["https://api.twitter.com"]))
        #expect(
            origins.candidates(for: try #require(PublicAddress("http://127.0.0.1:9100")))
                == ["http://127.0.0.1:9100", "https://api.twitter.com"])
        #expect(
            origins.candidates(for: try #require(PublicAddress("https://api.twitter.com"))) == ["https://api.twitter.com"])
        #expect(
            origins.candidates(for: try #require(PublicAddress("https://stranger.example"))) == ["https://api.twitter.com"])
    }
}

@Suite struct ScopeTests {
    @Test(arguments: [
        ("", ""), ("user:email", "user:email"), ("user user:email", "user"), ("user:email,read:user", "read:user,user:email"),
        ("repo  public_repo", "repo"), ("gist gist", "gist"),
    ])
    func list(_ text: String, _ expected: String) throws {
        #expect(try #require(GitHubScope.list(text)).commaSeparated == expected)
    }

    @Test(arguments: ["everything", "USER", "user;repo"]) func unknown(_ text: String) {
        #expect(GitHubScope.list(text) == nil)
    }
}

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov 06 08:49:37 +0000 1994", "1994-11-06T08:49:37Z"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT", "Thu Jan 01 00:00:00 +0000 1970", "1970-01-01T00:00:00Z"),
            (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT", "Thu Feb 29 12:34:56 +0000 2024", "2024-02-29T12:34:56Z"),
        ] as [(Double, String, String, String)])
    func formats(_ seconds: Double, _ http: String, _ twitter: String, _ github: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.httpDate == http && date.twitterDate == twitter && date.gitHubDate == github)
    }
}

@Suite struct TemplateTests {
    @Test func nothingIsInsertedUnescaped() {
        #expect(Templates.sources.count >= 10)
        for source in Templates.sources {
            #expect(!source.contains("{{{") && !source.contains("{{&"))
        }
    }

    @Test func noPageNamesAProvidersLook() {
        #expect(!Templates.sources.joined().contains("onclick") && !Stylesheet.text.contains("url("))
    }
}

@Suite struct ProofKeyTests {
    @Test func theKnownAnswerOfTheSpecification() {
        #expect(PKCEVerifier.challenge(for: TestSandbox.verifier) == TestSandbox.challenge)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 43), true),
        (String(repeating: "~", count: 128), true), (String(repeating: "a", count: 129), false),
        (String(repeating: "a", count: 43) + "+", false),
    ])
    func theFormOfAVerifier(_ verifier: String, _ isValid: Bool) {
        #expect(PKCEVerifier.isValid(verifier) == isValid)
    }
}

@Suite struct PeopleTests {
    @Test func theSeedsAreConsistent() throws {
        var register = PeopleRegister([])
        for person in SandboxPerson.seeds { try register.add(person) }
        #expect(SandboxPerson.seeds.contains { ($0.twitter?.id ?? 0) > 1 << 53 })
        let ada = try #require(register["ada"])
        #expect(ada.twitter?.email == ada.github?.emails.first?.address)
    }

    @Test func aSandboxTakesAThousandPeople() throws {
        var register = PeopleRegister((1...998).map { SandboxPerson(key: "again\($0)", name: "Again") })
        #expect(try register.add(NewSandboxPerson(name: "Again")).key == "again")
        #expect(try register.add(NewSandboxPerson(name: "Again")).key == "again999")
        #expect(throws: SandboxError(.full, "")) { try register.add(NewSandboxPerson(name: "Again")) }
    }
}
