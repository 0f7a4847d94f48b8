package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func pendingSecondFactor(_ id: Fingerprint) throws -> PendingSecondFactor? {
        try first(
            "SELECT \(PendingSecondFactor.columns) FROM pending_second_factor WHERE id = :id", [":id": id], PendingSecondFactor.init)
    }

    package func insert(_ pending: PendingSecondFactor) throws {
        try run(
            """
            INSERT INTO pending_second_factor (\(PendingSecondFactor.columns))
            VALUES (:id, :account, :project, :tenant, :method, :claims, :tries_left, :created_at, :expires_at)
            """,
            [
                ":id": pending.id, ":account": pending.account, ":project": pending.realm.project,
                ":tenant": pending.realm.tenant, ":method": pending.method, ":claims": pending.claims,
                ":tries_left": pending.triesLeft, ":created_at": pending.createdAt, ":expires_at": pending.expiresAt,
            ], parent: .account)
    }

    package func tryPendingSecondFactor(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingSecondFactor? {
        try first(
            """
            UPDATE pending_second_factor SET tries_left = tries_left - 1
            WHERE id = :id AND project = :project AND tenant = :tenant AND expires_at > :now AND tries_left > 0
            RETURNING \(PendingSecondFactor.columns)
            """, [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":now": now], PendingSecondFactor.init)
    }

    package func deletePendingSecondFactor(_ id: Fingerprint) throws -> Bool {
        try run("DELETE FROM pending_second_factor WHERE id = :id", [":id": id]) == 1
    }
}

extension PendingSecondFactor {
    fileprivate static let columns = "id, account, project, tenant, method, claims, tries_left, created_at, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), account: try row.next(), realm: try row.realm(), method: try row.next(), claims: try row.next(),
            triesLeft: try row.next(), createdAt: try row.next(), expiresAt: try row.next())
    }
}
