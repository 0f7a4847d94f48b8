package import LatchkeyIdentity

extension Transaction {
    /// Returns the identities of the accounts between two uids, inclusive, for each account in the order of linking.
    package func identities(from first: AccountID, through last: AccountID, in realm: Realm) throws -> [AccountID: [Identity]] {
        let linked = try all(
            """
            SELECT account, \(Identity.columns) FROM identity
            WHERE project = :project AND tenant = :tenant AND account BETWEEN :first AND :last
            ORDER BY account, linked_at, position
            """, [":project": realm.project, ":tenant": realm.tenant, ":first": first, ":last": last]
        ) { row in
            (account: try row.next(AccountID.self), identity: try Identity(&row))
        }
        return Dictionary(grouping: linked, by: \.account).mapValues { $0.map(\.identity) }
    }

    /// Returns accounts with their identities, in the same order.
    func withIdentities(ofAll accounts: [Account], in realm: Realm) throws -> [Account] {
        var identities: [AccountID: [Identity]] = [:]
        for start in stride(from: 0, to: accounts.count, by: AccountIDList.limit) {
            let ids = AccountIDList(accounts[start...].map(\.id))
            let linked = try all(
                """
                SELECT account, \(Identity.columns) FROM identity
                WHERE project = :project AND tenant = :tenant AND account IN (\(ids.sql)) ORDER BY account, linked_at, position
                """, Values([(":project", realm.project), (":tenant", realm.tenant)] + ids.values)
            ) { row in
                (account: try row.next(AccountID.self), identity: try Identity(&row))
            }
            for one in linked { identities[one.account, default: []].append(one.identity) }
        }
        return accounts.map { account in
            var account = account
            account.identities = identities[account.id] ?? []
            return account
        }
    }

    package func identityCount(of provider: ProviderID, in realm: Realm, outsideOrigin origin: String) throws -> Int {
        // Two ranges, so that the index skips all identities of this origin.
        try first(
            """
            SELECT
                (SELECT count(*) FROM identity
                    WHERE project = :project AND provider = :provider AND origin < :origin AND tenant = :tenant)
                + (SELECT count(*) FROM identity
                    WHERE project = :project AND provider = :provider AND origin > :origin AND tenant = :tenant)
            """, [":project": realm.project, ":tenant": realm.tenant, ":provider": provider, ":origin": origin]
        ) { try $0.next() } ?? 0
    }

    /// Adds an identity to an account that has none of the same provider.
    package func insert(_ identity: Identity, of account: AccountID, in realm: Realm) throws {
        try run(Self.insertion, identity.values(of: account, in: realm), parent: .account)
    }

    package func link(_ identity: Identity, to account: AccountID, in realm: Realm) throws {
        try run(
            Self.insertion + """
                 ON CONFLICT (project, tenant, account, provider) DO UPDATE SET
                    origin = excluded.origin, raw_id = excluded.raw_id, email = excluded.email,
                    address_verified_by_provider = excluded.address_verified_by_provider, display_name = excluded.display_name,
                    screen_name = excluded.screen_name, photo_url = excluded.photo_url, linked_at = excluded.linked_at
                """, identity.values(of: account, in: realm), parent: .account)
    }

    package func update(_ identity: Identity, in realm: Realm) throws {
        let changed = try run(
            """
            UPDATE identity SET
                email = :email, address_verified_by_provider = :address_verified_by_provider, display_name = :display_name,
                screen_name = :screen_name, photo_url = :photo_url
            WHERE project = :project AND provider = :provider AND origin = :origin AND tenant = :tenant AND raw_id = :raw_id
            """, identity.values(of: "", in: realm))
        guard changed == 1 else { throw conflict(.identity, "no such identity to update") }
    }

    package func unlink(_ provider: ProviderID, from account: AccountID, in realm: Realm) throws -> Bool {
        try run(
            "DELETE FROM identity WHERE project = :project AND tenant = :tenant AND account = :account AND provider = :provider",
            [":project": realm.project, ":tenant": realm.tenant, ":account": account, ":provider": provider]) == 1
    }

    private static let insertion = """
        INSERT INTO identity (project, tenant, account, \(Identity.columns))
        VALUES (
            :project, :tenant, :account, :provider, :origin, :raw_id, :email, :address_verified_by_provider, :display_name,
            :screen_name, :photo_url, :linked_at)
        """
}

extension Identity {
    fileprivate static let columns = """
        provider, origin, raw_id, email, address_verified_by_provider, display_name, screen_name, photo_url, linked_at
        """

    /// The position and the columns of an identity, for a statement that joins another table.
    static let joinedColumns = "position, \(columns)".qualified(by: "identity")

    init(_ row: inout StoredRow) throws {
        self.init(
            key: try row.identityKey(), email: try row.next(), addressVerifiedByProvider: try row.next(),
            displayName: try row.next(), screenName: try row.next(), photoURL: try row.next(), linkedAt: try row.next())
    }

    fileprivate func values(of account: AccountID, in realm: Realm) -> Values {
        [
            ":project": realm.project, ":tenant": realm.tenant, ":account": account, ":provider": key.provider,
            ":origin": key.origin, ":raw_id": key.rawID, ":email": email,
            ":address_verified_by_provider": addressVerifiedByProvider, ":display_name": displayName,
            ":screen_name": screenName, ":photo_url": photoURL, ":linked_at": linkedAt,
        ]
    }
}
