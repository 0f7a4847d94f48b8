public import LatchkeyOAuth

// snippet.S4.10
extension TwitterService {
    /// Step 1: asks for a temporary token, under which Twitter remembers where to send the person back to.
    ///
    /// Throws what Twitter refused it for, as an ``LatchkeyOAuth/OAuthError``.
    public func requestOAuthToken() async throws -> OAuth1Token {
        let reply = try await post("/oauth/request_token", token: nil, extra: ["oauth_callback": configuration.callback])
        let pairs = try pairs(of: reply) { _ = try $0.temporaryCredentials(from: reply) }
        // A server that does not say so has ignored the callback, as those of OAuth 1.0 did. There, whoever starts a sign-in and
        // gets somebody else to finish it is signed in as them: that is what the "a" in 1.0a has mended.
        guard pairs.only("oauth_callback_confirmed") == "true" else { throw TwitterLoginError.callbackNotConfirmed }
        return try token(in: pairs)
    }
}
// snippet.end
