import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

/// For any input, the result is a value or one of the module's errors, never a crash, and never a valid signature of invalid input.
///
/// `make soak` runs each test for longer.
@Suite struct MutationTests {
    private static let header =
        #"OAuth realm="x", oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="kYjzVBB8Y0ZF", oauth_signature_method="HMAC-SHA1", "#
        + #"oauth_timestamp="1318622958", oauth_token="370773112-GmHxMAgY", oauth_version="1.0", oauth_signature="hCtSmYh%2BiHY%3D""#

    private static let formBodies = [
        "oauth_token=a%2Bb&oauth_token_secret=c%26d&oauth_callback_confirmed=true&user_id=9223372036854775807&screen_name=%C3%A9",
        "access_token=gho_16C7&scope=repo%2Cgist&token_type=bearer&expires_in=7200",
        "error=bad_verification_code&error_description=The+code+is+wrong&error_uri=https%3A%2F%2Fh",
        "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1-2&oauth_problem_advice=Set%20your%20clock",
    ]

    private static let bodies =
        formBodies + [
            #"{"errors":[{"code":32,"message":"Could not authenticate you."},{"code":"89","message":"x"}]}"#,
            #"{"errors":"Desktop applications only support oob","error":{"code":17,"message":"m"},"message":"\u00e9\ud83d\ude00"}"#,
            #"{"error":"bad_verification_code","error_description":"d","interval":5,"access_token":"t","expires_in":"60"}"#,
            #"{"title":"Forbidden","detail":"d","type":"about:blank","status":403,"reason":"client-not-enrolled"}"#,
            #"<?xml version="1.0" encoding="UTF-8"?><errors><error code="415">Callback URL &amp; more not approved</error></errors>"#,
            "Failed to validate oauth signature and token",
            "<!DOCTYPE html><html><body>Whoa there!</body></html>",
            #"{"id":1234567890123456789,"id_str":"1234567890123456789","name":"Ada","screen_name":"ada","email":null}"#,
            #"{"data":{"id":"1234567890123456789","name":"Ada \"A\"","nested":{"data":[1,2,{"x":"}"}]}}}"#,
            #"{"scopes":["user:email"],"app":{"client_id":"Iv1"},"user":{"id":583231}}"#,
            #"[{"email":"old@example.org","primary":false,"verified":true},{"email":"mona@example.org","primary":true,"verified":true}]"#,
        ]

    @Test func authorizationHeaders() async {
        var dice = Dice("authorization headers")
        var (rounds, readable) = (0, 0)
        for await _ in Soak.standard.rounds(3000) {
            rounds += 1
            let text = String(decoding: dice.mutate(Array(Self.header.utf8)), as: UTF8.self)
            guard let header = try? OAuth1AuthorizationHeader(parsing: text) else { continue }
            readable += 1
            // Accepted input can be written and read again with the same value.
            #expect((try? OAuth1AuthorizationHeader(parsing: header.text)) == header)
            #expect(Set(header.parameters.map(\.name)).count == header.parameters.count)
        }
        #expect(readable > rounds / 30)
    }

    @Test func forms() async {
        var dice = Dice("forms")
        var (rounds, readable) = (0, 0)
        for await round in Soak.standard.rounds(3000) {
            rounds += 1
            let bytes = dice.mutate(Array(Self.formBodies[round % Self.formBodies.count].utf8))
            guard let form = try? Parameters(formEncoded: bytes) else { continue }
            readable += 1
            #expect((try? Parameters(formEncoded: form.formEncoded)) == form)
        }
        #expect(readable > rounds / 6)
    }

    @Test func providerReplies() async throws {
        let twitter = Twitter(consumer: Example.tweeter, now: Example.clock(1_318_622_958))
        let github = OAuth2Provider(.gitHub, client: OAuth2Client(id: "Iv1", secret: "s"))
        let good = ProviderReply(status: .ok, body: Array(#"{"scopes":[]}"#.utf8))
        let level = ProviderReply(status: .forbidden, body: Array(#"{"errors":[{"code":453}]}"#.utf8))
        let statuses: [HTTPResponse.Status] = [.ok, .found, .badRequest, .unauthorized, .forbidden, .tooManyRequests, .badGateway]
        let types = ["", "application/json", "text/html", "application/xml", "application/x-www-form-urlencoded"]
        var dice = Dice("replies of providers")
        for await round in Soak.standard.rounds(600) {
            let body = dice.mutate(Array(Self.bodies[round % Self.bodies.count].utf8))
            var reply = ProviderReply(status: statuses[round % statuses.count], body: body)
            reply.head.headerFields[.contentType] = types[round % types.count]
            reply.head.headerFields[.date] = String(decoding: dice.mutate(Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)), as: UTF8.self)
            reply.head.headerFields[.wwwAuthenticate] = String(decoding: dice.mutate(Array(Self.header.utf8)), as: UTF8.self)

            _ = ProviderErrorBody(reply)
            let errors: [OAuthError?] = [
                play(twitter.requestToken(callback: .outOfBand), [reply, reply, reply]).error,
                play(twitter.accessToken(issued: Example.tweeterToken, verifier: "v"), [reply, reply, reply]).error,
                play(twitter.identify(Example.tweeterToken), [reply, reply, reply]).error,
                play(twitter.identify(Example.tweeterToken), [level, reply, reply]).error,
                play(github.exchange(code: "c", redirectURI: "r", pkceVerifier: nil), [reply]).error,
                play(github.identify(accessToken: "t"), [reply, reply, reply]).error,
                play(github.identify(accessToken: "t"), [good, reply, reply]).error,
            ]
            for error in errors.compactMap({ $0 }) {
                #expect(error.detail.count <= 303)
                #expect(error.detail.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            }
        }
    }

    @Test func signedRequests() async throws {
        let signer = OAuth1Signer(
            consumer: Example.tweeter, token: Example.tweeterToken, now: Example.clock(1_318_622_958), nonce: { "n0nce" })
        let url = "https://api.example.com/things?page=1&q=%C3%A9"
        let form: Parameters = ["status": "Hello + world", "empty": ""]
        let header = Array(try signer.authorization(method: "POST", url: url, form: form).utf8)
        let body = Array(form.formEncoded.utf8)
        func received(_ url: [UInt8], _ header: [UInt8], _ body: [UInt8]) throws -> OAuth1SignedRequest {
            try OAuth1SignedRequest(
                method: "POST", url: String(decoding: url, as: UTF8.self), authorization: String(decoding: header, as: UTF8.self),
                contentType: "application/x-www-form-urlencoded", body: body)
        }
        let genuine = try received(Array(url.utf8), header, body)
        var dice = Dice("signed requests")
        var (rounds, readable) = (0, 0)
        var accepted = 0
        for await round in Soak.standard.rounds(3000) {
            rounds += 1
            let request = try? received(
                round % 3 == 0 ? dice.mutate(Array(url.utf8)) : Array(url.utf8), round % 3 == 1 ? dice.mutate(header) : header,
                round % 3 == 2 ? dice.mutate(body) : body)
            guard let request else { continue }
            readable += 1
            let refusal = problem {
                try request.verify(consumerSecret: Example.tweeter.secret, tokenSecret: Example.tweeterToken.secret)
            }
            if refusal == nil {
                accepted += 1
                // A change that the signature does not detect changes only the spelling.
                #expect(request.baseString == genuine.baseString)
            }
        }
        #expect(readable > rounds / 10)
        #expect(accepted < readable)
    }

    @Test func addresses() async {
        var dice = Dice("addresses")
        let seed = Array("https://User@[::1]:8443/a%20b/c?d=e&f=%C3%A9#top".utf8)
        for await _ in Soak.standard.rounds(3000) {
            let text = String(decoding: dice.mutate(seed), as: UTF8.self).replacing("User@", with: "")
            guard let base = try? OAuth1BaseString.baseURI(text) else { continue }
            // Normalization is idempotent.
            #expect((try? OAuth1BaseString.baseURI(base)) == base)
        }
    }
}
