import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// A server with a wrong clock signs again with the provider's time, once.
@Suite struct ClockSkewTests {
    private let refusal = #"{"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#
    /// Ten minutes after the clock of the tests below.
    private let inTenMinutes: HTTPFields = [.date: "Thu, 13 Oct 2011 01:07:07 GMT"]
    private let token = "oauth_token=a&oauth_token_secret=b&oauth_callback_confirmed=true"

    private func twitter(nonce: String = "n0nce") -> Twitter {
        Twitter(consumer: Example.signIn, now: Example.clock(1_318_467_427), nonce: { nonce })
    }

    private var skewed: ProviderReply { reply(.unauthorized, refusal, inTenMinutes) }

    @Test func retriesTheRequestTokenWithTheServersTime() throws {
        let played = play(
            twitter(nonce: "ea9ec8429b68d6b77cd5600adbbb0456").requestToken(callback: .url("http://localhost/sign-in-with-twitter/")),
            [skewed, reply(.ok, token)])
        #expect(played.outcome == OAuth1Token(token: "a", secret: "b"))
        #expect(played.requests.count == 2)
        #expect(try headerParameters(played.requests[0])["oauth_timestamp"] == "1318467427")
        #expect(
            transcript(played.requests[1]) == """
                POST https://api.twitter.com/oauth/request_token
                Authorization: OAuth oauth_callback="http%3A%2F%2Flocalhost%2Fsign-in-with-twitter%2F", \
                oauth_consumer_key="cChZNFj6T5R0TigYB9yd1w", oauth_nonce="ea9ec8429b68d6b77cd5600adbbb0456", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318468027", oauth_version="1.0", \
                oauth_signature="cnZ6eshJC1ESF2D%2FCJ%2Bb8Tz4r%2F0%3D"
                """)
    }

    @Test func exchangesTheRequestTokenAgain() throws {
        let played = play(
            twitter(nonce: "a9900fe68e2573b27a37f10fbad6a755").accessToken(
                issued: Example.signInRequestToken, verifier: "uw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8BlYDhxEjIBY"),
            [skewed, reply(.ok, token)])
        #expect(played.outcome?.token == OAuth1Token(token: "a", secret: "b"))
        #expect(try headerParameters(played.requests[1])["oauth_timestamp"] == "1318468027")
        #expect(try headerParameters(played.requests[1])["oauth_signature"] == "/atIfO03wtUguY/VqNZjTOi1bAs=")
    }

    @Test func identifiesAgainAndKeepsTheOffsetForVersionTwo() throws {
        let level = reply(.forbidden, #"{"errors":[{"code":453}]}"#)
        let user = reply(.ok, #"{"data":{"id":"1"}}"#)
        let played = play(twitter().identify(Example.tweeterToken), [skewed, level, user])
        #expect(played.outcome?.rawID == "1")
        let times = try played.requests.map { try headerParameters($0)["oauth_timestamp"] }
        #expect(times == ["1318467427", "1318468027", "1318468027"])
    }

    @Test func givesUpAfterTheSecondRefusal() {
        let talks = [
            play(twitter().requestToken(callback: .outOfBand), [skewed, skewed, reply(.ok, token)]).summary,
            play(twitter().accessToken(issued: Example.signInRequestToken, verifier: "v"), [skewed, skewed, reply(.ok, token)]).summary,
            play(twitter().identify(Example.tweeterToken), [skewed, skewed, reply(.ok, #"{"id_str":"1"}"#)]).summary,
            play(
                twitter().identify(Example.tweeterToken),
                [skewed, reply(.forbidden, #"{"errors":[{"code":453}]}"#), skewed, reply(.ok, #"{"data":{"id":"1"}}"#)]
            ).summary,
        ]
        #expect(talks == ["2 clock_skew", "2 clock_skew", "2 clock_skew", "3 clock_skew"])
    }

    @Test(arguments: [[:], [.date: "yesterday"]] as [HTTPFields])
    func givesUpWithoutAUsableDate(_ fields: HTTPFields) {
        let played = play(twitter().requestToken(callback: .outOfBand), [reply(.unauthorized, refusal, fields), reply(.ok, token)])
        #expect(played.summary == "1 clock_skew")
        #expect(played.error?.hint?.contains("clock") == true)
    }

    @Test func doesNotRepeatOtherRefusals() {
        for body in [#"{"errors":[{"code":32}]}"#, #"{"errors":[{"code":215}]}"#, "", "<html></html>"] {
            let refused = reply(.unauthorized, body, inTenMinutes)
            #expect(play(twitter().requestToken(callback: .outOfBand), [refused, reply(.ok, token)]).requests.count == 1)
        }
    }

    @Test func startsWithAnOffsetThatIsKnownAlready() throws {
        let twitter = Twitter(consumer: Example.signIn, clockOffset: .seconds(-27), now: Example.clock(1_318_467_427))
        for request in [
            play(twitter.requestToken(callback: .outOfBand), []).requests[0],
            play(twitter.accessToken(issued: Example.signInRequestToken, verifier: "v"), []).requests[0],
            play(twitter.identify(Example.tweeterToken), []).requests[0],
        ] {
            #expect(try headerParameters(request)["oauth_timestamp"] == "1318467400")
        }
    }
}

extension Played {
    /// The number of requests, and the outcome.
    fileprivate var summary: String {
        "\(requests.count) \(error?.code.rawValue ?? "finished")"
    }
}
