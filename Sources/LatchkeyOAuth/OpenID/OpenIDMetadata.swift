/// The metadata of an OpenID provider (OpenID Connect Discovery 1.0, section 3), limited to the members that sign-in needs.
public struct OpenIDMetadata: Sendable, Equatable {
    /// The issuer identifier, which every ID token contains.
    public let issuer: String
    /// The provider's consent page.
    public let authorizationEndpoint: String
    /// The endpoint that exchanges codes; `nil` if only the implicit flow is supported.
    public let tokenEndpoint: String?
    /// The endpoint that returns the user's claims.
    public let userinfoEndpoint: String?
    /// The URL of the keys that sign ID tokens.
    public let jwksURI: String
    /// The supported client authentication methods at the token endpoint.
    public let tokenEndpointAuthMethods: [String]
    /// Whether every callback contains the issuer (RFC 9207, section 3).
    public let namesIssuerInCallbacks: Bool

    /// Returns the URL of an issuer's metadata (section 4); trailing slashes are removed first.
    public static func url(ofIssuer issuer: String) -> String {
        issuer.droppingSlashes + "/.well-known/openid-configuration"
    }

    /// Parses a metadata document.
    ///
    /// Throws ``OAuthError``, with code ``OAuthError/Code/issuerMismatch`` when the document belongs to another issuer.
    ///
    /// - Parameters:
    ///   - issuer: The expected `issuer` of the document, byte for byte (section 4.3); `nil` only if the provider's
    ///     document names no specific issuer.
    ///   - url: The URL of the document, chosen by the operator or an administrator.
    ///   - isOwnNetwork: Returns whether an address is on this machine or in its own network; a document from outside must not
    ///     point there.
    public init(_ body: [UInt8], issuer: String?, from url: String, isOwnNetwork: (String) -> Bool) throws {
        let fields = try JSONReply.decode(Fields.self, from: body, of: "OpenID configuration")
        guard issuer == nil || fields.issuer.utf8.elementsEqual((issuer ?? "").utf8) else {
            throw OAuthError(
                .issuerMismatch, detail: "the provider's OpenID configuration names a different issuer than the configured one",
                hint: "Configure the issuer exactly as it appears in the document, including or omitting the trailing slash.")
        }
        self.issuer = fields.issuer
        func checked(_ endpoint: String, _ name: String) throws -> String {
            try WebEndpoint.checked(endpoint, named: name, besides: url, isOwnNetwork: isOwnNetwork)
        }
        authorizationEndpoint = try checked(fields.authorization, "authorization_endpoint")
        tokenEndpoint = try fields.token.map { try checked($0, "token_endpoint") }
        userinfoEndpoint = try fields.userinfo.map { try checked($0, "userinfo_endpoint") }
        jwksURI = try checked(fields.jwks, "jwks_uri")
        // Section 3: the default without this member is HTTP Basic.
        tokenEndpointAuthMethods = fields.methods ?? ["client_secret_basic"]
        namesIssuerInCallbacks = fields.namesIssuer ?? false
    }

    /// The client authentication method: HTTP Basic unless the provider supports only the form.
    public var authentication: OAuth2Client.Authentication {
        tokenEndpointAuthMethods.contains("client_secret_basic") || !tokenEndpointAuthMethods.contains("client_secret_post")
            ? .basic : .form
    }

    private struct Fields: Decodable {
        let issuer: String
        let authorization: String
        let token: String?
        let userinfo: String?
        let jwks: String
        let methods: [String]?
        let namesIssuer: Bool?

        private enum CodingKeys: String, CodingKey {
            case issuer
            case authorization = "authorization_endpoint"
            case token = "token_endpoint"
            case userinfo = "userinfo_endpoint"
            case jwks = "jwks_uri"
            case methods = "token_endpoint_auth_methods_supported"
            case namesIssuer = "authorization_response_iss_parameter_supported"
        }
    }
}
