package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func hasPhoneCode(_ id: Fingerprint, at now: Date) throws -> Bool {
        try first(
            "SELECT id FROM phone_code WHERE id = :id AND expires_at > :now AND tries_left > 0", [":id": id, ":now": now]
        ) { try $0.next() as Fingerprint } != nil
    }
}

extension Transaction {
    package func insert(_ code: PhoneCode) throws {
        try run(
            """
            INSERT INTO phone_code (\(PhoneCode.columns))
            VALUES (:id, :project, :tenant, :phone_number, :code, :tries_left, :expires_at)
            """,
            [
                ":id": code.id, ":project": code.realm.project, ":tenant": code.realm.tenant, ":phone_number": code.phoneNumber,
                ":code": code.code, ":tries_left": code.triesLeft, ":expires_at": code.expiresAt,
            ])
    }

    package func tryPhoneCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PhoneCode? {
        try first(
            """
            UPDATE phone_code SET tries_left = tries_left - 1
            WHERE id = :id AND project = :project AND tenant = :tenant AND expires_at > :now AND tries_left > 0
            RETURNING \(PhoneCode.columns)
            """, [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":now": now], PhoneCode.init)
    }

    package func deletePhoneCode(_ id: Fingerprint) throws {
        try run("DELETE FROM phone_code WHERE id = :id", [":id": id])
    }

    package func insert(_ proof: PhoneProof) throws {
        try run(
            """
            INSERT INTO phone_proof (\(PhoneProof.columns)) VALUES (:id, :project, :tenant, :phone_number, :expires_at)
            """,
            [
                ":id": proof.id, ":project": proof.realm.project, ":tenant": proof.realm.tenant,
                ":phone_number": proof.phoneNumber, ":expires_at": proof.expiresAt,
            ])
    }

    package func takePhoneProof(_ id: Fingerprint, of number: PhoneNumber, in realm: Realm, at now: Date) throws -> PhoneProof? {
        try first(
            """
            DELETE FROM phone_proof
            WHERE id = :id AND phone_number = :phone_number AND project = :project AND tenant = :tenant AND expires_at > :now
            RETURNING \(PhoneProof.columns)
            """,
            [":id": id, ":phone_number": number, ":project": realm.project, ":tenant": realm.tenant, ":now": now],
            PhoneProof.init)
    }
}

extension PhoneCode {
    fileprivate static let columns = "id, project, tenant, phone_number, code, tries_left, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), phoneNumber: try row.next(), code: try row.next(),
            triesLeft: try row.next(), expiresAt: try row.next())
    }
}

extension PhoneProof {
    fileprivate static let columns = "id, project, tenant, phone_number, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(id: try row.next(), realm: try row.realm(), phoneNumber: try row.next(), expiresAt: try row.next())
    }
}
