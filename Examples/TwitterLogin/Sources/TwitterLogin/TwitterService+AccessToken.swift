public import LatchkeyOAuth

// snippet.S4.12
extension TwitterService {
    /// Step 3: exchanges the request token for an access token and the user's id and screen name.
    ///
    /// The request token's secret is part of the signing key. Twitter reportedly does not check it, but do not rely on that.
    ///
    /// - Parameters:
    ///   - token: The request token.
    ///   - reply: The result of the callback. ``CallbackReply/denied`` throws ``TwitterLoginError/denied``, because there is no verifier.
    public func requestAccessToken(_ token: OAuth1Token, reply: CallbackReply) async throws -> TwitterCredential {
        guard case .verified(let verifier) = reply else { throw TwitterLoginError.denied }
        let reply = try await post("/oauth/access_token", token: token, extra: ["oauth_verifier": verifier])
        let pairs = try pairs(of: reply) { _ = try $0.tokenCredentials(from: reply) }
        guard let userID = pairs.only("user_id"), !userID.isEmpty, let screenName = pairs.only("screen_name") else {
            throw TwitterLoginError.malformedReply
        }
        return TwitterCredential(userID: userID, screenName: screenName, accessToken: try self.token(in: pairs))
    }
}
// snippet.end
