package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func oldestKeys() throws -> [KeyKind: Date] {
        var oldest: [KeyKind: Date] = [:]
        for (kind, sql) in Self.oldest {
            oldest[kind] = try first(sql, [":console": ProjectID.console]) { try $0.next() as Date? } ?? nil
        }
        let keys = try signingKeys()
        oldest[.idToken] = keys.signer(of: .idToken)?.createdAt
        oldest[.sessionCookie] = keys.signer(of: .sessionCookie)?.createdAt
        return oldest
    }

    /// The tables are short: their rows are made by administrators.
    private static let oldest: [(KeyKind, String)] = [
        (.databaseSecret, "SELECT min(created_at) FROM database_secret WHERE revoked_at IS NULL"),
        (.serviceAccount, "SELECT min(created_at) FROM service_account WHERE revoked_at IS NULL"),
        (.apiKey, "SELECT min(created_at) FROM api_key WHERE revoked_at IS NULL AND project <> :console"),
        (.providerSecret, "SELECT min(updated_at) FROM provider_configuration WHERE enabled = 1"),
    ]
}
