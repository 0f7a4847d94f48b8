package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func insert(_ enrollment: TOTPEnrollment) throws {
        try run(
            """
            INSERT INTO totp_enrolment (\(TOTPEnrollment.columns))
            VALUES (:id, :account, :project, :tenant, :sealed_seed, :tries_left, :expires_at)
            """,
            [
                ":id": enrollment.id, ":account": enrollment.account, ":project": enrollment.realm.project,
                ":tenant": enrollment.realm.tenant, ":sealed_seed": enrollment.sealedSeed, ":tries_left": enrollment.triesLeft,
                ":expires_at": enrollment.expiresAt,
            ], parent: .account)
    }

    package func tryTOTPEnrollment(_ id: Fingerprint, of account: AccountID, in realm: Realm, at now: Date) throws -> TOTPEnrollment? {
        try first(
            """
            UPDATE totp_enrolment SET tries_left = tries_left - 1
            WHERE id = :id AND project = :project AND tenant = :tenant AND account = :account AND expires_at > :now AND tries_left > 0
            RETURNING \(TOTPEnrollment.columns)
            """, [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":account": account, ":now": now], TOTPEnrollment.init)
    }

    package func deleteTOTPEnrollment(_ id: Fingerprint) throws {
        try run("DELETE FROM totp_enrolment WHERE id = :id", [":id": id])
    }
}

extension TOTPEnrollment {
    fileprivate static let columns = "id, account, project, tenant, sealed_seed, tries_left, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), account: try row.next(), realm: try row.realm(), sealedSeed: try row.next(),
            triesLeft: try row.next(), expiresAt: try row.next())
    }
}
