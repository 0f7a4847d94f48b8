// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// A provider that believes whatever it is told; behind it, with `--sandbox`, a pretended one that does not.
struct FakeClaimsProvider: IdentityProvider {
    /// The name that identities carry.
    let id: ProviderID
    let configuredAs: ProviderID
    let origin: String
    let real: (any IdentityProvider)?
    let publicAddress: PublicAddress

    private static let maxSubjectBytes = 256

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        if let real { return try await real.begin(callback: callback, state: state, options: options) }
        let query: Parameters = ["providerId": configuredAs.rawValue, "callback": callback, "state": state]
        return BegunFlow(
            authorizationURL: publicAddress.url + AccountChooser.path + "?" + query.formEncoded, remembered: RememberedState())
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        if let real { return try await real.finish(parameters, callback: callback, remembered: remembered) }
        if parameters["error"] != nil {
            throw OAuthError(.accessDenied, detail: "Nobody was chosen.", hint: nil)
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
            return assertion
        }
        if let idToken, let claims = FakeClaims(idToken) {
            return try assertion(claims, credential, idToken: idToken, accessToken: accessToken)
        }
        if let accessToken, let claims = FakeClaims(accessToken) {
            return try assertion(claims, credential, idToken: idToken, accessToken: accessToken)
        }
        if let real { return try await real.verify(credential) }
        guard idToken != nil || accessToken != nil else { return nil }
        throw SignInError(
            .invalidIdpResponse,
            message: "The emulator wants claims as JSON in id_token or access_token, such as {\"sub\":\"abc123\"}; with --sandbox it also"
                + " checks tokens of the pretended Twitter, X, GitHub and OpenID providers.")
    }

    func recognises(_ callback: Parameters) -> Bool {
        if let real { return real.recognises(callback) }
        return callback["id_token"] != nil || callback["error"] != nil
    }

    private func assertion(
        _ claims: FakeClaims, _ credential: Parameters, idToken: String?, accessToken: String?
    ) throws -> ProviderAssertion {
        guard let subject = claims.subject, subject.utf8.count <= Self.maxSubjectBytes else {
            throw SignInError(
                .invalidIdpResponse, message: "The claims need “sub”, the provider's id of the person, of at most 256 bytes.")
        }
        var tokens = ProviderTokens(
            accessToken: Secret(accessToken ?? claims.accessToken(of: id)), idToken: idToken.map { Secret($0) },
            nonce: credential["nonce"].unlessEmpty.map { Secret($0) })
        // Without it Firebase's web client makes no credential for Twitter.
        if id == .twitter {
            tokens.tokenSecret = Secret(credential["oauth_token_secret"].unlessEmpty ?? "FirebaseAuthEmulatorFakeTokenSecret_twitter.com")
        }
        let email = claims.text("email").flatMap { EmailAddress($0) }
        return ProviderAssertion(
            key: IdentityKey(provider: id, origin: origin, rawID: subject), configuredAs: configuredAs, email: email,
            // Who runs a SAML provider gives the addresses out.
            addressVerifiedByProvider: email != nil && (claims.emailVerified || id.isSAML),
            displayName: (claims.text("name") ?? claims.text("display_name"))?.cut(toScalars: AccountEdit.maxDisplayNameCharacters),
            screenName: (claims.text("screen_name") ?? claims.text("login"))?.cut(toScalars: AccountEdit.maxDisplayNameCharacters),
            photoURL: claims.text("picture")?.cut(toScalars: AccountEdit.maxPhotoURLCharacters),
            rawUserInfo: claims.profile(of: id), tokens: tokens)
    }
}
