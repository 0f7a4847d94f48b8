import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension Transaction {
    func insert(_ enrolment: TOTPEnrolment) throws {
        try run(
            """
            INSERT INTO totp_enrolment (\(TOTPEnrolment.columns))
            VALUES (:id, :account, :project, :tenant, :sealed_seed, :tries_left, :expires_at)
            """,
            [
                ":id": enrolment.id, ":account": enrolment.account, ":project": enrolment.realm.project,
                ":tenant": enrolment.realm.tenant, ":sealed_seed": enrolment.sealedSeed, ":tries_left": enrolment.triesLeft,
                ":expires_at": enrolment.expiresAt,
            ], parent: .account)
    }

    func tryTOTPEnrolment(_ id: Fingerprint, of account: AccountID, in realm: Realm, at now: Date) throws -> TOTPEnrolment? {
        try first(
            """
            UPDATE totp_enrolment SET tries_left = tries_left - 1
            WHERE id = :id AND project = :project AND tenant = :tenant AND account = :account AND expires_at > :now AND tries_left > 0
            RETURNING \(TOTPEnrolment.columns)
            """, [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":account": account, ":now": now], TOTPEnrolment.init)
    }

    func deleteTOTPEnrolment(_ id: Fingerprint) throws {
        try run("DELETE FROM totp_enrolment WHERE id = :id", [":id": id])
    }
}

extension TOTPEnrolment {
    fileprivate static let columns = "id, account, project, tenant, sealed_seed, tries_left, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), account: try row.next(), realm: try row.realm(), sealedSeed: try row.next(),
            triesLeft: try row.next(), expiresAt: try row.next())
    }
}
