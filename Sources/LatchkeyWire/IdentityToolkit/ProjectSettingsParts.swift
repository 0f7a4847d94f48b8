/// The blocking functions, which are called before sign-up and sign-in.
public struct BlockingFunctionsConfig: Codable, Equatable, Sendable {
    /// A blocking function.
    public struct Trigger: Codable, Equatable, Sendable {
        /// The URL of the function.
        public var functionUri: String?

        package init(functionUri: String? = nil) { self.functionUri = functionUri }
    }

    /// The provider tokens that hooks receive.
    public struct ForwardInboundCredentials: Codable, Equatable, Sendable {
        /// `oauth_id_token`.
        public var idToken: Bool?
        /// `oauth_access_token`, with `oauth_token_secret` and `oauth_expires_in` if present.
        public var accessToken: Bool?
        /// `oauth_refresh_token`; this server never receives one from providers.
        public var refreshToken: Bool?

        package init(idToken: Bool? = nil, accessToken: Bool? = nil, refreshToken: Bool? = nil) {
            self.idToken = idToken
            self.accessToken = accessToken
            self.refreshToken = refreshToken
        }
    }

    /// The functions by event: `beforeCreate` and `beforeSignIn`.
    public var triggers: [String: Trigger]?
    /// Absent if hooks receive no provider tokens.
    public var forwardInboundCredentials: ForwardInboundCredentials?

    package init(triggers: [String: Trigger]? = nil, forwardInboundCredentials: ForwardInboundCredentials? = nil) {
        self.triggers = triggers
        self.forwardInboundCredentials = forwardInboundCredentials
    }
}

/// The password policy.
public struct PasswordPolicyConfig: Codable, Equatable, Sendable {
    /// A version of the policy; only the last one applies.
    public struct Version: Codable, Equatable, Sendable {
        /// The required lengths and character types.
        public var customStrengthOptions: PasswordPolicyReply.StrengthOptions?
        /// The schema version.
        public var schemaVersion: Int?

        package init(customStrengthOptions: PasswordPolicyReply.StrengthOptions? = nil, schemaVersion: Int? = nil) {
            self.customStrengthOptions = customStrengthOptions
            self.schemaVersion = schemaVersion
        }
    }

    /// `ENFORCE` or `OFF`.
    public var passwordPolicyEnforcementState: String?
    /// Whether users with a weaker password must change it before they can sign in.
    public var forceUpgradeOnSignin: Bool?
    /// The requirements; a single version.
    public var passwordPolicyVersions: [Version]?

    package init(
        passwordPolicyEnforcementState: String? = nil, forceUpgradeOnSignin: Bool? = nil, passwordPolicyVersions: [Version]? = nil
    ) {
        self.passwordPolicyEnforcementState = passwordPolicyEnforcementState
        self.forceUpgradeOnSignin = forceUpgradeOnSignin
        self.passwordPolicyVersions = passwordPolicyVersions
    }
}

/// The privacy settings for email addresses.
public struct EmailPrivacyConfig: Codable, Equatable, Sendable {
    /// Whether responses hide which email addresses have accounts.
    public var enableImprovedEmailPrivacy: Bool?

    package init(enableImprovedEmailPrivacy: Bool? = nil) { self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy }
}

/// The settings for tenants.
public struct MultiTenantConfig: Codable, Equatable, Sendable {
    /// Always `true`.
    public var allowTenants: Bool?

    package init(allowTenants: Bool? = nil) { self.allowTenants = allowTenants }
}
