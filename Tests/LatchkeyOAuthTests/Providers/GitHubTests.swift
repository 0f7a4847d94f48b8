import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct GitHubTests {
    private let github = OAuth2Provider(.gitHub, client: OAuth2Client(id: "Iv1.8a61", secret: "s3cret"))
    private let check = reply(.ok, #"{"id":1,"scopes":["user:email"],"app":{"name":"Ours","client_id":"Iv1.8a61"},"user":{"id":583231}}"#)
    private let user =
        #"{"login":"octocat","id":9007199254740993,"name":"Mona","email":"public@example.org","avatar_url":"https://avatars.githubusercontent.com/u/583231?v=4","big":1.0000000000000000001}"#
    private let addresses = reply(
        .ok,
        #"[{"email":"old@example.org","primary":false,"verified":true,"visibility":null},{"email":"mona@example.org","primary":true,"verified":true,"visibility":"private"}]"#
    )

    private func identify(_ replies: [ProviderReply]) -> Played<ProviderGrant> {
        play(github.identify(accessToken: "gho_16C7e42F"), replies)
    }

    // MARK: The web flow

    @Test func authorizationURLContainsAllParameters() {
        let url = github.flow(redirectURI: "https://app.example.com/cb").authorizationURL(
            state: "st", pkce: PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), scopes: OAuth2Description.gitHub.scopes,
            custom: ["login": "mona", "STATE": "x"])
        #expect(
            url == "https://github.com/login/oauth/authorize?response_type=code&client_id=Iv1.8a61"
                + "&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&scope=user%3Aemail&state=st"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&login=mona")
    }

    @Test func exchangesTheCode() {
        let played = play(
            github.exchange(code: "abc", redirectURI: "https://app.example.com/cb", pkceVerifier: "v3rifier"),
            [reply(.ok, #"{"access_token":"gho_16C7e42F","scope":"user:email","token_type":"bearer"}"#)])
        #expect(
            played.requests.map(transcript) == [
                """
                POST https://github.com/login/oauth/access_token
                Accept: application/json
                Content-Type: application/x-www-form-urlencoded

                grant_type=authorization_code&code=abc&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&code_verifier=v3rifier\
                &client_id=Iv1.8a61&client_secret=s3cret
                """
            ])
        #expect(played.outcome == OAuth2Token(accessToken: "gho_16C7e42F", scopes: ["user:email"]))
    }

    // MARK: The user's profile

    @Test func checksTheTokenThenReadsUserAndAddresses() {
        let played = identify([check, reply(.ok, user), addresses])
        #expect(
            played.requests.map(transcript) == [
                """
                POST https://api.github.com/applications/Iv1.8a61/token
                Authorization: Basic SXYxLjhhNjE6czNjcmV0
                Accept: application/vnd.github+json
                User-Agent: Latchkey
                X-GitHub-Api-Version: 2022-11-28
                Content-Type: application/json

                {"access_token":"gho_16C7e42F"}
                """,
                """
                GET https://api.github.com/user
                Authorization: Bearer gho_16C7e42F
                Accept: application/vnd.github+json
                User-Agent: Latchkey
                X-GitHub-Api-Version: 2022-11-28
                """,
                """
                GET https://api.github.com/user/emails?per_page=100
                Authorization: Bearer gho_16C7e42F
                Accept: application/vnd.github+json
                User-Agent: Latchkey
                X-GitHub-Api-Version: 2022-11-28
                """,
            ])
        #expect(
            played.outcome
                == ProviderGrant(
                    tokens: ProviderTokens(accessToken: "gho_16C7e42F", scopes: ["user:email"]),
                    profile: ProviderProfile(
                        rawID: "9007199254740993", displayName: "Mona", username: "octocat",
                        photoURL: "https://avatars.githubusercontent.com/u/583231?v=4", email: "mona@example.org",
                        addressVerifiedByProvider: true, rawUserInfo: user)))
    }

    struct Addresses: Sendable, CustomTestStringConvertible {
        let name: String
        var status: HTTPResponse.Status = .ok
        let body: String
        let email: String?
        var testDescription: String { name }
    }

    static let addressLists: [Addresses] = [
        .init(name: "primary but not confirmed", body: #"[{"email":"a@h","primary":true,"verified":false}]"#, email: nil),
        .init(name: "confirmed but not primary", body: #"[{"email":"a@h","primary":false,"verified":true}]"#, email: nil),
        .init(
            name: "both, on different addresses",
            body: #"[{"email":"a@h","primary":true,"verified":false},{"email":"b@h","primary":false,"verified":true}]"#, email: nil),
        .init(
            name: "both, at the end",
            body: #"[{"email":"a@h","primary":false,"verified":true},{"email":"b@h","primary":true,"verified":true}]"#,
            email: "b@h"),
        .init(
            name: "GitHub's own address", body: #"[{"email":"1+octocat@users.noreply.github.com","primary":true,"verified":true}]"#,
            email: "1+octocat@users.noreply.github.com"),
        .init(name: "nothing said about either", body: #"[{"email":"a@h"}]"#, email: nil),
        .init(name: "none", body: "[]", email: nil),
        .init(name: "the scope is missing", status: .notFound, body: #"{"message":"Not Found"}"#, email: nil),
        .init(name: "the app may not ask", status: .forbidden, body: #"{"message":"Resource not accessible by integration"}"#, email: nil),
    ]

    @Test(arguments: addressLists) func takesOnlyThePrimaryConfirmedAddress(_ row: Addresses) {
        let profile = identify([check, reply(.ok, user), reply(row.status, row.body)]).outcome?.profile
        #expect(profile != nil)
        #expect(profile?.email == row.email)
        #expect(profile?.addressVerifiedByProvider == (row.email != nil))
    }

    @Test func aLimitIsNoMissingPermission() {
        var fields: HTTPFields = [:]
        fields[HTTPField.Name("x-ratelimit-remaining")!] = "0"
        fields[HTTPField.Name("x-ratelimit-reset")!] = "1318622958"
        let limited = reply(.forbidden, #"{"message":"API rate limit exceeded"}"#, fields)
        let error = identify([check, reply(.ok, user), limited]).error
        #expect(error?.code == .rateLimited)
        #expect(error?.resetAt?.timeIntervalSince1970 == 1_318_622_958)
        #expect(identify([check, reply(.ok, user), reply(.forbidden, "", [.retryAfter: "60"])]).error?.retryAfterSeconds == 60)
        #expect(identify([check, reply(.ok, user), reply(.badGateway, "")]).error?.code == .providerUnavailable)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let name: String
        let replies: [ProviderReply]
        let code: OAuthError.Code
        var testDescription: String { name }
    }

    private static let good = reply(.ok, #"{"scopes":[],"app":{"client_id":"Iv1.8a61"}}"#)

    static let refused: [Refused] = [
        .init(name: "a token of another app", replies: [reply(.notFound, #"{"message":"Not Found"}"#)], code: .wrongApplication),
        .init(
            name: "a token that GitHub finds impossible", replies: [reply(.unprocessableContent, #"{"message":"Validation Failed"}"#)],
            code: .wrongApplication),
        .init(
            name: "a check that names another app", replies: [reply(.ok, #"{"scopes":[],"app":{"client_id":"Iv1.other"}}"#)],
            code: .wrongApplication),
        .init(
            name: "our own secret is wrong", replies: [reply(.unauthorized, #"{"message":"Bad credentials"}"#)], code: .badClientCredentials
        ),
        .init(name: "a check that is no JSON", replies: [reply(.ok, "ok")], code: .malformedReply),
        .init(
            name: "a token revoked meanwhile", replies: [good, reply(.unauthorized, #"{"message":"Bad credentials"}"#)], code: .invalidToken
        ),
        .init(name: "a user without id", replies: [good, reply(.ok, #"{"login":"octocat"}"#)], code: .malformedReply),
        .init(name: "a user whose id is a text", replies: [good, reply(.ok, #"{"id":"583231"}"#)], code: .malformedReply),
        .init(name: "a user whose id has a fraction", replies: [good, reply(.ok, #"{"id":1.5}"#)], code: .malformedReply),
        .init(
            name: "a user whose id is beyond 64 bits", replies: [good, reply(.ok, #"{"id":9223372036854775808}"#)], code: .malformedReply),
        .init(name: "a user whose id is not positive", replies: [good, reply(.ok, #"{"id":0}"#)], code: .malformedReply),
        .init(name: "addresses that are no list", replies: [good, reply(.ok, #"{"id":1}"#), reply(.ok, "{}")], code: .malformedReply),
        .init(name: "the server is down", replies: [reply(.serviceUnavailable, "")], code: .providerUnavailable),
    ]

    @Test(arguments: refused) func refuses(_ row: Refused) {
        let played = identify(row.replies)
        #expect(played.error?.code == row.code)
        #expect(played.requests.count == row.replies.count)
    }

    @Test(arguments: ["", "a b", "a\"b", "a\\b", "a\r\nX: y", "t\u{F6}ken", String(repeating: "a", count: 1025)])
    func rejectsTokensWithUnsafeCharacters(_ token: String) {
        let played = play(github.identify(accessToken: Secret(token)), [])
        #expect(played.requests.isEmpty)
        #expect(played.error?.code == .invalidToken)
    }

    @Test func needsASecretToCheckTokens() {
        let publicClient = OAuth2Provider(.gitHub, client: OAuth2Client(id: "Iv1.8a61", secret: nil))
        #expect(play(publicClient.identify(accessToken: "gho_1"), []).error?.code == .badClientCredentials)
    }

    @Test func refusesRepliesBeyondAMebibyte() {
        let big = ProviderReply(status: .ok, body: [UInt8](repeating: 0x20, count: ProviderReply.maxBytes + 1))
        #expect(identify([big]).error?.code == .replyTooLarge)
        #expect(identify([check, big]).error?.code == .replyTooLarge)
        #expect(identify([check, reply(.ok, user), big]).error?.code == .replyTooLarge)
    }

    // MARK: Enterprise

    @Test func supportsEnterpriseServers() throws {
        let client = OAuth2Client(id: "id/1", secret: "s")
        let enterprise = try OAuth2Provider.gitHubEnterprise(host: "Git.example.com:8443", client: client)
        #expect(enterprise.flow(redirectURI: "r").authorizeEndpoint == "https://git.example.com:8443/login/oauth/authorize")
        let request = play(enterprise.identify(accessToken: "t"), []).requests.first
        #expect(request?.url == "https://git.example.com:8443/api/v3/applications/id%2F1/token")
    }

    @Test(arguments: [
        "", "https://git.example.com", "git.example.com/path", "git.example.com?x", "git.example.com#x", "a b", "u@git.example.com",
    ])
    func rejectsInvalidEnterpriseHosts(_ host: String) {
        #expect(
            oauthError { try OAuth2Provider.gitHubEnterprise(host: host, client: OAuth2Client(id: "i", secret: nil)) }?.code == .invalidURL)
    }
}
