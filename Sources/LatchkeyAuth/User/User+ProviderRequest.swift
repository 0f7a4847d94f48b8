public import Foundation
import LatchkeyWire

/// What a provider answered.
public struct ProviderResponse: Sendable {
    /// The HTTP status of the provider.
    public let statusCode: Int
    /// The media type of ``data``.
    public let contentType: String?
    /// The body.
    public let data: Data
}

extension User {
    /// Reads at a provider's interface as this person, for example Twitter's `/2/users/me`.
    ///
    /// Twitter's OAuth 1.0a tokens need a signature with the consumer secret, which no app has: the server signs. It reads only what
    /// the project allows (`latchkey projects set --add-provider-request`), sixty times a minute at most, and keeps nothing.
    ///
    /// - Parameters:
    ///   - path: with a query or without.
    ///   - credential: the token and its secret; unless given, those of the last sign-in, link or reauthentication of this run.
    /// - Returns: what the provider said, also when it refused.
    /// - Throws: ``AuthErrorCode/noSuchProvider`` when there is no token at hand: reauthenticate to get one;
    ///   ``AuthErrorCode/operationNotAllowed`` for a place that the project does not allow, ``AuthErrorCode/tooManyRequests``.
    public func providerRequest(
        _ provider: AuthProviderID, get path: String, credential: OAuthCredential? = nil
    ) async throws -> ProviderResponse {
        let name = provider.rawValue
        guard let credential = credential ?? session.credential(of: name), credential.provider == name,
            let token = credential.accessToken, let secret = credential.secret
        else {
            throw AuthError.make(
                .noSuchProvider, reason: "There is no token of \(name) with a secret at hand. Reauthenticate with it, or pass a credential."
            )
        }
        return try await endingSessionOnFailure {
            let request = RequestProviderRequest(
                idToken: try await getIDToken(), providerId: name, path: path, accessToken: token, oauthTokenSecret: secret,
                tenantId: auth.tenantID)
            let reply = try await auth.backend.call(.requestProvider, request, returning: RequestProviderReply.self)
            guard let status = reply.status else {
                throw AuthError.make(.internalError, reason: "The server did not say what the provider answered.")
            }
            return ProviderResponse(statusCode: status, contentType: reply.contentType, data: Data((reply.body ?? "").utf8))
        }
    }

    /// ``providerRequest(_:get:credential:)`` with a completion.
    public func providerRequest(
        _ provider: AuthProviderID, get path: String, credential: OAuthCredential? = nil,
        completion: (@MainActor (ProviderResponse?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.providerRequest(provider, get: path, credential: credential) }
    }
}
