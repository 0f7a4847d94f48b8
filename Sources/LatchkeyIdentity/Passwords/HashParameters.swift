public import LatchkeySecrets

/// What one has to know, beside hash and salt, to check passwords that others hashed.
public struct HashParameters: Sendable, Equatable {
    public var algorithm: HashAlgorithm
    /// The key of HMAC and SCRYPT.
    public var signerKey: Secret<[UInt8]>?
    /// SCRYPT: what follows the salt.
    public var saltSeparator: [UInt8] = []
    /// Rounds of digests and PBKDF2; SCRYPT's block size.
    public var rounds: Int?
    /// SCRYPT: the logarithm of `N`.
    public var memoryCost: Int?
    /// STANDARD_SCRYPT: `N` itself.
    public var cpuMemoryCost: Int?
    /// STANDARD_SCRYPT: `p`.
    public var parallelization: Int?
    /// STANDARD_SCRYPT: `r`.
    public var blockSize: Int?
    /// STANDARD_SCRYPT: how long the hash is.
    public var derivedKeyBytes: Int?
    /// Digests and HMAC; each family has its own default.
    public var order: PasswordHashOrder?
    public var argon2: Argon2Parameters?

    public init(algorithm: HashAlgorithm) {
        self.algorithm = algorithm
    }
}

/// What Argon2 (RFC 9106) has to know.
public struct Argon2Parameters: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        case d = "ARGON2_D"
        case i = "ARGON2_I"
        case id = "ARGON2_ID"
    }

    public enum Version: String, Sendable, Codable {
        case v10 = "VERSION_10"
        case v13 = "VERSION_13"
    }

    public var kind: Kind
    public var version: Version
    public var hashBytes: Int
    public var parallelism: Int
    public var iterations: Int
    public var memoryKiB: Int
    public var associatedData: [UInt8]

    public init(
        kind: Kind, version: Version = .v13, hashBytes: Int, parallelism: Int, iterations: Int, memoryKiB: Int, associatedData: [UInt8] = []
    ) {
        self.kind = kind
        self.version = version
        self.hashBytes = hashBytes
        self.parallelism = parallelism
        self.iterations = iterations
        self.memoryKiB = memoryKiB
        self.associatedData = associatedData
    }
}

/// Hash parameters that are missing, or would cost too much.
public struct HashParametersError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right; holds no secret.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
