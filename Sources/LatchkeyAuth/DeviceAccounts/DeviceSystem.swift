import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets

/// An operating system with its own Twitter consumer and accounts, as in iOS 5 to 10: the starting point of reverse auth.
///
/// Only the sandbox still has such a consumer (`systemSandboxConsumer0001`).
public struct DeviceSystem: Sendable {
    let accounts: [DeviceAccount]
    private let twitter: Twitter

    /// Creates a system.
    ///
    /// - Parameters:
    ///   - consumerKey: The key of the system's consumer.
    ///   - consumerSecret: The secret of the system's consumer.
    ///   - apiURL: The URL of Twitter's API.
    ///   - accounts: The accounts, each with a token of that consumer.
    public init(
        consumerKey: String, consumerSecret: String, apiURL: String,
        accounts: [(username: String, token: String, secret: String)]
    ) {
        twitter = Twitter(consumer: OAuth1Consumer(key: consumerKey, secret: Secret(consumerSecret)), apiBase: apiURL)
        self.accounts = accounts.map { DeviceAccount(username: $0.username, server: nil, token: $0.token, secret: $0.secret) }
    }

    /// Exchanges the text of an application's server at Twitter for a token of that application.
    func grant(for account: DeviceAccount, target: String, text: String, transport: any AuthTransport) async throws -> OAuth1Grant {
        let (token, secret) = account.tokenPair
        var conversation = twitter.reverseAuthGrant(
            for: OAuth1Token(token: token, secret: Secret(secret)), target: target, text: text)
        var step = try conversation.begin()
        // The request, and one retry if the clock is wrong.
        for _ in 0..<2 {
            guard case .send(let request) = step else { break }
            let (response, body) = try await transport.send(request.head, body: request.body)
            step = try conversation.receive(ProviderReply(status: response.status, headerFields: response.headerFields, body: body))
        }
        guard case .finished(let grant) = step else {
            throw AuthError.make(.internalError, reason: "Reverse auth did not complete at Twitter.")
        }
        return grant
    }
}

extension DeviceAccountStore {
    /// Returns the parameters of an account's token for the server's application: the stored token, or one from reverse auth.
    ///
    /// A token is only sent to the server that it came from.
    ///
    /// - Parameter consumerKey: The key of the server's application, which reverse auth needs.
    /// - Throws: An `OAuthError` if Twitter rejects the request; errors of ``Auth`` if the server does, such as
    ///   ``AuthErrorCode/operationNotAllowed`` if the project does not allow reverse auth.
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
