/// OpenID providers, and X by OAuth 2.0.
enum V6 {
    /// The last statement gives people who came by Twitter's second address the key that they have by its first, unless somebody has it.
    static let schema = """
        ALTER TABLE provider_configuration ADD COLUMN issuer TEXT CHECK (length(CAST(issuer AS BLOB)) BETWEEN 1 AND 4096);
        ALTER TABLE provider_configuration ADD COLUMN accepted_client_ids TEXT NOT NULL DEFAULT '[]'
            CHECK (accepted_client_ids GLOB '[[]*]' AND length(CAST(accepted_client_ids AS BLOB)) <= 65536);
        ALTER TABLE provider_configuration ADD COLUMN parameters TEXT NOT NULL DEFAULT '{}'
            CHECK (parameters GLOB '{*}' AND length(CAST(parameters AS BLOB)) <= 65536);

        UPDATE OR IGNORE identity SET origin = 'https://api.twitter.com'
            WHERE project IN (SELECT id FROM project) AND provider = 'twitter.com' AND origin = 'https://api.x.com';
        """
}
