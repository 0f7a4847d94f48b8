package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func insert(_ challenge: PasskeyChallenge) throws {
        try run(
            """
            INSERT INTO passkey_challenge (\(PasskeyChallenge.columns))
            VALUES (:id, :project, :tenant, :purpose, :account, :rp_id, :origin, :expires_at)
            """,
            [
                ":id": challenge.id, ":project": challenge.realm.project, ":tenant": challenge.realm.tenant,
                ":purpose": challenge.purpose, ":account": challenge.account, ":rp_id": challenge.relyingParty.id,
                ":origin": challenge.relyingParty.origin, ":expires_at": challenge.expiresAt,
            ], parent: challenge.account == nil ? .project : .account)
    }

    package func takePasskeyChallenge(
        _ id: Fingerprint, for purpose: PasskeyChallenge.Purpose, of account: AccountID?, in realm: Realm, at now: Date
    ) throws -> PasskeyChallenge? {
        try first(
            """
            DELETE FROM passkey_challenge
            WHERE id = :id AND project = :project AND tenant = :tenant AND purpose = :purpose AND account IS NOT DISTINCT FROM :account
                AND expires_at > :now
            RETURNING \(PasskeyChallenge.columns)
            """,
            [
                ":id": id, ":project": realm.project, ":tenant": realm.tenant, ":purpose": purpose, ":account": account, ":now": now,
            ], PasskeyChallenge.init)
    }
}

extension PasskeyChallenge {
    fileprivate static let columns = "id, project, tenant, purpose, account, rp_id, origin, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), purpose: try row.next(), account: try row.next(),
            relyingParty: RelyingParty(id: try row.next(), origin: try row.next()), expiresAt: try row.next())
    }
}
