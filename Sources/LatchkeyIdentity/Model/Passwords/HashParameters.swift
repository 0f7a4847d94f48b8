public import LatchkeySecrets

/// The parameters, besides hash and salt, that are needed to verify imported passwords.
public struct HashParameters: Sendable, Equatable {
    public var algorithm: HashAlgorithm
    /// The key of HMAC and SCRYPT.
    public var signerKey: Secret<[UInt8]>?
    /// SCRYPT: the bytes after the salt.
    public var saltSeparator: [UInt8] = []
    /// The rounds of digests and PBKDF2; the block size of SCRYPT.
    public var rounds: Int?
    /// SCRYPT: the logarithm of `N`.
    public var memoryCost: Int?
    /// STANDARD_SCRYPT: `N` itself.
    public var cpuMemoryCost: Int?
    /// STANDARD_SCRYPT: `p`.
    public var parallelization: Int?
    /// STANDARD_SCRYPT: `r`.
    public var blockSize: Int?
    /// STANDARD_SCRYPT: the length of the hash.
    public var derivedKeyBytes: Int?
    /// The order of digests and HMAC; each family has its own default.
    public var order: PasswordHashOrder?
    public var argon2: Argon2Parameters?

    public init(algorithm: HashAlgorithm) {
        self.algorithm = algorithm
    }
}

/// The parameters of Argon2 (RFC 9106).
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

/// The error for hash parameters that are missing, out of range or too expensive.
public struct HashParametersError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem and the accepted values, without secrets.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
