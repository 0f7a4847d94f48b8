import HTTPTypes
import LatchkeyAuth
import LatchkeyOAuth
import LatchkeySecrets

// snippet.S4.10.sending
extension TwitterService {
    /// Signs and sends a `POST` request without a body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the base URL.
    ///   - token: The token, if there is one. Its secret is part of the signing key.
    ///   - extra: The parameters of this request in addition to the common ones.
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

    /// Returns the parameters of a response.
    ///
    /// - Parameter refused: Throws the error of a response that is not 2xx. Twitter reports errors as JSON, XML or plain text with various
    ///   codes. ``LatchkeyOAuth/OAuth1Flow`` parses them and throws an error with a hint.
    func pairs(of reply: ProviderReply, refused: (OAuth1Flow) throws -> Void) throws -> Parameters {
        guard reply.head.status.kind == .successful else {
            try refused(Twitter(consumer: configuration.consumer, apiBase: configuration.apiBase).flow(callback: .outOfBand))
            throw TwitterLoginError.malformedReply
        }
        return try String(decoding: reply.body, as: UTF8.self).urlQueryParameters
    }

    /// Returns the token and its secret, which two of the responses contain under the same names.
    func token(in pairs: Parameters) throws -> OAuth1Token {
        guard let token = pairs.only("oauth_token"), !token.isEmpty, let secret = pairs.only("oauth_token_secret"), !secret.isEmpty
        else { throw TwitterLoginError.malformedReply }
        return OAuth1Token(token: token, secret: Secret(secret))
    }
}
// snippet.end
