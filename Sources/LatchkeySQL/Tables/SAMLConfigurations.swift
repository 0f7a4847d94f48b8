package import LatchkeyIdentity

extension Transaction {
    package func samlConfiguration(_ id: ProviderID, in realm: Realm) throws -> SAMLConfiguration? {
        try first(
            """
            SELECT \(SAMLConfiguration.columns) FROM saml_configuration
            WHERE project = :project AND tenant = :tenant AND id = :id
            """, [":project": realm.project, ":tenant": realm.tenant, ":id": id], SAMLConfiguration.init)
    }

    package func samlConfigurations(in realm: Realm, after last: ProviderID?, limit: Int) throws -> [SAMLConfiguration] {
        try all(
            """
            SELECT \(SAMLConfiguration.columns) FROM saml_configuration
            WHERE project = :project AND tenant = :tenant AND id > :last ORDER BY id LIMIT :limit
            """,
            [":project": realm.project, ":tenant": realm.tenant, ":last": last ?? "", ":limit": max(0, limit)], SAMLConfiguration.init)
    }

    package func save(_ configuration: SAMLConfiguration) throws {
        try run(
            """
            INSERT INTO saml_configuration (\(SAMLConfiguration.columns))
            VALUES (
                :project, :tenant, :id, :display_name, :enabled, :idp_entity_id, :sso_url, :certificates, :sign_request, :sp_entity_id,
                :callback_uri, :updated_at)
            ON CONFLICT (project, tenant, id) DO UPDATE SET
                display_name = excluded.display_name, enabled = excluded.enabled, idp_entity_id = excluded.idp_entity_id,
                sso_url = excluded.sso_url, certificates = excluded.certificates, sign_request = excluded.sign_request,
                sp_entity_id = excluded.sp_entity_id, callback_uri = excluded.callback_uri, updated_at = excluded.updated_at
            """,
            [
                ":project": configuration.realm.project, ":tenant": configuration.realm.tenant, ":id": configuration.id,
                ":display_name": configuration.displayName, ":enabled": configuration.enabled, ":idp_entity_id": configuration.idpEntityID,
                ":sso_url": configuration.ssoURL, ":certificates": StoredTexts(configuration.certificates),
                ":sign_request": configuration.signRequest, ":sp_entity_id": configuration.spEntityID,
                ":callback_uri": configuration.callbackURI, ":updated_at": configuration.updatedAt,
            ])
    }

    package func deleteSAMLConfiguration(_ id: ProviderID, in realm: Realm) throws -> Bool {
        try run(
            "DELETE FROM saml_configuration WHERE project = :project AND tenant = :tenant AND id = :id",
            [":project": realm.project, ":tenant": realm.tenant, ":id": id]) == 1
    }
}

extension SAMLConfiguration {
    fileprivate static let columns = """
        project, tenant, id, display_name, enabled, idp_entity_id, sso_url, certificates, sign_request, sp_entity_id, callback_uri,
        updated_at
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            realm: try row.realm(), id: try row.next(), displayName: try row.next(), enabled: try row.next(), idpEntityID: try row.next(),
            ssoURL: try row.next(), certificates: try row.next(StoredTexts.self).texts, signRequest: try row.next(),
            spEntityID: try row.next(), callbackURI: try row.next(), updatedAt: try row.next())
    }
}
