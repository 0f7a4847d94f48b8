public import Foundation
public import LatchkeySecrets

/// Read access to the secrets of databases.
public protocol DatabaseSecretReading {
    /// Returns a secret, even if it is revoked.
    func databaseSecret(_ fingerprint: Fingerprint) throws -> DatabaseSecret?
    /// Returns the secrets of a project, the oldest first, including revoked ones.
    func databaseSecrets(of project: ProjectID) throws -> [DatabaseSecret]
}

/// Write access to the secrets of databases.
public protocol DatabaseSecretWriting: DatabaseSecretReading {
    /// Inserts a secret.
    func insert(_ secret: DatabaseSecret) throws
    /// Revokes a secret and deletes its sealed text. The fingerprint stays.
    ///
    /// - Returns: Whether a valid secret was revoked.
    func revokeDatabaseSecret(_ fingerprint: Fingerprint, at now: Date) throws -> Bool
}
