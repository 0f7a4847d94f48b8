/// Asks for what a browser needs to use a passkey: `accounts/passkeySignIn:start`, version 2.
public struct StartPasskeySignInRequest: Codable, Equatable, Sendable {
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(tenantId: String? = nil) {
        self.tenantId = tenantId
    }
}

/// Answers `accounts/passkeySignIn:start`.
public struct StartPasskeySignInReply: Codable, Equatable, Sendable {
    /// For `navigator.credentials.get()`.
    public var credentialRequestOptions: PasskeyRequestOptions?

    /// Takes every member by name; what is left out stays off the wire.
    public init(credentialRequestOptions: PasskeyRequestOptions? = nil) {
        self.credentialRequestOptions = credentialRequestOptions
    }
}

/// `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3, section 5.1.9.
public struct PasskeyRequestOptions: Codable, Equatable, Sendable {
    /// What the authenticator has to sign, as Base64.
    public var challenge: String?
    /// For how many milliseconds the browser waits.
    public var timeout: Int?
    /// The host name under which the passkey was made.
    public var rpId: String?
    /// `required`: the authenticator checks who is there.
    public var userVerification: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(challenge: String? = nil, timeout: Int? = nil, rpId: String? = nil, userVerification: String? = nil) {
        self.challenge = challenge
        self.timeout = timeout
        self.rpId = rpId
        self.userVerification = userVerification
    }
}

/// Signs in with a passkey: `accounts/passkeySignIn:finalize`, version 2.
public struct FinalizePasskeySignInRequest: Codable, Equatable, Sendable {
    /// The browser's answer.
    public var authenticatorAuthenticationResponse: AuthenticatorAuthenticationResponse?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(authenticatorAuthenticationResponse: AuthenticatorAuthenticationResponse? = nil, tenantId: String? = nil) {
        self.authenticatorAuthenticationResponse = authenticatorAuthenticationResponse
        self.tenantId = tenantId
    }
}

/// `AuthenticationResponseJSON` of WebAuthn Level 3; binary values are Base64 in either alphabet.
public struct AuthenticatorAuthenticationResponse: Codable, Equatable, Sendable {
    /// The credential id.
    public var id: String?
    /// The same.
    public var rawId: String?
    /// Always `public-key`.
    public var type: String?
    /// What the authenticator said.
    public var response: AuthenticatorAssertion?
    /// Read and not used.
    public var authenticatorAttachment: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        id: String? = nil, rawId: String? = nil, type: String? = nil, response: AuthenticatorAssertion? = nil,
        authenticatorAttachment: String? = nil
    ) {
        self.id = id
        self.rawId = rawId
        self.type = type
        self.response = response
        self.authenticatorAttachment = authenticatorAttachment
    }
}

/// What an authenticator says about a passkey that it used.
public struct AuthenticatorAssertion: Codable, Equatable, Sendable {
    /// The browser's words about the ceremony.
    public var clientDataJSON: String?
    /// The authenticator's words about itself.
    public var authenticatorData: String?
    /// Over both.
    public var signature: String?
    /// Which account the authenticator says it is.
    public var userHandle: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(clientDataJSON: String? = nil, authenticatorData: String? = nil, signature: String? = nil, userHandle: String? = nil) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// Answers `accounts/passkeySignIn:finalize`.
public struct FinalizePasskeySignInReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(idToken: String? = nil, refreshToken: String? = nil) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
