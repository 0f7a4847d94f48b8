public import Foundation
public import LatchkeyOAuth

// snippet.S4.10.parameters
extension PlainOAuth {
    /// Returns the parameters of every signed request.
    ///
    /// - Parameters:
    ///   - consumerKey: The API key of the application.
    ///   - token: The request or access token, if there is one.
    ///   - now: The current time. Twitter rejects clocks that are more than a few minutes off.
    ///   - nonce: A value that is used only once per timestamp.
    public static func oauthParameters(
        consumerKey: String, token: String? = nil, now: Date = Date(), nonce: String = randomNonce()
    ) -> Parameters {
        var params: Parameters = [
            "oauth_consumer_key": consumerKey,
            "oauth_nonce": nonce,
            "oauth_signature_method": "HMAC-SHA1",
            "oauth_timestamp": String(Int(now.timeIntervalSince1970)),
            "oauth_version": "1.0",
        ]
        if let token { params.append("oauth_token", token) }
        return params
    }

    /// Returns a random nonce with 128 bits.
    public static func randomNonce() -> String {
        var random = SystemRandomNumberGenerator()
        let halves: [UInt64] = [random.next(), random.next()]
        return halves.map { String($0, radix: 36) }.joined()
    }
}
// snippet.end
