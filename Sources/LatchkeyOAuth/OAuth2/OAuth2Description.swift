/// A provider that signs users in with OAuth 2.0 alone, without ID tokens: all that ``OAuth2Provider`` needs to know about it.
public struct OAuth2Description: Sendable {
    /// The provider's name in messages.
    public var name: String
    /// The base URL of the consent page, without a trailing slash.
    public var webBase: String
    /// The base URL of the API, without a trailing slash. It is part of the users' identities, so it contains no version of the API.
    public var apiBase: String
    /// The path of the consent page.
    public var authorizePath: String
    /// The endpoint that exchanges codes.
    public var tokenEndpoint: TokenEndpoint
    /// How a client with a secret authenticates at the token endpoint.
    public var authentication: OAuth2Client.Authentication
    /// Whether the provider supports PKCE.
    public var usesPKCE: Bool
    /// The scopes for sign-in.
    public var scopes: [String]
    /// The parameters that make the provider prompt a user who consented before; empty if it always prompts or has no such parameter.
    public var asking: Parameters
    /// Whether a callback with an `iss` parameter must be another provider's (RFC 9207).
    public var refusesIssuer: Bool
    /// The meaning of the provider's error numbers.
    public var errorNumbers: ProviderErrorNumbers
    /// How to read the user.
    public var user: UserRequest
    /// How to read the user's email addresses, if they are not part of the user.
    public var addresses: AddressesRequest?
    /// How to learn for which application an access token was issued; `nil` if the provider does not tell. Then only tokens from your
    /// own code exchange identify a user.
    public var tokenCheck: TokenCheck?

    /// Creates a description; see the properties for the meaning of the parameters.
    public init(
        name: String, webBase: String, apiBase: String, authorizePath: String, tokenEndpoint: TokenEndpoint,
        authentication: OAuth2Client.Authentication = .form, usesPKCE: Bool = true, scopes: [String], asking: Parameters = [:],
        refusesIssuer: Bool = false, errorNumbers: ProviderErrorNumbers = .none, user: UserRequest, addresses: AddressesRequest? = nil,
        tokenCheck: TokenCheck? = nil
    ) {
        self.name = name
        self.webBase = webBase
        self.apiBase = apiBase
        self.authorizePath = authorizePath
        self.tokenEndpoint = tokenEndpoint
        self.authentication = authentication
        self.usesPKCE = usesPKCE
        self.scopes = scopes
        self.asking = asking
        self.refusesIssuer = refusesIssuer
        self.errorNumbers = errorNumbers
        self.user = user
        self.addresses = addresses
        self.tokenCheck = tokenCheck
    }

    /// The place of the token endpoint.
    public enum TokenEndpoint: Sendable {
        /// A path below the base URL of the consent page.
        case web(String)
        /// A path below the base URL of the API.
        case api(String)
    }
}
