import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func newestAccounts(
        in realm: Realm, matching filter: AccountFilter, after last: AccountPlace?, limit: Int, examining examined: Int
    ) throws -> AccountListPart {
        let last = last ?? .beyondAll
        let limit = max(1, limit)
        // The last row to examine, found by the index alone. Without a filter, one row more than the limit is enough.
        let offset = filter == AccountFilter() ? limit : max(limit, examined) - 1
        let end = try first(
            """
            SELECT created_at, id FROM account
            WHERE project = :project AND tenant = :tenant AND (created_at, id) < (:created_at, :id)
            ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET :offset
            """,
            [
                ":project": realm.project, ":tenant": realm.tenant, ":created_at": last.createdAt, ":id": last.id,
                ":offset": offset,
            ]
        ) { AccountPlace(createdAt: try $0.next(), id: try $0.next()) }
        // One row more than the limit shows whether there are more.
        let found = try all(
            """
            SELECT \(Account.readColumns) FROM account
            WHERE project = :project AND tenant = :tenant AND (created_at, id) < (:created_at, :id)
                AND (created_at, id) >= (:end_created_at, :end_id) AND \(filter.condition)
            ORDER BY created_at DESC, id DESC LIMIT :limit
            """,
            [
                ":project": realm.project, ":tenant": realm.tenant, ":created_at": last.createdAt, ":id": last.id,
                ":end_created_at": end?.createdAt ?? .distantPast, ":end_id": end?.id ?? "", ":method": filter.method ?? "",
                ":limit": limit + 1,
            ], Account.init)
        let accounts = try found.prefix(limit).flatMap { try withIdentities([$0], in: realm) }
        let more = found.count > limit ? accounts.last.map { AccountPlace(createdAt: $0.createdAt, id: $0.id) } : end
        return AccountListPart(accounts: accounts, next: more)
    }

    package func accounts(in realm: Realm, beginningWith text: String, limit: Int) throws -> [Account] {
        guard !text.isEmpty else { return [] }
        let (first, behind) = (text.lowercased(), text.lowercased() + "\u{10FFFF}")
        let found = try ["email", "phone_number"].flatMap { column in
            try all(
                """
                SELECT \(Account.readColumns) FROM account
                WHERE project = :project AND tenant = :tenant AND \(column) >= :first AND \(column) < :behind
                ORDER BY \(column) LIMIT :limit
                """,
                [":project": realm.project, ":tenant": realm.tenant, ":first": first, ":behind": behind, ":limit": max(0, limit)],
                Account.init)
        }
        return try found.prefix(max(0, limit)).flatMap { try withIdentities([$0], in: realm) }
    }

    package func accounts(in realm: Realm, named text: String, limit: Int) throws -> [Account] {
        guard !text.isEmpty else { return [] }
        var found: [Account] = []
        for (part, first) in NameIndex.parts.flatMap({ part in NameIndex.forms(of: text).map { (part, $0) } }) {
            found += try all(
                """
                SELECT \(Account.readColumns) FROM account
                WHERE project = :project AND tenant = :tenant AND \(part.condition) AND \(part.name) >= :first AND \(part.name) < :behind
                ORDER BY \(part.name) LIMIT :limit
                """,
                [
                    ":project": realm.project, ":tenant": realm.tenant, ":first": first, ":behind": first + "\u{10FFFF}",
                    ":limit": max(0, limit),
                ], Account.init)
        }
        var seen: Set<AccountID> = []
        return try found.filter { seen.insert($0.id).inserted }.prefix(max(0, limit)).flatMap { try withIdentities([$0], in: realm) }
    }
}

extension AccountFilter {
    /// The SQL condition of the filter. All variants refer to `:method`, because it is always bound.
    fileprivate var condition: String {
        "(\(methodCondition)) AND \(stateCondition)"
    }

    private var methodCondition: String {
        switch method {
        case nil: ":method = ''"
        case .password?: ":method <> '' AND password_hash IS NOT NULL"
        case .emailLink?: ":method <> '' AND email_link_sign_in = 1"
        case .phone?: ":method <> '' AND phone_number IS NOT NULL"
        case .custom?: ":method <> '' AND custom_auth = 1"
        case .passkey?: ":method <> '' AND \(Self.any("passkey"))"
        case .anonymous?:
            """
            :method <> '' AND email IS NULL AND phone_number IS NULL AND password_hash IS NULL AND custom_auth = 0
                AND NOT \(Self.any("identity")) AND NOT \(Self.any("passkey"))
            """
        case .some: Self.any("identity", "identity.provider = :method")
        }
    }

    private var stateCondition: String {
        switch state {
        case nil: "TRUE"
        case .disabled?: "disabled = 1"
        case .unverified?: "email IS NOT NULL AND email_verified = 0"
        case .protected?: Self.any("second_factor")
        }
    }

    private static func any(_ table: String, _ condition: String = "TRUE") -> String {
        """
        EXISTS (
            SELECT 1 FROM \(table)
            WHERE \(table).project = account.project AND \(table).tenant = account.tenant AND \(table).account = account.id AND \(condition))
        """
    }
}
