package import LatchkeySecrets

/// The parameters, besides hash and salt, that are needed to verify imported passwords.
package struct HashParameters: Sendable, Equatable {
    package var algorithm: HashAlgorithm
    /// The key of HMAC and SCRYPT.
    package var signerKey: Secret<[UInt8]>?
    /// SCRYPT: the bytes after the salt.
    package var saltSeparator: [UInt8] = []
    /// The rounds of digests and PBKDF2; the block size of SCRYPT.
    package var rounds: Int?
    /// SCRYPT: the logarithm of `N`.
    package var memoryCost: Int?
    /// STANDARD_SCRYPT: `N` itself.
    package var cpuMemoryCost: Int?
    /// STANDARD_SCRYPT: `p`.
    package var parallelization: Int?
    /// STANDARD_SCRYPT: `r`.
    package var blockSize: Int?
    /// STANDARD_SCRYPT: the length of the hash.
    package var derivedKeyBytes: Int?
    /// The order of digests and HMAC; each family has its own default.
    package var order: PasswordHashOrder?
    package var argon2: Argon2Parameters?

    package init(algorithm: HashAlgorithm) {
        self.algorithm = algorithm
    }
}

/// The parameters of Argon2 (RFC 9106).
package struct Argon2Parameters: Sendable, Equatable, Codable {
    package enum Kind: String, Sendable, Codable {
        case d = "ARGON2_D"
        case i = "ARGON2_I"
        case id = "ARGON2_ID"
    }

    package enum Version: String, Sendable, Codable {
        case v10 = "VERSION_10"
        case v13 = "VERSION_13"
    }

    package var kind: Kind
    package var version: Version
    package var hashBytes: Int
    package var parallelism: Int
    package var iterations: Int
    package var memoryKiB: Int
    package var associatedData: [UInt8]

    package init(
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
package struct HashParametersError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem and the accepted values, without secrets.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
