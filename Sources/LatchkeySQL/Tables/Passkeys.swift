import Foundation
package import LatchkeyIdentity
import LatchkeySecrets

extension Transaction {
    package func passkeys(of account: AccountID, in realm: Realm) throws -> [Passkey] {
        try all(
            """
            SELECT \(Passkey.columns) FROM passkey
            WHERE project = :project AND tenant = :tenant AND account = :account ORDER BY created_at, rowid
            """, [":project": realm.project, ":tenant": realm.tenant, ":account": account], Passkey.init)
    }

    package func passkey(_ credentialID: [UInt8], in realm: Realm) throws -> Passkey? {
        try first(
            """
            SELECT \(Passkey.columns) FROM passkey
            WHERE project = :project AND tenant = :tenant AND credential_id = :credential_id
            """, [":project": realm.project, ":tenant": realm.tenant, ":credential_id": credentialID], Passkey.init)
    }

    package func insert(_ passkey: Passkey) throws {
        try run(
            """
            INSERT INTO passkey (\(Passkey.columns))
            VALUES (
                :credential_id, :project, :tenant, :account, :rp_id, :public_key, :counter, :transports, :aaguid, :backup_eligible,
                :backed_up, :name, :created_at, :last_used_at)
            """,
            [
                ":credential_id": passkey.credentialID, ":project": passkey.realm.project, ":tenant": passkey.realm.tenant,
                ":account": passkey.account, ":rp_id": passkey.relyingPartyID, ":public_key": passkey.publicKey,
                ":counter": Int(passkey.counter), ":transports": StoredTexts(passkey.transports), ":aaguid": passkey.aaguid,
                ":backup_eligible": passkey.backupEligible, ":backed_up": passkey.backedUp, ":name": passkey.name,
                ":created_at": passkey.createdAt, ":last_used_at": passkey.lastUsedAt,
            ], parent: .account)
    }

    package func update(_ passkey: Passkey) throws {
        try run(
            """
            UPDATE passkey SET counter = :counter, backed_up = :backed_up, name = :name, last_used_at = :last_used_at
            WHERE project = :project AND tenant = :tenant AND credential_id = :credential_id
            """,
            [
                ":counter": Int(passkey.counter), ":backed_up": passkey.backedUp, ":name": passkey.name,
                ":last_used_at": passkey.lastUsedAt, ":project": passkey.realm.project, ":tenant": passkey.realm.tenant,
                ":credential_id": passkey.credentialID,
            ])
    }

    package func deletePasskey(_ credentialID: [UInt8], of account: AccountID, in realm: Realm) throws -> Bool {
        try run(
            """
            DELETE FROM passkey
            WHERE project = :project AND tenant = :tenant AND credential_id = :credential_id AND account = :account
            """,
            [":project": realm.project, ":tenant": realm.tenant, ":credential_id": credentialID, ":account": account]) == 1
    }
}

extension Passkey {
    fileprivate static let columns = """
        credential_id, project, tenant, account, rp_id, public_key, counter, transports, aaguid, backup_eligible, backed_up, name,
        created_at, last_used_at
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            credentialID: try row.next(), realm: try row.realm(), account: try row.next(), relyingPartyID: try row.next(),
            publicKey: try row.next(), counter: try row.counter(), transports: try row.next(StoredTexts.self).texts,
            aaguid: try row.next(), backupEligible: try row.next(), backedUp: try row.next(), name: try row.next(),
            createdAt: try row.next(), lastUsedAt: try row.next())
    }
}

extension StoredRow {
    fileprivate mutating func counter() throws -> UInt32 {
        let start = self
        guard let counter = UInt32(exactly: try next(Int.self)) else { throw start.corruption(expected: "UInt32") }
        return counter
    }
}
