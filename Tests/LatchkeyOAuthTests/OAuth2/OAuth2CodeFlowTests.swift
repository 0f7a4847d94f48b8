import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct OAuth2CodeFlowTests {
    private let pkce = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")

    private func flow(
        secret: Secret<String>? = "s3cret", authentication: OAuth2Client.Authentication = .form,
        authorizeEndpoint: String = "https://github.com/login/oauth/authorize"
    ) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: OAuth2Client(id: "Iv1.8a61", secret: secret), authorizeEndpoint: authorizeEndpoint,
            tokenEndpoint: "https://github.com/login/oauth/access_token", redirectURI: "https://app.example.com/__/auth/handler",
            authentication: authentication)
    }

    // MARK: To the browser

    @Test func sendsTheBrowserWithAChallenge() {
        #expect(
            flow().authorizationURL(state: "st-1", pkce: pkce, scopes: ["user:email", "read:user"], custom: ["allow_signup": "false"])
                == "https://github.com/login/oauth/authorize?response_type=code&client_id=Iv1.8a61"
                + "&redirect_uri=https%3A%2F%2Fapp.example.com%2F__%2Fauth%2Fhandler&scope=user%3Aemail%20read%3Auser&state=st-1"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&allow_signup=false")
    }

    @Test func dropsReservedParametersInAnyLetterCase() {
        let custom: Parameters = [
            "client_id": "x", "REDIRECT_URI": "https://evil.example/", "Response_Type": "token", "scope": "repo", "STATE": "x",
            "Code_Challenge": "x", "code_challenge_method": "plain", "code_verifier": "x", "Nonce": "x", "oauth_token": "x", "login": "ada",
        ]
        let url = flow().authorizationURL(state: "s", pkce: nil, scopes: [], custom: custom)
        #expect(
            url == "https://github.com/login/oauth/authorize?response_type=code&client_id=Iv1.8a61"
                + "&redirect_uri=https%3A%2F%2Fapp.example.com%2F__%2Fauth%2Fhandler&state=s&login=ada")
    }

    @Test func respectsAQueryThatIsThereAlready() {
        let url = flow(authorizeEndpoint: "https://h/authorize?tenant=1").authorizationURL(state: "s", pkce: nil, scopes: [])
        #expect(url.hasPrefix("https://h/authorize?tenant=1&response_type=code&"))
    }

    // MARK: From the browser

    @Test func readsTheCode() throws {
        #expect(try flow().code(fromCallback: ["code": "abc", "state": "st-1"], expectedState: "st-1") == "abc")
    }

    struct Callback: Sendable, CustomTestStringConvertible {
        let name: String
        let query: String
        var expectedState = "st-1"
        let code: OAuthError.Code
        var testDescription: String { name }
    }

    static let badCallbacks: [Callback] = [
        .init(name: "the state of another flow", query: "code=abc&state=st-2", code: .stateMismatch),
        .init(name: "no state", query: "code=abc", code: .stateMismatch),
        .init(name: "an empty state", query: "code=abc&state=", code: .stateMismatch),
        .init(name: "an empty state that was expected", query: "code=abc&state=", expectedState: "", code: .stateMismatch),
        .init(name: "two states", query: "code=abc&state=st-1&state=st-1", code: .stateMismatch),
        .init(name: "an error without the state is not believed", query: "error=access_denied", code: .stateMismatch),
        .init(name: "no code", query: "state=st-1", code: .missingCode),
        .init(name: "an empty code", query: "state=st-1&code=", code: .missingCode),
        .init(name: "two codes", query: "state=st-1&code=a&code=b", code: .missingCode),
        .init(name: "the person said no", query: "state=st-1&error=access_denied&error_description=no", code: .accessDenied),
        .init(name: "the redirect URI is not registered", query: "state=st-1&error=redirect_uri_mismatch", code: .redirectMismatch),
        .init(name: "the app is suspended", query: "state=st-1&error=application_suspended", code: .appSuspended),
        .init(name: "an error beats a code", query: "state=st-1&code=abc&error=access_denied", code: .accessDenied),
        .init(name: "the provider is down", query: "state=st-1&error=temporarily_unavailable", code: .providerUnavailable),
        .init(name: "an unknown error", query: "state=st-1&error=odd", code: .requestRefused),
    ]

    @Test(arguments: badCallbacks) func refuses(_ row: Callback) throws {
        let parameters = try Parameters(formEncoded: row.query)
        #expect(oauthError { try flow().code(fromCallback: parameters, expectedState: row.expectedState) }?.code == row.code)
    }

    // MARK: The exchange

    @Test func exchangesTheCodeWithVerifierAndSecret() throws {
        #expect(
            transcript(try flow().tokenRequest(code: "c&de", pkceVerifier: pkce?.verifier)) == """
                POST https://github.com/login/oauth/access_token
                Accept: application/json
                Content-Type: application/x-www-form-urlencoded

                grant_type=authorization_code&code=c%26de&redirect_uri=https%3A%2F%2Fapp.example.com%2F__%2Fauth%2Fhandler\
                &code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk&client_id=Iv1.8a61&client_secret=s3cret
                """)
    }

    @Test func exchangesTheCodeOfAPublicClient() throws {
        let body = String(decoding: try flow(secret: nil).tokenRequest(code: "c", pkceVerifier: nil).body, as: UTF8.self)
        #expect(!body.contains("client_secret"))
        #expect(!body.contains("code_verifier"))
        #expect(body.hasSuffix("client_id=Iv1.8a61"))
    }

    @Test func sendsTheSecretInTheHeaderWhereTheProviderWantsThat() throws {
        let request = try flow(secret: "a:b c", authentication: .basic).tokenRequest(code: "c", pkceVerifier: nil)
        // printf 'Iv1.8a61:a%%3Ab%%20c' | base64
        #expect(request.head.headerFields[.authorization] == "Basic SXYxLjhhNjE6YSUzQWIlMjBj")
        #expect(!String(decoding: request.body, as: UTF8.self).contains("client_"))
        #expect(
            oauthError { try flow(secret: nil, authentication: .basic).tokenRequest(code: "c", pkceVerifier: nil) }?.code
                == .badClientCredentials)
    }

    // MARK: The token

    struct Reply: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let token: OAuth2Token
        var testDescription: String { name }
    }

    static let replies: [Reply] = [
        .init(
            name: "GitHub's JSON", body: #"{"access_token":"gho_16C7","scope":"repo,gist","token_type":"bearer"}"#,
            token: OAuth2Token(accessToken: "gho_16C7", scopes: ["repo", "gist"])),
        .init(
            name: "GitHub's form", body: "access_token=gho_16C7&scope=repo%2Cgist&token_type=bearer",
            token: OAuth2Token(accessToken: "gho_16C7", scopes: ["repo", "gist"])),
        .init(
            name: "everything denied but the public profile", body: #"{"access_token":"t","scope":"","token_type":"Bearer"}"#,
            token: OAuth2Token(accessToken: "t")),
        .init(
            name: "the RFC's JSON, scopes by blanks, with an end",
            body: #" {"access_token":"t","token_type":"bearer","expires_in":7200,"scope":"a b","refresh_token":"r"}"#,
            token: OAuth2Token(accessToken: "t", scopes: ["a", "b"], expiresInSeconds: 7200, refreshToken: "r")),
        .init(
            name: "a quoted number and nulls", body: #"{"access_token":"t","expires_in":"60","scope":null,"refresh_token":null}"#,
            token: OAuth2Token(accessToken: "t", expiresInSeconds: 60)),
    ]

    @Test(arguments: replies) func reads(_ row: Reply) throws {
        #expect(try flow().token(from: reply(.ok, row.body)) == row.token)
    }

    struct BadReply: Sendable, CustomTestStringConvertible {
        let name: String
        var status: HTTPResponse.Status = .ok
        let body: String
        let code: OAuthError.Code
        var testDescription: String { name }
    }

    static let badReplies: [BadReply] = [
        .init(
            name: "wrong secret, status 200",
            body:
                #"{"error":"incorrect_client_credentials","error_description":"The client_id and/or client_secret passed are incorrect.","error_uri":"https://docs.github.com"}"#,
            code: .badClientCredentials),
        .init(
            name: "used code, status 200",
            body: #"{"error":"bad_verification_code","error_description":"The code passed is incorrect or expired."}"#,
            code: .badVerificationCode),
        .init(
            name: "used code as a form, status 200",
            body: "error=bad_verification_code&error_description=The+code+passed+is+incorrect+or+expired.",
            code: .badVerificationCode),
        .init(name: "redirect mismatch, status 200", body: #"{"error":"redirect_uri_mismatch"}"#, code: .redirectMismatch),
        .init(name: "unconfirmed address, status 200", body: #"{"error":"unverified_user_email"}"#, code: .unverifiedEmail),
        .init(name: "an error next to a token", body: #"{"error":"access_denied","access_token":"t"}"#, code: .accessDenied),
        .init(name: "RFC 6749's invalid_grant", status: .badRequest, body: #"{"error":"invalid_grant"}"#, code: .badVerificationCode),
        .init(name: "RFC 6749's invalid_client", status: .unauthorized, body: #"{"error":"invalid_client"}"#, code: .badClientCredentials),
        .init(name: "an unknown client id", status: .notFound, body: #"{"error":"Not Found"}"#, code: .badClientCredentials),
        .init(name: "no token", body: #"{"token_type":"bearer"}"#, code: .malformedReply),
        .init(name: "an empty token", body: #"{"access_token":""}"#, code: .malformedReply),
        .init(name: "a token that is a number", body: #"{"access_token":5}"#, code: .malformedReply),
        .init(name: "broken JSON", body: #"{"access_token":"#, code: .malformedReply),
        .init(name: "nothing", body: "", code: .malformedReply),
        .init(name: "a web page", body: "<html>unicorn</html>", code: .malformedReply),
        .init(name: "a web page from a broken server", status: .badGateway, body: "<html>unicorn</html>", code: .providerUnavailable),
    ]

    @Test(arguments: badReplies) func refuses(_ row: BadReply) {
        #expect(oauthError { try flow().token(from: reply(row.status, row.body)) }?.code == row.code)
    }

    @Test func refusesAReplyBeyondAMebibyte() {
        let body = #"{"access_token":"t","x":""# + String(repeating: "x", count: ProviderReply.maxBytes) + #""}"#
        #expect(oauthError { try flow().token(from: reply(.ok, body)) }?.code == .replyTooLarge)
    }

    @Test func knowsWhichScopesAreMissing() throws {
        let token = OAuth2Token(accessToken: "t", scopes: ["user:email"])
        try token.require(scopes: ["user:email"])
        let error = oauthError { try token.require(scopes: ["user:email", "repo"]) }
        #expect(error?.code == .missingScope)
        #expect(error?.detail == "not granted: repo")
    }
}
