public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol DatabaseSecretReading {
    /// Revoked or not.
    func databaseSecret(_ fingerprint: Fingerprint) throws -> DatabaseSecret?
    /// Oldest first, revoked ones included.
    func databaseSecrets(of project: ProjectID) throws -> [DatabaseSecret]
}

public protocol DatabaseSecretWriting: DatabaseSecretReading {
    func insert(_ secret: DatabaseSecret) throws
    /// Forgets the secret itself; its fingerprint stays.
    ///
    /// - Returns: Whether there was such a secret that was still good.
    func revokeDatabaseSecret(_ fingerprint: Fingerprint, at now: Date) throws -> Bool
}
