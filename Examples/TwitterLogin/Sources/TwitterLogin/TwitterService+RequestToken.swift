public import LatchkeyOAuth

// snippet.S4.10
extension TwitterService {
    /// Step 1: requests a temporary token, for which Twitter stores the callback URL.
    ///
    /// Throws an ``LatchkeyOAuth/OAuthError`` if Twitter rejects the request.
    public func requestOAuthToken() async throws -> OAuth1Token {
        let reply = try await post("/oauth/request_token", token: nil, extra: ["oauth_callback": configuration.callback])
        let pairs = try pairs(of: reply) { _ = try $0.temporaryCredentials(from: reply) }
        // A server without this confirmation ignored the callback, as OAuth 1.0 servers did. There, an attacker can start a sign-in, let
        // the victim complete it, and is then signed in as the victim. OAuth 1.0a fixed this.
        guard pairs.only("oauth_callback_confirmed") == "true" else { throw TwitterLoginError.callbackNotConfirmed }
        return try token(in: pairs)
    }
}
// snippet.end
