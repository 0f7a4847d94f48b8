/// Programs that are asked before people come in.
public struct BlockingFunctionsConfig: Codable, Equatable, Sendable {
    /// One of them.
    public struct Trigger: Codable, Equatable, Sendable {
        /// Its URL.
        public var functionUri: String?

        /// Takes every member by name; what is left out stays off the wire.
        public init(functionUri: String? = nil) { self.functionUri = functionUri }
    }

    /// The provider tokens that hooks receive.
    public struct ForwardInboundCredentials: Codable, Equatable, Sendable {
        /// `oauth_id_token`.
        public var idToken: Bool?
        /// `oauth_access_token`, with `oauth_token_secret` and `oauth_expires_in` where there are any.
        public var accessToken: Bool?
        /// `oauth_refresh_token`; this server never receives one from providers.
        public var refreshToken: Bool?

        /// Initializes all members; absent ones are not encoded.
        public init(idToken: Bool? = nil, accessToken: Bool? = nil, refreshToken: Bool? = nil) {
            self.idToken = idToken
            self.accessToken = accessToken
            self.refreshToken = refreshToken
        }
    }

    /// By event: `beforeCreate` and `beforeSignIn`.
    public var triggers: [String: Trigger]?
    /// Absent if hooks receive no provider tokens.
    public var forwardInboundCredentials: ForwardInboundCredentials?

    /// Takes every member by name; what is left out stays off the wire.
    public init(triggers: [String: Trigger]? = nil, forwardInboundCredentials: ForwardInboundCredentials? = nil) {
        self.triggers = triggers
        self.forwardInboundCredentials = forwardInboundCredentials
    }
}

/// What passwords have to be like.
public struct PasswordPolicyConfig: Codable, Equatable, Sendable {
    /// One version of it; only the last counts.
    public struct Version: Codable, Equatable, Sendable {
        /// Lengths and kinds of characters.
        public var customStrengthOptions: PasswordPolicyReply.StrengthOptions?
        /// The form of this answer.
        public var schemaVersion: Int?

        /// Takes every member by name; what is left out stays off the wire.
        public init(customStrengthOptions: PasswordPolicyReply.StrengthOptions? = nil, schemaVersion: Int? = nil) {
            self.customStrengthOptions = customStrengthOptions
            self.schemaVersion = schemaVersion
        }
    }

    /// `ENFORCE` or `OFF`.
    public var passwordPolicyEnforcementState: String?
    /// Whether who signs in with a weaker password has to change it first.
    public var forceUpgradeOnSignin: Bool?
    /// What is required; one version.
    public var passwordPolicyVersions: [Version]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        passwordPolicyEnforcementState: String? = nil, forceUpgradeOnSignin: Bool? = nil, passwordPolicyVersions: [Version]? = nil
    ) {
        self.passwordPolicyEnforcementState = passwordPolicyEnforcementState
        self.forceUpgradeOnSignin = forceUpgradeOnSignin
        self.passwordPolicyVersions = passwordPolicyVersions
    }
}

/// What is told about addresses.
public struct EmailPrivacyConfig: Codable, Equatable, Sendable {
    /// Whether answers hide which addresses have accounts.
    public var enableImprovedEmailPrivacy: Bool?

    /// Takes every member by name; what is left out stays off the wire.
    public init(enableImprovedEmailPrivacy: Bool? = nil) { self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy }
}

/// Whether there may be tenants.
public struct MultiTenantConfig: Codable, Equatable, Sendable {
    /// Always true here.
    public var allowTenants: Bool?

    /// Takes every member by name; what is left out stays off the wire.
    public init(allowTenants: Bool? = nil) { self.allowTenants = allowTenants }
}
