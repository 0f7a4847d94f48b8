package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func invitation(_ id: Fingerprint) throws -> AdministratorInvitation? {
        try first(
            "SELECT \(AdministratorInvitation.columns) FROM administrator_invitation WHERE id = :id", [":id": id],
            AdministratorInvitation.init)
    }

    package func invitations() throws -> [AdministratorInvitation] {
        try all(
            "SELECT \(AdministratorInvitation.columns) FROM administrator_invitation ORDER BY expires_at, id", [:],
            AdministratorInvitation.init)
    }

    package func insert(_ invitation: AdministratorInvitation) throws {
        try run(
            """
            INSERT INTO administrator_invitation (\(AdministratorInvitation.columns))
            VALUES (:id, :email, :role, :inviter, :created_at, :expires_at)
            """,
            [
                ":id": invitation.id, ":email": invitation.email, ":role": invitation.role, ":inviter": invitation.inviter,
                ":created_at": invitation.createdAt, ":expires_at": invitation.expiresAt,
            ])
    }

    package func takeInvitation(_ id: Fingerprint, at now: Date) throws -> AdministratorInvitation? {
        try first(
            """
            DELETE FROM administrator_invitation WHERE id = :id AND expires_at > :now
            RETURNING \(AdministratorInvitation.columns)
            """, [":id": id, ":now": now], AdministratorInvitation.init)
    }

    package func removeInvitation(_ id: Fingerprint) throws {
        try run("DELETE FROM administrator_invitation WHERE id = :id", [":id": id])
    }
}

extension AdministratorInvitation {
    fileprivate static let columns = "id, email, role, inviter, created_at, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), email: try row.next(), role: try row.next(), inviter: try row.next(), createdAt: try row.next(),
            expiresAt: try row.next())
    }
}
