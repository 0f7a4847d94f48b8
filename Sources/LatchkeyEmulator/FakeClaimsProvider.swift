import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// A provider that accepts claims without verification. With `--sandbox`, flows and other tokens go to a simulated provider, which
/// verifies them.
struct FakeClaimsProvider: IdentityProvider {
    /// The provider ID in identities.
    let id: ProviderID
    let configuredAs: ProviderID
    let origin: String
    let real: (any IdentityProvider)?
    let publicAddress: PublicAddress

    private static let maxSubjectBytes = 256
    /// The maximum length of an unreadable token in the error message.
    private static let maxShownCharacters = 2048

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        if let real { return try await real.begin(callback: callback, state: state, options: options) }
        let query: Parameters = ["providerId": configuredAs.rawValue, "callback": callback, "state": state]
        return BegunFlow(
            authorizationURL: publicAddress.url + AccountChooser.path + "?" + query.formEncoded, remembered: RememberedState())
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        if let real { return try await real.finish(parameters, callback: callback, remembered: remembered) }
        if parameters["error"] != nil {
            throw OAuthError(.accessDenied, detail: "No account was chosen.", hint: nil)
        }
        guard let assertion = try await verify(parameters) else {
            throw SignInError(.invalidIdpResponse, message: "The account chooser sends claims in id_token.")
        }
        return assertion
    }

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? {
        let idToken = credential["id_token"].unlessEmpty
        let accessToken = credential["access_token"].unlessEmpty
        if id.isSAML, let text = credential["SAMLResponse"].unlessEmpty {
            let response = try FakeSAMLResponse(text)
            let claims = try response.completing(idToken.flatMap { FakeClaims($0) } ?? accessToken.flatMap { FakeClaims($0) })
            var assertion = try assertion(claims, credential, idToken: idToken, accessToken: accessToken)
            assertion.rawUserInfo = response.attributes ?? "{}"
            assertion.signInAttributes = response.attributes
            // The response contains the address as the provider writes it; accounts store it in lower case.
            if let email = EmailAddress(response.nameID), email == assertion.email { assertion.writtenEmail = response.nameID }
            return assertion
        }
        if let claims = try Self.claims(in: idToken) ?? Self.claims(in: accessToken) {
            return try assertion(claims, credential, idToken: idToken, accessToken: accessToken)
        }
        if let real { return try await real.verify(credential) }
        if let idToken {
            throw Self.unreadable(idToken, "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))")
        }
        guard accessToken != nil else {
            throw NotEmulated("The Auth Emulator only supports sign-in with credentials (id_token required).")
        }
        throw NotEmulated(
            [.google, .apple].contains(id)
                ? "The Auth Emulator only supports sign-in with \(id.rawValue) using id_token, not access_token."
                    + " Please update your code to use id_token."
                : "The Auth Emulator does not support \(id.rawValue) sign-in with credentials.")
    }

    /// Reads the claims of a token.
    ///
    /// - Throws: ``SignInError`` with `INVALID_IDP_RESPONSE` for a text that begins like JSON and is invalid.
    private static func claims(in text: String?) throws -> FakeClaims? {
        guard let text else { return nil }
        let claims = FakeClaims(text)
        if claims == nil, text.hasPrefix("{") {
            throw unreadable(text, "((Auth Emulator failed to parse fake id_token as strict JSON.))")
        }
        return claims
    }

    private static func unreadable(_ token: String, _ reason: String) -> SignInError {
        SignInError(.invalidIdpResponse, message: "Unable to parse id_token: \(token.prefix(maxShownCharacters)) \(reason)")
    }

    private static func noSubject(_ claims: FakeClaims) -> SignInError {
        switch claims.members["sub"] {
        case nil, .null, .string, .integer(0), .bool(false):
            SignInError(
                .invalidIdpResponse,
                message: "Invalid Idp Response: id_token missing required fields."
                    + " ((Missing \"sub\" field. This field is required and must be a unique identifier.))")
        default: SignInError(.invalidIdpResponse, message: "((The \"sub\" field must be a string.))")
        }
    }

    func recognises(_ callback: Parameters) -> Bool {
        if let real { return real.recognises(callback) }
        return callback["id_token"] != nil || callback["error"] != nil
    }

    private func assertion(
        _ claims: FakeClaims, _ credential: Parameters, idToken: String?, accessToken: String?
    ) throws -> ProviderAssertion {
        guard let subject = claims.subject else { throw Self.noSubject(claims) }
        guard subject.utf8.count <= Self.maxSubjectBytes else {
            throw SignInError(.invalidIdpResponse, message: "((The \"sub\" field has at most \(Self.maxSubjectBytes) bytes.))")
        }
        var tokens = ProviderTokens(
            accessToken: Secret(accessToken ?? claims.accessToken(of: id)), idToken: idToken.map { Secret($0) },
            nonce: credential["nonce"].unlessEmpty.map { Secret($0) })
        tokens.forwardedAccessToken = FakeClaims.bareAccessToken(tokens.accessToken?.expose()).map { Secret($0) }
        // Firebase's web client creates no Twitter credential without a token secret.
        if id == .twitter {
            tokens.tokenSecret = Secret(credential["oauth_token_secret"].unlessEmpty ?? "FirebaseAuthEmulatorFakeTokenSecret_twitter.com")
        }
        let email = claims.text("email").flatMap { EmailAddress($0) }
        return ProviderAssertion(
            key: IdentityKey(provider: id, origin: origin, rawID: subject), configuredAs: configuredAs, email: email,
            // The operator of a SAML provider assigns the addresses, so they count as verified.
            addressVerifiedByProvider: email != nil && (claims.emailVerified || id.isSAML),
            displayName: (claims.text("name") ?? claims.text("display_name"))?.cut(toScalars: AccountEdit.maxDisplayNameCharacters),
            screenName: (claims.text("screen_name") ?? claims.text("login"))?.cut(toScalars: AccountEdit.maxDisplayNameCharacters),
            photoURL: claims.text("picture")?.cut(toScalars: AccountEdit.maxPhotoURLCharacters),
            rawUserInfo: claims.profile(of: id), tokens: tokens)
    }
}
