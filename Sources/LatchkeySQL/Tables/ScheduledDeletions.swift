package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func scheduledDeletion(of account: AccountID, in realm: Realm) throws -> ScheduledDeletion? {
        try first(
            """
            SELECT \(ScheduledDeletion.columns) FROM account_deletion
            WHERE project = :project AND tenant = :tenant AND account = :account
            """, [":project": realm.project, ":tenant": realm.tenant, ":account": account], ScheduledDeletion.init)
    }

    package func scheduledDeletions(dueBy now: Date, limit: Int) throws -> [ScheduledDeletion] {
        try all(
            "SELECT \(ScheduledDeletion.columns) FROM account_deletion WHERE due_at <= :now ORDER BY due_at LIMIT :limit",
            [":now": now, ":limit": max(0, limit)], ScheduledDeletion.init)
    }

    package func save(_ deletion: ScheduledDeletion) throws {
        let (account, realm) = (deletion.account.id, deletion.account.realm)
        try run(
            """
            INSERT INTO account_deletion (\(ScheduledDeletion.columns)) VALUES (:project, :tenant, :account, :due_at, :was_disabled)
            ON CONFLICT (project, tenant, account) DO UPDATE SET due_at = :due_at, was_disabled = :was_disabled
            """,
            [
                ":project": realm.project, ":tenant": realm.tenant, ":account": account, ":due_at": deletion.dueAt,
                ":was_disabled": deletion.wasDisabled,
            ], parent: .account)
    }

    package func cancelDeletion(of account: AccountID, in realm: Realm) throws -> Bool {
        try run(
            "DELETE FROM account_deletion WHERE project = :project AND tenant = :tenant AND account = :account",
            [":project": realm.project, ":tenant": realm.tenant, ":account": account]) == 1
    }
}

extension ScheduledDeletion {
    fileprivate static let columns = "project, tenant, account, due_at, was_disabled"

    fileprivate init(_ row: inout StoredRow) throws {
        let realm = try row.realm()
        self.init(of: AccountReference(try row.next(), in: realm), dueAt: try row.next(), wasDisabled: try row.next())
    }
}
