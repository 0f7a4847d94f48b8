import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct OpenIDClientTests {
    /// The members that are read, of the example in OpenID Connect Discovery 1.0, section 4.2.
    private static func document(_ more: String = "") -> [UInt8] {
        Array(
            """
            {"issuer":"https://server.example.com","authorization_endpoint":"https://server.example.com/connect/authorize",\
            "token_endpoint":"https://server.example.com/connect/token",\
            "token_endpoint_auth_methods_supported":["client_secret_basic","private_key_jwt"],\
            "userinfo_endpoint":"https://server.example.com/connect/userinfo","check_session_iframe":"https://server.example.com/x",\
            "jwks_uri":"https://server.example.com/jwks.json","response_types_supported":["code","id_token"]\(more)}
            """.utf8)
    }

    private static func client(_ more: String = "", secret: Secret<String>? = "s3cret") throws -> OpenIDClient {
        OpenIDClient(
            client: OAuth2Client(id: "s6BhdRkqt3", secret: secret),
            metadata: try metadata(document(more), issuer: "https://server.example.com"))
    }

    /// Parses the metadata at the issuer's standard URL, on a server with the private network 10.0.0.0/8.
    private static func metadata(_ body: [UInt8], issuer: String) throws -> OpenIDMetadata {
        try OpenIDMetadata(body, issuer: issuer, from: OpenIDMetadata.url(ofIssuer: issuer)) {
            ["https://10.", "https://127.", "http://127."].contains(where: $0.hasPrefix)
        }
    }

    @Test(arguments: [
        ("https://example.com", "https://example.com/.well-known/openid-configuration"),
        ("https://example.com/", "https://example.com/.well-known/openid-configuration"),
        ("https://example.com/issuer1", "https://example.com/issuer1/.well-known/openid-configuration"),
    ])
    func metadataURLIsBelowTheIssuer(_ issuer: String, _ url: String) {
        #expect(OpenIDMetadata.url(ofIssuer: issuer) == url)
    }

    @Test func readsTheExampleOfTheSpecification() throws {
        let metadata = try Self.client().metadata
        #expect(metadata.authorizationEndpoint == "https://server.example.com/connect/authorize")
        #expect(metadata.tokenEndpoint == "https://server.example.com/connect/token")
        #expect(metadata.userinfoEndpoint == "https://server.example.com/connect/userinfo")
        #expect(metadata.jwksURI == "https://server.example.com/jwks.json")
        #expect(!metadata.namesIssuerInCallbacks)
    }

    @Test func anIssuerIsComparedByteForByte() {
        for other in ["https://server.example.com/", "https://Server.example.com", "https://server.example.com\u{0301}", ""] {
            #expect(throws: OAuthError(.issuerMismatch)) { try Self.metadata(Self.document(), issuer: other) }
        }
        #expect(throws: OAuthError(.malformedReply)) { try Self.metadata(Array("{}".utf8), issuer: "x") }
    }

    @Test(arguments: [
        ("http://127.0.0.1:9100", "http://127.0.0.1:9100/keys", true), ("http://localhost:9100", "http://127.0.0.1:9100/keys", true),
        ("http://[::1]:9100", "http://[::1]:9100/keys", true), ("http://127.0.0.1:9100", "http://example.com/keys", false),
        ("https://example.com", "http://127.0.0.1/keys", false), ("https://example.com", "https://127.0.0.1/keys", false),
        ("https://example.com", "http://example.com/keys", false), ("https://example.com", "http://127.0.0.1.example.com/keys", false),
        ("https://10.0.0.4", "https://10.0.0.5:8443/keys", true), ("https://10.0.0.4", "http://10.0.0.5/keys", false),
        ("https://10.0.0.4", "https://127.0.0.1/keys", false), ("http://127.0.0.1:9100", "https://10.0.0.5/keys", true),
        ("https://example.com", "https://10.0.0.5:8443/keys", false), ("https://127.0.0.1:9100", "https://10.0.0.5/keys", true),
        ("https://example.com", "https://keys.example.org/keys", true), ("https://example.com", "file:///keys", false),
    ])
    func endpointsAreSecureOrBesideTheirIssuer(_ issuer: String, _ keys: String, _ good: Bool) throws {
        let text = #"{"issuer":"\#(issuer)","authorization_endpoint":"\#(issuer)/a","jwks_uri":"\#(keys)"}"#
        let metadata = try? Self.metadata(Array(text.utf8), issuer: issuer)
        #expect((metadata != nil) == good)
    }

    @Test(arguments: ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
    func endpointsInTheServersNetworkAreRejected(_ name: String) throws {
        func document(_ inside: String) throws -> [UInt8] {
            var fields = ["issuer": "https://i.test", "authorization_endpoint": "https://i.test/a", "jwks_uri": "https://i.test/k"]
            fields[name] = inside
            return Array(try JSONEncoder().encode(fields))
        }
        let inside = try document("https://10.0.0.5:8443/secrets")
        #expect(throws: OAuthError(.malformedReply)) { try Self.metadata(inside, issuer: "https://i.test") }
        _ = try Self.metadata(try document("https://11.0.0.5:8443/"), issuer: "https://i.test")
    }

    /// A document that serves several issuers can name any issuer.
    @Test func keySetOriginIsCheckedAgainstTheDocumentsURL() throws {
        let text =
            #"{"issuer":"https://10.0.0.5","authorization_endpoint":"https://i.test/a","jwks_uri":"https://10.0.0.5/k"}"#
        #expect(throws: OAuthError(.malformedReply)) {
            try OpenIDMetadata(Array(text.utf8), issuer: nil, from: "https://i.test/d") { $0.hasPrefix("https://10.") }
        }
    }

    @Test func requestsACodeWithANonce() throws {
        let url = try Self.client().authorizationURL(
            redirectURI: "https://app.example.com/cb", state: "st", nonce: "n-0S6_WzA2Mj", responseType: .code,
            pkce: PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), scopes: ["email"],
            custom: ["nonce": "evil", "RESPONSE_MODE": "evil", "login_hint": "ada"])
        #expect(
            url == "https://server.example.com/connect/authorize?response_type=code&client_id=s6BhdRkqt3"
                + "&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&scope=openid%20email&state=st"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&nonce=n-0S6_WzA2Mj"
                + "&login_hint=ada")
    }

    @Test func requestsAPostedIDToken() throws {
        let url = try Self.client().authorizationURL(
            redirectURI: "https://app.example.com/cb", state: "st", nonce: "n", responseType: .idToken, pkce: nil, scopes: ["openid"])
        #expect(
            url == "https://server.example.com/connect/authorize?response_type=id_token&client_id=s6BhdRkqt3"
                + "&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&scope=openid&state=st&nonce=n&response_mode=form_post")
    }

    @Test func usesAnAuthenticationMethodOfTheProvider() throws {
        func request(
            _ methods: String?, secret: Secret<String>? = "s3cret", by authentication: OAuth2Client.Authentication? = nil
        ) throws -> ProviderRequest {
            let more = methods.map { #","token_endpoint_auth_methods_supported":[\#($0)]"# } ?? ""
            let text = """
                {"issuer":"https://i.test","authorization_endpoint":"https://i.test/a","token_endpoint":"https://i.test/t",\
                "jwks_uri":"https://i.test/k"\(more)}
                """
            let client = OpenIDClient(
                client: OAuth2Client(id: "c", secret: secret), metadata: try Self.metadata(Array(text.utf8), issuer: "https://i.test"),
                authentication: authentication)
            return try client.flow(redirectURI: "https://r.test").tokenRequest(code: "x", pkceVerifier: nil)
        }
        #expect(try request(nil).head.headerFields[.authorization] == "Basic YzpzM2NyZXQ=")
        #expect(try request(#""client_secret_post","client_secret_basic""#).head.headerFields[.authorization] == "Basic YzpzM2NyZXQ=")
        let form = try request(#""client_secret_post""#)
        #expect(form.head.headerFields[.authorization] == nil)
        #expect(String(decoding: form.body, as: UTF8.self).hasSuffix("&client_id=c&client_secret=s3cret"))
        #expect(String(decoding: try request(nil, secret: nil).body, as: UTF8.self).hasSuffix("&client_id=c"))
        // The operator's setting overrides the document: some providers do not unescape HTTP Basic.
        let posted = try request(nil, secret: "a&b", by: .form)
        #expect(posted.head.headerFields[.authorization] == nil)
        #expect(String(decoding: posted.body, as: UTF8.self).hasSuffix("&client_id=c&client_secret=a%26b"))
        #expect(try request(#""client_secret_post""#, by: .basic).head.headerFields[.authorization] == "Basic YzpzM2NyZXQ=")
        let bare = try request(nil, by: .identifierOnly)
        #expect(bare.head.headerFields[.authorization] == nil && String(decoding: bare.body, as: UTF8.self).hasSuffix("&client_id=c"))
    }

    /// RFC 9207, section 2.4.
    @Test func callbackMustNameTheRequestedIssuer() throws {
        let quiet = try Self.client()
        try quiet.checkIssuer(ofCallback: ["code": "c"])
        try quiet.checkIssuer(ofCallback: ["iss": "https://server.example.com"])
        let promising = try Self.client(#","authorization_response_iss_parameter_supported":true"#)
        #expect(throws: OAuthError(.issuerMismatch)) { try promising.checkIssuer(ofCallback: ["code": "c"]) }
        for wrong in [["iss": "https://server.example.com/"], ["iss": "https://server.example.com", "iss": "x"]] as [Parameters] {
            #expect(throws: OAuthError(.issuerMismatch)) { try quiet.checkIssuer(ofCallback: wrong) }
        }
    }

    @Test func xIdentifiesUsersByTheirTwitterIDs() async throws {
        let x = OAuth2Provider(.x, client: OAuth2Client(id: "c", secret: "s"))
        let grant = try await x.identify(accessToken: "t").run { request in
            #expect(request.url.hasPrefix("https://api.x.com/2/users/me?user.fields=id,name,username,confirmed_email"))
            #expect(request.head.headerFields[.authorization] == "Bearer t")
            return ProviderReply(
                status: .ok, headerFields: [:],
                body: Array(#"{"data":{"id":"2244994945","name":"X Dev","username":"TwitterDev"}}"#.utf8))
        }
        let profile = grant.profile
        #expect(profile.rawID == "2244994945" && profile.username == "TwitterDev" && profile.email == nil)
        await #expect(throws: OAuthError(.invalidToken)) {
            try await x.identify(accessToken: "t").run { _ in
                ProviderReply(status: .unauthorized, headerFields: [:], body: Array(#"{"title":"Unauthorized","status":401}"#.utf8))
            }
        }
    }
}
