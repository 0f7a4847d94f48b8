public import LatchkeyOAuth

// snippet.S4.12
extension TwitterService {
    /// Step 3: exchanges the temporary token for one that stays valid, and learns who the person is.
    ///
    /// The temporary token's secret signs along. Twitter is said not to check that, which is no reason to rely on it.
    ///
    /// - Parameters:
    ///   - answer: What the callback said. Throws ``TwitterLoginError/denied`` when the person said no: then there is no verifier,
    ///     and nothing to ask Twitter for.
    public func requestAccessToken(_ token: OAuth1Token, answer: CallbackAnswer) async throws -> TwitterCredential {
        guard case .verified(let verifier) = answer else { throw TwitterLoginError.denied }
        let reply = try await post("/oauth/access_token", token: token, extra: ["oauth_verifier": verifier])
        let pairs = try pairs(of: reply) { _ = try $0.tokenCredentials(from: reply) }
        guard let userID = pairs.only("user_id"), !userID.isEmpty, let screenName = pairs.only("screen_name") else {
            throw TwitterLoginError.malformedReply
        }
        return TwitterCredential(userID: userID, screenName: screenName, accessToken: try self.token(in: pairs))
    }
}
// snippet.end
