public import Foundation
import LatchkeySecrets

/// The parameters of imported password hashes of a project. Accounts refer to them until their users sign in. Parameters without accounts
/// are deleted.
public struct HashConfiguration: Sendable, Equatable {
    /// The project whose accounts refer to the parameters.
    public let project: ProjectID
    /// The number of the configuration in its project, from 1.
    public let number: Int
    /// The sealed parameters. All of them are sealed, because signer keys are secret.
    public package(set) var sealedParameters: SealedSecret
    /// The time of the import that added the parameters.
    public let createdAt: Date
    /// The time at which an import last named these parameters.
    public let neededAt: Date

    /// The seconds for which a configuration without accounts is kept, because the pages of an import are stored in separate transactions,
    /// after the one that creates the configuration.
    public static let keptUnusedSeconds: Double = 86_400

    /// Creates a configuration from its stored values.
    ///
    /// - Parameter neededAt: Defaults to the creation time.
    public init(project: ProjectID, number: Int, sealedParameters: SealedSecret, createdAt: Date, neededAt: Date? = nil) {
        self.project = project
        self.number = number
        self.sealedParameters = sealedParameters
        self.createdAt = createdAt
        self.neededAt = neededAt ?? createdAt
    }

    /// Creates a configuration with sealed parameters.
    package init(_ parameters: HashParameters, project: ProjectID, number: Int, createdAt: Date, sealer: Sealer) throws {
        let json = try JSONEncoder().encode(StoredHashParameters(parameters))
        self.init(
            project: project, number: number,
            sealedParameters: try sealer.seal(json, for: Self.sealingContext(project: project, number: number)), createdAt: createdAt)
    }

    package func parameters(_ sealer: Sealer) throws -> HashParameters {
        let json = try sealer.open(sealedParameters, for: Self.sealingContext(project: project, number: number))
        return try JSONDecoder().decode(StoredHashParameters.self, from: Data(json.expose())).parameters
    }

    static func sealingContext(project: ProjectID, number: Int) -> SealingContext {
        SealingContext(project: project, table: "hash_configuration", row: String(number), column: "sealed_parameters")
    }
}

/// The sealed form of hash parameters. Its format must stay readable for later versions.
private struct StoredHashParameters: Codable {
    var algorithm: String
    var signerKey: [UInt8]?
    var saltSeparator: [UInt8]?
    var rounds: Int?
    var memoryCost: Int?
    var cpuMemoryCost: Int?
    var parallelization: Int?
    var blockSize: Int?
    var derivedKeyBytes: Int?
    var order: PasswordHashOrder?
    var argon2: Argon2Parameters?

    init(_ parameters: HashParameters) {
        algorithm = parameters.algorithm.rawValue
        signerKey = parameters.signerKey?.expose()
        saltSeparator = parameters.saltSeparator
        rounds = parameters.rounds
        memoryCost = parameters.memoryCost
        cpuMemoryCost = parameters.cpuMemoryCost
        parallelization = parameters.parallelization
        blockSize = parameters.blockSize
        derivedKeyBytes = parameters.derivedKeyBytes
        order = parameters.order
        argon2 = parameters.argon2
    }

    var parameters: HashParameters {
        var parameters = HashParameters(algorithm: HashAlgorithm(rawValue: algorithm))
        parameters.signerKey = signerKey.map { Secret($0) }
        parameters.saltSeparator = saltSeparator ?? []
        parameters.rounds = rounds
        parameters.memoryCost = memoryCost
        parameters.cpuMemoryCost = cpuMemoryCost
        parameters.parallelization = parallelization
        parameters.blockSize = blockSize
        parameters.derivedKeyBytes = derivedKeyBytes
        parameters.order = order
        parameters.argon2 = argon2
        return parameters
    }
}
