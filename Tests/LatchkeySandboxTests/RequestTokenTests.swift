import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

/// A valid or invalid request, and the whole response.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// Status and body.
    let expected: String
    let request: @Sendable (TestSandbox) async throws -> ProviderRequest

    init(_ name: String, expected: String, _ request: @escaping @Sendable (TestSandbox) async throws -> ProviderRequest) {
        self.name = name
        self.expected = expected
        self.request = request
    }

    var testDescription: String { name }
}

/// Twitter's responses as in the tables.
enum TwitterReply {
    static let bad = #"400 {"errors":[{"code":215,"message":"Bad Authentication data."}]}"#
    static let refused = #"401 {"errors":[{"code":32,"message":"Could not authenticate you."}]}"#
    static let late = #"401 {"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#
    static let invalidToken = #"401 {"errors":[{"code":89,"message":"Invalid or expired token."}]}"#
    static let notPermitted = #"403 {"errors":[{"code":87,"message":"Client is not permitted to perform this action."}]}"#
    static let invalidRequestToken = "401 Invalid request token."
    static let invalidVerifier = "401 Error processing your OAuth request: Invalid oauth_verifier parameter"
    static let callbackNotApproved = """
        403 <?xml version="1.0" encoding="UTF-8"?>
        <errors><error code="415">Callback URL not approved for this client application. Approved callback URLs can be \
        adjusted in your application settings</error></errors>
        """
}

@Suite struct RequestTokenTests {
    static let wrong: [Scenario] = [
        Scenario("no parameters at all", expected: TwitterReply.bad) { _ in
            try ProviderRequest(method: .post, url: "\(TestSandbox.base)/oauth/request_token")
        },
        Scenario("a header of another scheme", expected: TwitterReply.bad) { _ in
            try ProviderRequest(
                method: .post, url: "\(TestSandbox.base)/oauth/request_token", headerFields: [.authorization: "Bearer abc"])
        },
        Scenario("a header without quotes", expected: TwitterReply.bad) { sandbox in
            var request = try sandbox.requestTokenRequest()
            request.head.headerFields[.authorization] = request.head.headerFields[.authorization]?.filter { $0 != "\"" }
            return request
        },
        Scenario("a parameter that stands there twice", expected: TwitterReply.bad) { sandbox in
            var request = try sandbox.requestTokenRequest()
            request.head.headerFields[.authorization]?.append(", oauth_nonce=\"again\"")
            return request
        },
        Scenario("parameters in two places", expected: TwitterReply.bad) { sandbox in
            var request = try sandbox.requestTokenRequest()
            request.head.path?.append("?oauth_callback=oob")
            return request
        },
        Scenario("a version other than 1.0", expected: TwitterReply.bad) { sandbox in
            let now = sandbox.clock.now
            let signer = OAuth1Signer(consumer: SandboxApp.twitter.consumer, version: "2.0", now: { now })
            return try sandbox.requestTokenRequest(signer: signer)
        },
        Scenario("no oauth_callback, as in OAuth 1.0 before 1.0a", expected: TwitterReply.bad) { sandbox in
            try sandbox.requestTokenRequest(callback: nil)
        },
        Scenario("an empty oauth_callback", expected: TwitterReply.bad) { sandbox in
            try sandbox.requestTokenRequest(callback: "")
        },
        Scenario("a token where none belongs", expected: TwitterReply.bad) { sandbox in
            let token = try sandbox.token()
            return try sandbox.requestTokenRequest(signer: sandbox.signer(token: token))
        },
        Scenario("an unknown x_auth_access_type", expected: TwitterReply.bad) { sandbox in
            try sandbox.requestTokenRequest(form: ["x_auth_access_type": "admin"])
        },
        Scenario("an unknown x_auth_mode", expected: TwitterReply.bad) { sandbox in
            try sandbox.requestTokenRequest(form: ["x_auth_mode": "client_auth"])
        },
        Scenario("an unknown consumer key", expected: TwitterReply.refused) { sandbox in
            let now = sandbox.clock.now
            let consumer = OAuth1Consumer(key: "nobody", secret: SandboxApp.twitter.secret)
            return try sandbox.requestTokenRequest(signer: OAuth1Signer(consumer: consumer, now: { now }))
        },
        Scenario("a client id of the other provider", expected: TwitterReply.refused) { sandbox in
            try sandbox.requestTokenRequest(signer: sandbox.signer(.github))
        },
        Scenario("a wrong consumer secret", expected: TwitterReply.refused) { sandbox in
            let now = sandbox.clock.now
            let consumer = OAuth1Consumer(key: SandboxApp.twitter.key, secret: "wrong")
            return try sandbox.requestTokenRequest(signer: OAuth1Signer(consumer: consumer, now: { now }))
        },
        Scenario("a form that was changed after signing", expected: TwitterReply.refused) { sandbox in
            var request = try sandbox.requestTokenRequest(form: ["x_auth_access_type": "read"])
            request.body = Array("x_auth_access_type=write".utf8)
            return request
        },
        Scenario("a query that was added after signing", expected: TwitterReply.refused) { sandbox in
            var request = try sandbox.requestTokenRequest()
            request.head.path?.append("?x=1")
            return request
        },
        Scenario("HMAC-SHA256, which Twitter does not know", expected: TwitterReply.refused) { sandbox in
            try sandbox.requestTokenRequest(signer: sandbox.signer(method: .hmacSHA256))
        },
        Scenario("PLAINTEXT", expected: TwitterReply.refused) { sandbox in
            try sandbox.requestTokenRequest(signer: sandbox.signer(method: .insecurePlaintext))
        },
        Scenario("a timestamp 301 seconds old", expected: TwitterReply.late) { sandbox in
            try sandbox.requestTokenRequest(signer: sandbox.signer(secondsOff: -301))
        },
        Scenario("a timestamp 301 seconds ahead", expected: TwitterReply.late) { sandbox in
            try sandbox.requestTokenRequest(signer: sandbox.signer(secondsOff: 301))
        },
        Scenario("a callback on another path", expected: TwitterReply.callbackNotApproved) { sandbox in
            try sandbox.requestTokenRequest(callback: "http://127.0.0.1:5000/other")
        },
        Scenario("a callback of another host", expected: TwitterReply.callbackNotApproved) { sandbox in
            try sandbox.requestTokenRequest(callback: "http://evil.example/callback")
        },
        Scenario("a callback with a user name that looks like the host", expected: TwitterReply.callbackNotApproved) { sandbox in
            try sandbox.requestTokenRequest(callback: "http://127.0.0.1@evil.example/callback")
        },
        Scenario("a callback that is no address", expected: TwitterReply.callbackNotApproved) { sandbox in
            try sandbox.requestTokenRequest(callback: "OOB")
        },
        Scenario(
            "an address for an application without callbacks",
            expected: """
                403 <?xml version="1.0" encoding="UTF-8"?>
                <errors><error code="417">Desktop applications only support the oauth_callback value &#39;oob&#39;</error></errors>
                """
        ) { sandbox in
            try sandbox.requestTokenRequest(.twitterDesktop)
        },
    ]

    @Test(arguments: wrong) func wrongRequest(_ scenario: Scenario) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.send(scenario.request(sandbox))
        #expect(reply.summary == scenario.expected)
        #expect(reply.header("x-sandbox-reason")?.isEmpty == false)
    }

    @Test(arguments: [
        TestSandbox.callback, "\(TestSandbox.callback)?state=abc&x=1", "http://127.0.0.1/callback", "http://localhost:1/callback",
        "http://[::1]:8080/__/auth/handler", "oob",
    ])
    func registeredCallback(_ callback: String) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.send(sandbox.requestTokenRequest(callback: callback))
        #expect(reply.head.status == .ok)
        #expect(reply.header("content-type") == "application/x-www-form-urlencoded; charset=utf-8")
        let form = try reply.form
        #expect(form.map(\.name) == ["oauth_token", "oauth_token_secret", "oauth_callback_confirmed"])
        #expect(form["oauth_callback_confirmed"] == "true")
    }

    @Test func aCustomSchemeCanBeRegistered() async throws {
        let sandbox = TestSandbox { $0.apps[0].callbacks = ["twittersdk://"] }
        #expect(try await sandbox.send(sandbox.requestTokenRequest(callback: "twittersdk://")).head.status == .ok)
        #expect(try await sandbox.send(sandbox.requestTokenRequest(callback: "twittersdk://x")).head.status == .forbidden)
    }

    @Test(arguments: [-300, 300] as [Int64]) func aTimestampAtTheEdgeOfTheWindow(_ seconds: Int64) async throws {
        let sandbox = TestSandbox()
        let reply = try await sandbox.send(sandbox.requestTokenRequest(signer: sandbox.signer(secondsOff: seconds)))
        #expect(reply.head.status == .ok)
    }

    @Test func wrongSignatureReturnsTheBaseString() async throws {
        let sandbox = TestSandbox()
        var request = try sandbox.requestTokenRequest()
        request.head.path?.append("?x=1")
        let base = try await sandbox.send(request).header("x-sandbox-base-string") ?? ""
        #expect(base.hasPrefix("POST&http%3A%2F%2F127.0.0.1%3A9100%2Foauth%2Frequest_token&"))
        #expect(base.hasSuffix("%26x%3D1"))
        #expect(!base.contains("oauth_signature%3D"))
    }

    @Test func anotherSignatureMethodCanBeAllowed() async throws {
        let sandbox = TestSandbox { $0.apps[0].signatureMethods = [.hmacSHA256] }
        #expect(
            try await sandbox.send(sandbox.requestTokenRequest(signer: sandbox.signer(method: .hmacSHA256))).head.status == .ok)
        #expect(try await sandbox.send(sandbox.requestTokenRequest()).summary == TwitterReply.refused)
    }

    @Test func aSignatureForAPublicAddressIsTakenOnlyWhenConfigured() async throws {
        for (addresses, status) in [([], 401), (["https://api.twitter.com"], 200), (["https://api.x.com"], 401)] {
            let sandbox = TestSandbox(publicAddresses: addresses)
            let signed = try sandbox.signer().sign(
                ProviderRequest(method: .post, url: "https://api.twitter.com/oauth/request_token"),
                extra: ["oauth_callback": TestSandbox.callback])
            // A proxying adapter signs one URL and sends the request to another.
            var request = signed
            request.head.scheme = "http"
            request.head.authority = "127.0.0.1:9100"
            #expect(try await sandbox.send(request).head.status.code == status)
        }
    }
}
