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
    /// Scopes to ask for always; an app may name more.
    let defaultScopes: [String]
    let gateway: ProviderGateway

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        let pkce = PKCE.random()
        let scopes = options.scopes(addedTo: defaultScopes)
        var custom = ReservedParameters.removing(from: options.customParameters)
        if options.asksPerson {
            // GitHub's page passes silently for who agreed before, unless an account has to be picked.
            custom = custom.filter { $0.name.lowercased() != "prompt" } + ["prompt": "select_account"]
        }
        let url = github.flow(redirectURI: callback).authorizationURL(state: state, pkce: pkce, scopes: scopes, custom: custom)
        return BegunFlow(authorizationURL: url, remembered: RememberedState(pkceVerifier: pkce.verifier.expose()))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        guard let verifier = remembered.pkceVerifier else {
            throw OAuthError(.malformedReply, detail: "The flow holds no PKCE verifier.", hint: nil)
        }
        // The state was compared when the flow was found; here it is only handed on.
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

    /// Asks GitHub whether the token was issued to our app before it is believed.
    private func assertion(for token: Secret<String>, expiresInSeconds: Int? = nil) async throws -> ProviderAssertion {
        let grant = try await gateway.run(github.identify(accessToken: token))
        return ProviderAssertion(
            grant.profile, provider: .github, origin: origin,
            tokens: LatchkeyIdentity.ProviderTokens(
                accessToken: grant.tokens.accessToken, scopes: grant.tokens.scopes,
                expiresInSeconds: grant.tokens.expiresInSeconds ?? expiresInSeconds))
    }
}
