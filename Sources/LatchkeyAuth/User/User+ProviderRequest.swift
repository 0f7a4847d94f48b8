public import Foundation
import LatchkeyWire

/// The response of a provider.
public struct ProviderResponse: Sendable {
    /// The HTTP status code of the provider.
    public let statusCode: Int
    /// The media type of ``data``.
    public let contentType: String?
    /// The response body.
    public let data: Data
}

extension User {
    /// Sends a GET request to a provider's API on behalf of this user, for example to Twitter's `/2/users/me`.
    ///
    /// Requests with Twitter's OAuth 1.0a tokens must be signed with the consumer secret, which the app does not have, so the server signs
    /// and sends them. The server allows only requests that the project permits (`latchkey projects set --add-provider-request`), at most
    /// 60 per minute, and stores nothing.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - path: The path, with or without a query.
    ///   - credential: The token and its secret. The default is the credential of the last sign-in, link or reauthentication in this run.
    /// - Returns: The provider's response, even if it is an error.
    /// - Throws: ``AuthErrorCode/noSuchProvider`` if no token is available (reauthenticate to get one);
    ///   ``AuthErrorCode/operationNotAllowed`` if the project does not allow the path; ``AuthErrorCode/tooManyRequests``.
    public func providerRequest(
        _ provider: AuthProviderID, get path: String, credential: OAuthCredential? = nil
    ) async throws -> ProviderResponse {
        let name = provider.rawValue
        guard let credential = credential ?? session.credential(of: name), credential.provider == name,
            let token = credential.accessToken, let secret = credential.secret
        else {
            throw AuthError.make(
                .noSuchProvider, reason: "No token of \(name) with a secret is available. Reauthenticate with it, or pass a credential."
            )
        }
        return try await endingSessionOnFailure {
            let request = RequestProviderRequest(
                idToken: try await getIDToken(), providerId: name, path: path, accessToken: token, oauthTokenSecret: secret,
                tenantId: auth.tenantID)
            let reply = try await auth.backend.call(.requestProvider, request, returning: RequestProviderReply.self)
            guard let status = reply.status else {
                throw AuthError.make(.internalError, reason: "The server's response lacks the provider's status.")
            }
            return ProviderResponse(statusCode: status, contentType: reply.contentType, data: Data((reply.body ?? "").utf8))
        }
    }

    /// The variant of ``providerRequest(_:get:credential:)`` with a completion handler.
    public func providerRequest(
        _ provider: AuthProviderID, get path: String, credential: OAuthCredential? = nil,
        completion: (@MainActor (ProviderResponse?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.providerRequest(provider, get: path, credential: credential) }
    }
}
