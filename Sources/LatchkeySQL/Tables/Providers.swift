package import LatchkeyIdentity

extension Transaction {
    package func provider(_ id: ProviderID, in realm: Realm) throws -> ProviderConfiguration? {
        try first(
            """
            SELECT \(ProviderConfiguration.columns) FROM provider_configuration
            WHERE project = :project AND tenant = :tenant AND provider = :provider
            """, [":project": realm.project, ":tenant": realm.tenant, ":provider": id], ProviderConfiguration.init)
    }

    package func providers(in realm: Realm) throws -> [ProviderConfiguration] {
        try all(
            """
            SELECT \(ProviderConfiguration.columns) FROM provider_configuration
            WHERE project = :project AND tenant = :tenant ORDER BY provider
            """, [":project": realm.project, ":tenant": realm.tenant], ProviderConfiguration.init)
    }

    package func save(_ provider: ProviderConfiguration) throws {
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO provider_configuration (\(ProviderConfiguration.columns))
            VALUES (
                :project, :tenant, :provider, :enabled, :client_id, :sealed_secret, :api_origin, :web_origin, :scopes,
                :trusted_for_takeover, :issuer, :accepted_client_ids, :parameters, :updated_at)
            ON CONFLICT (project, tenant, provider) DO UPDATE SET
                enabled = excluded.enabled, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
                api_origin = excluded.api_origin, web_origin = excluded.web_origin, scopes = excluded.scopes,
                trusted_for_takeover = excluded.trusted_for_takeover, issuer = excluded.issuer,
                accepted_client_ids = excluded.accepted_client_ids, parameters = excluded.parameters, updated_at = excluded.updated_at
            """,
            [
                ":project": provider.project, ":tenant": provider.tenant, ":provider": provider.provider, ":enabled": provider.enabled,
                ":client_id": provider.clientID, ":sealed_secret": provider.sealedSecret, ":api_origin": provider.apiOrigin,
                ":web_origin": provider.webOrigin, ":scopes": StoredTexts(provider.scopes),
                ":trusted_for_takeover": provider.trustedForTakeover, ":issuer": provider.issuer,
                ":accepted_client_ids": StoredTexts(provider.acceptedClientIDs), ":parameters": StoredParameters(provider.parameters),
                ":updated_at": provider.updatedAt,
            ])
    }
}

extension Transaction {
    package func deleteProvider(_ id: ProviderID, in realm: Realm) throws -> Bool {
        touched?.markConfiguration()
        return try run(
            "DELETE FROM provider_configuration WHERE project = :project AND tenant = :tenant AND provider = :provider",
            [":project": realm.project, ":tenant": realm.tenant, ":provider": id]) == 1
    }
}

extension ProviderConfiguration {
    fileprivate static let columns = """
        project, tenant, provider, enabled, client_id, sealed_secret, api_origin, web_origin, scopes, trusted_for_takeover, issuer,
        accepted_client_ids, parameters, updated_at
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            project: try row.next(), tenant: try row.next(), provider: try row.next(), enabled: try row.next(), clientID: try row.next(),
            sealedSecret: try row.next(), apiOrigin: try row.next(), webOrigin: try row.next(),
            scopes: try row.next(StoredTexts.self).texts, trustedForTakeover: try row.next(), issuer: try row.next(),
            acceptedClientIDs: try row.next(StoredTexts.self).texts, parameters: try row.next(StoredParameters.self).values,
            updatedAt: try row.next())
    }
}
