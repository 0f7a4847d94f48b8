import HTTPTypes
import LatchkeyAuth
import LatchkeyOAuth
import LatchkeySecrets

// snippet.S4.10.sending
extension TwitterService {
    /// Signs a `POST` without a body, and sends it.
    ///
    /// - Parameters:
    ///   - path: Behind the base address.
    ///   - token: Signs too, once there is one.
    ///   - extra: What this request has beside the parameters that all have.
    func post(_ path: String, token: OAuth1Token?, extra: Parameters) async throws -> ProviderReply {
        let url = configuration.apiBase + path
        let consumer = configuration.consumer
        var params = PlainOAuth.oauthParameters(consumerKey: consumer.key, token: token?.token) + extra
        params.append(
            "oauth_signature",
            try PlainOAuth.oauthSignature(
                method: "POST", url: url, params: params, consumerSecret: consumer.secret.expose(),
                tokenSecret: token?.secret.expose()))
        let request = try ProviderRequest(
            method: .post, url: url, headerFields: [.authorization: PlainOAuth.authorizationHeader(params: params)])
        let (response, body) = try await transport.send(request.head, body: request.body)
        return ProviderReply(status: response.status, headerFields: response.headerFields, body: body)
    }

    /// Reads the pairs out of a reply.
    ///
    /// - Parameter refused: Twitter says no in JSON, XML or plain text, in one number or another. That is a chapter of its own;
    ///   ``LatchkeyOAuth/OAuth1Flow`` has read it, and throws what it means together with a hint.
    func pairs(of reply: ProviderReply, refused: (OAuth1Flow) throws -> Void) throws -> Parameters {
        guard reply.head.status.kind == .successful else {
            try refused(Twitter(consumer: configuration.consumer, apiBase: configuration.apiBase).flow(callback: .outOfBand))
            throw TwitterLoginError.malformedReply
        }
        return try String(decoding: reply.body, as: UTF8.self).urlQueryParameters
    }

    /// The token and its secret, which two of the replies hold under the same names.
    func token(in pairs: Parameters) throws -> OAuth1Token {
        guard let token = pairs.only("oauth_token"), !token.isEmpty, let secret = pairs.only("oauth_token_secret"), !secret.isEmpty
        else { throw TwitterLoginError.malformedReply }
        return OAuth1Token(token: token, secret: Secret(secret))
    }
}
// snippet.end
