package import LatchkeySecrets

extension HashParameters {
    /// The maximum length of a key or a separator in bytes.
    static let maxKeyBytes = 1024
    /// The maximum memory of scrypt: 128 · N · r bytes. Latchkey's own parameters take 16 MiB.
    static let maxScryptBytes = 67_108_864
    /// The maximum work of scrypt: N · r · p. Latchkey's own parameters cost 131,072 and take about 45 ms.
    static let maxScryptWork = 1_048_576

    /// Returns normalized parameters, which contain only those that the algorithm uses, with its defaults. Equivalent parameters are equal.
    ///
    /// - Throws: ``HashParametersError`` for missing or out-of-range values. The bounds are Firebase's; where it has none, they keep
    ///   one verification under half a second and 64 MiB.
    package func checked() throws(HashParametersError) -> HashParameters {
        var checked = HashParameters(algorithm: algorithm)
        switch algorithm {
        case .hmacSHA512, .hmacSHA256, .hmacSHA1, .hmacMD5:
            checked.signerKey = try requiredKey()
            checked.order = order ?? .passwordAndSalt
        case .sha512, .sha256, .sha1:
            checked.rounds = try required(rounds, "rounds", in: 1...8192)
            checked.order = order ?? .saltAndPassword
        case .md5:
            checked.rounds = try required(rounds ?? 0, "rounds", in: 0...8192)
            checked.order = order ?? .saltAndPassword
        case .pbkdfSHA1, .pbkdf2SHA256:
            checked.rounds = try required(rounds ?? 0, "rounds", in: 0...120_000)
        case .scrypt:
            checked.signerKey = try requiredKey()
            guard saltSeparator.count <= Self.maxKeyBytes else { throw tooLong("saltSeparator") }
            checked.saltSeparator = saltSeparator
            checked.rounds = try required(rounds, "rounds", in: ScryptParameters.roundsRange)
            checked.memoryCost = try required(memoryCost, "memoryCost", in: ScryptParameters.memoryCostRange)
        case .standardScrypt: try checkStandardScrypt(&checked)
        case .bcrypt: break
        case .argon2: checked.argon2 = try checkedArgon2()
        default:
            throw HashParametersError(
                "“\(String(algorithm.rawValue.prefix(40)))” is not a supported hash algorithm. Supported are "
                    + HashAlgorithm.all.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return checked
    }

    private func checkStandardScrypt(_ checked: inout HashParameters) throws(HashParametersError) {
        let cost = try required(cpuMemoryCost, "cpuMemCost", in: 2...1_048_576)
        guard cost & (cost - 1) == 0 else { throw HashParametersError("cpuMemCost is \(cost); scrypt takes a power of two.") }
        let blockSize = try required(blockSize, "blockSize", in: 1...64)
        let parallelization = try required(parallelization, "parallelization", in: 1...64)
        // RFC 7914, section 2: the cost is less than 2^(128 · r / 8).
        guard blockSize > 3 || cost < 1 << (16 * blockSize) else {
            throw HashParametersError("cpuMemCost is \(cost); with blockSize \(blockSize) scrypt takes less than \(1 << (16 * blockSize)).")
        }
        guard 128 * cost * blockSize <= Self.maxScryptBytes, cost * blockSize * parallelization <= Self.maxScryptWork else {
            throw HashParametersError(
                """
                cpuMemCost \(cost), blockSize \(blockSize) and parallelization \(parallelization) are too expensive together: \
                128 · cpuMemCost · blockSize may be \(Self.maxScryptBytes) bytes, and the product of the three \(Self.maxScryptWork).
                """)
        }
        checked.cpuMemoryCost = cost
        checked.blockSize = blockSize
        checked.parallelization = parallelization
        checked.derivedKeyBytes = try required(derivedKeyBytes, "dkLen", in: 1...1024)
    }

    private func checkedArgon2() throws(HashParametersError) -> Argon2Parameters {
        guard let argon2 else { throw HashParametersError("argon2Parameters are missing.") }
        _ = try required(argon2.hashBytes, "hashLengthBytes", in: 4...1024)
        _ = try required(argon2.parallelism, "parallelism", in: 1...16)
        _ = try required(argon2.iterations, "iterations", in: 1...16)
        // RFC 9106, section 3.1: eight blocks of 1 KiB for each lane.
        _ = try required(argon2.memoryKiB, "memoryCostKib", in: 8 * argon2.parallelism...32_768)
        guard argon2.associatedData.count <= Self.maxKeyBytes else { throw tooLong("associatedData") }
        return argon2
    }

    private func requiredKey() throws(HashParametersError) -> Secret<[UInt8]> {
        guard let signerKey, !signerKey.expose().isEmpty else {
            throw HashParametersError("signerKey is missing; \(algorithm.rawValue) needs it.")
        }
        guard signerKey.expose().count <= Self.maxKeyBytes else { throw tooLong("signerKey") }
        return signerKey
    }

    private func required(_ value: Int?, _ name: String, in range: ClosedRange<Int>) throws(HashParametersError) -> Int {
        let bounds = "\(algorithm.rawValue) takes \(range.lowerBound) to \(range.upperBound)"
        guard let value else { throw HashParametersError("\(name) is missing; \(bounds).") }
        guard range.contains(value) else { throw HashParametersError("\(name) is \(value); \(bounds).") }
        return value
    }

    private func tooLong(_ name: String) -> HashParametersError {
        HashParametersError("\(name) is longer than \(Self.maxKeyBytes) bytes.")
    }
}

extension HashParameters {
    /// Returns the implementation for these parameters.
    ///
    /// - Throws: ``HashParametersError`` as ``checked()`` does.
    func scheme() throws(HashParametersError) -> any PasswordScheme {
        let own = try checked()
        let order = own.order ?? .saltAndPassword
        func digest(_ function: DigestScheme.Function) -> any PasswordScheme {
            DigestScheme(function: function, rounds: own.rounds ?? 1, order: order, key: own.signerKey?.expose())
        }
        switch algorithm {
        case .hmacSHA512, .sha512: return digest(.sha512)
        case .hmacSHA256, .sha256: return digest(.sha256)
        case .hmacSHA1, .sha1: return digest(.sha1)
        case .hmacMD5, .md5: return digest(.md5)
        case .pbkdfSHA1: return PBKDF2Scheme(function: .sha1, rounds: own.rounds ?? 1)
        case .pbkdf2SHA256: return PBKDF2Scheme(function: .sha256, rounds: own.rounds ?? 1)
        case .scrypt:
            guard let key = own.signerKey, let parameters = own.scryptParameters else { break }
            return ForeignScryptScheme(
                scrypt: FirebaseScrypt(signerKey: key, saltSeparator: own.saltSeparator), parameters: parameters,
                signerKeyBytes: key.expose().count)
        case .standardScrypt:
            guard let cost = own.cpuMemoryCost, let size = own.blockSize, let lanes = own.parallelization, let bytes = own.derivedKeyBytes
            else { break }
            return StandardScryptScheme(cost: cost, blockSize: size, parallelism: lanes, derivedKeyBytes: bytes)
        case .bcrypt: return BcryptScheme()
        case .argon2:
            guard let argon2 = own.argon2 else { break }
            return Argon2Scheme(parameters: argon2)
        default: break
        }
        preconditionFailure("parameters that were checked have a scheme")
    }

    /// The two costs of SCRYPT.
    var scryptParameters: ScryptParameters? {
        guard let rounds, let memoryCost else { return nil }
        return ScryptParameters(rounds: rounds, memoryCost: memoryCost)
    }

    /// Whether a password matches a hash that was made with these parameters. May take half a second.
    ///
    /// - Throws: ``HashParametersError``.
    package func verify(_ password: Secret<String>, hash: [UInt8], salt: [UInt8]) throws -> Bool {
        try scheme().matches(Array(password.expose().utf8), hash: hash, salt: salt)
    }

    /// Whether a hash has the form of those that these parameters produce.
    ///
    /// - Throws: ``HashParametersError``.
    package func canHaveMade(_ hash: [UInt8]) throws -> Bool {
        try scheme().canHaveMade(hash)
    }
}
