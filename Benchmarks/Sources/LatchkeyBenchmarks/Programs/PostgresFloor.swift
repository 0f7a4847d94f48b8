import Foundation

/// The limit of PostgreSQL alone: pgbench repeats the statements of a server on one connection, without HTTP, signatures and rules.
///
/// The transactions of a server run one after the other, and those that arrive during a commit share the next one, so a transaction of
/// pgbench has as many of them as a server's had.
struct PostgresFloor {
    /// The number of sign-ups or writes in a transaction.
    let batch: Int
    let perSecond: Double

    private static let begin = """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        LOCK TABLE store_writer IN EXCLUSIVE MODE;
        INSERT INTO store_commit (node, token) VALUES ('\\x00', decode(md5(random()::text), 'hex'))
            ON CONFLICT (node) DO UPDATE SET token = excluded.token;

        """

    /// Measures sign-ups.
    static func signUps(_ cluster: PostgresCluster, _ setting: Setting, batch: Int) throws -> Self {
        try run(cluster, setting, batch: batch, script: begin + String(repeating: signUp, count: batch) + "COMMIT;\n")
    }

    private static let signUp = """
        \\set id random(1, 9000000000000000000)
        INSERT INTO account (
            id, project, tenant, email, email_verified, initial_email, display_name, photo_url, phone_number, screen_name,
            password_configuration, password_hash, password_salt, password_rounds, password_memory_cost, password_updated_at,
            custom_claims, disabled, created_at, last_sign_in_at, last_refresh_at, valid_since, custom_auth, email_link_sign_in)
        SELECT :id::bigint::text, 'default', '', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0,
            1795980000000, 1795980000000, NULL, 1795980000000, 0, 0
        WHERE NOT EXISTS (SELECT 1 FROM account_erasure WHERE project = 'default' AND uid = :id::bigint::text);
        INSERT INTO session (
            id, account, project, tenant, refresh_token, generation, created_at, last_used_at, authenticated_at, method, networks)
        VALUES (:id::bigint::text, :id::bigint::text, 'default', '', sha256(:id::bigint::text::bytea), 0, 1795980000000, 1795980000000,
            1795980000000, 'anonymous', '');
        \(event("sign_up", subject: ":id::bigint::text", method: "anonymous"))
        """

    /// Returns the statements for an entry of the audit log.
    private static func event(_ kind: String, subject: String, method: String) -> String {
        """
        SELECT max(head, (SELECT coalesce(max(id), 0) FROM auth_event WHERE id < 9007199254740992)), head_link
            FROM event_chain WHERE one = 1;
        UPDATE event_chain SET head = head + 1, head_link = sha256(:id::bigint::text::bytea), head_proof = sha256(:id::bigint::text::bytea)
            WHERE one = 1;
        INSERT INTO auth_event (id, at, project, tenant, kind, outcome, actor, subject, session, method, address, salt, link)
        SELECT head, 1795980000000, 'default', '', '\(kind)', 'allowed', NULL, \(subject), :id::bigint::text, '\(method)',
            '127.0.0.1', decode(md5('salt'), 'hex'), head_link FROM event_chain;
        SELECT id, project, url, events FROM webhook_endpoint WHERE project = 'default' AND enabled = 1;

        """
    }

    /// Measures sign-ins with an ID token of a provider.
    ///
    /// - Parameter people: Users with an account. A transaction has sign-ins of different users, as long as there are enough of them.
    static func signIns(_ cluster: PostgresCluster, _ setting: Setting, batch: Int, people: [ProviderUser]) throws -> Self {
        let signIns = (0..<batch).map { signIn(people[$0 % people.count]) }
        return try run(cluster, setting, batch: batch, script: begin + signIns.joined() + "COMMIT;\n")
    }

    private static func signIn(_ person: ProviderUser) -> String {
        let identity = """
            project = 'default' AND provider = '\(person.provider)' AND origin = '\(person.issuer)' AND tenant = '' AND raw_id = '\(person.rawID)'
            """
        func account(where condition: String) -> String {
            """
            SELECT account.*, EXISTS (SELECT 1 FROM passkey
                    WHERE passkey.project = account.project AND passkey.tenant = account.tenant AND passkey.account = account.id),
                EXISTS (SELECT 1 FROM second_factor AS factor
                    WHERE factor.project = account.project AND factor.tenant = account.tenant AND factor.account = account.id), identity.*
                FROM account LEFT JOIN identity
                    ON identity.project = account.project AND identity.tenant = account.tenant AND identity.account = account.id
                WHERE account.project = 'default' AND account.tenant = '' AND \(condition);
            """
        }
        return """
            \\set id random(1, 9000000000000000000)
            SELECT * FROM provider_configuration WHERE project = 'default' AND tenant = '' AND provider = '\(person.provider)';
            \(account(where: "account.id = (SELECT account FROM identity WHERE \(identity))"))
            \(account(where: "account.email = '\(person.email)'"))
            UPDATE identity SET email = '\(person.email)', address_verified_by_provider = 1, display_name = 'A', photo_url = NULL
                WHERE \(identity);
            \(account(where: "account.id = '\(person.uid)'"))
            UPDATE account SET email = email, email_verified = email_verified, initial_email = initial_email, display_name = display_name,
                photo_url = photo_url, phone_number = phone_number, screen_name = screen_name, password_hash = password_hash,
                custom_claims = custom_claims, disabled = 0, last_sign_in_at = 1795980000000, last_refresh_at = 1795980000000,
                valid_since = valid_since, custom_auth = 0, email_link_sign_in = 0
                WHERE project = 'default' AND tenant = '' AND id = '\(person.uid)';
            INSERT INTO session (
                id, account, project, tenant, refresh_token, generation, created_at, last_used_at, authenticated_at, method, networks)
            VALUES (:id::bigint::text, '\(person.uid)', 'default', '', sha256(:id::bigint::text::bytea), 0, 1795980000000, 1795980000000,
                1795980000000, '\(person.provider)', '[]');
            \(event("sign_in", subject: "'\(person.uid)'", method: person.provider))
            """
    }

    /// Measures writes to a database, of which a transaction inserts all with one statement.
    static func writes(_ cluster: PostgresCluster, _ setting: Setting, batch: Int) throws -> Self {
        let rest = "0, '/users/' || :id::bigint::text || '/notes/note1', 0, '1'"
        let rows = (0..<batch).map { "(:tree_id::bigint, :sequence::bigint + \($0), \(rest))" }
        let script = """
            \\set sequence random(1000000, 9000000000000000)
            \\set id random(1, 9000000000000000)
            \(begin)SELECT id, term FROM realtime_database WHERE project = 'default' AND name = 'default' AND removed = 0 \\gset tree_
            INSERT INTO realtime_change (database, sequence, position, path, is_priority, json) VALUES \(rows.joined(separator: ", "));
            COMMIT;

            """
        return try run(cluster, setting, batch: batch, script: script)
    }

    private static func run(_ cluster: PostgresCluster, _ setting: Setting, batch: Int, script: String) throws -> Self {
        let file = setting.folder + "/pgbench.sql"
        try Data(script.utf8).write(to: URL(fileURLWithPath: file))
        let seconds = max(1, Int(4 * setting.scale))
        let printed = try cluster.run(
            "pgbench", ["--no-vacuum", "--protocol", "prepared", "--time", String(seconds), "--file", file, "latchkey"])
        guard let line = printed.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw BenchmarkFailure("pgbench has not told its rate: \(printed)") }
        return PostgresFloor(batch: batch, perSecond: rate * Double(batch))
    }
}
