import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInFlow

extension ProviderKind {
    /// Declares a provider of plain OAuth 2.0.
    ///
    /// - Parameter enterprise: Returns the addresses of a server that a company hosts, if the provider has such servers.
    init(
        id: ProviderID, displayName: String, oauth2 description: OAuth2Description, secret: ProviderSettings.SecretNeed,
        enterprise: (@Sendable (_ host: String) throws -> (api: String, web: String))? = nil, setup: ProviderSetupGuide
    ) {
        self.init(
            id: id, displayName: displayName,
            settings: ProviderSettings(
                api: description.apiBase, web: description.webBase, scopes: true, secret: secret, enterprise: enterprise),
            setup: setup, checkup: { await $0.askOAuth2(description, copying: setup.copying) }
        ) { configuration, secret, tools in
            OAuth2SignIn(
                provider: OAuth2Provider(
                    description, client: OAuth2Client(id: configuration.clientID, secret: secret), webBase: configuration.webOrigin,
                    apiBase: configuration.apiOrigin),
                configuration: configuration, tools: tools)
        }
    }
}

/// Sign-in with any provider of plain OAuth 2.0.
struct OAuth2SignIn: IdentityProvider {
    let provider: OAuth2Provider
    let configuration: ProviderConfiguration
    let tools: ProviderTools

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        let pkce = provider.newPKCE(tools.random)
        let standard = configuration.scopes.isEmpty ? provider.description.scopes : configuration.scopes
        let custom = options.customParameters(asking: provider.description.asking)
        let url = provider.flow(redirectURI: callback).authorizationURL(
            state: state, pkce: pkce, scopes: options.scopes(addedTo: standard), custom: custom)
        return BegunFlow(authorizationURL: url, remembered: RememberedState(pkceVerifier: pkce?.verifier.expose()))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        let verifier = remembered.pkceVerifier.map { Secret($0) }
        guard verifier != nil || !provider.description.usesPKCE else {
            throw OAuthError(.malformedReply, detail: "The flow holds no PKCE verifier.", hint: nil)
        }
        // The state was already checked when the flow was found.
        let code = try provider.flow(redirectURI: callback).code(fromCallback: parameters, expectedState: parameters["state"] ?? "")
        let token = try await tools.gateway.run(provider.exchange(code: code, redirectURI: callback, pkceVerifier: verifier))
        var grant = try await tools.gateway.run(provider.identify(accessToken: token.accessToken))
        if grant.tokens.scopes.isEmpty { grant.tokens.scopes = token.scopes }
        grant.tokens.expiresInSeconds = grant.tokens.expiresInSeconds ?? token.expiresInSeconds
        return assertion(grant)
    }

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? {
        guard let token = credential["access_token"], !token.isEmpty else { return nil }
        guard let identify = provider.identify(foreign: Secret(token)) else { throw SignInError.rawAccessToken(configuration.provider) }
        return assertion(try await tools.gateway.run(identify))
    }

    func recognises(_ callback: Parameters) -> Bool {
        (callback["code"] != nil || callback["error"] != nil) && callback["oauth_token"] == nil && callback["denied"] == nil
            && !(provider.description.refusesIssuer && callback["iss"] != nil)
    }

    private func assertion(_ grant: ProviderGrant) -> ProviderAssertion {
        var assertion = ProviderAssertion(
            grant.profile, provider: configuration.identityProvider, origin: configuration.identityOrigin,
            tokens: LatchkeyIdentity.ProviderTokens(
                accessToken: grant.tokens.accessToken, scopes: grant.tokens.scopes, expiresInSeconds: grant.tokens.expiresInSeconds))
        assertion.configuredAs = configuration.provider
        return assertion
    }
}
