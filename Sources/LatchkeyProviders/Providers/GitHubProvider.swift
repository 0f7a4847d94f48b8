import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// GitHub, or a GitHub Enterprise server.
    static let github = ProviderKind(
        id: .github, displayName: "GitHub",
        settings: ProviderSettings(
            api: GitHub(client: OAuth2Client(id: "", secret: nil)).apiBase, web: GitHub(client: OAuth2Client(id: "", secret: nil)).webBase,
            scopes: true, secret: .required)
    ) { configuration, secret, tools in
        GitHubProvider(
            github: GitHub(
                client: OAuth2Client(id: configuration.clientID, secret: secret), webBase: configuration.webOrigin,
                apiBase: configuration.apiOrigin),
            origin: configuration.identityOrigin,
            defaultScopes: configuration.scopes.isEmpty ? GitHub.defaultScopes : configuration.scopes, gateway: tools.gateway)
    }
}

/// GitHub, or a GitHub Enterprise server, by OAuth 2.0 with PKCE.
struct GitHubProvider: IdentityProvider {
    let github: GitHub
    let origin: String
    /// The scopes to always request. An app can add more.
    let defaultScopes: [String]
    let gateway: ProviderGateway

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        let pkce = PKCE.random()
        let scopes = options.scopes(addedTo: defaultScopes)
        var custom = ReservedParameters.removing(from: options.customParameters)
        if options.asksPerson {
            // GitHub's page skips users with earlier consent unless they must select an account.
            custom = custom.filter { $0.name.lowercased() != "prompt" } + ["prompt": "select_account"]
        }
        let url = github.flow(redirectURI: callback).authorizationURL(state: state, pkce: pkce, scopes: scopes, custom: custom)
        return BegunFlow(authorizationURL: url, remembered: RememberedState(pkceVerifier: pkce.verifier.expose()))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        guard let verifier = remembered.pkceVerifier else {
            throw OAuthError(.malformedReply, detail: "The flow holds no PKCE verifier.", hint: nil)
        }
        // The state was already checked when the flow was found.
        let code = try github.flow(redirectURI: callback).code(fromCallback: parameters, expectedState: parameters["state"] ?? "")
        let token = try await gateway.run(github.exchange(code: code, redirectURI: callback, pkceVerifier: Secret(verifier)))
        return try await assertion(for: token.accessToken, expiresInSeconds: token.expiresInSeconds)
    }

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? {
        guard let token = credential["access_token"], !token.isEmpty else { return nil }
        return try await assertion(for: Secret(token))
    }

    func recognises(_ callback: Parameters) -> Bool {
        (callback["code"] != nil || callback["error"] != nil) && callback["oauth_token"] == nil && callback["denied"] == nil
    }

    /// Verifies with GitHub that the token was issued to this server's app, and returns the assertion.
    private func assertion(for token: Secret<String>, expiresInSeconds: Int? = nil) async throws -> ProviderAssertion {
        let grant = try await gateway.run(github.identify(accessToken: token))
        return ProviderAssertion(
            grant.profile, provider: .github, origin: origin,
            tokens: LatchkeyIdentity.ProviderTokens(
                accessToken: grant.tokens.accessToken, scopes: grant.tokens.scopes,
                expiresInSeconds: grant.tokens.expiresInSeconds ?? expiresInSeconds))
    }
}
