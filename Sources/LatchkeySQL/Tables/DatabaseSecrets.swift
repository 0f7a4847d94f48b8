package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func databaseSecret(_ fingerprint: Fingerprint) throws -> DatabaseSecret? {
        try first(
            "SELECT \(DatabaseSecret.columns) FROM database_secret WHERE fingerprint = :fingerprint", [":fingerprint": fingerprint],
            DatabaseSecret.init)
    }

    package func databaseSecrets(of project: ProjectID) throws -> [DatabaseSecret] {
        try all(
            "SELECT \(DatabaseSecret.columns) FROM database_secret WHERE project = :project ORDER BY created_at, fingerprint",
            [":project": project], DatabaseSecret.init)
    }

    package func insert(_ secret: DatabaseSecret) throws {
        try run(
            """
            INSERT INTO database_secret (\(DatabaseSecret.columns))
            VALUES (:fingerprint, :project, :sealed_secret, :created_at, :revoked_at)
            """,
            [
                ":fingerprint": secret.fingerprint, ":project": secret.project, ":sealed_secret": secret.sealed,
                ":created_at": secret.createdAt, ":revoked_at": secret.revokedAt,
            ])
    }

    package func revokeDatabaseSecret(_ fingerprint: Fingerprint, at now: Date) throws -> Bool {
        try run(
            """
            UPDATE database_secret SET sealed_secret = NULL, revoked_at = :now
            WHERE fingerprint = :fingerprint AND revoked_at IS NULL
            """, [":fingerprint": fingerprint, ":now": now]) == 1
    }
}

extension DatabaseSecret {
    fileprivate static let columns = "fingerprint, project, sealed_secret, created_at, revoked_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            fingerprint: try row.next(), project: try row.next(), sealed: try row.next(), createdAt: try row.next(),
            revokedAt: try row.next())
    }
}
