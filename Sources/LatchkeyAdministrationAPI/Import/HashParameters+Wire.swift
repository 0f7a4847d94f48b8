package import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
package import LatchkeyWire

extension HashParameters {
    /// Creates the parameters of a request or a file. Use ``checked()`` to validate them.
    ///
    /// - Throws: ``HashParametersError`` for values that cannot be parsed.
    package init(_ input: BatchCreateRequest) throws {
        self.init(algorithm: HashAlgorithm(rawValue: input.hashAlgorithm ?? ""))
        signerKey = try input.signerKey.unlessEmpty.map { Secret(try Self.bytes($0, "signerKey")) }
        saltSeparator = try input.saltSeparator.unlessEmpty.map { try Self.bytes($0, "saltSeparator") } ?? []
        rounds = input.rounds
        memoryCost = input.memoryCost
        cpuMemoryCost = input.cpuMemCost
        parallelization = input.parallelization
        blockSize = input.blockSize
        derivedKeyBytes = input.dkLen
        if let name = input.passwordHashOrder.unlessEmpty, name != "UNSPECIFIED_ORDER" {
            guard let named = PasswordHashOrder(rawValue: name) else {
                throw HashParametersError("passwordHashOrder is SALT_AND_PASSWORD or PASSWORD_AND_SALT.")
            }
            order = named
        }
        argon2 = try input.argon2Parameters.map { try Argon2Parameters($0) }
    }

    fileprivate static func bytes(_ text: String, _ name: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(text) else { throw HashParametersError("\(name) has to be Base64.") }
        return bytes
    }
}

extension Argon2Parameters {
    fileprivate init(_ wire: WireArgon2Parameters) throws {
        guard let kind = wire.hashType.flatMap(Kind.init) else {
            throw HashParametersError("hashType is ARGON2_D, ARGON2_I or ARGON2_ID.")
        }
        guard let version = Version(rawValue: wire.version.unlessEmpty ?? Version.v13.rawValue) else {
            throw HashParametersError("version is VERSION_10 or VERSION_13.")
        }
        guard let length = wire.hashLengthBytes, let lanes = wire.parallelism, let passes = wire.iterations,
            let memory = wire.memoryCostKib
        else {
            throw HashParametersError("argon2Parameters need hashLengthBytes, parallelism, iterations and memoryCostKib.")
        }
        self.init(
            kind: kind, version: version, hashBytes: length, parallelism: lanes, iterations: passes, memoryKiB: memory,
            associatedData: try wire.associatedData.unlessEmpty.map { try HashParameters.bytes($0, "associatedData") } ?? [])
    }
}
