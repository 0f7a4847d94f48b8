package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func insert(_ result: FlowResult) throws {
        try run(
            """
            INSERT INTO flow_result (\(FlowResult.columns))
            VALUES (:id, :project, :tenant, :provider, :session, :sealed_assertion, :expires_at)
            """,
            [
                ":id": result.id, ":project": result.realm.project, ":tenant": result.realm.tenant, ":provider": result.provider,
                ":session": result.session, ":sealed_assertion": result.sealedAssertion, ":expires_at": result.expiresAt,
            ])
    }

    package func takeResult(_ id: Fingerprint, session: Fingerprint, in realm: Realm, at now: Date) throws -> FlowResult? {
        try first(
            """
            DELETE FROM flow_result
            WHERE id = :id AND session = :session AND project = :project AND tenant = :tenant AND expires_at > :now
            RETURNING \(FlowResult.columns)
            """,
            [":id": id, ":session": session, ":project": realm.project, ":tenant": realm.tenant, ":now": now], FlowResult.init)
    }
}

extension FlowResult {
    fileprivate static let columns = "id, project, tenant, provider, session, sealed_assertion, expires_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), provider: try row.next(), session: try row.next(),
            sealedAssertion: try row.next(), expiresAt: try row.next())
    }
}
