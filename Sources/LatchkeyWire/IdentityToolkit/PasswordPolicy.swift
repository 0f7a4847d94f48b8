/// The answer to `GET v2/passwordPolicy`: what a project asks of passwords, so that a client can say so while one is typed.
public struct PasswordPolicyReply: Codable, Equatable, Sendable {
    /// What a password has to be like.
    public struct StrengthOptions: Codable, Equatable, Sendable {
        /// In characters, 6 to 30.
        public var minPasswordLength: Int?
        /// In characters, at most 4096.
        public var maxPasswordLength: Int?
        /// True where one is required; absent elsewhere.
        public var containsLowercaseCharacter: Bool?
        /// True where one is required; absent elsewhere.
        public var containsUppercaseCharacter: Bool?
        /// True where one is required; absent elsewhere.
        public var containsNumericCharacter: Bool?
        /// True where one is required; absent elsewhere.
        public var containsNonAlphanumericCharacter: Bool?

        /// Takes every member by name; what is left out stays off the wire.
        public init(
            minPasswordLength: Int? = nil, maxPasswordLength: Int? = nil, containsLowercaseCharacter: Bool? = nil,
            containsUppercaseCharacter: Bool? = nil, containsNumericCharacter: Bool? = nil,
            containsNonAlphanumericCharacter: Bool? = nil
        ) {
            self.minPasswordLength = minPasswordLength
            self.maxPasswordLength = maxPasswordLength
            self.containsLowercaseCharacter = containsLowercaseCharacter
            self.containsUppercaseCharacter = containsUppercaseCharacter
            self.containsNumericCharacter = containsNumericCharacter
            self.containsNonAlphanumericCharacter = containsNonAlphanumericCharacter
        }
    }

    /// What a password has to be like.
    public var customStrengthOptions: StrengthOptions?
    /// The characters that count as non-alphanumeric.
    public var allowedNonAlphanumericCharacters: [String]?
    /// `OFF` or `ENFORCE`.
    public var enforcementState: String?
    /// Whether a password that is weaker has to be changed before its next use.
    public var forceUpgradeOnSignin: Bool?
    /// The form of this answer; clients know 1.
    public var schemaVersion: Int?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        customStrengthOptions: StrengthOptions? = nil, allowedNonAlphanumericCharacters: [String]? = nil,
        enforcementState: String? = nil, forceUpgradeOnSignin: Bool? = nil, schemaVersion: Int? = nil
    ) {
        self.customStrengthOptions = customStrengthOptions
        self.allowedNonAlphanumericCharacters = allowedNonAlphanumericCharacters
        self.enforcementState = enforcementState
        self.forceUpgradeOnSignin = forceUpgradeOnSignin
        self.schemaVersion = schemaVersion
    }
}
