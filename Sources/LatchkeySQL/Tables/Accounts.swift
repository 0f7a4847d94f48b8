import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func account(_ id: AccountID, in realm: Realm) throws -> Account? {
        try account(Self.account(where: "id = :id", [":project": realm.project, ":tenant": realm.tenant, ":id": id]))
    }

    package func account(_ id: AccountID, in realm: Realm, and session: SessionID) throws -> (Account?, Session?) {
        var found: Session?
        let account = try account(
            BoundSQL(
                """
                SELECT session.id IS NOT NULL, \(Session.joinedColumns), \(Self.selection) LEFT JOIN session ON session.id = :session
                \(Self.condition("id = :id"))
                """, [":project": realm.project, ":tenant": realm.tenant, ":id": id, ":session": session])
        ) { row in
            if try row.next(Bool.self), found == nil { found = try Session(&row) } else { row.skip(Session.columnCount) }
        }
        return (account, found)
    }

    package func account(withEmail email: EmailAddress, in realm: Realm) throws -> Account? {
        try account(Self.account(where: "email = :email", [":project": realm.project, ":tenant": realm.tenant, ":email": email]))
    }

    package func account(withPhoneNumber number: PhoneNumber, in realm: Realm) throws -> Account? {
        let values: Values = [":project": realm.project, ":tenant": realm.tenant, ":phone_number": number]
        return try account(Self.account(where: "phone_number = :phone_number", values))
    }

    package func account(linkedTo identity: IdentityKey, in realm: Realm) throws -> Account? {
        let condition = """
            id = (
                SELECT account FROM identity
                WHERE project = :project AND provider = :provider AND origin = :origin AND tenant = :tenant AND raw_id = :raw_id)
            """
        let values: Values = [
            ":project": realm.project, ":tenant": realm.tenant, ":provider": identity.provider, ":origin": identity.origin,
            ":raw_id": identity.rawID,
        ]
        return try account(Self.account(where: condition, values))
    }

    package func accounts(withIdentityEmail email: EmailAddress, in realm: Realm) throws -> [Account] {
        let found = try all(
            """
            SELECT \(Account.readColumns) FROM account
            WHERE project = :project AND tenant = :tenant AND id IN (
                SELECT account FROM identity WHERE project = :project AND tenant = :tenant AND email = :email)
            ORDER BY id LIMIT 100
            """, [":project": realm.project, ":tenant": realm.tenant, ":email": email], Account.init)
        return try found.map { try withIdentities([$0], in: realm)[0] }
    }

    package func accounts(in realm: Realm, after last: AccountID?, limit: Int) throws -> [Account] {
        // Every uid sorts after the empty one, which no account has.
        let page = try all(
            """
            SELECT \(Account.readColumns) FROM account
            WHERE project = :project AND tenant = :tenant AND id > :last ORDER BY id LIMIT :limit
            """,
            [":project": realm.project, ":tenant": realm.tenant, ":last": last ?? "", ":limit": max(0, limit)], Account.init)
        return try withIdentities(page, in: realm)
    }

    package func accounts(in realm: Realm, by order: AccountOrder, descending: Bool, offset: Int, limit: Int) throws -> [Account] {
        let direction = descending ? "DESC" : "ASC"
        // Databases differ in where they sort NULL by default.
        let nulls = order == .displayName || order == .email ? " NULLS \(descending ? "LAST" : "FIRST")" : ""
        let sorting = order.column.map { "\($0) \(direction)\(nulls), " } ?? ""
        let found = try all(
            """
            SELECT \(Account.readColumns) FROM account
            WHERE project = :project AND tenant = :tenant ORDER BY \(sorting)id \(direction) LIMIT :limit OFFSET :offset
            """,
            [":project": realm.project, ":tenant": realm.tenant, ":limit": max(0, limit), ":offset": max(0, offset)], Account.init)
        return try found.flatMap { try withIdentities([$0], in: realm) }
    }

    package func accountCount(in realm: Realm) throws -> Int {
        try first(
            "SELECT count(*) FROM account WHERE project = :project AND tenant = :tenant",
            [":project": realm.project, ":tenant": realm.tenant]
        ) { try $0.next() } ?? 0
    }

    package func pendingEntries(of account: AccountID, in realm: Realm) throws -> [PendingEntry] {
        let parts = [
            ("'code ' || kind", "created_at", "one_time_code"), ("'second_factor'", "created_at", "pending_second_factor"),
            ("'credential'", "NULL", "pending_credential"), ("'totp_enrolment'", "NULL", "totp_enrolment"),
            ("'passkey_enrolment'", "NULL", "passkey_challenge"),
        ]
        let sql = parts.map { kind, createdAt, table in
            """
            SELECT \(kind), \(createdAt), expires_at FROM \(table)
            WHERE project = :project AND tenant = :tenant AND account = :account
            """
        }
        let found = try all(
            sql.joined(separator: "\nUNION ALL\n"), [":project": realm.project, ":tenant": realm.tenant, ":account": account]
        ) { PendingEntry(kind: try $0.next(), createdAt: try $0.next(), expiresAt: try $0.next()) }
        return found.sorted { ($0.expiresAt, $0.kind) < ($1.expiresAt, $1.kind) }
    }

    package func insert(_ account: Account) throws {
        // The data of a deleted account with this uid is still being removed, which would include new data.
        guard try run(Self.insertion, account.values) == 1 else { throw conflict(.account, "data of a deleted account is left") }
        for identity in account.identities { try insert(identity, of: account.id, in: account.realm) }
    }

    package func update(_ account: Account) throws {
        if isUse(account) { return try noteUse(of: account) }
        let changed = try run(
            """
            UPDATE account SET
                email = :email, email_verified = :email_verified, initial_email = :initial_email, display_name = :display_name,
                photo_url = :photo_url, phone_number = :phone_number, screen_name = :screen_name,
                password_configuration = :password_configuration, password_hash = :password_hash, password_salt = :password_salt, password_rounds = :password_rounds,
                password_memory_cost = :password_memory_cost, password_updated_at = :password_updated_at,
                custom_claims = :custom_claims, disabled = :disabled, last_sign_in_at = :last_sign_in_at,
                last_refresh_at = :last_refresh_at, valid_since = :valid_since, custom_auth = :custom_auth,
                email_link_sign_in = :email_link_sign_in
            WHERE project = :project AND tenant = :tenant AND id = :id
            """, account.values)
        guard changed == 1 else { throw conflict(.account, "no such account to update") }
        if account.disabled { try remove(.oneTimeCodes, of: account.id, in: account.realm) }
    }

    /// Whether only the times of the last use differ from what the transaction has read, as at a sign-in.
    private func isUse(_ account: Account) -> Bool {
        guard var read = touched?.account, read.id == account.id, !read.disabled else { return false }
        (read.lastSignInAt, read.lastRefreshAt) = (account.lastSignInAt, account.lastRefreshAt)
        return read == account
    }

    private func noteUse(of account: Account) throws {
        let times = account.values.pairs.filter { [":last_sign_in_at", ":last_refresh_at", ":project", ":tenant", ":id"].contains($0.0) }
        try runLater(
            """
            UPDATE account SET last_sign_in_at = :last_sign_in_at, last_refresh_at = :last_refresh_at
            WHERE project = :project AND tenant = :tenant AND id = :id
            """, Values(times), expecting: 1)
        touched?.note(account)
    }

    package func replace(_ account: Account, phones: [SecondFactor], removing kinds: Set<CredentialKind>) throws {
        let place: Values = [
            ":project": account.realm.project, ":tenant": account.realm.tenant, ":account": account.id, ":created_at": account.createdAt,
        ]
        try update(account)
        try run(
            "UPDATE account SET created_at = :created_at WHERE project = :project AND tenant = :tenant AND id = :account", place)
        try remove(.identities, of: account.id, in: account.realm)
        for identity in account.identities { try insert(identity, of: account.id, in: account.realm) }
        try run(
            """
            DELETE FROM second_factor
            WHERE project = :project AND tenant = :tenant AND account = :account AND phone_number IS NOT NULL
            """, place)
        for kind in kinds.union([.sessions, .pendingSecondFactors, .oneTimeCodes]) {
            try remove(kind, of: account.id, in: account.realm)
        }
        for phone in phones { try insert(phone) }
    }

    package func deleteAccount(_ id: AccountID, in realm: Realm) throws -> Bool {
        try run(
            "DELETE FROM account WHERE project = :project AND tenant = :tenant AND id = :id",
            [":project": realm.project, ":tenant": realm.tenant, ":id": id]) == 1
    }

    private static let insertion = """
        INSERT INTO account (\(Account.columns))
        SELECT
            :id, :project, :tenant, :email, :email_verified, :initial_email, :display_name, :photo_url, :phone_number,
            :screen_name, :password_configuration, :password_hash, :password_salt, :password_rounds, :password_memory_cost,
            :password_updated_at, :custom_claims, :disabled, :created_at, :last_sign_in_at, :last_refresh_at, :valid_since,
            :custom_auth, :email_link_sign_in
        WHERE NOT EXISTS (SELECT 1 FROM account_erasure WHERE project = :project AND uid = :id)
        """

    /// Returns a query for an account, with one row for each of its identities.
    private static func account(where condition: String, _ values: Values) -> BoundSQL {
        BoundSQL("SELECT \(selection) \(Self.condition(condition))", values)
    }

    private static func condition(_ condition: String) -> String {
        "WHERE account.project = :project AND account.tenant = :tenant AND account.\(condition)"
    }

    private static let selection = """
        \(Account.joinedColumns), \(Identity.joinedColumns)
        FROM account LEFT JOIN identity
            ON identity.project = account.project AND identity.tenant = account.tenant AND identity.account = account.id
        """

    /// Returns the account of a query.
    ///
    /// - Parameter readFirst: Reads what the query selects before the columns of the account.
    private func account(_ query: BoundSQL, readFirst: (inout StoredRow) throws -> Void = { _ in }) throws -> Account? {
        var found: Account?
        let identities = try all(query) { row -> (position: Int, identity: Identity)? in
            try readFirst(&row)
            if found == nil { found = try Account(&row) } else { row.skip(Account.readColumnCount) }
            guard let position = try row.next(Int?.self) else { return nil }
            return (position, try Identity(&row))
        }
        found?.identities = identities.compactMap(\.self)
            .sorted { ($0.identity.linkedAt, $0.position) < ($1.identity.linkedAt, $1.position) }.map(\.identity)
        touched?.note(found)
        return found
    }

    /// Returns accounts with their identities.
    ///
    /// - Parameter accounts: Consecutive accounts in the order of their uids.
    package func withIdentities(_ accounts: [Account], in realm: Realm) throws -> [Account] {
        guard let first = accounts.first, let last = accounts.last else { return [] }
        let identities = try identities(from: first.id, through: last.id, in: realm)
        return accounts.map { account in
            var account = account
            account.identities = identities[account.id] ?? []
            return account
        }
    }
}

extension AccountOrder {
    /// The column that precedes the uid in the sort order.
    fileprivate var column: String? {
        switch self {
        case .id: nil
        case .displayName: "display_name"
        case .createdAt: "created_at"
        case .lastSignInAt: "last_sign_in_at"
        case .email: "email"
        }
    }
}
