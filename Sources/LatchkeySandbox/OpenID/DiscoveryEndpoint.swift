import Hummingbird
import Synchronization

/// `/openid/.well-known/openid-configuration` (OpenID Connect Discovery, section 4) and its key set.
struct DiscoveryEndpoint: Sendable {
    /// How long clients may cache the key set.
    static let keysMaxAgeSeconds = 3600

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("openid/.well-known/openid-configuration") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            return Response.json(
                Self.document(issuer: OpenIDIssuer.issuer(at: request.address.description)),
                headers: [.cacheControl: "public, max-age=3600"])
        }
        routes.get("openid/jwks") { _, _ in
            let keys = try state.openIDKeys.withLock { ring in try ring.published().map { try $0.publicJWK() } }
            return Response.json(
                ["keys": .array(keys)], headers: [.cacheControl: "public, max-age=\(Self.keysMaxAgeSeconds), must-revalidate"])
        }
    }

    private static func document(issuer: String) -> JSON {
        let rules = OAuth2Rules.openID
        func list(_ texts: [String]) -> JSON { .array(texts.map { JSON($0) }) }
        return [
            "issuer": JSON(issuer),
            "authorization_endpoint": JSON("\(issuer)/authorize"),
            "token_endpoint": JSON("\(issuer)/token"),
            "userinfo_endpoint": JSON("\(issuer)/userinfo"),
            "revocation_endpoint": JSON("\(issuer)/revoke"),
            "jwks_uri": JSON("\(issuer)/jwks"),
            "scopes_supported": list(rules.scopes.map(\.name)),
            "response_types_supported": list(rules.responseTypes),
            "response_modes_supported": list(rules.responseModes.map(\.rawValue)),
            "grant_types_supported": ["authorization_code", "implicit"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
            "code_challenge_methods_supported": ["S256"],
            "prompt_values_supported": ["none", "login", "consent", "select_account"],
            "claims_supported": [
                "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "email", "email_verified", "name", "picture",
            ],
            "claims_parameter_supported": false, "request_parameter_supported": false,
            "request_uri_parameter_supported": false, "authorization_response_iss_parameter_supported": true,
        ]
    }
}
