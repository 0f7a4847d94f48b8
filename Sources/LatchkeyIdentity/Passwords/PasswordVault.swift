package import Foundation
package import LatchkeySecrets

/// Hashes and verifies a project's passwords on the hashing pool.
package struct PasswordVault: Sendable {
    private let pool: HashingPool
    private let sealer: Sealer
    private let random: RandomTokens
    private let insecureFake: Bool

    /// - Parameter insecureFake: Stores passwords in clear text, for the emulator mode only; see ``InsecureFakeHash``.
    package init(pool: HashingPool, sealer: Sealer, random: RandomTokens = .system, insecureFake: Bool = false) {
        self.insecureFake = insecureFake
        self.pool = pool
        self.sealer = sealer
        self.random = random
    }

    /// The length of the salt of a new password, in bytes.
    private static let saltByteCount = 16

    /// Hashes a new password.
    ///
    /// - Parameter claim: The request that the password is hashed for.
    /// - Throws: ``HashingPoolFull``, ``HashingAbandoned``.
    package func hash(_ password: Secret<String>, for project: Project, by claim: HashingClaim) async throws -> PasswordHash {
        if insecureFake { return InsecureFakeHash.hash(password, random: random) }
        let scrypt = try scrypt(for: project)
        let salt = random.data(count: Self.saltByteCount)
        let parameters = project.passwordHashing.parameters
        return try await pool.run(for: claim) { try scrypt.hash(password, salt: salt, parameters: parameters) }
    }

    /// The result of verifying a password.
    package struct Verdict: Sendable {
        package let matches: Bool
        /// The hash to store instead of a matching imported one, made with the project's own parameters.
        package let rehashed: PasswordHash?
    }

    /// Verifies a password.
    ///
    /// Without a hash (no such account, or one without a password), a decoy hash is verified, so that the time does not tell which
    /// addresses have accounts. An imported hash costs the work of its own algorithm in addition.
    ///
    /// - Parameters:
    ///   - configuration: The parameters of the hash, if it was imported.
    ///   - claim: The request that the password is verified for.
    /// - Throws: ``HashingPoolFull``, ``HashingAbandoned``, ``MissingHashConfiguration``.
    package func verify(
        _ password: Secret<String>, against stored: PasswordHash?, configuration: HashConfiguration? = nil, for project: Project,
        by claim: HashingClaim
    ) async throws -> Verdict {
        if insecureFake, let stored, let reply = InsecureFakeHash.matches(password, stored) {
            return Verdict(matches: reply, rehashed: nil)
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
                // Computed for wrong passwords too, so that they take as long as for an address without an account.
                let rehashed = try scrypt.hash(password, salt: salt, parameters: parameters)
                return Verdict(matches: matches, rehashed: matches ? rehashed : nil)
            }
        }
        let decoy = PasswordHash(
            hash: [UInt8](repeating: 0, count: 64), salt: [UInt8](repeating: 0, count: Self.saltByteCount), parameters: parameters)
        let matches = try await pool.run(for: claim) { try scrypt.verify(password, against: stored ?? decoy) }
        return Verdict(matches: matches && stored != nil, rehashed: nil)
    }

    /// Returns the parameters of the project's own hashes, with the names of Identity Toolkit.
    package func ownParameters(of project: Project) throws -> HashParameters {
        var own = HashParameters(algorithm: .scrypt)
        own.signerKey = try sealer.open(
            project.passwordHashing.sealedSignerKey, for: PasswordHashing.sealingContext(project: project.id))
        own.saltSeparator = project.passwordHashing.saltSeparator
        own.rounds = project.passwordHashing.parameters.rounds
        own.memoryCost = project.passwordHashing.parameters.memoryCost
        return own
    }

    /// Returns the storage method for hashes with given parameters: the project's own if the parameters are equal, otherwise the number of
    /// a configuration, which is added if no equivalent one exists.
    ///
    /// - Throws: ``HashParametersError``.
    package func method(
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

    /// Returns the signer key of a project's hashes, for a migration to another system.
    package func signerKey(of project: Project) throws -> Secret<[UInt8]> {
        try sealer.open(project.passwordHashing.sealedSignerKey, for: PasswordHashing.sealingContext(project: project.id))
    }

    private func scrypt(for project: Project) throws -> FirebaseScrypt {
        FirebaseScrypt(
            signerKey: try signerKey(of: project), saltSeparator: project.passwordHashing.saltSeparator)
    }
}

/// The error for missing hash parameters of an account, which only an external change to the store can cause.
package struct MissingHashConfiguration: Error, Equatable, Sendable {
    package let number: Int
}
