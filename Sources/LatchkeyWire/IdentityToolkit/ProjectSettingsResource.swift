/// A project's configuration as administrators see it (`v2/projects/{project}/config`).
public struct ProjectSettingsResource: Codable, Equatable, Sendable {
    /// `projects/{project}/config`; not for the caller to choose.
    public var name: String?
    /// Ways to sign in.
    public var signIn: SignInConfig?
    /// Host names that a sign-in may return to.
    public var authorizedDomains: [String]?
    /// Programs that are asked before people come in.
    public var blockingFunctions: BlockingFunctionsConfig?
    /// What strangers may do.
    public var client: ClientConfig?
    /// Second factors.
    public var mfa: MfaConfig?
    /// What passwords have to be like.
    public var passwordPolicyConfig: PasswordPolicyConfig?
    /// What is told about addresses.
    public var emailPrivacyConfig: EmailPrivacyConfig?
    /// Always allowed here.
    public var multiTenant: MultiTenantConfig?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        name: String? = nil, signIn: SignInConfig? = nil, authorizedDomains: [String]? = nil,
        blockingFunctions: BlockingFunctionsConfig? = nil, client: ClientConfig? = nil, mfa: MfaConfig? = nil,
        passwordPolicyConfig: PasswordPolicyConfig? = nil, emailPrivacyConfig: EmailPrivacyConfig? = nil,
        multiTenant: MultiTenantConfig? = nil
    ) {
        self.name = name
        self.signIn = signIn
        self.authorizedDomains = authorizedDomains
        self.blockingFunctions = blockingFunctions
        self.client = client
        self.mfa = mfa
        self.passwordPolicyConfig = passwordPolicyConfig
        self.emailPrivacyConfig = emailPrivacyConfig
        self.multiTenant = multiTenant
    }

    /// What an `updateMask` may name.
    public static let changeable: Set<String> = [
        "signIn", "authorizedDomains", "blockingFunctions", "client", "mfa", "passwordPolicyConfig", "emailPrivacyConfig", "multiTenant",
    ]
    /// The path of what it may not name although it is below something that it may.
    public static let shown = ["signIn", "hashConfig"]
}

/// Ways to sign in.
public struct SignInConfig: Codable, Equatable, Sendable {
    /// By an address.
    public struct Email: Codable, Equatable, Sendable {
        /// Whether people sign in with their address at all.
        public var enabled: Bool?
        /// Whether they need a password; without, a link in a mail does as well.
        public var passwordRequired: Bool?

        /// Takes every member by name; what is left out stays off the wire.
        public init(enabled: Bool? = nil, passwordRequired: Bool? = nil) {
            self.enabled = enabled
            self.passwordRequired = passwordRequired
        }
    }

    /// By a telephone number.
    public struct PhoneNumber: Codable, Equatable, Sendable {
        /// Whether people sign in with a code in a text message.
        public var enabled: Bool?
        /// Numbers with fixed codes; this server has none.
        public var testPhoneNumbers: [String: String]?

        /// Takes every member by name; what is left out stays off the wire.
        public init(enabled: Bool? = nil, testPhoneNumbers: [String: String]? = nil) {
            self.enabled = enabled
            self.testPhoneNumbers = testPhoneNumbers
        }
    }

    /// By nothing.
    public struct Anonymous: Codable, Equatable, Sendable {
        /// Whether there are anonymous accounts.
        public var enabled: Bool?

        /// Takes every member by name; what is left out stays off the wire.
        public init(enabled: Bool? = nil) { self.enabled = enabled }
    }

    /// How passwords are kept, for whoever moves them elsewhere.
    public struct HashConfig: Codable, Equatable, Sendable {
        /// `SCRYPT`, Firebase's variant.
        public var algorithm: String?
        /// The project's key in base64: a secret.
        public var signerKey: String?
        /// In base64.
        public var saltSeparator: String?
        /// Of scrypt.
        public var rounds: Int?
        /// The binary logarithm of scrypt's cost.
        public var memoryCost: Int?

        /// Takes every member by name; what is left out stays off the wire.
        public init(
            algorithm: String? = nil, signerKey: String? = nil, saltSeparator: String? = nil, rounds: Int? = nil, memoryCost: Int? = nil
        ) {
            self.algorithm = algorithm
            self.signerKey = signerKey
            self.saltSeparator = saltSeparator
            self.rounds = rounds
            self.memoryCost = memoryCost
        }
    }

    /// By an address.
    public var email: Email?
    /// By a telephone number.
    public var phoneNumber: PhoneNumber?
    /// By nothing.
    public var anonymous: Anonymous?
    /// Whether one address may have several accounts.
    public var allowDuplicateEmails: Bool?
    /// How passwords are kept; not for the caller to choose.
    public var hashConfig: HashConfig?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        email: Email? = nil, phoneNumber: PhoneNumber? = nil, anonymous: Anonymous? = nil, allowDuplicateEmails: Bool? = nil,
        hashConfig: HashConfig? = nil
    ) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.anonymous = anonymous
        self.allowDuplicateEmails = allowDuplicateEmails
        self.hashConfig = hashConfig
    }
}
