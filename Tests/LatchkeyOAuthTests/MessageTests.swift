import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct MessageTests {
    @Test func logsShowNeitherTokensNorSecrets() throws {
        let github = OAuth2Provider(.gitHub, client: OAuth2Client(id: "Iv1", secret: "s3cret"))
        let request = try github.flow(redirectURI: "r").tokenRequest(code: "c0de", pkceVerifier: "v3rifier")
        let call = try ProviderRequest(
            method: .get, url: "https://h/p?access_token=t0ken", headerFields: [.authorization: "Bearer t0ken"])
        let response = reply(.ok, "access_token=t0ken", [.setCookie: "c00kie"])
        let step = Step<String>.send(call)
        var text = "\(request) \(call) \(response) \(step) \(String(reflecting: [call])) \(String(reflecting: response))"
        dump(request, to: &text)
        dump(step, to: &text)
        dump(response, to: &text)
        for secret in ["s3cret", "c0de", "v3rifier", "t0ken", "c00kie"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect("\(call)" == "GET https://h/p")
        #expect("\(response)" == "HTTP 200, 18 bytes")
    }

    @Test func aFormIsPostedWithItsType() throws {
        let request = try ProviderRequest(postingForm: ["a": "1 2"], to: "https://h/p", headerFields: [.accept: "text/plain"])
        #expect(
            transcript(request) == """
                POST https://h/p
                Accept: text/plain
                Content-Type: application/x-www-form-urlencoded

                a=1%202
                """)
    }
}
