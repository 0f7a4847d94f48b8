import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInFlow

extension ProviderKind {
    /// Twitter with OAuth 1.0a.
    static let twitter = ProviderKind(
        id: .twitter, displayName: "Twitter",
        settings: ProviderSettings(api: Twitter.defaultAPIBase, scopes: false, secret: .required),
        setup: ProviderSetupGuide(
            consoleURL: "https://developer.x.com/en/portal/dashboard",
            steps: [
                "Set up user authentication for the app, and enter the callback URL.",
                "Switch on “Request email from users” if you need e-mail addresses. It requires a privacy policy and terms of service.",
                "Copy the API key and the API key secret.",
            ], keyTitle: "Consumer key", secretTitle: "Consumer secret"),
        checkup: { await $0.askTwitter() }
    ) { configuration, secret, tools in
        TwitterProvider(
            twitter: Twitter(
                consumer: OAuth1Consumer(key: configuration.clientID, secret: secret ?? ""), apiBase: configuration.apiOrigin,
                webBase: configuration.webOrigin, now: tools.now),
            origin: configuration.identityOrigin, gateway: tools.gateway)
    }
}

/// Twitter with OAuth 1.0a. Its tokens have the secret that Firebase's Twitter credential requires.
struct TwitterProvider: IdentityProvider {
    let twitter: Twitter
    let origin: String
    let gateway: ProviderGateway

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        // OAuth 1.0a has no `state`; the query of the callback URL comes back unchanged.
        let address = OAuth1Callback.url(callback + (callback.contains("?") ? "&" : "?") + "state=" + state)
        let issued = try await gateway.run(twitter.requestToken(callback: address))
        let custom = ReservedParameters.removing(from: options.customParameters)
        var language = custom["lang"]
        if language == nil { language = options.language }
        let url = twitter.flow(callback: address).authorizationURL(
            for: issued, page: options.asksPerson ? .authorize : .authenticate, forceLogin: custom["force_login"].map { $0 == "true" },
            screenName: custom["screen_name"], language: language, custom: Parameters(custom.filter { !Self.named.contains($0.name) }))
        return BegunFlow(
            authorizationURL: url, remembered: RememberedState(requestToken: issued.token, requestSecret: issued.secret.expose()))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        guard let token = remembered.requestToken, let secret = remembered.requestSecret else {
            throw OAuthError(.malformedReply, detail: "The flow holds no request token.", hint: nil)
        }
        let issued = OAuth1Token(token: token, secret: Secret(secret))
        let verifier = try twitter.flow(callback: .url(callback)).verifier(fromCallback: parameters, issued: issued)
        let grant = try await gateway.run(twitter.accessToken(issued: issued, verifier: verifier))
        return try await assertion(for: grant.token)
    }

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? {
        guard let token = credential["access_token"], let secret = credential["oauth_token_secret"], !token.isEmpty, !secret.isEmpty
        else {
            return nil
        }
        return try await assertion(for: OAuth1Token(token: token, secret: Secret(secret)))
    }

    func recognises(_ callback: Parameters) -> Bool {
        (callback["oauth_token"] != nil || callback["denied"] != nil) && callback["code"] == nil
    }

    /// Gets the user's profile. The request is signed with the server's consumer key, so a token that was issued to another app fails here.
    private func assertion(for token: OAuth1Token) async throws -> ProviderAssertion {
        let profile = try await gateway.run(twitter.identify(token))
        return ProviderAssertion(
            profile, provider: .twitter, origin: origin,
            tokens: LatchkeyIdentity.ProviderTokens(accessToken: Secret(token.token), tokenSecret: token.secret))
    }

    private static let named: Set<String> = ["force_login", "screen_name", "lang"]
}

extension TwitterProvider: ReverseAuthProvider, ProviderReading {
    func reverseAuth() async throws -> String {
        try await gateway.run(twitter.reverseAuth())
    }

    func read(_ target: String, as token: OAuth1Token) async throws -> ProviderReply {
        try await gateway.run(twitter.read(target, as: token))
    }
}
