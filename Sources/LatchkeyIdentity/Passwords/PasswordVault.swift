public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Hashes and checks a project's passwords on the hashing pool.
public struct PasswordVault: Sendable {
    private let pool: HashingPool
    private let sealer: Sealer
    private let random: RandomTokens
    private let insecureFake: Bool

    /// - Parameter insecureFake: Writes passwords down as the Firebase Auth Emulator does, see ``InsecureFakeHash``; nowhere else.
    public init(pool: HashingPool, sealer: Sealer, random: RandomTokens = .system, insecureFake: Bool = false) {
        self.insecureFake = insecureFake
        self.pool = pool
        self.sealer = sealer
        self.random = random
    }

    /// Bytes of salt that a new password gets.
    private static let saltByteCount = 16

    /// Hashes a new password.
    ///
    /// - Parameter claim: The request that the password is hashed for.
    /// - Throws: ``HashingPoolFull``, ``HashingAbandoned``.
    public func hash(_ password: Secret<String>, for project: Project, by claim: HashingClaim) async throws -> PasswordHash {
        if insecureFake { return InsecureFakeHash.hash(password, random: random) }
        let scrypt = try scrypt(for: project)
        let salt = random.data(count: Self.saltByteCount)
        let parameters = project.passwordHashing.parameters
        return try await pool.run(for: claim) { try scrypt.hash(password, salt: salt, parameters: parameters) }
    }

    /// What became of the check of a password.
    public struct Verdict: Sendable {
        public let matches: Bool
        /// An imported password that matched, in the project's own form: to be stored in place of the other.
        public let rehashed: PasswordHash?
    }

    /// Whether a password is the one behind a hash.
    ///
    /// Without a hash (no such account, or one without a password) the same work is done for nothing, so that the time it takes tells
    /// nobody which addresses are known. A hash that was imported costs its own algorithm's work beside that.
    ///
    /// - Parameters:
    ///   - configuration: The parameters of the hash, if it was imported.
    ///   - claim: The request that the password is checked for.
    /// - Throws: ``HashingPoolFull``, ``HashingAbandoned``, ``MissingHashConfiguration``.
    public func verify(
        _ password: Secret<String>, against stored: PasswordHash?, configuration: HashConfiguration? = nil, for project: Project,
        by claim: HashingClaim
    ) async throws -> Verdict {
        if insecureFake, let stored, let answer = InsecureFakeHash.matches(password, stored) {
            return Verdict(matches: answer, rehashed: nil)
        }
        let scrypt = try scrypt(for: project)
        let parameters = project.passwordHashing.parameters
        if let stored, let number = stored.configuration {
            guard let configuration, configuration.number == number, configuration.project == project.id else {
                throw MissingHashConfiguration(number: number)
            }
            let imported = try configuration.parameters(sealer)
            if insecureFake {
                let matches = try await pool.run(for: claim) { try imported.verify(password, hash: stored.hash, salt: stored.salt) }
                return Verdict(matches: matches, rehashed: matches ? InsecureFakeHash.hash(password, random: random) : nil)
            }
            let salt = random.data(count: Self.saltByteCount)
            return try await pool.run(for: claim) {
                let matches = try imported.verify(password, hash: stored.hash, salt: stored.salt)
                // Also when it does not match: a wrong password takes as long for a stranger's address.
                let rehashed = try scrypt.hash(password, salt: salt, parameters: parameters)
                return Verdict(matches: matches, rehashed: matches ? rehashed : nil)
            }
        }
        let decoy = PasswordHash(
            hash: [UInt8](repeating: 0, count: 64), salt: [UInt8](repeating: 0, count: Self.saltByteCount), parameters: parameters)
        let matches = try await pool.run(for: claim) { try scrypt.verify(password, against: stored ?? decoy) }
        return Verdict(matches: matches && stored != nil, rehashed: nil)
    }

    /// The parameters of the project's own hashes, in the words of Identity Toolkit.
    public func ownParameters(of project: Project) throws -> HashParameters {
        var own = HashParameters(algorithm: .scrypt)
        own.signerKey = try sealer.open(
            project.passwordHashing.sealedSignerKey, for: PasswordHashing.sealingContext(project: project.id))
        own.saltSeparator = project.passwordHashing.saltSeparator
        own.rounds = project.passwordHashing.parameters.rounds
        own.memoryCost = project.passwordHashing.parameters.memoryCost
        return own
    }

    /// How hashes that were made with these parameters are stored: as the project's own where they are, else under the number of a
    /// configuration, which is added when there is none that means the same.
    ///
    /// - Throws: ``HashParametersError``.
    public func method(
        for parameters: HashParameters, of project: Project, at now: Date, in transaction: any StoreWriting
    ) throws -> PasswordHash.Method {
        let wanted = try parameters.checked()
        let own = try ownParameters(of: project)
        if wanted.signerKey == own.signerKey, wanted.saltSeparator == own.saltSeparator,
            wanted.scryptParameters == project.passwordHashing.parameters
        {
            return .own(project.passwordHashing.parameters)
        }
        let present = try transaction.hashConfigurations(of: project.id)
        if let same = try present.first(where: { try $0.parameters(sealer) == wanted }) {
            _ = try transaction.setHashConfigurationNeeded(same.number, of: project.id, at: now.inWholeMilliseconds)
            return .imported(same.number)
        }
        let number = try transaction.lastHashConfiguration(of: project.id) + 1
        try transaction.insert(
            try HashConfiguration(wanted, project: project.id, number: number, createdAt: now.inWholeMilliseconds, sealer: sealer))
        return .imported(number)
    }

    /// The key that a project's hashes are made with, for whoever moves them elsewhere.
    public func signerKey(of project: Project) throws -> Secret<[UInt8]> {
        try sealer.open(project.passwordHashing.sealedSignerKey, for: PasswordHashing.sealingContext(project: project.id))
    }

    private func scrypt(for project: Project) throws -> FirebaseScrypt {
        FirebaseScrypt(
            signerKey: try signerKey(of: project), saltSeparator: project.passwordHashing.saltSeparator)
    }
}

/// An account's hash refers to parameters that are not there: the store was changed by somebody else.
public struct MissingHashConfiguration: Error, Equatable, Sendable {
    public let number: Int
}
