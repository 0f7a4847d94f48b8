package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func serviceAccount(_ email: String) throws -> ServiceAccount? {
        try first(
            "SELECT \(ServiceAccount.columns) FROM service_account WHERE email = :email", [":email": email], ServiceAccount.init)
    }

    package func serviceAccounts(of project: ProjectID) throws -> [ServiceAccount] {
        try all(
            "SELECT \(ServiceAccount.columns) FROM service_account WHERE project = :project ORDER BY created_at, email",
            [":project": project], ServiceAccount.init)
    }

    package func insert(_ account: ServiceAccount) throws {
        try run(
            """
            INSERT INTO service_account (\(ServiceAccount.columns))
            VALUES (:email, :project, :key_id, :public_key_pem, :created_at, :revoked_at)
            """,
            [
                ":email": account.email, ":project": account.project, ":key_id": account.keyID, ":public_key_pem": account.publicKeyPEM,
                ":created_at": account.createdAt, ":revoked_at": account.revokedAt,
            ])
    }

    package func revokeServiceAccount(_ email: String, at now: Date) throws -> Bool {
        try run(
            "UPDATE service_account SET revoked_at = :now WHERE email = :email AND revoked_at IS NULL",
            [":email": email, ":now": now]) == 1
    }
}

extension ServiceAccount {
    fileprivate static let columns = "email, project, key_id, public_key_pem, created_at, revoked_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            email: try row.next(), project: try row.next(), keyID: try row.next(), publicKeyPEM: try row.next(),
            createdAt: try row.next(), revokedAt: try row.next())
    }
}
