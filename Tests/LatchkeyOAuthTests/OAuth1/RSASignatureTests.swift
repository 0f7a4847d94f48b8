import LatchkeyOAuth
import LatchkeySecrets
import Testing

@Suite struct RSASignatureTests {
    private let url = "http://photos.example.net/photos?file=vacation.jpg&size=original"

    private func header() throws -> String {
        let signer = OAuth1Signer(
            consumerKey: "dpf43f3p2l4k3l03", method: .rsaSHA1, key: .rsa(try OAuth1RSAPrivateKey(pem: TestRSAKey.privatePEM)),
            now: Example.clock(1_196_666_512), nonce: { "13917289812797014437" })
        return try signer.authorization(method: "GET", url: url)
    }

    private func received(_ header: String, accepting: Set<OAuth1SignatureMethod> = [.hmacSHA1, .rsaSHA1]) throws -> OAuth1SignedRequest {
        try OAuth1SignedRequest(method: "GET", url: url, authorization: header, contentType: nil, body: [], accepting: accepting)
    }

    @Test func signsAsOpenSSLDoes() throws {
        let request = try received(try header())
        #expect(request.baseString == TestRSAKey.signedBaseString)
        #expect(request.signature == TestRSAKey.signature)
    }

    @Test func verifiesWithThePublicKey() throws {
        let key = try OAuth1RSAPublicKey(pem: TestRSAKey.publicPEM)
        try received(try header()).verify(rsa: key)
        try received(try header()).verify(rsa: key, origins: ["http://other.example", "http://photos.example.net"])
        let moved = try received(try header())
        #expect(problem { try moved.verify(rsa: key, origins: ["http://other.example"]) }?.code == .signatureInvalid)
    }

    @Test func refusesAChangedRequest() throws {
        let key = try OAuth1RSAPublicKey(pem: TestRSAKey.publicPEM)
        let changed = try received(try header().replacing("13917289812797014437", with: "13917289812797014438"))
        #expect(problem { try changed.verify(rsa: key) }?.code == .signatureInvalid)
        let broken = try received(try header().replacing(TestRSAKey.signature.prefix(8), with: "********"))
        #expect(problem { try broken.verify(rsa: key) }?.code == .signatureInvalid)
    }

    /// A public key is not secret: used as an HMAC secret, it would let anyone sign.
    @Test func neverMixesUpKeysAndMethods() throws {
        let pem = TestRSAKey.publicPEM
        let forged = OAuth1Signer(consumer: OAuth1Consumer(key: "dpf43f3p2l4k3l03", secret: Secret(pem)))
        let request = try received(try forged.authorization(method: "GET", url: url))
        #expect(problem { try request.verify(rsa: try OAuth1RSAPublicKey(pem: pem)) }?.code == .signatureMethodRejected)
        let genuine = try received(try header())
        #expect(problem { try genuine.verify(consumerSecret: "x", tokenSecret: nil) }?.code == .signatureMethodRejected)
    }

    @Test(arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func reportsMalformedKeys(_ pem: String) {
        #expect(oauthError { try OAuth1RSAPrivateKey(pem: pem) }?.code == .unusableKey)
        #expect(oauthError { try OAuth1RSAPublicKey(pem: pem) }?.code == .unusableKey)
    }
}
