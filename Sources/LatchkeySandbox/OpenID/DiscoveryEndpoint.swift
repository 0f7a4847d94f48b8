import Hummingbird
import Synchronization

/// The configuration document (OpenID Connect Discovery, section 4) and the key set of a provider.
struct DiscoveryEndpoint: Sendable {
    /// How long clients may cache the key set.
    static let keysMaxAgeSeconds = 3600

    let state: SandboxState
    let rules: OAuth2Rules

    func add(to routes: some RouterMethods<SandboxContext>) {
        guard let openID = rules.openID, let issuerPath = rules.provider.issuerPath else { return }
        routes.get(RouterPath(issuerPath + "/.well-known/openid-configuration")) { request, context in
            let base = try await ReceivedRequest(request, context: context).address.description
            return Response.json(document(openID, base: base), headers: [.cacheControl: "public, max-age=3600"])
        }
        routes.get(RouterPath(openID.keysPath)) { _, _ in
            let keys = try state.openIDKeys.withLock { ring in try ring.published().map { try $0.publicJWK() } }
            return Response.json(
                ["keys": .array(keys)], headers: [.cacheControl: "public, max-age=\(Self.keysMaxAgeSeconds), must-revalidate"])
        }
    }

    private func document(_ openID: OpenIDRules, base: String) -> JSON {
        func list(_ texts: [String]) -> JSON { .array(texts.map { JSON($0) }) }
        var members: [String: JSON] = [
            "issuer": JSON(rules.issuer(at: base)),
            "authorization_endpoint": JSON(base + rules.authorizePath),
            "token_endpoint": JSON(base + rules.tokenPath),
            "userinfo_endpoint": JSON(base + openID.userinfoPath),
            "jwks_uri": JSON(base + openID.keysPath),
            "scopes_supported": list(rules.scopes.map(\.name)),
            "response_types_supported": list(rules.responseTypes),
            "response_modes_supported": list(rules.responseModes.map(\.rawValue)),
            "grant_types_supported": list(rules.responseTypes == ["code"] ? ["authorization_code"] : ["authorization_code", "implicit"]),
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "prompt_values_supported": ["none", "login", "consent", "select_account"],
            "claims_supported": [
                "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "email", "email_verified", "name", "picture",
            ],
            "claims_parameter_supported": .bool(openID.needsClaimsParameter), "request_parameter_supported": false,
            "request_uri_parameter_supported": false,
            "authorization_response_iss_parameter_supported": .bool(openID.namesIssuerInCallbacks),
        ]
        if let path = rules.revokePath { members["revocation_endpoint"] = JSON(base + path) }
        if openID.namesAuthenticationMethods { members["token_endpoint_auth_methods_supported"] = list(openID.authenticationMethods) }
        if rules.challenge != .refused { members["code_challenge_methods_supported"] = ["S256"] }
        return .object(members)
    }
}
