import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

/// Published signatures, and signatures computed by an independent program.
@Suite struct KnownAnswerTests {
    @Test(arguments: SignedExample.photos + SignedExample.twitter)
    func signs(_ example: SignedExample) throws {
        for (method, signature) in example.signatures {
            let explained = try example.signer(method).explain(
                method: example.method, url: example.url, form: example.form, extra: example.extra)
            #expect(explained.signature == signature)
            if let expected = example.baseString { #expect(explained.baseString == expected) }
            #expect(explained.baseString.hasSuffix(PercentEncoding.encode(explained.parameterString)))
        }
    }

    @Test(arguments: SignedExample.photos + SignedExample.twitter)
    func verifiesItsOwnSignatures(_ example: SignedExample) throws {
        let header = try example.signer(.hmacSHA1).authorization(
            method: example.method, url: example.url, form: example.form, extra: example.extra)
        let request = try OAuth1SignedRequest(
            method: example.method, url: example.url, authorization: header,
            contentType: "application/x-www-form-urlencoded", body: Array(example.form.formEncoded.utf8))
        #expect(request.signature == example.signatures[.hmacSHA1])
        try request.verify(consumerSecret: example.consumer.secret, tokenSecret: example.token?.secret)
        #expect(problem { try request.verify(consumerSecret: "other", tokenSecret: example.token?.secret) }?.code == .signatureInvalid)
    }

    /// V5 and V9: duplicates, empty values, a form body, and secrets that need escapes (RFC 5849, section 3.4.1).
    static let formRequest: [(consumer: Secret<String>, token: Secret<String>, method: OAuth1SignatureMethod, signature: String)] = [
        ("j49sk3j29djd", "dh893hdasih9", .hmacSHA1, "r6/TJjbCOr97/+UU0NsvSne7s5g="),
        ("j49sk3j29djd", "dh893hdasih9", .hmacSHA256, "lIfydhbOitvsm4DvUwgM0NdR1Mzd08HnXI+q+EG0QKo="),
        (
            "j49sk3j29djd", "dh893hdasih9", .hmacSHA512,
            "RKWkyty/iIQv+x55z7Y5GbLshaBePNBOxQ4ff7HBEDx1Tqd7XmyvZ7ymqcr8tg1VQPsoJhslOowtfjTdhTBnnQ=="
        ),
        ("ECrDNoq1VYzzzzzzzzzyAK7TwZNtPnkqatqZZZZ", "just-a-string    asdasd", .hmacSHA1, "wsdNmjGB7lvis0UJuPAmjvX/PXw="),
        (
            "ECrDNoq1VYzzzzzzzzzyAK7TwZNtPnkqatqZZZZ", "just-a-string    asdasd", .hmacSHA256,
            "wdfdHUKXHbOnOGZP8WFAWMSAmWzN3EVBWWgXGlC/Eo4="
        ),
        (
            "ECrDNoq1VYzzzzzzzzzyAK7TwZNtPnkqatqZZZZ", "just-a-string    asdasd", .hmacSHA512,
            "u/vlyZFDxOWOZ9UUXwRBJHvq8/T4jCA74ocRmn2ECnjUBTAeJiZIRU8hDTjS88Tz1fGONffMpdZxUkUTW3k1kg=="
        ),
    ]

    private static let formBaseString =
        "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26"
        + "oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp"
        + "%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7"

    @Test(arguments: formRequest)
    func signsTheBaseStringOfV5AndV9(
        _ row: (consumer: Secret<String>, token: Secret<String>, method: OAuth1SignatureMethod, signature: String)
    ) throws {
        let base = OAuth1BaseString(text: Self.formBaseString)
        #expect(try base.signature(row.method, key: .sharedSecrets(consumer: row.consumer, token: row.token)) == row.signature)
    }

    @Test func readsTheRequestOfV5() throws {
        let body = Array("c2&a3=2+q".utf8)
        let url = "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"
        var request = try ProviderRequest(method: .post, url: url, body: body)
        request.head.headerFields[.contentType] = "application/x-www-form-urlencoded; charset=utf-8"
        let signer = OAuth1Signer(
            consumer: OAuth1Consumer(key: "9djdj82h48djs9d2", secret: "j49sk3j29djd"),
            token: OAuth1Token(token: "kkk9d7dh3k39sjv7", secret: "dh893hdasih9"), version: nil,
            now: Example.clock(137_131_201), nonce: { "7d8f3e4a" })
        let header = try signer.sign(request).head.headerFields[.authorization]
        let received = try OAuth1SignedRequest(
            method: "POST", url: url, authorization: header, contentType: "application/x-www-form-urlencoded", body: body)
        #expect(received.signature == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
        #expect(received.baseString == Self.formBaseString)
        #expect(
            OAuth1BaseString.normalise(received.allParameters)
                == "a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9djdj82h48djs9d2&oauth_nonce=7d8f3e4a"
                + "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7")
        #expect(received.allParameters.values(of: "a3") == ["a", "2 q"])
        #expect(received.allParameters["b5"] == "=%3D")
    }

    @Test(arguments: ["bYT5CMsGcbgUdFHObYMEfcx6bsw=", "djosJKDKJSD8743243/jdk33klY="])
    func theSignaturesPrintedInTheRFCForThatRequestAreWrong(_ printed: String) throws {
        let base = OAuth1BaseString(text: Self.formBaseString)
        #expect(try base.signature(.hmacSHA1, key: .sharedSecrets(consumer: "j49sk3j29djd", token: "dh893hdasih9")) != printed)
    }

    @Test func showsTheParameterStringOfV6() throws {
        let explained = try SignedExample.twitter[1].signer(.hmacSHA1).explain(
            method: "POST", url: "https://api.twitter.com/1.1/statuses/update.json?include_entities=true",
            form: ["status": "Hello Ladies + Gentlemen, a signed OAuth request!"])
        #expect(
            explained.parameterString
                == "include_entities=true&oauth_consumer_key=xvz1evFS4wEEPTGEFPHBog&oauth_nonce=kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg"
                + "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1318622958&oauth_token=370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9"
                + "weJAEb&oauth_version=1.0&status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21")
    }

    @Test func signsTinyTextsAsV10() throws {
        let base = OAuth1BaseString(text: "bs")
        #expect(try base.signature(.hmacSHA1, key: .sharedSecrets(consumer: "cs", token: "")) == "egQqG5AJep5sJ7anhXju1unge2I=")
        #expect(try base.signature(.hmacSHA1, key: .sharedSecrets(consumer: "cs", token: nil)) == "egQqG5AJep5sJ7anhXju1unge2I=")
        #expect(try base.signature(.hmacSHA1, key: .sharedSecrets(consumer: "cs", token: "ts")) == "VZVjXceV7JgPq/dOTnNmEfO0Fv8=")
    }

    @Test func sortsByEncodedNameThenEncodedValueAsV14() throws {
        let parameters: Parameters = [
            "a": "x!y", "a": "x y", "A": "1", "a": "\u{E9}", "a-b": "2", "a.b": "3", "aa": "4", "a=b": "5", "a": "",
        ]
        let expected =
            "GET&http%3A%2F%2Fexample.com%2F&A%3D1%26a%3D%26a%3D%25C3%25A9%26a%3Dx%2520y%26a%3Dx%2521y%26a%253Db%3D5%26a-b%3D2"
            + "%26a.b%3D3%26aa%3D4"
        var dice = Dice(seed: 14)
        for _ in 0..<50 {
            let shuffled = Parameters(parameters.shuffled(using: &dice))
            let base = try OAuth1BaseString(method: "get", url: "http://example.com/", parameters: shuffled)
            #expect(base.text == expected)
            #expect(try base.signature(.hmacSHA1, key: .sharedSecrets(consumer: "k", token: "t")) == "GZlaqGqUsS+6VXOB+UgZ351+yhI=")
        }
    }

    @Test func leavesTheSignatureItselfOut() throws {
        let with: Parameters = ["b": "1", "oauth_signature": "x", "a": "2"]
        #expect(OAuth1BaseString.normalise(with) == "a=2&b=1")
    }
}
