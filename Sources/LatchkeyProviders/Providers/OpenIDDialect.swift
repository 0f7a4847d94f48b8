import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// The deviations of an OpenID provider from the standard. The defaults follow the standard.
struct OpenIDDialect: Sendable {
    /// The scopes to request if the configuration names none. Those of the app are added.
    var scopes = ["openid", "email", "profile"]
    /// The scopes to request in addition to those of the app or the configuration. `openid` is always requested.
    var scopesBesides: [String] = []
    /// The parameters that make the provider prompt the user, for flows that any program on the user's device can start; empty if it
    /// always prompts.
    var asking: Parameters = ["prompt": "login"]
    /// The parameters of every authorization request.
    var parameters: Parameters = [:]
    /// Whether code flows use PKCE.
    var usesPKCE = true
    /// Whether the provider repeats a nonce in its ID tokens.
    var sendsNonce = true
    /// How the client authenticates at the token endpoint, if neither the configuration nor the provider's metadata can tell.
    var authentication: OAuth2Client.Authentication?
    /// Returns the accepted issuers for a token, for a provider with many issuers. Returns an empty set to reject the token.
    var issuers: (@Sendable (ProviderClaims) -> Set<String>)?
    /// Whether the provider uses form post for its callback, even with a code.
    var postsCallback = false
    /// Returns how an ID token from an app must match the raw nonce that the app sends with it.
    var rawNonce: @Sendable (Secret<String>?) -> ProviderToken.Nonce = { $0.map { .itselfOrHashOf($0) } ?? .absent }
    /// Whether a client without a secret can only accept tokens from apps.
    var webFlowNeedsSecret = false
    /// Returns the user's name if the callback contains it outside of the token.
    var nameBeside: @Sendable (Parameters) -> String? = { _ in nil }
    /// Returns the user that the claims describe; throws `OAuthError` if they name none.
    var assertion: @Sendable (ProviderClaims) throws -> OpenIDPerson = { OpenIDPerson($0) }
    /// Returns the client secret for a code exchange, if it is not the stored secret.
    var clientSecret: (@Sendable (_ now: Date) throws -> Secret<String>)?
    /// Verifies an access token from an app, if the provider reports to which client it was issued.
    var accessTokenCheck: AccessTokenCheck?

    struct AccessTokenCheck: Sendable {
        /// Returns the request for the client to which a token was issued.
        let request: @Sendable (Secret<String>) throws -> ProviderRequest
        /// Returns the user's id if the response is for a token of one of these clients.
        let subject: @Sendable (ProviderClaims, _ audiences: Set<String>) -> String?
    }
}

/// A user as described by an OpenID provider.
struct OpenIDPerson: Sendable {
    var rawID: String
    var email: String?
    var emailVerified: Bool
    /// See ``ProviderAssertion/providerHoldsAddress``.
    var providerHoldsAddress = true
    var displayName: String?
    var screenName: String?
    var photoURL: String?

    /// Reads the standard claims (OpenID Connect Core, section 5.1).
    init(_ claims: ProviderClaims) {
        rawID = claims.subject
        email = claims["email"]
        emailVerified = claims["email"] != nil && claims.isTrue("email_verified")
        let parts = [claims["given_name"], claims["family_name"]].compactMap { $0 }
        displayName = claims["name"] ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
        screenName = claims["preferred_username"] ?? claims["nickname"]
        photoURL = claims["picture"]
    }
}
