/// What an OpenID provider publishes about itself (OpenID Connect Discovery 1.0, section 3), as far as signing in needs it.
public struct OpenIDMetadata: Sendable, Equatable {
    /// The provider's name for itself, in every ID token.
    public let issuer: String
    /// The page where the person agrees.
    public let authorizationEndpoint: String
    /// Exchanges codes; absent where only the implicit flow exists.
    public let tokenEndpoint: String?
    /// Tells more about the person.
    public let userinfoEndpoint: String?
    /// The keys that sign ID tokens.
    public let jwksURI: String
    /// Ways in which a client may show at the token endpoint who it is.
    public let tokenEndpointAuthMethods: [String]
    /// Whether every callback names the issuer (RFC 9207, section 3).
    public let namesIssuerInCallbacks: Bool

    /// Where an issuer publishes them (section 4): any slash at the end is removed first.
    public static func url(ofIssuer issuer: String) -> String {
        issuer.droppingSlashes + "/.well-known/openid-configuration"
    }

    /// Reads the document.
    ///
    /// Throws ``OAuthError``, with code ``OAuthError/Code/issuerMismatch`` when the document is another issuer's.
    ///
    /// - Parameters:
    ///   - issuer: What the document's `issuer` has to be, byte for byte (section 4.3); `nil` only for a provider whose document names
    ///     none in particular.
    ///   - url: Where the document came from, of which the operator or an administrator decided.
    ///   - isOwnNetwork: Whether an address is on this machine or in its own network: a document from elsewhere may not send us there.
    public init(_ body: [UInt8], issuer: String?, from url: String, isOwnNetwork: (String) -> Bool) throws {
        let fields = try JSONReply.decode(Fields.self, from: body, of: "OpenID configuration")
        guard issuer == nil || fields.issuer.utf8.elementsEqual((issuer ?? "").utf8) else {
            throw OAuthError(
                .issuerMismatch, detail: "the provider's OpenID configuration names another issuer than the one configured here",
                hint: "Configure the issuer exactly as its document writes it, with or without the slash at the end.")
        }
        self.issuer = fields.issuer
        func checked(_ endpoint: String, _ name: String) throws -> String {
            try WebEndpoint.checked(endpoint, named: name, besides: url, isOwnNetwork: isOwnNetwork)
        }
        authorizationEndpoint = try checked(fields.authorization, "authorization_endpoint")
        tokenEndpoint = try fields.token.map { try checked($0, "token_endpoint") }
        userinfoEndpoint = try fields.userinfo.map { try checked($0, "userinfo_endpoint") }
        jwksURI = try checked(fields.jwks, "jwks_uri")
        // Section 3: without the member it is HTTP Basic.
        tokenEndpointAuthMethods = fields.methods ?? ["client_secret_basic"]
        namesIssuerInCallbacks = fields.namesIssuer ?? false
    }

    /// How to authenticate: HTTP Basic unless the provider takes the form only.
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
