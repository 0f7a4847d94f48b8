import Foundation
import LatchkeyIdentity

extension Transaction {
    func signingKeys() throws -> [SigningKey] {
        try all("SELECT \(SigningKey.columns) FROM signing_key ORDER BY created_at, rowid", [:], SigningKey.init)
    }

    func insert(_ key: SigningKey) throws {
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO signing_key (\(SigningKey.columns))
            VALUES (:id, :algorithm, :sealed_private_key, :certificate_pem, :created_at, :published_until)
            """,
            [
                ":id": key.id, ":algorithm": key.algorithm, ":sealed_private_key": key.sealedPrivateKey,
                ":certificate_pem": key.certificatePEM, ":created_at": key.createdAt, ":published_until": key.publishedUntil,
            ])
    }

    func retireSigningKeys(except id: String, publishedUntil end: Date) throws {
        guard try signingKeys().contains(where: { $0.id == id && $0.publishedUntil == nil }) else {
            throw conflict(.other, "the key to keep signing with is missing or retired")
        }
        touched?.markConfiguration()
        try run(
            "UPDATE signing_key SET published_until = :end WHERE id <> :id AND published_until IS NULL", [":id": id, ":end": end])
    }
}

extension SigningKey {
    fileprivate static let columns = "id, algorithm, sealed_private_key, certificate_pem, created_at, published_until"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), algorithm: try row.next(), sealedPrivateKey: try row.next(), certificatePEM: try row.next(),
            createdAt: try row.next(), publishedUntil: try row.next())
    }
}
