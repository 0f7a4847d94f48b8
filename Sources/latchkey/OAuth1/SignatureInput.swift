import LatchkeyOAuth
import LatchkeySecrets

/// A signed request, and the keys for verifying its signature.
struct SignatureInput: Sendable {
    var method: String
    var url: String
    var form: Parameters
    var authorization: String
    var consumerSecret: Secret<String>
    var tokenSecret: Secret<String>?
    /// The key for RSA-SHA1.
    var publicKey: OAuth1RSAPublicKey?

    /// Parses the request like a server; throws `OAuth1Problem`.
    func read() throws -> OAuth1SignedRequest {
        try OAuth1SignedRequest(
            method: method, url: url, authorization: authorization,
            contentType: form.isEmpty ? nil : "application/x-www-form-urlencoded", body: Array(form.formEncoded.utf8),
            accepting: [.hmacSHA1, .hmacSHA256, .rsaSHA1, .insecurePlaintext])
    }

    /// Verifies the signature; throws `OAuth1Problem`.
    func verify(origins: [String]? = nil) throws {
        let request = try read()
        if request.signatureMethod == .rsaSHA1, let publicKey {
            try request.verify(rsa: publicKey, origins: origins)
        } else {
            try request.verify(consumerSecret: consumerSecret, tokenSecret: tokenSecret, origins: origins)
        }
    }

    var isRight: Bool { (try? verify()) != nil }

    func with(_ change: (inout SignatureInput) -> Void) -> SignatureInput {
        var other = self
        change(&other)
        return other
    }
}
