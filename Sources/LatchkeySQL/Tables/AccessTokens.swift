package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func accessToken(_ id: Fingerprint) throws -> AccessToken? {
        try first("SELECT id, service_account, scopes, expires_at FROM access_token WHERE id = :id", [":id": id]) { row in
            AccessToken(
                id: try row.next(), serviceAccount: try row.next(),
                scopes: Set(try row.next(StoredTexts.self).texts.map(AccessScope.init(rawValue:))), expiresAt: try row.next())
        }
    }

    package func insert(_ token: AccessToken) throws {
        try run(
            "INSERT INTO access_token (id, service_account, scopes, expires_at) VALUES (:id, :service_account, :scopes, :expires_at)",
            [
                ":id": token.id, ":service_account": token.serviceAccount, ":scopes": StoredTexts(token.scopes.map(\.rawValue).sorted()),
                ":expires_at": token.expiresAt,
            ], parent: .other)
    }
}
