// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeySecrets

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
    public func hash(_ password: Secret<String>, for project: Project) async throws -> PasswordHash {
        if insecureFake { return InsecureFakeHash.hash(password, random: random) }
        let scrypt = try scrypt(for: project)
        let salt = random.data(count: Self.saltByteCount)
        let parameters = project.passwordHashing.parameters
        return try await pool.run { try scrypt.hash(password, salt: salt, parameters: parameters) }
    }

    /// Whether a password is the one behind a hash.
    ///
    /// Without a hash (no such account, or one without a password) the same work is done for nothing, so that the time it takes tells
    /// nobody which addresses are known.
    public func verify(_ password: Secret<String>, against stored: PasswordHash?, for project: Project) async throws -> Bool {
        if insecureFake, let stored, let answer = InsecureFakeHash.matches(password, stored) { return answer }
        let scrypt = try scrypt(for: project)
        let decoy = PasswordHash(
            hash: [UInt8](repeating: 0, count: 64), salt: [UInt8](repeating: 0, count: Self.saltByteCount),
            parameters: project.passwordHashing.parameters)
        let matches = try await pool.run { try scrypt.verify(password, against: stored ?? decoy) }
        return matches && stored != nil
    }

    private func scrypt(for project: Project) throws -> FirebaseScrypt {
        FirebaseScrypt(
            signerKey: try sealer.open(project.passwordHashing.sealedSignerKey, for: PasswordHashing.sealingContext(project: project.id)),
            saltSeparator: project.passwordHashing.saltSeparator)
    }
}
