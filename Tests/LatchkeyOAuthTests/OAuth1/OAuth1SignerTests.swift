import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct OAuth1SignerTests {
    private func signer(
        method: OAuth1SignatureMethod = .hmacSHA1, token: OAuth1Token? = Example.tweeterToken, version: String? = "1.0",
        clockOffset: Duration = .zero
    ) -> OAuth1Signer {
        OAuth1Signer(
            consumer: Example.tweeter, token: token, method: method, clockOffset: clockOffset, version: version,
            now: Example.clock(1_318_622_958), nonce: { "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg" })
    }

    @Test func signsAFormRequest() throws {
        let request = try ProviderRequest(
            postingForm: ["status": "Hello Ladies + Gentlemen, a signed OAuth request!"],
            to: "https://api.twitter.com/1.1/statuses/update.json?include_entities=true")
        #expect(
            transcript(try signer().sign(request)) == """
                POST https://api.twitter.com/1.1/statuses/update.json?include_entities=true
                Content-Type: application/x-www-form-urlencoded
                Authorization: OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", \
                oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", oauth_signature_method="HMAC-SHA1", \
                oauth_timestamp="1318622958", oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", \
                oauth_version="1.0", oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"

                status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21
                """)
    }

    @Test func explanationMatchesTheSentRequest() throws {
        let form: Parameters = ["status": "é"]
        let explained = try signer().explain(method: "POST", url: "https://h/p?q=1", form: form)
        #expect(try signer().authorization(method: "POST", url: "https://h/p?q=1", form: form) == explained.authorization)
        let header = try OAuth1AuthorizationHeader(parsing: explained.authorization)
        #expect(header.parameters["oauth_signature"] == explained.signature)
    }

    @Test func replacesAnOldSignature() throws {
        let request = try ProviderRequest(method: .get, url: "https://api.twitter.com/x", headerFields: [.authorization: "OAuth old"])
        let signed = try signer().sign(request)
        #expect(signed.head.headerFields[values: .authorization].count == 1)
        #expect(try signer().sign(signed) == signed)
    }

    @Test func doesNotCoverABodyThatIsNoForm() throws {
        let body = Array(#"{"status":"a=b&c=d"}"#.utf8)
        let json = try ProviderRequest(method: .post, url: "https://h/p", headerFields: [.contentType: "application/json"], body: body)
        let bare = try ProviderRequest(method: .post, url: "https://h/p")
        #expect(try headerParameters(signer().sign(json)) == headerParameters(signer().sign(bare)))
        #expect(try signer().sign(json).body == body)
    }

    @Test func addsTheOffsetOfTheProvidersClock() throws {
        let request = try ProviderRequest(method: .get, url: "https://h/p")
        #expect(try headerParameters(signer(clockOffset: .seconds(600)).sign(request))["oauth_timestamp"] == "1318623558")
        #expect(try headerParameters(signer(clockOffset: .seconds(-58)).sign(request))["oauth_timestamp"] == "1318622900")
    }

    @Test func omitsAbsentTokenAndVersion() throws {
        let request = try ProviderRequest(method: .get, url: "https://h/p")
        let names = try headerParameters(signer(token: nil, version: nil).sign(request)).map(\.name)
        #expect(names == ["oauth_consumer_key", "oauth_nonce", "oauth_signature_method", "oauth_timestamp", "oauth_signature"])
    }

    @Test(arguments: ["oauth_token", "oauth_signature", "oauth_nonce", "oauth_callback"])
    func refusesARequestWithProtocolParametersOfItsOwn(_ name: String) throws {
        let query = oauthError { try signer().authorization(method: "GET", url: "https://h/p?\(name)=x") }
        #expect(query?.code == .malformedParameters)
        let form = oauthError { try signer().authorization(method: "POST", url: "https://h/p", form: [Parameter(name, "x")]) }
        #expect(form?.code == .malformedParameters)
    }

    @Test(arguments: ["oauth_token", "oauth_signature", "oauth_timestamp", "status", "realm", ""])
    func rejectsInvalidExtraParameters(_ name: String) {
        let error = oauthError { try signer().authorization(method: "GET", url: "https://h/p", extra: [Parameter(name, "x")]) }
        #expect(error?.code == .malformedParameters)
    }

    @Test func refusesAFormThatCannotBeRead() throws {
        var request = try ProviderRequest(method: .post, url: "https://h/p", body: Array("a=%zz".utf8))
        request.head.headerFields[.contentType] = "Application/X-WWW-Form-URLEncoded ; charset=UTF-8"
        #expect(oauthError { try signer().sign(request) }?.code == .malformedParameters)
    }

    @Test func plaintextMethodSendsTheSecrets() throws {
        let plain = OAuth1Signer(
            consumer: OAuth1Consumer(key: "k", secret: "c s&"), token: OAuth1Token(token: "t", secret: "s%"),
            method: .insecurePlaintext)
        let request = try ProviderRequest(method: .get, url: "https://h/p")
        let parameters = try headerParameters(plain.sign(request))
        #expect(parameters["oauth_signature_method"] == "PLAINTEXT")
        #expect(parameters["oauth_signature"] == "c%20s%26&s%25")
    }

    @Test(arguments: ["HMAC-MD5", "", "hmac-sha1", "RSA-SHA1"])
    func reportsAMethodThatDoesNotFit(_ name: String) throws {
        let signer = signer(method: OAuth1SignatureMethod(rawValue: name))
        let error = oauthError { try signer.authorization(method: "GET", url: "https://h/p") }
        #expect(error?.code == .unusableKey)
    }

    @Test func drawsUnguessableNonces() {
        let nonces = Set((0..<100).map { _ in OAuth1Signer.randomNonce() })
        #expect(nonces.count == 100)
        #expect(nonces.allSatisfy { $0.utf8.count == 22 })
    }

    @Test func keepsSecretsOutOfDescriptions() throws {
        for method in [OAuth1SignatureMethod.hmacSHA1, .insecurePlaintext] {
            var text = ""
            dump(signer(method: method), to: &text)
            dump(Example.tweeterToken, to: &text)
            dump(Example.tweeter, to: &text)
            text += "\(Example.tweeterToken) \(Example.tweeter) \(signer(method: method))"
            #expect(!text.contains("kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"))
            #expect(!text.contains("LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"))
        }
    }
}
