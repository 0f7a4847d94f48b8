import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// What all providers of plain OAuth 2.0 share, by a description that exists only here.
@Suite struct OAuth2ProviderTests {
    private static let checked = OAuth2Description.TokenCheck { provider, token in
        try ProviderRequest(method: .get, url: provider.apiBase + "/token-info", headerFields: [.authorization: "Check " + token.expose()])
    } read: { body, _ in
        let about = try ProviderObject(body, of: "token check")
        return .init(clientID: about["app"] ?? "", userID: about["user"], scopes: about.texts("scopes"))
    }

    private func provider(
        check: OAuth2Description.TokenCheck? = nil, usesPKCE: Bool = true, secret: Secret<String>? = "s"
    ) -> OAuth2Provider {
        let description = OAuth2Description(
            name: "Example", webBase: "https://example.com", apiBase: "https://api.example.com", authorizePath: "/authorize",
            tokenEndpoint: .web("/token"), authentication: .basic, usesPKCE: usesPKCE, scopes: ["me"],
            user: .init("/me") { body in
                let user = try ProviderObject(body)
                return ProviderProfile(
                    rawID: try user.id("id"), displayName: user["name"], photoURL: user["images", "0", "url"], email: user["email"],
                    addressVerifiedByProvider: user.isTrue("verified"), rawUserInfo: user.json)
            }, tokenCheck: check)
        return OAuth2Provider(description, client: OAuth2Client(id: "ours", secret: secret))
    }

    private let ada = reply(.ok, #"{"id":"7","name":"Ada","images":[{"url":"https://i.example/7"}],"verified":true,"email":"a@h"}"#)

    @Test func aTokenOfTheOwnExchangeNeedsNoCheck() {
        let played = play(provider(check: Self.checked).identify(accessToken: "t"), [ada])
        #expect(played.requests.map(\.url) == ["https://api.example.com/me"])
        let profile = played.outcome?.profile
        #expect(profile?.rawID == "7" && profile?.displayName == "Ada" && profile?.photoURL == "https://i.example/7")
        #expect(profile?.email == "a@h" && profile?.addressVerifiedByProvider == true)
    }

    @Test func aForeignTokenIsCheckedFirst() throws {
        let identify = try #require(provider(check: Self.checked).identify(foreign: "t"))
        let played = play(identify, [reply(.ok, #"{"app":"ours","user":"7","scopes":["me"]}"#), ada])
        #expect(played.requests.map(\.url) == ["https://api.example.com/token-info", "https://api.example.com/me"])
        #expect(played.requests.map { $0.head.headerFields[.authorization] } == ["Check t", "Bearer t"])
        #expect(played.outcome?.tokens.scopes == ["me"])
    }

    @Test(arguments: [#"{"app":"another","user":"7"}"#, #"{"user":"7"}"#, #"{"app":"OURS"}"#])
    func aTokenOfAnotherApplicationEndsBeforeTheUserIsRead(_ about: String) throws {
        let identify = try #require(provider(check: Self.checked).identify(foreign: "t"))
        let played = play(identify, [reply(.ok, about)])
        #expect(played.requests.count == 1 && played.error?.code == .wrongApplication)
    }

    @Test func theCheckAndTheUserMustAgree() throws {
        let identify = try #require(provider(check: Self.checked).identify(foreign: "t"))
        #expect(play(identify, [reply(.ok, #"{"app":"ours","user":"8"}"#), ada]).error?.code == .wrongApplication)
    }

    @Test func withoutACheckThereIsNoForeignToken() {
        #expect(provider().identify(foreign: "t") == nil)
    }

    @Test func theVerifierComesFromTheGivenSource() {
        // RFC 7636, appendix B: these 32 bytes, this verifier, this challenge.
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91, 88, 5, 88,
            83, 132, 141, 121,
        ]
        let pkce = provider().newPKCE(RandomTokens { Array(bytes.prefix($0)) })
        #expect(pkce?.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(pkce?.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(provider(usesPKCE: false).newPKCE(.system) == nil)
    }

    @Test func aClientWithoutASecretNamesItselfInTheForm() throws {
        let request = try provider(secret: nil).flow(redirectURI: "r").tokenRequest(code: "c", pkceVerifier: "v")
        #expect(request.head.headerFields[.authorization] == nil)
        #expect(String(decoding: request.body, as: UTF8.self).contains("client_id=ours"))
        let confidential = try provider().flow(redirectURI: "r").tokenRequest(code: "c", pkceVerifier: "v")
        // "ours:s" in Base64.
        #expect(confidential.head.headerFields[.authorization] == "Basic b3Vyczpz")
    }

    @Test(arguments: [
        #"{}"#, #"{"id":""}"#, #"{"id":0}"#, #"{"id":-1}"#, #"{"id":1.5}"#, #"{"id":"a b"}"#, #"{"id":null}"#, #"{"id":{}}"#, "[]", "x",
        #"{"id":"1","id":"2"}"#,
    ])
    func aUserWithoutAnIDIsMalformed(_ body: String) {
        #expect(play(provider().identify(accessToken: "t"), [reply(.ok, body)]).error?.code == .malformedReply)
    }

    @Test func onlyTheValueTrueIsVerified() throws {
        for text in [#""true""#, "1", "null", "false", "[true]"] {
            #expect(try !ProviderObject(Array(#"{"verified":\#(text)}"#.utf8)).isTrue("verified"), "\(text)")
        }
    }

    @Test func errorNumbersAreProviderSpecific() {
        var description = provider().description
        description.errorNumbers = ProviderErrorNumbers { number, step in number == 32 && step == .apiCall ? .rateLimited : nil }
        let own = OAuth2Provider(description, client: OAuth2Client(id: "ours", secret: nil))
        let refused = reply(.badRequest, #"{"error":{"message":"slow","code":32}}"#)
        #expect(play(own.identify(accessToken: "t"), [refused]).error?.code == .rateLimited)
        // At Twitter, 32 stands for an invalid token.
        #expect(play(OAuth2Provider(.x, client: own.client).identify(accessToken: "t"), [refused]).error?.code == .invalidToken)
        #expect(play(provider().identify(accessToken: "t"), [refused]).error?.code == .unexpectedStatus)
    }
}
