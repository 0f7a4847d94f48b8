package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func recoveryCodeCount(of account: AccountID, in realm: Realm) throws -> Int {
        try first(
            "SELECT count(*) FROM recovery_code WHERE project = :project AND tenant = :tenant AND account = :account",
            [":project": realm.project, ":tenant": realm.tenant, ":account": account]
        ) { try $0.next(Int.self) } ?? 0
    }

    package func replaceRecoveryCodes(_ codes: [Fingerprint], of account: AccountID, in realm: Realm) throws {
        try run(
            "DELETE FROM recovery_code WHERE project = :project AND tenant = :tenant AND account = :account",
            [":project": realm.project, ":tenant": realm.tenant, ":account": account])
        for code in codes {
            try run(
                "INSERT INTO recovery_code (project, tenant, account, code) VALUES (:project, :tenant, :account, :code)",
                [":project": realm.project, ":tenant": realm.tenant, ":account": account, ":code": code],
                parent: .account)
        }
    }

    package func takeRecoveryCode(_ code: Fingerprint, of account: AccountID, in realm: Realm) throws -> Bool {
        try run(
            """
            DELETE FROM recovery_code
            WHERE project = :project AND tenant = :tenant AND account = :account AND code = :code
            """, [":project": realm.project, ":tenant": realm.tenant, ":account": account, ":code": code]) == 1
    }
}
