package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func signingKeys() throws -> [SigningKey] {
        try all("SELECT \(SigningKey.columns) FROM signing_key ORDER BY created_at, rowid", [:], SigningKey.init)
    }

    package func insert(_ key: SigningKey) throws {
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO signing_key (\(SigningKey.columns))
            VALUES (
                :id, :purpose, :algorithm, :sealed_private_key, :certificate_pem, :created_at, :published_until, :cookies_until)
            """,
            [
                ":id": key.id, ":purpose": key.purpose, ":algorithm": key.algorithm, ":sealed_private_key": key.sealedPrivateKey,
                ":certificate_pem": key.certificatePEM, ":created_at": key.createdAt, ":published_until": key.publishedUntil,
                ":cookies_until": key.cookiesUntil,
            ])
    }

    package func retireSigningKeys(except id: String, publishedUntil end: Date) throws {
        guard let kept = try signingKeys().first(where: { $0.id == id && $0.publishedUntil == nil }) else {
            throw conflict(.other, "the key to keep signing with is missing or retired")
        }
        touched?.markConfiguration()
        try run(
            "UPDATE signing_key SET published_until = :end WHERE id <> :id AND purpose = :purpose AND published_until IS NULL",
            [":id": id, ":purpose": kept.purpose, ":end": end])
    }

    package func revokeSigningKey(_ id: String, at now: Date) throws -> Bool {
        let keys = try signingKeys()
        guard let key = keys.first(where: { $0.id == id }) else { return false }
        guard keys.contains(where: { $0.id != id && $0.purpose == key.purpose && $0.publishedUntil == nil }) else {
            throw conflict(.other, "no key would be left that signs")
        }
        touched?.markConfiguration()
        return try run(
            """
            UPDATE signing_key SET published_until = min(coalesce(published_until, :now), :now), cookies_until = NULL
            WHERE id = :id AND (published_until IS NULL OR published_until > :now OR cookies_until > :now)
            """, [":id": id, ":now": now]) > 0
    }
}

extension SigningKey {
    fileprivate static let columns =
        "id, purpose, algorithm, sealed_private_key, certificate_pem, created_at, published_until, cookies_until"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), purpose: try row.next(), algorithm: try row.next(), sealedPrivateKey: try row.next(),
            certificatePEM: try row.next(), createdAt: try row.next(), publishedUntil: try row.next(), cookiesUntil: try row.next())
    }
}
