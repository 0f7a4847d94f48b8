/// The settings for second factors.
public struct MfaConfig: Codable, Equatable, Sendable {
    /// A type of second factor other than text messages.
    public struct ProviderConfig: Codable, Equatable, Sendable {
        /// The settings for TOTP codes.
        public struct TotpConfig: Codable, Equatable, Sendable {
            /// The number of adjacent periods in which a code is valid; always one on this server.
            public var adjacentIntervals: Int?

            package init(adjacentIntervals: Int? = nil) { self.adjacentIntervals = adjacentIntervals }
        }

        /// `ENABLED` or `DISABLED`.
        public var state: String?
        /// Present for TOTP codes.
        public var totpProviderConfig: TotpConfig?

        package init(state: String? = nil, totpProviderConfig: TotpConfig? = nil) {
            self.state = state
            self.totpProviderConfig = totpProviderConfig
        }
    }

    /// `ENABLED` or `DISABLED`, for text messages.
    public var state: String?
    /// `PHONE_SMS`, or empty.
    public var enabledProviders: [String]?
    /// Other types of second factors.
    public var providerConfigs: [ProviderConfig]?

    package init(state: String? = nil, enabledProviders: [String]? = nil, providerConfigs: [ProviderConfig]? = nil) {
        self.state = state
        self.enabledProviders = enabledProviders
        self.providerConfigs = providerConfigs
    }
}

/// The permissions of clients.
public struct ClientConfig: Codable, Equatable, Sendable {
    /// The disabled operations.
    public struct Permissions: Codable, Equatable, Sendable {
        /// Whether only administrators can create accounts.
        public var disabledUserSignup: Bool?
        /// Whether only administrators can delete accounts. On this server users can delete their own.
        public var disabledUserDeletion: Bool?

        package init(disabledUserSignup: Bool? = nil, disabledUserDeletion: Bool? = nil) {
            self.disabledUserSignup = disabledUserSignup
            self.disabledUserDeletion = disabledUserDeletion
        }
    }

    /// The disabled operations.
    public var permissions: Permissions?

    package init(permissions: Permissions? = nil) { self.permissions = permissions }
}
