import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What one OpenID provider does in its own way. Without any of it, a provider follows the standard.
struct OpenIDDialect: Sendable {
    /// What is asked for when neither the app nor the configuration names scopes.
    var scopes = ["openid", "email", "profile"]
    /// What is asked for whatever the app and the configuration name; `openid` always is.
    var scopesBesides: [String] = []
    /// `prompt` for flows that any program on the person's device could have begun; `nil` where the page always asks.
    var askingPrompt: String? = "login"
    /// Names of the issuer that depend on the token, where one provider is many issuers; empty for a token that is refused.
    var issuers: (@Sendable (ProviderClaims) -> Set<String>)?
    /// Whether the callback is posted, with the code too.
    var postsCallback = false
    /// What binds an ID token that an app brings, to the raw nonce beside it.
    var rawNonce: @Sendable (Secret<String>?) -> ProviderToken.Nonce = { $0.map { .itselfOrHashOf($0) } ?? .absent }
    /// Whether a client without a secret can do nothing but accept tokens that apps bring.
    var webFlowNeedsSecret = false
    /// The person's name, where it comes beside the token.
    var nameBeside: @Sendable (Parameters) -> String? = { _ in nil }
    /// Who the person is.
    var assertion: @Sendable (ProviderClaims) -> OpenIDPerson = { OpenIDPerson($0) }
    /// The client's secret at the moment of an exchange, where it is not the stored one.
    var clientSecret: (@Sendable (_ now: Date) throws -> Secret<String>)?
    /// Checks an access token that an app brings, where the provider says to whom it was issued.
    var accessTokenCheck: AccessTokenCheck?

    struct AccessTokenCheck: Sendable {
        /// The request that asks to whom a token was issued.
        let request: @Sendable (Secret<String>) throws -> ProviderRequest
        /// The person's id, if the reply is about a token of one of these clients.
        let subject: @Sendable (ProviderClaims, _ audiences: Set<String>) -> String?
    }
}

/// A person as an OpenID provider describes them.
struct OpenIDPerson: Sendable {
    var rawID: String
    var email: String?
    var emailVerified: Bool
    /// See ``ProviderAssertion/providerHoldsAddress``.
    var providerHoldsAddress = true
    var displayName: String?
    var screenName: String?
    var photoURL: String?

    /// The standard claims (OpenID Connect Core, section 5.1).
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
