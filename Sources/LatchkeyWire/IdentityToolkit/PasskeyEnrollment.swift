/// Asks for what a browser needs to make a passkey: `accounts/passkeyEnrollment:start`, version 2.
public struct StartPasskeyEnrollmentRequest: Codable, Equatable, Sendable {
    /// The session whose account it is.
    public var idToken: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(idToken: String? = nil, tenantId: String? = nil) {
        self.idToken = idToken
        self.tenantId = tenantId
    }
}

/// Answers `accounts/passkeyEnrollment:start`.
public struct StartPasskeyEnrollmentReply: Codable, Equatable, Sendable {
    /// For `navigator.credentials.create()`; binary values are Base64URL.
    public var credentialCreationOptions: PasskeyCreationOptions?

    /// Takes every member by name; what is left out stays off the wire.
    public init(credentialCreationOptions: PasskeyCreationOptions? = nil) {
        self.credentialCreationOptions = credentialCreationOptions
    }
}

/// `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, section 5.1.8.
public struct PasskeyCreationOptions: Codable, Equatable, Sendable {
    /// Where the passkey will belong.
    public var rp: PasskeyEntity?
    /// Whose it will be.
    public var user: PasskeyUser?
    /// What the authenticator has to sign, as Base64.
    public var challenge: String?
    /// The algorithms, the best first.
    public var pubKeyCredParams: [PasskeyParameter]?
    /// For how many milliseconds the browser waits.
    public var timeout: Int?
    /// Passkeys that the account has; their authenticators make no second one.
    public var excludeCredentials: [PasskeyDescriptor]?
    /// What the authenticator must be able to do.
    public var authenticatorSelection: PasskeySelection?
    /// `none`: nothing about the authenticator's maker.
    public var attestation: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
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
    /// Its host name.
    public var id: String?
    /// What people call it.
    public var name: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(id: String? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }
}

/// The account as authenticators show it.
public struct PasskeyUser: Codable, Equatable, Sendable {
    /// The user handle, as Base64URL.
    public var id: String?
    /// Tells it from a person's other accounts.
    public var name: String?
    /// The person's name.
    public var displayName: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(id: String? = nil, name: String? = nil, displayName: String? = nil) {
        self.id = id
        self.name = name
        self.displayName = displayName
    }
}

/// A kind of key.
public struct PasskeyParameter: Codable, Equatable, Sendable {
    /// Always `public-key`.
    public var type: String?
    /// COSE's number of the algorithm.
    public var alg: Int?

    /// Takes every member by name; what is left out stays off the wire.
    public init(type: String? = nil, alg: Int? = nil) {
        self.type = type
        self.alg = alg
    }
}

/// Names a passkey.
public struct PasskeyDescriptor: Codable, Equatable, Sendable {
    /// Always `public-key`.
    public var type: String?
    /// The credential id, as Base64URL.
    public var id: String?
    /// How browsers reach its authenticator.
    public var transports: [String]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(type: String? = nil, id: String? = nil, transports: [String]? = nil) {
        self.type = type
        self.id = id
        self.transports = transports
    }
}

/// What the authenticator must be able to do.
public struct PasskeySelection: Codable, Equatable, Sendable {
    /// `required`: it finds the account by itself.
    public var residentKey: String?
    /// The same for older browsers.
    public var requireResidentKey: Bool?
    /// `required`: it checks who is there.
    public var userVerification: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(residentKey: String? = nil, requireResidentKey: Bool? = nil, userVerification: String? = nil) {
        self.residentKey = residentKey
        self.requireResidentKey = requireResidentKey
        self.userVerification = userVerification
    }
}

/// Adds the passkey that a browser made: `accounts/passkeyEnrollment:finalize`, version 2.
public struct FinalizePasskeyEnrollmentRequest: Codable, Equatable, Sendable {
    /// The session whose account it is.
    public var idToken: String?
    /// The browser's answer.
    public var authenticatorRegistrationResponse: AuthenticatorRegistrationResponse?
    /// What the person calls the passkey.
    public var name: String?
    /// Its name where `name` is absent.
    public var displayName: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, authenticatorRegistrationResponse: AuthenticatorRegistrationResponse? = nil, name: String? = nil,
        displayName: String? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.authenticatorRegistrationResponse = authenticatorRegistrationResponse
        self.name = name
        self.displayName = displayName
        self.tenantId = tenantId
    }
}

/// `RegistrationResponseJSON` of WebAuthn Level 3; binary values are Base64 in either alphabet.
public struct AuthenticatorRegistrationResponse: Codable, Equatable, Sendable {
    /// The credential id.
    public var id: String?
    /// The same.
    public var rawId: String?
    /// Always `public-key`.
    public var type: String?
    /// What the authenticator said.
    public var response: AuthenticatorAttestation?
    /// Read and not used.
    public var authenticatorAttachment: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        id: String? = nil, rawId: String? = nil, type: String? = nil, response: AuthenticatorAttestation? = nil,
        authenticatorAttachment: String? = nil
    ) {
        self.id = id
        self.rawId = rawId
        self.type = type
        self.response = response
        self.authenticatorAttachment = authenticatorAttachment
    }
}

/// What an authenticator says about a new passkey.
public struct AuthenticatorAttestation: Codable, Equatable, Sendable {
    /// The browser's words about the ceremony.
    public var clientDataJSON: String?
    /// The new key and the authenticator's data.
    public var attestationObject: String?
    /// How browsers reach the authenticator.
    public var transports: [String]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(clientDataJSON: String? = nil, attestationObject: String? = nil, transports: [String]? = nil) {
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
    }
}

/// Answers `accounts/passkeyEnrollment:finalize`.
public struct FinalizePasskeyEnrollmentReply: Codable, Equatable, Sendable {
    /// The uid.
    public var localId: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(localId: String? = nil, idToken: String? = nil, refreshToken: String? = nil) {
        self.localId = localId
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
