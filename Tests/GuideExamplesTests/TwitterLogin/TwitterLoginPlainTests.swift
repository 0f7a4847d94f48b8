import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Synchronization
import Testing
import TwitterLogin

/// The parts of the tutorial "Twitter Login with SwiftUI" that do not need Twitter.
@Suite struct TwitterLoginPlainTests {
    // S4.1
    @Test func theApplicationIsOneValue() {
        let configuration = TwitterConfiguration(consumerKey: "CK", consumerSecret: "CS")
        #expect(configuration.callback == "twittersdk://")
        #expect(configuration.callbackScheme == "twittersdk")
        #expect(configuration.apiBase == "https://api.twitter.com")
        #expect(!String(reflecting: configuration).contains("CS"), "the secret is not printed")
    }

    // S4.2
    @Test func onlyCallbacksArePassedOn() throws {
        let center = NotificationCenter()
        let seen = SeenAddresses()
        let observer = center.addObserver(forName: .twitterCallback, object: nil, queue: nil) { notification in
            seen.add(notification.object as? URL)
        }
        defer { center.removeObserver(observer) }
        let router = CallbackRouter(scheme: "twittersdk", center: center)
        #expect(!router.open(try #require(URL(string: "https://example.com/?oauth_token=t"))))
        #expect(!router.open(try #require(URL(string: "twittersdk2://?oauth_token=t"))))
        #expect(router.open(try #require(URL(string: "TwitterSDK://?oauth_token=t&oauth_verifier=v"))))
        #expect(seen.all.count == 1)
        #expect(seen.all.first?.hasSuffix("://?oauth_token=t&oauth_verifier=v") == true)
    }

    // S4.2
    @Test(arguments: [
        ("twittersdk://?oauth_token=issued&oauth_verifier=v%2Fw", CallbackReply.verified("v/w")),
        ("twittersdk://?state=s&oauth_token=issued&oauth_verifier=v#", .verified("v")),
        ("http://127.0.0.1:5000/callback?oauth_token=issued&oauth_verifier=v", .verified("v")),
        ("twittersdk://?denied=issued", .denied),
        ("twittersdk://?oauth_token=foreign&oauth_verifier=v", nil),
        ("twittersdk://?denied=foreign", nil),
        ("twittersdk://?oauth_token=issued&oauth_token=foreign&oauth_verifier=v", nil),
        ("twittersdk://?oauth_token=issued&oauth_verifier=v&oauth_verifier=w", nil),
        ("twittersdk://?oauth_token=issued", nil),
        ("twittersdk://?oauth_token=issued&oauth_verifier=", nil),
        ("twittersdk://?oauth_verifier=v", nil),
        ("twittersdk://", nil),
    ])
    func callbackMatchesItsRequestToken(url: String, reply: CallbackReply?) throws {
        let issued = OAuth1Token(token: "issued", secret: "s")
        #expect(CallbackReply(try #require(URL(string: url)), to: issued) == reply)
    }

    // S4.5
    @Test(arguments: [
        ("abcABC123-._~", "abcABC123-._~"), ("%", "%25"), ("+", "%2B"), ("&=*", "%26%3D%2A"), ("\n", "%0A"), (" ", "%20"),
        ("\u{7F}", "%7F"), ("\u{80}", "%C2%80"), ("\u{3001}", "%E3%80%81"), ("\u{1F600}", "%F0%9F%98%80"), ("é", "%C3%A9"),
        ("Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen"), ("Dogs, Cats & Mice", "Dogs%2C%20Cats%20%26%20Mice"),
        ("An encoded string!", "An%20encoded%20string%21"), ("", ""),
    ])
    func encodesAllButUnreservedCharacters(text: String, encoded: String) {
        #expect(text.urlEncoded == encoded)
        #expect(text.urlEncoded == PercentEncoding.encode(text))
    }

    // S4.5
    @Test(arguments: [
        "param1=value1&param2=value2", "a=1&a=2&a=1", "b5=%3D%253D&a3=a&c%40=&a2=r%20b&c2&a3=2+q", "", "&&a=b&", "=v", "a=b=c", "=", "a",
        // Combining accents that attach to the preceding character.
        "a=\u{301}&\u{301}b=+\u{301}",
    ])
    func aQueryIsAListOfPairs(query: String) throws {
        #expect(try query.urlQueryParameters == Parameters(formEncoded: query))
    }

    @Test func aBrokenEscapeIsNotGuessedAt() {
        #expect(throws: TwitterLoginError.malformedQuery) { try "a=%4".urlQueryParameters }
        #expect(throws: TwitterLoginError.malformedQuery) { try "a=%FF".urlQueryParameters }
    }

    // S4.6
    @Test func theHeaderIsSortedByEscapedName() throws {
        let header = PlainOAuth.authorizationHeader(params: ["oauth_b": "x/y", "oauth_a": "", "oauth_B": #"""#])
        #expect(header == #"OAuth oauth_B="%22", oauth_a="", oauth_b="x%2Fy""#)
        let status = PublishedSignature.twitterStatus
        let own = try OAuth1AuthorizationHeader(
            parsing: PlainOAuth.authorizationHeader(
                params: status.params.filter { $0.name.hasPrefix("oauth_") } + ["oauth_signature": status.signature]))
        let other = try OAuth1AuthorizationHeader(parsing: status.explained().authorization)
        #expect(Set(own.parameters) == Set(other.parameters))
        #expect(own.parameters.count == 7)
    }

    // S4.7
    @Test func theKeyEndsWithAnAmpersandWhereThereIsNoToken() {
        #expect(PlainOAuth.signatureKey(consumerSecret: "CS", tokenSecret: nil) == "CS&")
        #expect(PlainOAuth.signatureKey(consumerSecret: "CS", tokenSecret: "TS") == "CS&TS")
        #expect(PlainOAuth.signatureKey(consumerSecret: "C&S", tokenSecret: "T S") == "C%26S&T%20S")
    }

    // S4.8
    @Test func pairsAreSortedByNameAndThenByValue() {
        let params: Parameters = [
            "a": "x!y", "a": "x y", "A": "1", "a": "é", "a-b": "2", "a.b": "3", "aa": "4", "a=b": "5", "a": "", "oauth_signature": "s",
        ]
        let text = PlainOAuth.signatureParameterString(params: params)
        #expect(text == "A=1&a=&a=%C3%A9&a=x%20y&a=x%21y&a%3Db=5&a-b=2&a.b=3&aa=4")
        #expect(text == OAuth1BaseString.normalise(params))
    }

    // S4.8
    @Test(arguments: PublishedSignature.all)
    func theBaseStringHasQueryHeaderAndForm(request: PublishedSignature) throws {
        let text = try PlainOAuth.signatureBaseString(method: request.method, url: request.url, params: request.params)
        #expect(text == (try request.explained().baseString))
        if let published = request.baseString { #expect(text == published) }
    }

    // S4.8
    @Test(arguments: [
        "https://api.twitter.com", "HTTPS://API.Twitter.com:443/x#y", "http://example.com:443/a", "http://[::1]:8080/a%2fb?c",
        "http://127.0.0.1:9099/a//b/",
    ])
    func theAddressIsWrittenInOneWay(url: String) throws {
        let text = try PlainOAuth.signatureBaseString(method: "get", url: url, params: [:])
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        #expect(parts.count == 3)
        #expect(parts[0] == "GET")
        #expect(parts[1] == PercentEncoding.encode(try OAuth1BaseString.baseURI(url)))
    }

    @Test(arguments: ["", "api.twitter.com/x", "https://", "https://a b/"])
    func invalidURLsAreNotSigned(url: String) {
        #expect(throws: TwitterLoginError.malformedURL) {
            try PlainOAuth.signatureBaseString(method: "POST", url: url, params: [:])
        }
    }

    // S4.9
    @Test(arguments: PublishedSignature.all)
    func publishedSignaturesComeOut(request: PublishedSignature) throws {
        let signature = try PlainOAuth.oauthSignature(
            method: request.method, url: request.url, params: request.params, consumerSecret: request.consumer.secret.expose(),
            tokenSecret: request.token?.secret.expose())
        #expect(signature == request.signature)
        #expect(signature == (try request.explained().signature))
    }

    @Test func aShortTextHasAKnownHash() {
        #expect(PlainOAuth.hmacSHA1(signingKey: "cs&", signatureBaseString: "bs") == "egQqG5AJep5sJ7anhXju1unge2I=")
        #expect(PlainOAuth.hmacSHA1(signingKey: "cs&ts", signatureBaseString: "bs") == "VZVjXceV7JgPq/dOTnNmEfO0Fv8=")
    }

    @Test func noTwoNoncesAreEqual() {
        #expect(Set((0..<1000).map { _ in PlainOAuth.randomNonce() }).count == 1000)
    }
}

/// The URLs that an observer was called with.
private final class SeenAddresses: Sendable {
    private let addresses = Mutex<[String]>([])

    var all: [String] { addresses.withLock(\.self) }

    func add(_ url: URL?) { addresses.withLock { $0.append(url?.absoluteString ?? "none") } }
}
