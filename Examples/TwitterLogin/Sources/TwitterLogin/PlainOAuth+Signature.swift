import Crypto
import Foundation
public import LatchkeyOAuth

// snippet.S4.9
extension PlainOAuth {
    /// Returns the HMAC-SHA1 of a text in Base64, with padding.
    ///
    /// The library calls SHA-1 `Insecure` because of its known collisions. They do not affect HMAC with a secret key, and Twitter supports
    /// no other method.
    public static func hmacSHA1(signingKey: String, signatureBaseString: String) -> String {
        let key = SymmetricKey(data: Data(signingKey.utf8))
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(signatureBaseString.utf8), using: key)
        return Data(code).base64EncodedString()
    }

    /// Returns the value of `oauth_signature`, combining the previous steps.
    public static func oauthSignature(
        method: String, url: String, params: Parameters, consumerSecret: String, tokenSecret: String? = nil
    ) throws -> String {
        hmacSHA1(
            signingKey: signatureKey(consumerSecret: consumerSecret, tokenSecret: tokenSecret),
            signatureBaseString: try signatureBaseString(method: method, url: url, params: params))
    }
}
// snippet.end
