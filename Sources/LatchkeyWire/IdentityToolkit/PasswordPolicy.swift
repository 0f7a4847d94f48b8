/// The response of `GET v2/passwordPolicy`: the password requirements of a project, which clients can show while a password is entered.
public struct PasswordPolicyReply: Codable, Equatable, Sendable {
    /// The password requirements.
    public struct StrengthOptions: Codable, Equatable, Sendable {
        /// The minimum length in characters, 6 to 30.
        public var minPasswordLength: Int?
        /// The maximum length in characters, at most 4096.
        public var maxPasswordLength: Int?
        /// `true` if a lowercase letter is required; otherwise absent.
        public var containsLowercaseCharacter: Bool?
        /// `true` if an uppercase letter is required; otherwise absent.
        public var containsUppercaseCharacter: Bool?
        /// `true` if a digit is required; otherwise absent.
        public var containsNumericCharacter: Bool?
        /// `true` if a non-alphanumeric character is required; otherwise absent.
        public var containsNonAlphanumericCharacter: Bool?

        package init(
            minPasswordLength: Int? = nil, maxPasswordLength: Int? = nil, containsLowercaseCharacter: Bool? = nil,
            containsUppercaseCharacter: Bool? = nil, containsNumericCharacter: Bool? = nil, containsNonAlphanumericCharacter: Bool? = nil
        ) {
            self.minPasswordLength = minPasswordLength
            self.maxPasswordLength = maxPasswordLength
            self.containsLowercaseCharacter = containsLowercaseCharacter
            self.containsUppercaseCharacter = containsUppercaseCharacter
            self.containsNumericCharacter = containsNumericCharacter
            self.containsNonAlphanumericCharacter = containsNonAlphanumericCharacter
        }
    }

    /// The password requirements.
    public var customStrengthOptions: StrengthOptions?
    /// The characters that count as non-alphanumeric.
    public var allowedNonAlphanumericCharacters: [String]?
    /// `OFF` or `ENFORCE`.
    public var enforcementState: String?
    /// Whether a weaker password must be changed before its next use.
    public var forceUpgradeOnSignin: Bool?
    /// The schema version of this response; clients support 1.
    public var schemaVersion: Int?

    package init(
        customStrengthOptions: StrengthOptions? = nil, allowedNonAlphanumericCharacters: [String]? = nil, enforcementState: String? = nil,
        forceUpgradeOnSignin: Bool? = nil, schemaVersion: Int? = nil
    ) {
        self.customStrengthOptions = customStrengthOptions
        self.allowedNonAlphanumericCharacters = allowedNonAlphanumericCharacters
        self.enforcementState = enforcementState
        self.forceUpgradeOnSignin = forceUpgradeOnSignin
        self.schemaVersion = schemaVersion
    }
}
