package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func pendingCredential(_ id: Fingerprint) throws -> PendingCredential? {
        try first(
            "SELECT \(PendingCredential.columns) FROM pending_credential WHERE id = :id", [":id": id], PendingCredential.init)
    }

    package func insert(_ pending: PendingCredential) throws {
        try run(
            """
            INSERT INTO pending_credential (\(PendingCredential.columns))
            VALUES (:id, :project, :tenant, :provider, :origin, :raw_id, :account, :sealed_assertion, :expires_at)
            """,
            [
                ":id": pending.id, ":project": pending.realm.project, ":tenant": pending.realm.tenant,
                ":provider": pending.key.provider, ":origin": pending.key.origin, ":raw_id": pending.key.rawID,
                ":account": pending.account, ":sealed_assertion": pending.sealedAssertion, ":expires_at": pending.expiresAt,
            ], parent: pending.account == nil ? .project : .account)
    }

    package func takePendingCredential(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingCredential? {
        try first(
            """
            DELETE FROM pending_credential
            WHERE id = :id AND project = :project AND tenant = :tenant AND expires_at > :now
            RETURNING \(PendingCredential.columns)
            """, [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":now": now], PendingCredential.init)
    }
}

extension PendingCredential {
    fileprivate static let columns = "id, project, tenant, provider, origin, raw_id, account, sealed_assertion, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), key: try row.identityKey(), account: try row.next(),
            sealedAssertion: try row.next(), expiresAt: try row.next())
    }
}
