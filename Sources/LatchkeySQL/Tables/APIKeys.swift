package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func apiKey(_ text: String) throws -> APIKey? {
        try first("SELECT \(APIKey.columns) FROM api_key WHERE text = :text", [":text": text], APIKey.init)
    }

    package func apiKeys(of project: ProjectID) throws -> [APIKey] {
        try all(
            "SELECT \(APIKey.columns) FROM api_key WHERE project = :project ORDER BY created_at, text", [":project": project],
            APIKey.init)
    }

    package func insert(_ key: APIKey) throws {
        touched?.markConfiguration()
        try run(
            "INSERT INTO api_key (\(APIKey.columns)) VALUES (:text, :project, :created_at, :revoked_at)",
            [":text": key.text, ":project": key.project, ":created_at": key.createdAt, ":revoked_at": key.revokedAt])
    }

    package func revokeAPIKey(_ text: String, at now: Date) throws -> Bool {
        touched?.markConfiguration()
        return try run(
            "UPDATE api_key SET revoked_at = :now WHERE text = :text AND revoked_at IS NULL", [":text": text, ":now": now]) == 1
    }
}

extension APIKey {
    fileprivate static let columns = "text, project, created_at, revoked_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(text: try row.next(), project: try row.next(), createdAt: try row.next(), revokedAt: try row.next())
    }
}
