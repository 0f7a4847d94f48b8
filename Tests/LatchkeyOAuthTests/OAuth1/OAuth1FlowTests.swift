import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct OAuth1FlowTests {
    private let issued = Example.signInRequestToken

    private func flow(_ callback: OAuth1Callback = .url("http://localhost/sign-in-with-twitter/"), nonce: String = "n0nce") -> OAuth1Flow {
        OAuth1Flow(
            consumer: Example.signIn,
            endpoints: OAuth1Endpoints(
                requestToken: "https://api.twitter.com/oauth/request_token", authenticate: "https://api.twitter.com/oauth/authenticate",
                authorize: "https://api.twitter.com/oauth/authorize", accessToken: "https://api.twitter.com/oauth/access_token"),
            callback: callback, now: Example.clock(1_318_467_427), nonce: { nonce })
    }

    // MARK: Leg one

    @Test func requestsATemporaryToken() throws {
        let request = try flow(nonce: "ea9ec8429b68d6b77cd5600adbbb0456").temporaryCredentialsRequest()
        #expect(
            transcript(request) == """
                POST https://api.twitter.com/oauth/request_token
                Authorization: OAuth oauth_callback="http%3A%2F%2Flocalhost%2Fsign-in-with-twitter%2F", \
                oauth_consumer_key="cChZNFj6T5R0TigYB9yd1w", oauth_nonce="ea9ec8429b68d6b77cd5600adbbb0456", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318467427", oauth_version="1.0", \
                oauth_signature="F1Li3tvehgcraF8DMJ7OyxO4w9Y%3D"
                """)
    }

    @Test func putsOrdinaryParametersIntoTheForm() throws {
        let request = try flow(nonce: "ea9ec8429b68d6b77cd5600adbbb0456").temporaryCredentialsRequest(extra: ["x_auth_access_type": "read"])
        #expect(
            transcript(request) == """
                POST https://api.twitter.com/oauth/request_token
                Content-Type: application/x-www-form-urlencoded
                Authorization: OAuth oauth_callback="http%3A%2F%2Flocalhost%2Fsign-in-with-twitter%2F", \
                oauth_consumer_key="cChZNFj6T5R0TigYB9yd1w", oauth_nonce="ea9ec8429b68d6b77cd5600adbbb0456", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318467427", oauth_version="1.0", \
                oauth_signature="%2BiGEtqT6Jm2LWTjtIEohofnVPwY%3D"

                x_auth_access_type=read
                """)
    }

    @Test func requestsAPIN() throws {
        let parameters = try headerParameters(flow(.outOfBand, nonce: "ea9ec8429b68d6b77cd5600adbbb0456").temporaryCredentialsRequest())
        #expect(parameters["oauth_callback"] == "oob")
        #expect(parameters["oauth_signature"] == "cBJ27/uXZr2dUPsxFFWCHylWN6g=")
    }

    @Test(arguments: ["", "/relative", "no scheme", "://x", "http://h/ blank", "http://h/\u{E9}", "ht/tp://x"])
    func refusesACallbackThatIsNoURL(_ callback: String) {
        #expect(oauthError { try flow(.url(callback)).temporaryCredentialsRequest() }?.code == .invalidURL)
    }

    @Test(arguments: ["twittersdk://", "com.example.app:/callback", "https://h/cb?state=1"])
    func takesCallbacksOfAnyScheme(_ callback: String) throws {
        #expect(try headerParameters(flow(.url(callback)).temporaryCredentialsRequest())["oauth_callback"] == callback)
    }

    @Test func readsTheRequestToken() throws {
        let response = reply(.ok, "oauth_token=a%2Bb&oauth_token_secret=c%26d&oauth_callback_confirmed=true")
        #expect(try flow().temporaryCredentials(from: response) == OAuth1Token(token: "a+b", secret: "c&d"))
    }

    /// Authlib's server writes the value as Python does.
    @Test func aCallbackIsConfirmedInPythonsSpellingToo() throws {
        let token = try flow().temporaryCredentials(from: reply(.ok, "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=True"))
        #expect(token.token == "a")
    }

    /// OAuth 1.0 without the "a" let an attacker finish a sign-in that they began in another user's browser.
    @Test(arguments: ["", "&oauth_callback_confirmed=false", "&oauth_callback_confirmed=TRUE", "&oauth_callback_confirmed="])
    func refusesAProviderOfTheInsecureVersion(_ rest: String) {
        let error = oauthError { try flow().temporaryCredentials(from: reply(.ok, "oauth_token=a&oauth_token_secret=b" + rest)) }
        #expect(error?.code == .callbackNotConfirmed)
    }

    @Test(arguments: ["", "oauth_token=a", "oauth_token=&oauth_token_secret=b", "oauth_token=%zz&oauth_token_secret=b", "<html>ok</html>"])
    func refusesAReplyWithoutToken(_ body: String) {
        #expect(oauthError { try flow().temporaryCredentials(from: reply(.ok, body)) }?.code == .malformedReply)
        #expect(oauthError { try flow().tokenCredentials(from: reply(.ok, body)) }?.code == .malformedReply)
    }

    @Test func refusesAReplyBeyondAMebibyte() {
        let body = "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=true&x="
        let fitting = body + String(repeating: "x", count: ProviderReply.maxBytes - body.utf8.count)
        #expect(oauthError { try flow().temporaryCredentials(from: reply(.ok, fitting)) } == nil)
        #expect(oauthError { try flow().temporaryCredentials(from: reply(.ok, fitting + "x")) }?.code == .replyTooLarge)
        #expect(oauthError { try flow().tokenCredentials(from: reply(.ok, fitting + "x")) }?.code == .replyTooLarge)
        #expect(oauthError { try flow().tokenCredentials(from: reply(.forbidden, fitting + "x")) }?.code == .replyTooLarge)
    }

    @Test func neverShowsAReplyThatMayHoldTokens() {
        let error = oauthError { try flow().temporaryCredentials(from: reply(.ok, "oauth_token_secret=s3cret")) }
        #expect(error?.description.contains("s3cret") == false)
        let refused = oauthError { try flow().temporaryCredentials(from: reply(.badRequest, "oauth_token_secret=s3cret")) }
        #expect(refused?.description.contains("s3cret") == false)
    }

    // MARK: Leg two

    @Test func sendsTheBrowserToEitherPage() {
        #expect(
            flow().authorizationURL(for: issued)
                == "https://api.twitter.com/oauth/authenticate?oauth_token=NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0")
        #expect(
            flow().authorizationURL(
                for: OAuth1Token(token: "a b", secret: ""), page: .authorize, forceLogin: true, screenName: "ada&co", language: "fr")
                == "https://api.twitter.com/oauth/authorize?oauth_token=a%20b&force_login=true&screen_name=ada%26co&lang=fr")
    }

    @Test func customParametersCannotReplaceReservedOnes() {
        let url = flow().authorizationURL(
            for: OAuth1Token(token: "t", secret: ""), language: "de",
            custom: ["lang": "fr", "theme": "dark", "OAUTH_token": "evil", "oauth_callback": "evil", "State": "evil"])
        #expect(url == "https://api.twitter.com/oauth/authenticate?oauth_token=t&lang=de&theme=dark")
        let french = flow().authorizationURL(for: OAuth1Token(token: "t", secret: ""), custom: ["lang": "fr"])
        #expect(french == "https://api.twitter.com/oauth/authenticate?oauth_token=t&lang=fr")
    }

    @Test func readsTheVerifier() throws {
        let callback: Parameters = ["state": "x", "oauth_token": issued.token, "oauth_verifier": "v"]
        #expect(try flow().verifier(fromCallback: callback, issued: issued) == "v")
    }

    struct Callback: Sendable, CustomTestStringConvertible {
        let name: String
        let query: String
        let code: OAuthError.Code
        var testDescription: String { name }
    }

    private static let token = Example.signInRequestToken.token

    static let badCallbacks: [Callback] = [
        .init(name: "the person cancelled", query: "denied=\(token)", code: .accessDenied),
        .init(name: "somebody else's flow was cancelled", query: "denied=other", code: .tokenMismatch),
        .init(name: "the token of another flow", query: "oauth_token=other&oauth_verifier=v", code: .tokenMismatch),
        .init(name: "the beginning of the token", query: "oauth_token=\(token.dropLast())&oauth_verifier=v", code: .tokenMismatch),
        .init(name: "the token twice", query: "oauth_token=\(token)&oauth_token=\(token)&oauth_verifier=v", code: .tokenMismatch),
        .init(name: "no token", query: "oauth_verifier=v", code: .tokenMismatch),
        .init(name: "nothing", query: "", code: .tokenMismatch),
        .init(name: "an error without a token is not believed", query: "error=access_denied", code: .tokenMismatch),
        .init(name: "no verifier", query: "oauth_token=\(token)", code: .missingVerifier),
        .init(name: "an empty verifier", query: "oauth_token=\(token)&oauth_verifier=", code: .missingVerifier),
        .init(name: "two verifiers", query: "oauth_token=\(token)&oauth_verifier=a&oauth_verifier=b", code: .missingVerifier),
        .init(name: "a problem instead of a verifier", query: "oauth_token=\(token)&oauth_problem=permission_denied", code: .accessDenied),
    ]

    @Test(arguments: badCallbacks) func refuses(_ row: Callback) throws {
        let parameters = try Parameters(formEncoded: row.query)
        #expect(oauthError { try flow().verifier(fromCallback: parameters, issued: issued) }?.code == row.code)
    }

    @Test func readsATypedPIN() throws {
        #expect(try flow().verifier(fromPIN: " 123 4567\n") == "1234567")
        for typed in ["", "  \n", "12\u{E9}", String(repeating: "1", count: 129)] {
            #expect(oauthError { try flow().verifier(fromPIN: typed) }?.code == .missingVerifier)
        }
    }

    // MARK: Leg three

    @Test func exchangesTheRequestToken() throws {
        let request = try flow(nonce: "a9900fe68e2573b27a37f10fbad6a755").tokenCredentialsRequest(
            issued: issued, verifier: "uw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8BlYDhxEjIBY")
        #expect(
            transcript(request) == """
                POST https://api.twitter.com/oauth/access_token
                Authorization: OAuth oauth_verifier="uw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8BlYDhxEjIBY", \
                oauth_consumer_key="cChZNFj6T5R0TigYB9yd1w", oauth_nonce="a9900fe68e2573b27a37f10fbad6a755", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318467427", \
                oauth_token="NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0", oauth_version="1.0", \
                oauth_signature="39cipBtIOHEEnybAR4sATQTpl2I%3D"
                """)
    }

    @Test func signsLegThreeWithTheRequestTokensSecret() throws {
        let other = OAuth1Token(token: issued.token, secret: "")
        let right = try headerParameters(flow().tokenCredentialsRequest(issued: issued, verifier: "v"))["oauth_signature"]
        let wrong = try headerParameters(flow().tokenCredentialsRequest(issued: other, verifier: "v"))["oauth_signature"]
        #expect(right != wrong)
    }

    @Test func readsTheAccessTokenAndItsParameters() throws {
        let response = reply(
            .ok,
            "oauth_token=7588892-kagSNqWge8gB1WwE3plnFsJHAZVfxWD7Vb57p0b4&oauth_token_secret=PbKfYqSryyeKDWz4ebtY3o5ogNLG11WJuZBc9fQrQo&user_id=9223372036854775807&screen_name=ada&x_auth_expires=0"
        )
        let grant = try flow().tokenCredentials(from: response)
        #expect(grant.token.token == "7588892-kagSNqWge8gB1WwE3plnFsJHAZVfxWD7Vb57p0b4")
        #expect(grant.token.secret.expose() == "PbKfYqSryyeKDWz4ebtY3o5ogNLG11WJuZBc9fQrQo")
        #expect(grant.parameters == ["user_id": "9223372036854775807", "screen_name": "ada", "x_auth_expires": "0"])
    }

    @Test func theWholeFlowVerifiesOnTheOtherSide() throws {
        let first = try flow().temporaryCredentialsRequest()
        let received = try OAuth1SignedRequest(
            method: "POST", url: first.url, authorization: first.head.headerFields[.authorization], contentType: nil, body: [])
        #expect(received.callback == "http://localhost/sign-in-with-twitter/")
        try received.verify(consumerSecret: Example.signIn.secret, tokenSecret: nil)

        let third = try flow().tokenCredentialsRequest(issued: issued, verifier: "v")
        let exchanged = try OAuth1SignedRequest(
            method: "POST", url: third.url, authorization: third.head.headerFields[.authorization], contentType: nil, body: [])
        #expect(exchanged.verifier == "v")
        #expect(exchanged.token == issued.token)
        try exchanged.verify(consumerSecret: Example.signIn.secret, tokenSecret: issued.secret)
        #expect(problem { try exchanged.verify(consumerSecret: Example.signIn.secret, tokenSecret: "") }?.code == .signatureInvalid)
    }
}
