public import Foundation
public import LatchkeyOAuth

// snippet.S4.10.parameters
extension PlainOAuth {
    /// The parameters that every signed request has.
    ///
    /// - Parameters:
    ///   - now: Twitter refuses a clock that is more than a few minutes off.
    ///   - nonce: Never used twice with one time.
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

    /// 128 bits that nobody can guess.
    public static func randomNonce() -> String {
        var random = SystemRandomNumberGenerator()
        let halves: [UInt64] = [random.next(), random.next()]
        return halves.map { String($0, radix: 36) }.joined()
    }
}
// snippet.end
