import Crypto
import Foundation
public import LatchkeyOAuth

// snippet.S4.9
extension PlainOAuth {
    /// The keyed hash of a text in base 64, padding included.
    ///
    /// `Insecure` is what the library calls SHA-1, whose collisions are known. With a secret key in front of it that does not
    /// matter yet, and Twitter takes no other method.
    public static func hmacSHA1(signingKey: String, signatureBaseString: String) -> String {
        let key = SymmetricKey(data: Data(signingKey.utf8))
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(signatureBaseString.utf8), using: key)
        return Data(code).base64EncodedString()
    }

    /// The value of `oauth_signature`: the steps before this one, put together.
    public static func oauthSignature(
        method: String, url: String, params: Parameters, consumerSecret: String, tokenSecret: String? = nil
    ) throws -> String {
        hmacSHA1(
            signingKey: signatureKey(consumerSecret: consumerSecret, tokenSecret: tokenSecret),
            signatureBaseString: try signatureBaseString(method: method, url: url, params: params))
    }
}
// snippet.end
