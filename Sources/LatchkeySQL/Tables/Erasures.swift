package import LatchkeyIdentity

extension Transaction {
    package func erasures(limit: Int) throws -> [AccountErasure] {
        try all(
            "SELECT \(AccountErasure.columns) FROM account_erasure ORDER BY deleted_at, pseudonym LIMIT :limit", [":limit": max(0, limit)],
            AccountErasure.init)
    }

    package func insert(_ erasure: AccountErasure) throws {
        try run(
            """
            INSERT INTO account_erasure (\(AccountErasure.columns)) VALUES (:pseudonym, :uid, :project, :tenant, :deleted_at)
            """,
            [
                ":pseudonym": erasure.pseudonym, ":uid": erasure.account, ":project": erasure.realm.project,
                ":tenant": erasure.realm.tenant, ":deleted_at": erasure.deletedAt,
            ])
    }

    package func deleteErasure(_ pseudonym: AccountID) throws -> Bool {
        try run("DELETE FROM account_erasure WHERE pseudonym = :pseudonym", [":pseudonym": pseudonym]) == 1
    }
}

extension AccountErasure {
    fileprivate static let columns = "pseudonym, uid, project, tenant, deleted_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            pseudonym: try row.next(), account: try row.next(), realm: try row.realm(), deletedAt: try row.next())
    }
}
