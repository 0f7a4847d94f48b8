/// The request body of `accounts/passkeySignIn:start`, version 2, which returns the options for using a passkey.
public struct StartPasskeySignInRequest: Codable, Equatable, Sendable {
    /// The tenant ID.
    public var tenantId: String?
}

/// The response of `accounts/passkeySignIn:start`.
public struct StartPasskeySignInReply: Codable, Equatable, Sendable {
    /// The options for `navigator.credentials.get()`.
    public var credentialRequestOptions: PasskeyRequestOptions?

    package init(credentialRequestOptions: PasskeyRequestOptions? = nil) {
        self.credentialRequestOptions = credentialRequestOptions
    }
}

/// The `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3, section 5.1.9.
public struct PasskeyRequestOptions: Codable, Equatable, Sendable {
    /// The challenge that the authenticator signs, as Base64.
    public var challenge: String?
    /// The timeout of the browser in milliseconds.
    public var timeout: Int?
    /// The host name of the relying party for which the passkey was created.
    public var rpId: String?
    /// `required`: the authenticator verifies the user.
    public var userVerification: String?

    package init(challenge: String? = nil, timeout: Int? = nil, rpId: String? = nil, userVerification: String? = nil) {
        self.challenge = challenge
        self.timeout = timeout
        self.rpId = rpId
        self.userVerification = userVerification
    }
}

/// The request body of `accounts/passkeySignIn:finalize`, version 2, which signs in with a passkey.
public struct FinalizePasskeySignInRequest: Codable, Equatable, Sendable {
    /// The response of the browser.
    public var authenticatorAuthenticationResponse: AuthenticatorAuthenticationResponse?
    /// The tenant ID.
    public var tenantId: String?
}

/// The `AuthenticationResponseJSON` of WebAuthn Level 3. Binary values are Base64 in either alphabet.
public struct AuthenticatorAuthenticationResponse: Codable, Equatable, Sendable {
    /// The credential ID.
    public var id: String?
    /// The same credential ID.
    public var rawId: String?
    /// Always `public-key`.
    public var type: String?
    /// The response of the authenticator.
    public var response: AuthenticatorAssertion?
    /// Ignored.
    public var authenticatorAttachment: String?
}

/// The response of an authenticator for an existing passkey.
public struct AuthenticatorAssertion: Codable, Equatable, Sendable {
    /// The client data of the browser.
    public var clientDataJSON: String?
    /// The authenticator data.
    public var authenticatorData: String?
    /// The signature over both.
    public var signature: String?
    /// The user handle from the authenticator.
    public var userHandle: String?
}

/// The response of `accounts/passkeySignIn:finalize`.
public struct FinalizePasskeySignInReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    package init(idToken: String? = nil, refreshToken: String? = nil) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
