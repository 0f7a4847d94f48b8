import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

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
