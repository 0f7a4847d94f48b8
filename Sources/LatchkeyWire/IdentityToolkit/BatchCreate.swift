/// The body of `accounts:batchCreate`.
public struct BatchCreateRequest: Codable, Equatable, Sendable {
    /// The accounts, 1 to 1000.
    public var users: [UserInfo]?
    /// Whether the page is refused when one address or identity occurs twice in it.
    public var sanityCheck: Bool?
    /// Whether accounts with the same uid are replaced.
    public var allowOverwrite: Bool?
    /// The tenant of the project.
    public var tenantId: String?
    /// How the hashes of all accounts were made, for example `SCRYPT`.
    public var hashAlgorithm: String?
    /// The key of HMAC and SCRYPT, as Base64.
    public var signerKey: String?
    /// What SCRYPT puts after the salt, as Base64.
    public var saltSeparator: String?
    /// Rounds of digests and PBKDF2; SCRYPT's block size.
    public var rounds: Int?
    /// SCRYPT: the logarithm of `N`.
    public var memoryCost: Int?
    /// STANDARD_SCRYPT: `N`.
    public var cpuMemCost: Int?
    /// STANDARD_SCRYPT: `p`.
    public var parallelization: Int?
    /// STANDARD_SCRYPT: `r`.
    public var blockSize: Int?
    /// STANDARD_SCRYPT: the length of the hash in bytes.
    public var dkLen: Int?
    /// `SALT_AND_PASSWORD` or `PASSWORD_AND_SALT`.
    public var passwordHashOrder: String?
    /// ARGON2's parameters.
    public var argon2Parameters: WireArgon2Parameters?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        users: [UserInfo]? = nil, sanityCheck: Bool? = nil, allowOverwrite: Bool? = nil, tenantId: String? = nil,
        hashAlgorithm: String? = nil, signerKey: String? = nil, saltSeparator: String? = nil, rounds: Int? = nil,
        memoryCost: Int? = nil, cpuMemCost: Int? = nil, parallelization: Int? = nil, blockSize: Int? = nil, dkLen: Int? = nil,
        passwordHashOrder: String? = nil, argon2Parameters: WireArgon2Parameters? = nil
    ) {
        self.users = users
        self.sanityCheck = sanityCheck
        self.allowOverwrite = allowOverwrite
        self.tenantId = tenantId
        self.hashAlgorithm = hashAlgorithm
        self.signerKey = signerKey
        self.saltSeparator = saltSeparator
        self.rounds = rounds
        self.memoryCost = memoryCost
        self.cpuMemCost = cpuMemCost
        self.parallelization = parallelization
        self.blockSize = blockSize
        self.dkLen = dkLen
        self.passwordHashOrder = passwordHashOrder
        self.argon2Parameters = argon2Parameters
    }
}

/// What ARGON2 has to know.
public struct WireArgon2Parameters: Codable, Equatable, Sendable {
    /// The length of the hash in bytes.
    public var hashLengthBytes: Int?
    /// `ARGON2_D`, `ARGON2_I` or `ARGON2_ID`.
    public var hashType: String?
    /// How many lanes.
    public var parallelism: Int?
    /// How many passes.
    public var iterations: Int?
    /// Memory in KiB.
    public var memoryCostKib: Int?
    /// `VERSION_10` or `VERSION_13`; the latter when absent.
    public var version: String?
    /// Associated data, as Base64.
    public var associatedData: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        hashLengthBytes: Int? = nil, hashType: String? = nil, parallelism: Int? = nil, iterations: Int? = nil,
        memoryCostKib: Int? = nil, version: String? = nil, associatedData: String? = nil
    ) {
        self.hashLengthBytes = hashLengthBytes
        self.hashType = hashType
        self.parallelism = parallelism
        self.iterations = iterations
        self.memoryCostKib = memoryCostKib
        self.version = version
        self.associatedData = associatedData
    }
}

/// The answer to `accounts:batchCreate`.
public struct BatchCreateReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// What was refused; empty when nothing was.
    public var error: [BatchError]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#UploadAccountResponse", error: [BatchError]? = nil
    ) {
        self.kind = kind
        self.error = error
    }
}
