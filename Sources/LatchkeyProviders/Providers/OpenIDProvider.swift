import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeySignInFlow

/// An OpenID Connect provider.
struct OpenIDProvider: IdentityProvider {
    let id: ProviderID
    let client: OAuth2Client
    let issuer: String
    let place: OpenIDPlace
    let identityOrigin: String
    let acceptedClientIDs: [String]
    let configuredScopes: [String]
    let responseType: OpenIDClient.ResponseType
    let authentication: OAuth2Client.Authentication?
    let dialect: OpenIDDialect
    let tools: ProviderTools

    /// - Throws: ``SignInError`` with `OPERATION_NOT_ALLOWED` for a configuration without an issuer.
    init(_ configuration: ProviderConfiguration, client: OAuth2Client, dialect: OpenIDDialect = .init(), tools: ProviderTools) throws {
        guard let issuer = configuration.issuer, let place = OpenIDPlace(configuration) else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration has no issuer.")
        }
        id = configuration.provider
        self.client = client
        self.issuer = issuer
        self.place = place
        identityOrigin = configuration.identityOrigin
        acceptedClientIDs = configuration.acceptedClientIDs
        configuredScopes = configuration.scopes
        responseType = configuration.responseType
        authentication = configuration.tokenAuthentication ?? dialect.authentication
        self.dialect = dialect
        self.tools = tools
    }

    // MARK: Flow

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        guard client.secret != nil || !dialect.webFlowNeedsSecret else {
            throw SignInError(
                .operationNotAllowed, message: "\(id) is configured without a secret, only for tokens from apps. It has no web flow.")
        }
        let openID = OpenIDClient(client: client, metadata: try await metadata())
        let nonce = dialect.sendsNonce ? Secret(tools.random.token()) : nil
        let pkce = responseType == .code && dialect.usesPKCE ? PKCE.random(tools.random) : nil
        var custom = options.customParameters(asking: dialect.asking).overridden(by: dialect.parameters)
        if let language = options.language, custom["ui_locales"] == nil { custom.append("ui_locales", language) }
        let standard = configuredScopes.isEmpty ? dialect.scopes : configuredScopes
        let named = options.scopes(addedTo: standard)
        let url = openID.authorizationURL(
            // The provider and all readers of the token get only the hash; see ``ProviderToken/Nonce/hashOf(_:)``.
            redirectURI: callback, state: state, nonce: nonce.map(ProviderToken.hash), responseType: responseType, pkce: pkce,
            scopes: named + dialect.scopesBesides.filter { !named.contains($0) }, formPost: dialect.postsCallback, custom: custom)
        return BegunFlow(
            authorizationURL: url, remembered: RememberedState(pkceVerifier: pkce?.verifier.expose(), nonce: nonce?.expose()))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        let nonce = remembered.nonce.map { Secret($0) }
        guard nonce != nil || !dialect.sendsNonce else {
            throw OAuthError(.malformedReply, detail: "The flow holds no nonce.", hint: nil)
        }
        let metadata = try await metadata()
        var client = client
        if let clientSecret = dialect.clientSecret { client.secret = try clientSecret(tools.now()) }
        let openID = OpenIDClient(client: client, metadata: metadata, authentication: authentication)
        if dialect.issuers == nil { try openID.checkIssuer(ofCallback: parameters) }
        let flow = openID.flow(redirectURI: callback)
        var tokens = LatchkeyIdentity.ProviderTokens(nonce: nonce)
        // The state was already checked when the flow was found.
        let state = parameters["state"] ?? ""
        if remembered.pkceVerifier != nil || responseType == .code && !dialect.usesPKCE {
            let code = try flow.code(fromCallback: parameters, expectedState: state)
            guard metadata.tokenEndpoint != nil else {
                throw OAuthError(.malformedReply, detail: "The provider's OpenID configuration has no token_endpoint.", hint: nil)
            }
            let verifier = remembered.pkceVerifier.map { Secret($0) }
            let token = try await tools.gateway.run(CodeExchange(flow: flow, code: code, pkceVerifier: verifier))
            tokens.accessToken = token.accessToken
            tokens.idToken = token.idToken
            tokens.scopes = token.scopes
            tokens.expiresInSeconds = token.expiresInSeconds
        } else {
            tokens.idToken = try flow.idToken(fromCallback: parameters, expectedState: state)
        }
        guard let idToken = tokens.idToken else {
            throw OAuthError(.invalidIDToken, detail: "The token endpoint returned no id_token.", hint: "Request the scope openid.")
        }
        do {
            // Only the client that started the flow is a valid audience; the other client ids are for tokens from apps.
            let expected: ProviderToken.Nonce = nonce.map { .hashOf($0) } ?? .ignored
            var claims = try await verified(idToken, metadata: metadata, audiences: [client.id], nonce: expected)
            if let accessToken = tokens.accessToken { claims = try await completed(claims, accessToken, openID) }
            return try assertion(claims, tokens: tokens, callback: parameters)
        } catch let error as ProviderTokenError {
            throw OAuthError(.invalidIDToken, detail: error.detail, hint: nil)
        }
    }

    func recognises(_ callback: Parameters) -> Bool {
        guard callback["oauth_token"] == nil, callback["denied"] == nil else { return false }
        // RFC 9207: if the callback contains `iss`, it must be the configured issuer.
        if dialect.issuers == nil, callback.values(of: "iss").contains(where: { !$0.utf8.elementsEqual(issuer.utf8) }) { return false }
        return callback["error"] != nil || callback[responseType.rawValue] != nil
    }

    // MARK: Tokens from apps

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? {
        if let text = credential["id_token"], !text.isEmpty {
            return try await assertion(ofIDToken: Secret(text), credential)
        }
        guard let text = credential["access_token"], !text.isEmpty else { return nil }
        guard let check = dialect.accessTokenCheck else { throw SignInError.rawAccessToken(id) }
        return try await assertion(ofAccessToken: Secret(text), check)
    }

    private func assertion(ofIDToken idToken: Secret<String>, _ credential: Parameters) async throws -> ProviderAssertion {
        let nonce = credential["nonce"].flatMap { $0.isEmpty ? nil : Secret($0) }
        do {
            let claims = try await verified(
                idToken, metadata: try await metadata(), audiences: audiences, nonce: dialect.rawNonce(nonce))
            let tokens = LatchkeyIdentity.ProviderTokens(
                accessToken: credential["access_token"].flatMap { $0.isEmpty ? nil : Secret($0) }, idToken: idToken, nonce: nonce)
            return try assertion(claims, tokens: tokens, callback: credential)
        } catch let error as ProviderTokenError {
            throw SignInError(error)
        }
    }

    private func assertion(
        ofAccessToken token: Secret<String>, _ check: OpenIDDialect.AccessTokenCheck
    ) async throws -> ProviderAssertion {
        let reply = try await tools.gateway.run(SingleRequest(try check.request(token), isTokenCheck: true))
        guard let about = ProviderClaims(json: reply.body), let subject = check.subject(about, audiences) else {
            throw SignInError(.invalidIdpResponse, message: "The access token was not issued to this project's app.")
        }
        let openID = OpenIDClient(client: client, metadata: try await metadata())
        let claims = try await completed(about.completed(by: ProviderClaims(["sub": .string(subject)])), token, openID)
        return try assertion(claims, tokens: .init(accessToken: token), callback: [:])
    }

    // MARK: Checks

    private var audiences: Set<String> { Set([client.id] + acceptedClientIDs) }

    private func metadata() async throws -> OpenIDMetadata {
        let document = try await tools.documents.document(at: place.metadataURL)
        return try place.metadata(document.body)
    }

    private func verified(
        _ token: Secret<String>, metadata: OpenIDMetadata, audiences: Set<String>, nonce: ProviderToken.Nonce
    ) async throws -> ProviderClaims {
        let issuers =
            try dialect.issuers.map { $0(try ProviderToken.unverified(token.expose())) }
            ?? place.otherIssuers.union([issuer])
        let expected = ProviderToken.Expectations(issuers: issuers, audiences: audiences, nonce: nonce, now: tools.now())
        let keys = try await tools.documents.document(at: metadata.jwksURI)
        do {
            return try await ProviderToken.verified(token.expose(), keySet: keys.text, expecting: expected)
        } catch let error as ProviderTokenError where error.code == .unknownKey {
            // The provider may have rotated its keys.
            let newer = try await tools.documents.newerDocument(than: keys, at: metadata.jwksURI)
            guard newer.fetchedAt > keys.fetchedAt else { throw error }
            return try await ProviderToken.verified(token.expose(), keySet: newer.text, expecting: expected)
        }
    }

    /// Adds claims from the userinfo endpoint if the ID token lacks a name or an email address.
    private func completed(
        _ claims: ProviderClaims, _ accessToken: Secret<String>, _ openID: OpenIDClient
    ) async throws -> ProviderClaims {
        guard claims["email"] == nil || claims["name"] == nil, let request = try openID.userinfoRequest(accessToken) else { return claims }
        let reply: ProviderReply
        do {
            reply = try await tools.gateway.run(SingleRequest(request))
        } catch let error as OAuthError where ![.providerUnavailable, .addressRefused, .rateLimited].contains(error.code) {
            // The token identifies the user; names and addresses are optional.
            return claims
        }
        // Signed responses are not supported: providers send them only on request.
        guard let more = ProviderClaims(json: reply.body) else { return claims }
        // OpenID Connect Core, section 5.3.2: another user's claims must not be used.
        guard more.subject == claims.subject else {
            throw OAuthError(.invalidIDToken, detail: "The userinfo endpoint describes another user than the ID token.", hint: nil)
        }
        return claims.completed(by: more)
    }

    private func assertion(
        _ claims: ProviderClaims, tokens: LatchkeyIdentity.ProviderTokens, callback: Parameters
    ) throws -> ProviderAssertion {
        var person = try dialect.assertion(claims)
        if person.displayName == nil { person.displayName = dialect.nameBeside(callback) }
        let profile = ProviderProfile(
            rawID: person.rawID, displayName: person.displayName, username: person.screenName, photoURL: person.photoURL,
            email: person.email, addressVerifiedByProvider: person.emailVerified, rawUserInfo: claims.json)
        var assertion = ProviderAssertion(profile, provider: id, origin: identityOrigin, tokens: tokens)
        assertion.providerHoldsAddress = person.providerHoldsAddress
        return assertion
    }
}

extension SignInError {
    /// Maps the error of a token from an app to an error of Identity Toolkit.
    init(_ error: ProviderTokenError) {
        self.init(error.code == .wrongNonce ? .missingOrInvalidNonce : .invalidIdpResponse, message: error.detail)
    }

    /// The error for providers that cannot report to which app an access token was issued. Any app could have obtained it.
    static func rawAccessToken(_ provider: ProviderID) -> SignInError {
        SignInError(
            .invalidIdpResponse,
            message: "\(provider) does not say to which app an access token was issued, so none is accepted from outside."
                + " Start the sign-in at this server.")
    }
}
