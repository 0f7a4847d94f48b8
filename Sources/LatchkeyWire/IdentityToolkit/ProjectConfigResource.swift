/// The configuration of a project for administrators (`v2/projects/{project}/config`).
public struct ProjectConfigResource: Codable, Equatable, Sendable {
    /// `projects/{project}/config`; read-only.
    public var name: String?
    /// The sign-in methods.
    public var signIn: SignInConfig?
    /// The host names to which a sign-in may return.
    public var authorizedDomains: [String]?
    /// The blocking functions, which are called before sign-up and sign-in.
    public var blockingFunctions: BlockingFunctionsConfig?
    /// The permissions of clients.
    public var client: ClientConfig?
    /// The settings for second factors.
    public var mfa: MfaConfig?
    /// The password policy.
    public var passwordPolicyConfig: PasswordPolicyConfig?
    /// The privacy settings for email addresses.
    public var emailPrivacyConfig: EmailPrivacyConfig?
    /// The settings for tenants, which are always allowed.
    public var multiTenant: MultiTenantConfig?

    package init(
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

    /// The members that an `updateMask` can contain.
    public static let changeable: Set<String> = [
        "signIn", "authorizedDomains", "blockingFunctions", "client", "mfa", "passwordPolicyConfig", "emailPrivacyConfig", "multiTenant",
    ]
    /// The path of a read-only member below one that can be changed.
    public static let shown = ["signIn", "hashConfig"]
}

/// The sign-in methods.
public struct SignInConfig: Codable, Equatable, Sendable {
    /// The settings for email addresses.
    public struct Email: Codable, Equatable, Sendable {
        /// Whether users can sign in with their email address.
        public var enabled: Bool?
        /// Whether a password is required; otherwise users can also sign in with an email link.
        public var passwordRequired: Bool?

        package init(enabled: Bool? = nil, passwordRequired: Bool? = nil) {
            self.enabled = enabled
            self.passwordRequired = passwordRequired
        }
    }

    /// The settings for phone numbers.
    public struct PhoneNumber: Codable, Equatable, Sendable {
        /// Whether users can sign in with a code from a text message.
        public var enabled: Bool?
        /// The test numbers with fixed codes; not supported by this server.
        public var testPhoneNumbers: [String: String]?

        package init(enabled: Bool? = nil) {
            self.enabled = enabled
        }
    }

    /// The settings for anonymous accounts.
    public struct Anonymous: Codable, Equatable, Sendable {
        /// Whether anonymous accounts are enabled.
        public var enabled: Bool?

        package init(enabled: Bool? = nil) { self.enabled = enabled }
    }

    /// The parameters of the password hashes, for exports.
    public struct HashConfig: Codable, Equatable, Sendable {
        /// `SCRYPT`, Firebase's variant.
        public var algorithm: String?
        /// The signer key of the project in base64, which is a secret.
        public var signerKey: String?
        /// The salt separator in base64.
        public var saltSeparator: String?
        /// The rounds of scrypt.
        public var rounds: Int?
        /// The binary logarithm of scrypt's cost.
        public var memoryCost: Int?

        package init(
            algorithm: String? = nil, signerKey: String? = nil, saltSeparator: String? = nil, rounds: Int? = nil, memoryCost: Int? = nil
        ) {
            self.algorithm = algorithm
            self.signerKey = signerKey
            self.saltSeparator = saltSeparator
            self.rounds = rounds
            self.memoryCost = memoryCost
        }
    }

    /// The settings for email addresses.
    public var email: Email?
    /// The settings for phone numbers.
    public var phoneNumber: PhoneNumber?
    /// The settings for anonymous accounts.
    public var anonymous: Anonymous?
    /// Whether several accounts can have the same email address.
    public var allowDuplicateEmails: Bool?
    /// The parameters of the password hashes; read-only.
    public var hashConfig: HashConfig?

    package init(
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
