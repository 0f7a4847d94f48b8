import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct TwitterTests {
    private let user =
        #"{"id":1234567890123456789,"id_str":"1234567890123456789","name":"Ada L.","screen_name":"ada","email":"ada@example.org","profile_image_url_https":"https://pbs.twimg.com/a_normal.jpg","followers_count":18446744073709551616,"ratio":0.10000000000000000001}"#

    private func twitter(nonce: String = "n0nce", at seconds: Int = 1_318_622_958) -> Twitter {
        Twitter(consumer: Example.tweeter, now: Example.clock(seconds), nonce: { nonce })
    }

    // MARK: The user's profile

    @Test func requestsTheEmailAddress() {
        let played = play(twitter().identify(Example.tweeterToken), [reply(.ok, user)])
        #expect(
            played.requests.map(transcript) == [
                """
                GET https://api.twitter.com/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false
                Authorization: OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="n0nce", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", \
                oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0", \
                oauth_signature="FMyQiewJpRdHMqnRGnCXOzjE2ZY%3D"
                """
            ])
        #expect(
            played.outcome
                == ProviderProfile(
                    rawID: "1234567890123456789", displayName: "Ada L.", username: "ada", photoURL: "https://pbs.twimg.com/a_normal.jpg",
                    email: "ada@example.org", addressVerifiedByProvider: true, rawUserInfo: user))
    }

    struct User: Sendable, CustomTestStringConvertible {
        let name: String
        let json: String
        let profile: ProviderProfile
        var testDescription: String { name }
    }

    static let users: [User] = [
        .init(name: "no address", json: #"{"id_str":"1","email":null}"#, profile: ProviderProfile(rawID: "1")),
        .init(name: "an empty address", json: #"{"id_str":"1","email":""}"#, profile: ProviderProfile(rawID: "1")),
        .init(
            name: "an id beyond 53 bits that the number rounds", json: #"{"id":9007199254740993,"id_str":"9007199254740993"}"#,
            profile: ProviderProfile(rawID: "9007199254740993")),
        .init(name: "only id_str counts", json: #"{"id":7,"id_str":"8"}"#, profile: ProviderProfile(rawID: "8")),
        .init(
            name: "members of other types are left out", json: #"{"id_str":"1","name":5,"screen_name":[],"email":{}}"#,
            profile: ProviderProfile(rawID: "1")),
    ]

    @Test(arguments: users) func reads(_ row: User) {
        var expected = row.profile
        expected.rawUserInfo = row.json
        #expect(play(twitter().identify(Example.tweeterToken), [reply(.ok, row.json)]).outcome == expected)
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"id":1}"#, #"{"id_str":1}"#, #"{"id_str":""}"#, #"{"id_str":"ada"}"#, #"{"id_str":"-1"}"#,
        #"{"id_str":"1.0"}"#, #"{"id_str":"١"}"#, #"{"id_str":"123456789012345678901"}"#, #"{"id_str":"1""#, "<html></html>",
    ])
    func refusesAUserWithoutId(_ json: String) {
        #expect(play(twitter().identify(Example.tweeterToken), [reply(.ok, json)]).error?.code == .malformedReply)
    }

    @Test func keepsTheUserObjectByteForByte() {
        let info = play(twitter().identify(Example.tweeterToken), [reply(.ok, user)]).outcome?.rawUserInfo
        #expect(info?.contains(#""followers_count":18446744073709551616,"ratio":0.10000000000000000001"#) == true)
        #expect(info == user)
    }

    @Test func refusesATokenOfAnotherApp() {
        let refusal = reply(.unauthorized, #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#)
        let played = play(twitter().identify(Example.tweeterToken), [refusal])
        #expect(played.requests.count == 1)
        #expect(played.error?.code == .invalidToken)
    }

    // MARK: The fallback for a low access level

    @Test func fallsBackToVersionTwo() {
        let refusal = reply(.forbidden, #"{"errors":[{"message":"You currently have access to a subset of endpoints","code":453}]}"#)
        let response = reply(
            .ok,
            #"{"data": {"id":"1234567890123456789","name":"Ada L.","username":"ada","confirmed_email":"ada@example.org","profile_image_url":"https://pbs.twimg.com/a.jpg","n":1.0}}"#
        )
        let played = play(twitter().identify(Example.tweeterToken), [refusal, response])
        #expect(
            played.requests.last.map(transcript) == """
                GET https://api.twitter.com/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at,verified
                Authorization: OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="n0nce", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", \
                oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0", \
                oauth_signature="9FSAwfNNk5hg83pRfPXI6v59NqI%3D"
                """)
        #expect(
            played.outcome
                == ProviderProfile(
                    rawID: "1234567890123456789", displayName: "Ada L.", username: "ada", photoURL: "https://pbs.twimg.com/a.jpg",
                    email: "ada@example.org", addressVerifiedByProvider: true,
                    rawUserInfo:
                        #"{"id":"1234567890123456789","name":"Ada L.","username":"ada","confirmed_email":"ada@example.org","profile_image_url":"https://pbs.twimg.com/a.jpg","n":1.0}"#
                ))
    }

    @Test(arguments: [#"{"data":null}"#, #"{"data":{"id":5}}"#, #"{"data":{}}"#, "{}", #"{"data":{"id":"1"}"#])
    func refusesAVersionTwoUserWithoutId(_ json: String) {
        let refusal = reply(.forbidden, #"{"errors":[{"code":453}]}"#)
        let error = play(twitter().identify(Example.tweeterToken), [refusal, reply(.ok, json)]).error
        #expect(error?.code == .malformedReply)
    }

    @Test func requestsVersionTwoOnlyOnce() {
        let refusal = reply(.forbidden, #"{"errors":[{"code":453,"message":"m"}]}"#)
        let twice = play(twitter().identify(Example.tweeterToken), [refusal, refusal, refusal])
        #expect(twice.requests.count == 2)
        #expect(twice.error?.code == .insufficientAccessLevel)
        let unexplained = play(twitter().identify(Example.tweeterToken), [refusal, reply(.forbidden, "")])
        #expect(unexplained.error?.code == .insufficientAccessLevel)
        let limited = play(twitter().identify(Example.tweeterToken), [refusal, reply(.tooManyRequests, "")])
        #expect(limited.error?.code == .rateLimited)
    }

    // MARK: Another host

    @Test func usesTheConfiguredHosts() throws {
        let local = Twitter(
            consumer: Example.tweeter, apiBase: "http://127.0.0.1:9100/", webBase: "https://sandbox.example.org/twitter//")
        let flow = local.flow(callback: .outOfBand)
        #expect(flow.endpoints.requestToken == "http://127.0.0.1:9100/oauth/request_token")
        #expect(flow.endpoints.accessToken == "http://127.0.0.1:9100/oauth/access_token")
        #expect(flow.endpoints.authenticate == "https://sandbox.example.org/twitter/oauth/authenticate")
        #expect(flow.endpoints.authorize == "https://sandbox.example.org/twitter/oauth/authorize")
        let played = play(local.identify(Example.tweeterToken), [])
        #expect(played.requests.first?.url.hasPrefix("http://127.0.0.1:9100/1.1/account/") == true)
        #expect(play(Twitter(consumer: Example.tweeter, apiBase: "nonsense").identify(Example.tweeterToken), []).error?.code == .invalidURL)
    }

    @Test func refusesRepliesBeyondAMebibyte() {
        let big = ProviderReply(status: .ok, body: [UInt8](repeating: 0x20, count: ProviderReply.maxBytes + 1))
        #expect(play(twitter().identify(Example.tweeterToken), [big]).error?.code == .replyTooLarge)
        #expect(play(twitter().requestToken(callback: .outOfBand), [big]).error?.code == .replyTooLarge)
        #expect(play(twitter().accessToken(issued: Example.tweeterToken, verifier: "v"), [big]).error?.code == .replyTooLarge)
    }

    @Test func stepsRunWithAnySender() async throws {
        let grant = try await twitter().accessToken(issued: Example.tweeterToken, verifier: "v").run { request in
            #expect(request.head.path == "/oauth/access_token")
            return reply(.ok, "oauth_token=a&oauth_token_secret=b&user_id=1")
        }
        #expect(grant == OAuth1Grant(token: OAuth1Token(token: "a", secret: "b"), parameters: ["user_id": "1"]))
    }
}
