import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// X with OAuth 2.0. It is configured separately, because its key and secret differ from those of OAuth 1.0a.
    static let x = ProviderKind(
        id: .x, displayName: "X",
        settings: ProviderSettings(api: X.defaultAPIBase, web: X.defaultWebBase, scopes: true, secret: .optional)
    ) { configuration, secret, tools in
        XProvider(
            x: X(
                client: OAuth2Client(id: configuration.clientID, secret: secret), apiBase: configuration.apiOrigin,
                webBase: configuration.webOrigin),
            origin: configuration.identityOrigin, configuredScopes: configuration.scopes, tools: tools)
    }
}

/// X with OAuth 2.0 and PKCE. Its identities are the same as those of Twitter with OAuth 1.0a.
struct XProvider: IdentityProvider {
    let x: X
    let origin: String
    let configuredScopes: [String]
    let tools: ProviderTools

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        let pkce = PKCE.random(tools.random)
        let standard = configuredScopes.isEmpty ? X.defaultScopes : configuredScopes
        let url = x.flow(redirectURI: callback).authorizationURL(
            state: state, pkce: pkce, scopes: options.scopes(addedTo: standard), custom: options.customParameters)
        return BegunFlow(authorizationURL: url, remembered: RememberedState(pkceVerifier: pkce.verifier.expose()))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        guard let verifier = remembered.pkceVerifier else {
            throw OAuthError(.malformedReply, detail: "The flow holds no PKCE verifier.", hint: nil)
        }
        // The state was already checked when the flow was found.
        let code = try x.flow(redirectURI: callback).code(fromCallback: parameters, expectedState: parameters["state"] ?? "")
        let token = try await tools.gateway.run(x.exchange(code: code, redirectURI: callback, pkceVerifier: Secret(verifier)))
        let profile = try await tools.gateway.run(x.identify(accessToken: token.accessToken))
        var assertion = ProviderAssertion(
            profile, provider: .twitter, origin: origin,
            tokens: LatchkeyIdentity.ProviderTokens(
                accessToken: token.accessToken, scopes: token.scopes, expiresInSeconds: token.expiresInSeconds))
        assertion.configuredAs = .x
        return assertion
    }

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? {
        guard let token = credential["access_token"], !token.isEmpty else { return nil }
        throw SignInError.rawAccessToken(.x)
    }

    func recognises(_ callback: Parameters) -> Bool {
        (callback["code"] != nil || callback["error"] != nil) && callback["oauth_token"] == nil && callback["denied"] == nil
            && callback["iss"] == nil
    }
}
