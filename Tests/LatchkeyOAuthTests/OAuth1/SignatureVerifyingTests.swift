import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct SignatureVerifyingTests {
    private let url = "https://api.twitter.com/1.1/statuses/update.json?include_entities=true"

    private func received(
        _ method: OAuth1SignatureMethod = .hmacSHA1, at url: String? = nil, httpMethod: String = "POST",
        changing change: (Parameters) -> Parameters = { $0 }, accepting: Set<OAuth1SignatureMethod> = [.hmacSHA1, .hmacSHA256, .hmacSHA512]
    ) throws -> OAuth1SignedRequest {
        let signer = OAuth1Signer(consumer: Example.tweeter, token: Example.tweeterToken, method: method)
        let header = try OAuth1AuthorizationHeader(parsing: signer.authorization(method: "POST", url: self.url))
        return try OAuth1SignedRequest(
            method: httpMethod, url: url ?? self.url, authorization: OAuth1AuthorizationHeader(parameters: change(header.parameters)).text,
            contentType: nil, body: [], accepting: accepting)
    }

    private func verdict(_ request: OAuth1SignedRequest, origins: [String]? = nil) -> OAuth1Problem.Code? {
        problem {
            try request.verify(
                consumerSecret: Example.tweeter.secret, tokenSecret: Example.tweeterToken.secret, origins: origins)
        }?.code
    }

    @Test(arguments: [OAuth1SignatureMethod.hmacSHA1, .hmacSHA256, .hmacSHA512])
    func accepts(_ method: OAuth1SignatureMethod) throws {
        #expect(verdict(try received(method)) == nil)
    }

    @Test func acceptsPlaintextOnlyWhenItIsSwitchedOn() throws {
        #expect(problem { try received(.insecurePlaintext) }?.code == .signatureMethodRejected)
        let request = try received(.insecurePlaintext, accepting: [.insecurePlaintext])
        #expect(verdict(request) == nil)
        #expect(problem { try request.verify(consumerSecret: Example.tweeter.secret, tokenSecret: "x") }?.code == .signatureInvalid)
    }

    @Test(arguments: [
        "https://api.twitter.com/1.1/statuses/update.json?include_entities=false",
        "https://api.twitter.com/1.1/statuses/update.json",
        "https://api.twitter.com/1.1/statuses/update.json?include_entities=true&a=b",
        "https://api.twitter.com/1.1/statuses/update?include_entities=true",
        "https://api.x.com/1.1/statuses/update.json?include_entities=true",
        "http://api.twitter.com/1.1/statuses/update.json?include_entities=true",
        "https://api.twitter.com:8443/1.1/statuses/update.json?include_entities=true",
    ])
    func refusesAnotherURL(_ url: String) throws {
        #expect(verdict(try received(at: url)) == .signatureInvalid)
    }

    @Test func refusesAnotherMethodAndOtherSecrets() throws {
        #expect(verdict(try received(httpMethod: "GET")) == .signatureInvalid)
        #expect(verdict(try received(httpMethod: "post")) == nil)
        let request = try received()
        #expect(problem { try request.verify(consumerSecret: Example.tweeter.secret, tokenSecret: nil) }?.code == .signatureInvalid)
        #expect(problem { try request.verify(consumerSecret: "", tokenSecret: "") }?.code == .signatureInvalid)
    }

    @Test(arguments: ["x", "=", "AAAA", "hCtSmYh+iHYCEqBWrE7C7hYmtUk", "\u{0}"])
    func rejectsMalformedSignatures(_ signature: String) throws {
        let request = try received { parameters in
            Parameters(parameters.map { $0.name == "oauth_signature" ? Parameter($0.name, signature) : $0 })
        }
        #expect(verdict(request) == .signatureInvalid)
    }

    @Test func acceptsTheConfiguredOrigins() throws {
        let local = "http://127.0.0.1:9100/1.1/statuses/update.json?include_entities=true"
        let request = try received(at: local)
        #expect(verdict(request) == .signatureInvalid)
        #expect(verdict(request, origins: ["http://127.0.0.1:9100", "https://api.twitter.com", "https://api.x.com"]) == nil)
        #expect(verdict(request, origins: ["https://API.twitter.com:443/"]) == nil)
        #expect(verdict(request, origins: ["https://api.x.com"]) == .signatureInvalid)
        #expect(verdict(request, origins: []) == .signatureInvalid)
    }

    @Test func reportsAProblemAsFormAndAsChallenge() {
        let problem = OAuth1Problem(
            .parameterAbsent, advice: "Send both.", extra: ["oauth_parameters_absent": "oauth_nonce&oauth_timestamp"])
        #expect(
            problem.formEncoded == "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_nonce%26oauth_timestamp"
                + "&oauth_problem_advice=Send%20both.")
        #expect(
            problem.authenticateHeader(realm: "https://h/")
                == #"OAuth realm="https%3A%2F%2Fh%2F", oauth_problem="parameter_absent", "#
                + #"oauth_parameters_absent="oauth_nonce%26oauth_timestamp", oauth_problem_advice="Send%20both.""#)
        #expect(OAuth1Problem(.tokenRejected, advice: "").httpStatus == 401)
        #expect(OAuth1Problem(.tokenRejected, advice: "", httpStatus: 403).httpStatus == 403)
    }
}
