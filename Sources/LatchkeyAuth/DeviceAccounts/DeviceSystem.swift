import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets

/// A device's system that knows Twitter accounts by tokens of a consumer of its own, as iOS 5 to 10 did: what reverse auth starts from.
///
/// Today only the sandbox has such a consumer (`systemSandboxConsumer0001`).
public struct DeviceSystem: Sendable {
    let accounts: [DeviceAccount]
    private let twitter: Twitter

    /// - Parameters:
    ///   - consumerKey: the system's own consumer.
    ///   - apiURL: where Twitter's interface is.
    ///   - accounts: the people, each with a token of that consumer.
    public init(
        consumerKey: String, consumerSecret: String, apiURL: String,
        accounts: [(username: String, token: String, secret: String)]
    ) {
        twitter = Twitter(consumer: OAuth1Consumer(key: consumerKey, secret: Secret(consumerSecret)), apiBase: apiURL)
        self.accounts = accounts.map { DeviceAccount(username: $0.username, server: nil, token: $0.token, secret: $0.secret) }
    }

    /// Has Twitter trade the text of an application's server for a token of that application.
    func grant(for account: DeviceAccount, target: String, text: String, transport: any AuthTransport) async throws -> OAuth1Grant {
        let (token, secret) = account.tokenPair
        var conversation = twitter.reverseAuthGrant(
            for: OAuth1Token(token: token, secret: Secret(secret)), target: target, text: text)
        var step = try conversation.begin()
        // The request, and once more when the clock is wrong.
        for _ in 0..<2 {
            guard case .send(let request) = step else { break }
            let (response, body) = try await transport.send(request.head, body: request.body)
            step = try conversation.receive(ProviderReply(status: response.status, headerFields: response.headerFields, body: body))
        }
        guard case .finished(let grant) = step else {
            throw AuthError.make(.internalError, reason: "Twitter does not come to an end with reverse auth.")
        }
        return grant
    }
}

extension DeviceAccountStore {
    /// The parameters of a token of the server's application for an account: those that are kept, or what reverse auth trades.
    ///
    /// - Parameter consumerKey: of the server's application; reverse auth needs it.
    /// A token goes to the server that it came from, and to no other.
    ///
    /// - Throws: an `OAuthError` when Twitter refuses; errors of ``Auth`` when the server does, ``AuthErrorCode/operationNotAllowed`` where
    ///   the project has reverse auth switched off.
    package func parameters(of account: DeviceAccount, consumerKey: String, auth: Auth) async throws -> [String: String] {
        guard account.server == nil, let system else {
            guard account.server == auth.configuration.base else {
                throw AuthError.make(
                    .operationNotAllowed,
                    reason: "The token of \(account.accountDescription) belongs to another server. Add the account here.")
            }
            let (token, secret) = account.tokenPair
            var parameters = ["oauth_token": token, "oauth_token_secret": secret, "screen_name": account.username]
            parameters["user_id"] = account.userID
            return parameters
        }
        let text = try await auth.reverseAuth(providerID: AuthProviderID.twitter.rawValue)
        let grant = try await system.grant(for: account, target: consumerKey, text: text, transport: auth.backend.transport)
        var parameters = ["oauth_token": grant.token.token, "oauth_token_secret": grant.token.secret.expose()]
        for name in ["user_id", "screen_name"] { parameters[name] = grant.parameters[name] }
        return parameters
    }
}
