import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func databaseSecret(_ fingerprint: Fingerprint) throws -> DatabaseSecret? {
        state.databaseSecrets.first { $0.fingerprint == fingerprint }
    }

    func databaseSecrets(of project: ProjectID) throws -> [DatabaseSecret] {
        state.databaseSecrets.filter { $0.project == project }.sorted {
            ($0.createdAt, $0.fingerprint.hex) < ($1.createdAt, $1.fingerprint.hex)
        }
    }

    func insert(_ secret: DatabaseSecret) throws {
        try requireProject(secret.project)
        try require(try databaseSecret(secret.fingerprint) == nil, .other, "the secret is taken")
        state.databaseSecrets.append(secret)
    }

    func revokeDatabaseSecret(_ fingerprint: Fingerprint, at now: Date) throws -> Bool {
        let found = state.databaseSecrets.firstIndex { $0.fingerprint == fingerprint && $0.revokedAt == nil }
        guard let found else { return false }
        state.databaseSecrets[found].sealed = nil
        state.databaseSecrets[found].revokedAt = now
        return true
    }
}
