package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func oneTimeCode(_ id: Fingerprint) throws -> OneTimeCode? {
        try first("SELECT \(OneTimeCode.columns) FROM one_time_code WHERE id = :id", [":id": id], OneTimeCode.init)
    }

    package func insert(_ code: OneTimeCode) throws {
        try run(
            """
            INSERT INTO one_time_code (\(OneTimeCode.columns))
            VALUES (:id, :project, :tenant, :kind, :recipient, :email, :new_email, :account, :second_factor, :created_at, :expires_at)
            """,
            [
                ":id": code.id, ":project": code.realm.project, ":tenant": code.realm.tenant, ":kind": code.kind,
                ":recipient": code.recipient, ":email": code.email, ":new_email": code.newEmail, ":account": code.account,
                ":second_factor": code.secondFactor,
                ":created_at": code.createdAt, ":expires_at": code.expiresAt,
            ], parent: code.account == nil ? .project : .account)
    }

    package func takeOneTimeCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> OneTimeCode? {
        try first(
            """
            DELETE FROM one_time_code WHERE id = :id AND project = :project AND tenant = :tenant AND expires_at > :now
            RETURNING \(OneTimeCode.columns)
            """, [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":now": now], OneTimeCode.init)
    }

    package func removeOneTimeCodes(_ kind: OneTimeCode.Kind, of account: AccountID, in realm: Realm, since: Date?) throws {
        try run(
            """
            DELETE FROM one_time_code
            WHERE project = :project AND tenant = :tenant AND account = :account AND kind = :kind AND created_at >= :since
            """,
            [
                ":project": realm.project, ":tenant": realm.tenant, ":account": account, ":kind": kind,
                ":since": since ?? Date(millisecondsSince1970: 0),
            ])
    }
}

extension OneTimeCode {
    fileprivate static let columns =
        "id, project, tenant, kind, recipient, email, new_email, account, second_factor, created_at, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), kind: try row.next(), recipient: try row.next(), email: try row.next(),
            newEmail: try row.next(), account: try row.next(), secondFactor: try row.next(), createdAt: try row.next(),
            expiresAt: try row.next())
    }
}
