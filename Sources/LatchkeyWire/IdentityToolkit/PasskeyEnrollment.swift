/// The request body of `accounts/passkeyEnrollment:start`, version 2, which returns the options for creating a passkey.
public struct StartPasskeyEnrollmentRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The tenant ID.
    public var tenantId: String?
}

/// The response of `accounts/passkeyEnrollment:start`.
public struct StartPasskeyEnrollmentReply: Codable, Equatable, Sendable {
    /// The options for `navigator.credentials.create()`. Binary values are Base64URL.
    public var credentialCreationOptions: PasskeyCreationOptions?

    package init(credentialCreationOptions: PasskeyCreationOptions? = nil) {
        self.credentialCreationOptions = credentialCreationOptions
    }
}

/// The `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, section 5.1.8.
public struct PasskeyCreationOptions: Codable, Equatable, Sendable {
    /// The relying party of the passkey.
    public var rp: PasskeyEntity?
    /// The account of the passkey.
    public var user: PasskeyUser?
    /// The challenge that the authenticator signs, as Base64.
    public var challenge: String?
    /// The algorithms in order of preference.
    public var pubKeyCredParams: [PasskeyParameter]?
    /// The timeout of the browser in milliseconds.
    public var timeout: Int?
    /// The existing passkeys of the account. Their authenticators do not create another one.
    public var excludeCredentials: [PasskeyDescriptor]?
    /// The requirements for the authenticator.
    public var authenticatorSelection: PasskeySelection?
    /// `none`: no attestation of the authenticator's manufacturer.
    public var attestation: String?

    package init(
        rp: PasskeyEntity? = nil, user: PasskeyUser? = nil, challenge: String? = nil, pubKeyCredParams: [PasskeyParameter]? = nil,
        timeout: Int? = nil, excludeCredentials: [PasskeyDescriptor]? = nil, authenticatorSelection: PasskeySelection? = nil,
        attestation: String? = nil
    ) {
        self.rp = rp
        self.user = user
        self.challenge = challenge
        self.pubKeyCredParams = pubKeyCredParams
        self.timeout = timeout
        self.excludeCredentials = excludeCredentials
        self.authenticatorSelection = authenticatorSelection
        self.attestation = attestation
    }
}

/// The relying party.
public struct PasskeyEntity: Codable, Equatable, Sendable {
    /// The host name.
    public var id: String?
    /// The display name.
    public var name: String?

    package init(id: String? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }
}

/// The account as shown by authenticators.
public struct PasskeyUser: Codable, Equatable, Sendable {
    /// The user handle, as Base64URL.
    public var id: String?
    /// A name that distinguishes the account from the user's other accounts.
    public var name: String?
    /// The display name of the user.
    public var displayName: String?

    package init(id: String? = nil, name: String? = nil, displayName: String? = nil) {
        self.id = id
        self.name = name
        self.displayName = displayName
    }
}

/// A type of public key.
public struct PasskeyParameter: Codable, Equatable, Sendable {
    /// Always `public-key`.
    public var type: String?
    /// The COSE number of the algorithm.
    public var alg: Int?

    package init(type: String? = nil, alg: Int? = nil) {
        self.type = type
        self.alg = alg
    }
}

/// A reference to a passkey.
public struct PasskeyDescriptor: Codable, Equatable, Sendable {
    /// Always `public-key`.
    public var type: String?
    /// The credential ID, as Base64URL.
    public var id: String?
    /// The transports of its authenticator.
    public var transports: [String]?

    package init(type: String? = nil, id: String? = nil, transports: [String]? = nil) {
        self.type = type
        self.id = id
        self.transports = transports
    }
}

/// The requirements for the authenticator.
public struct PasskeySelection: Codable, Equatable, Sendable {
    /// `required`: the passkey is discoverable without an account name.
    public var residentKey: String?
    /// The same requirement for older browsers.
    public var requireResidentKey: Bool?
    /// `required`: the authenticator verifies the user.
    public var userVerification: String?

    package init(residentKey: String? = nil, requireResidentKey: Bool? = nil, userVerification: String? = nil) {
        self.residentKey = residentKey
        self.requireResidentKey = requireResidentKey
        self.userVerification = userVerification
    }
}

/// The request body of `accounts/passkeyEnrollment:finalize`, version 2, which adds a passkey that a browser created.
public struct FinalizePasskeyEnrollmentRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The response of the browser.
    public var authenticatorRegistrationResponse: AuthenticatorRegistrationResponse?
    /// The display name of the passkey.
    public var name: String?
    /// The name to use if `name` is absent.
    public var displayName: String?
    /// The tenant ID.
    public var tenantId: String?
}

/// The `RegistrationResponseJSON` of WebAuthn Level 3. Binary values are Base64 in either alphabet.
public struct AuthenticatorRegistrationResponse: Codable, Equatable, Sendable {
    /// The credential ID.
    public var id: String?
    /// The same credential ID.
    public var rawId: String?
    /// Always `public-key`.
    public var type: String?
    /// The response of the authenticator.
    public var response: AuthenticatorAttestation?
    /// Ignored.
    public var authenticatorAttachment: String?
}

/// The response of an authenticator for a new passkey.
public struct AuthenticatorAttestation: Codable, Equatable, Sendable {
    /// The client data of the browser.
    public var clientDataJSON: String?
    /// The attestation object, which contains the new key and the authenticator data.
    public var attestationObject: String?
    /// The transports of the authenticator.
    public var transports: [String]?
}

/// The response of `accounts/passkeyEnrollment:finalize`.
public struct FinalizePasskeyEnrollmentReply: Codable, Equatable, Sendable {
    /// The uid.
    public var localId: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    package init(localId: String? = nil, idToken: String? = nil, refreshToken: String? = nil) {
        self.localId = localId
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
