/// The parameters with which a project hashes passwords, in Firebase's modified scrypt.
///
/// They are the project's own and can be exported together with its users, so that nobody is locked in.
public struct PasswordHashing: Sendable, Equatable {
    /// Base64 as Firebase shows it decodes to 64 bytes. Sealed in the store.
    public let sealedSignerKey: SealedSecret
    public let saltSeparator: [UInt8]
    public let parameters: ScryptParameters

    public init(sealedSignerKey: SealedSecret, saltSeparator: [UInt8] = [0x07], parameters: ScryptParameters = .firebase) {
        self.sealedSignerKey = sealedSignerKey
        self.saltSeparator = saltSeparator
        self.parameters = parameters
    }

    public static func sealingContext(project: ProjectID) -> SealingContext {
        SealingContext(project: project, table: "project", row: project.rawValue, column: "sealed_signer_key")
    }
}

/// How costly scrypt (RFC 7914) is made.
public struct ScryptParameters: Sendable, Hashable {
    /// The block size `r`.
    public let rounds: Int
    /// The logarithm of `N`.
    public let memoryCost: Int

    /// Firebase accepts 1 to 8 rounds and a memory cost of 1 to 14. Its own values are the upper bounds, so that no imported
    /// parameter makes a sign-in cost more than one of ours: at most 16 MiB and about 45 ms.
    public static let roundsRange = 1...8
    public static let memoryCostRange = 1...14

    /// What Firebase gives every project.
    public static let firebase = ScryptParameters(uncheckedRounds: 8, memoryCost: 14)

    public init?(rounds: Int, memoryCost: Int) {
        guard Self.roundsRange.contains(rounds), Self.memoryCostRange.contains(memoryCost) else { return nil }
        self.init(uncheckedRounds: rounds, memoryCost: memoryCost)
    }

    init(uncheckedRounds rounds: Int, memoryCost: Int) {
        self.rounds = rounds
        self.memoryCost = memoryCost
    }
}

/// A password as it is stored.
public struct PasswordHash: Sendable, Equatable {
    /// How a password was hashed.
    public enum Method: Sendable, Hashable {
        /// With the project's own signer key.
        case own(ScryptParameters)
        /// Elsewhere, as the ``HashConfiguration`` of this number says.
        case imported(Int)
    }

    public let hash: [UInt8]
    /// Empty where the hash holds its salt itself.
    public let salt: [UInt8]
    public let method: Method

    public init(hash: [UInt8], salt: [UInt8], method: Method) {
        self.hash = hash
        self.salt = salt
        self.method = method
    }

    public init(hash: [UInt8], salt: [UInt8], parameters: ScryptParameters) {
        self.init(hash: hash, salt: salt, method: .own(parameters))
    }

    /// The number of the ``HashConfiguration``; `nil` for the project's own.
    public var configuration: Int? {
        if case .imported(let number) = method { number } else { nil }
    }

    /// What stores keep of either.
    public static let maxBytes = 1024
}
