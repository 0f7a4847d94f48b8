/// The parameters with which a project hashes passwords, in Firebase's modified scrypt.
///
/// Each project has its own. They can be exported together with its users, which avoids lock-in.
public struct PasswordHashing: Sendable, Equatable {
    /// The sealed signer key of 64 bytes.
    public package(set) var sealedSignerKey: SealedSecret
    /// The bytes that follow each salt (`saltSeparator` of Firebase's hash parameters).
    public let saltSeparator: [UInt8]
    /// The cost of a hash.
    public let parameters: ScryptParameters

    /// Creates the hashing of a project. The default separator and cost are those of Firebase's projects.
    public init(sealedSignerKey: SealedSecret, saltSeparator: [UInt8] = [0x07], parameters: ScryptParameters = .firebase) {
        self.sealedSignerKey = sealedSignerKey
        self.saltSeparator = saltSeparator
        self.parameters = parameters
    }

    package static func sealingContext(project: ProjectID) -> SealingContext {
        SealingContext(project: project, table: "project", row: project.rawValue, column: "sealed_signer_key")
    }
}

/// The cost parameters of scrypt (RFC 7914).
public struct ScryptParameters: Sendable, Hashable {
    /// The block size `r`.
    public let rounds: Int
    /// The logarithm of `N`.
    public let memoryCost: Int

    /// The accepted rounds. Firebase accepts 1 to 8 rounds and a memory cost of 1 to 14. Its default values are the upper bounds, so a
    /// sign-in with an imported hash costs no more than with a new one: at most 16 MiB and about 45 ms.
    package static let roundsRange = 1...8
    package static let memoryCostRange = 1...14

    /// The parameters of every Firebase project.
    public static let firebase = ScryptParameters(uncheckedRounds: 8, memoryCost: 14)

    /// Creates cost parameters; `nil` for values outside of Firebase's limits.
    public init?(rounds: Int, memoryCost: Int) {
        guard Self.roundsRange.contains(rounds), Self.memoryCostRange.contains(memoryCost) else { return nil }
        self.init(uncheckedRounds: rounds, memoryCost: memoryCost)
    }

    init(uncheckedRounds rounds: Int, memoryCost: Int) {
        self.rounds = rounds
        self.memoryCost = memoryCost
    }
}

/// A stored password hash.
public struct PasswordHash: Sendable, Equatable {
    /// The method with which a password was hashed.
    public enum Method: Sendable, Hashable {
        /// With the project's own signer key.
        case own(ScryptParameters)
        /// By another system, with the ``HashConfiguration`` of this number.
        case imported(Int)
    }

    /// The hash; for an imported one, in the form of its algorithm.
    public let hash: [UInt8]
    /// The salt; empty if the hash contains it.
    public let salt: [UInt8]
    /// The method with which the password was hashed.
    public let method: Method

    /// Creates a password hash from its stored values.
    public init(hash: [UInt8], salt: [UInt8], method: Method) {
        self.hash = hash
        self.salt = salt
        self.method = method
    }

    package init(hash: [UInt8], salt: [UInt8], parameters: ScryptParameters) {
        self.init(hash: hash, salt: salt, method: .own(parameters))
    }

    /// The number of the ``HashConfiguration``; `nil` for the project's own.
    public var configuration: Int? {
        if case .imported(let number) = method { number } else { nil }
    }

    /// The maximum length of a hash and of a salt in a store, in bytes.
    package static let maxBytes = 1024
}
