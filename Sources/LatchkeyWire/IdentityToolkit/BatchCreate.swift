/// The request body of `accounts:batchCreate`.
public struct BatchCreateRequest: Codable, Equatable, Sendable {
    /// The accounts, 1 to 1000.
    public var users: [UserInfo]?
    /// Whether the request is rejected if an email address or identity occurs twice in it.
    public var sanityCheck: Bool?
    /// Whether accounts with the same uid are replaced.
    public var allowOverwrite: Bool?
    /// The tenant ID.
    public var tenantId: String?
    /// The hash algorithm of all accounts, for example `SCRYPT`.
    public var hashAlgorithm: String?
    /// The key of HMAC and SCRYPT, as Base64.
    public var signerKey: String?
    /// The salt separator of SCRYPT, as Base64.
    public var saltSeparator: String?
    /// The rounds of digests and PBKDF2; the block size of SCRYPT.
    public var rounds: Int?
    /// The binary logarithm of the cost `N` of SCRYPT.
    public var memoryCost: Int?
    /// The cost `N` of STANDARD_SCRYPT.
    public var cpuMemCost: Int?
    /// The parallelism `p` of STANDARD_SCRYPT.
    public var parallelization: Int?
    /// The block size `r` of STANDARD_SCRYPT.
    public var blockSize: Int?
    /// The length of STANDARD_SCRYPT hashes in bytes.
    public var dkLen: Int?
    /// `SALT_AND_PASSWORD` or `PASSWORD_AND_SALT`.
    public var passwordHashOrder: String?
    /// The parameters of ARGON2.
    public var argon2Parameters: WireArgon2Parameters?

    package init(
        hashAlgorithm: String? = nil, signerKey: String? = nil, saltSeparator: String? = nil, rounds: Int? = nil, memoryCost: Int? = nil,
        cpuMemCost: Int? = nil, parallelization: Int? = nil, blockSize: Int? = nil, dkLen: Int? = nil, passwordHashOrder: String? = nil,
        argon2Parameters: WireArgon2Parameters? = nil
    ) {
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

/// The parameters of ARGON2.
public struct WireArgon2Parameters: Codable, Equatable, Sendable {
    /// The length of the hash in bytes.
    public var hashLengthBytes: Int?
    /// `ARGON2_D`, `ARGON2_I` or `ARGON2_ID`.
    public var hashType: String?
    /// The number of lanes.
    public var parallelism: Int?
    /// The number of passes.
    public var iterations: Int?
    /// The memory in KiB.
    public var memoryCostKib: Int?
    /// `VERSION_10` or `VERSION_13`; `VERSION_13` if absent.
    public var version: String?
    /// Associated data, as Base64.
    public var associatedData: String?

    package init(
        hashLengthBytes: Int? = nil, hashType: String? = nil, parallelism: Int? = nil, iterations: Int? = nil, memoryCostKib: Int? = nil,
        version: String? = nil, associatedData: String? = nil
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

/// The response of `accounts:batchCreate`.
public struct BatchCreateReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#UploadAccountResponse"
    /// The accounts that were rejected; empty if there are none.
    public var error: [BatchError]?

    package init(error: [BatchError]? = nil) {
        self.error = error
    }
}
