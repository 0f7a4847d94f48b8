/// Which second factors people may have.
public struct MfaConfig: Codable, Equatable, Sendable {
    /// One kind of second factor besides text messages.
    public struct ProviderConfig: Codable, Equatable, Sendable {
        /// Codes of an authenticator program.
        public struct TotpConfig: Codable, Equatable, Sendable {
            /// How many periods a code may be off; this server always takes one.
            public var adjacentIntervals: Int?

            /// Takes every member by name; what is left out stays off the wire.
            public init(adjacentIntervals: Int? = nil) { self.adjacentIntervals = adjacentIntervals }
        }

        /// `ENABLED` or `DISABLED`.
        public var state: String?
        /// Present where the kind is codes of an authenticator program.
        public var totpProviderConfig: TotpConfig?

        /// Takes every member by name; what is left out stays off the wire.
        public init(state: String? = nil, totpProviderConfig: TotpConfig? = nil) {
            self.state = state
            self.totpProviderConfig = totpProviderConfig
        }
    }

    /// `ENABLED` or `DISABLED`, for text messages.
    public var state: String?
    /// `PHONE_SMS`, or nothing.
    public var enabledProviders: [String]?
    /// Further kinds.
    public var providerConfigs: [ProviderConfig]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(state: String? = nil, enabledProviders: [String]? = nil, providerConfigs: [ProviderConfig]? = nil) {
        self.state = state
        self.enabledProviders = enabledProviders
        self.providerConfigs = providerConfigs
    }
}

/// What clients may do without an administrator.
public struct ClientConfig: Codable, Equatable, Sendable {
    /// What is forbidden.
    public struct Permissions: Codable, Equatable, Sendable {
        /// Whether only administrators make accounts.
        public var disabledUserSignup: Bool?
        /// Whether only administrators delete accounts; this server lets people delete their own.
        public var disabledUserDeletion: Bool?

        /// Takes every member by name; what is left out stays off the wire.
        public init(disabledUserSignup: Bool? = nil, disabledUserDeletion: Bool? = nil) {
            self.disabledUserSignup = disabledUserSignup
            self.disabledUserDeletion = disabledUserDeletion
        }
    }

    /// What is forbidden.
    public var permissions: Permissions?

    /// Takes every member by name; what is left out stays off the wire.
    public init(permissions: Permissions? = nil) { self.permissions = permissions }
}
