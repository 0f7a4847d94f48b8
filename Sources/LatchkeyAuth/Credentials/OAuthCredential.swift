import LatchkeyOAuth
import LatchkeyWire

/// A credential of an identity provider.
public final class OAuthCredential: AuthCredential, @unchecked Sendable {
    /// The provider's access token; for Twitter the OAuth 1.0a token.
    public let accessToken: String?
    /// The provider's ID token; Twitter and GitHub have none.
    public let idToken: String?
    /// The secret of an OAuth 1.0a access token.
    public let secret: String?

    let rawNonce: String?
    /// The user data that Apple gives an app at the first sign-in, as the JSON text that Apple posts to web pages.
    let userJSON: String?
    /// A token for the credential that is pending on the server. It replaces the other tokens in a request.
    let pendingToken: String?
    /// The result of a web flow, which signing in exchanges.
    let webFlow: WebFlowOutcome?

    init(
        providerID: String, accessToken: String? = nil, idToken: String? = nil, secret: String? = nil,
        rawNonce: String? = nil, userJSON: String? = nil, pendingToken: String? = nil, webFlow: WebFlowOutcome? = nil
    ) {
        self.accessToken = accessToken
        self.idToken = idToken
        self.secret = secret
        self.rawNonce = rawNonce
        self.userJSON = userJSON
        self.pendingToken = pendingToken
        self.webFlow = webFlow
        super.init(provider: providerID)
    }

    /// Creates a credential from a response; `nil` if the response contains no reusable credential.
    convenience init?(_ reply: SignInWithIdpReply) {
        guard let providerID = reply.providerId, !providerID.isEmpty else { return nil }
        let values = [reply.oauthAccessToken, reply.oauthIdToken, reply.oauthTokenSecret, reply.pendingToken]
        guard values.contains(where: { $0?.isEmpty == false }) else { return nil }
        self.init(
            providerID: providerID, accessToken: reply.oauthAccessToken, idToken: reply.oauthIdToken,
            secret: reply.oauthTokenSecret, rawNonce: reply.nonce, pendingToken: reply.pendingToken)
    }

    /// Returns the request with the parameters that identify the user.
    func request() -> SignInWithIdpRequest {
        var postBody: Parameters = ["providerId": provider]
        if pendingToken == nil, webFlow == nil {
            let pairs = [
                ("access_token", accessToken), ("oauth_token_secret", secret), ("id_token", idToken), ("nonce", rawNonce),
                ("user", userJSON),
            ]
            for case (let name, let value?) in pairs { postBody.append(name, value) }
        }
        return SignInWithIdpRequest(
            requestUri: webFlow?.link ?? "http://localhost", postBody: postBody.formEncoded,
            sessionId: webFlow?.sessionID, pendingToken: pendingToken, returnSecureToken: true,
            returnIdpCredential: true)
    }
}
