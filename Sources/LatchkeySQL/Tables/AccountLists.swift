import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func accounts(in realm: Realm, listed query: AccountListQuery) throws -> AccountListPart {
        var found: [Account] = []
        var end: AccountPlace?
        for range in query.ranges {
            // Without a filter, the limit alone is enough.
            if query.filter != AccountFilter() { end = try lastExamined(of: range, query, in: realm) }
            // One row more than the limit shows whether there are more.
            found += try accounts(of: range, through: end, query, in: realm, limit: query.limit + 1 - found.count)
            if found.count > query.limit || end != nil { break }
        }
        let accounts = try withIdentities(ofAll: Array(found.prefix(query.limit)), in: realm)
        let more = found.count > query.limit ? accounts.last.map { AccountPlace(of: $0, by: query.column) } : end
        return AccountListPart(accounts: query.isBackward ? accounts.reversed() : accounts, next: more)
    }

    /// Returns the last row of a range that is examined, which is found by the index alone; `nil` if the range is shorter.
    private func lastExamined(of range: AccountRange, _ query: AccountListQuery, in realm: Realm) throws -> AccountPlace? {
        try first(
            """
            SELECT \(range.hasKey ? query.column.sql : "NULL"), id FROM account
            WHERE project = :project AND tenant = :tenant AND \(range.condition) ORDER BY \(range.order) LIMIT 1 OFFSET :offset
            """,
            [
                ":project": realm.project, ":tenant": realm.tenant, ":key": range.key, ":id": range.id, ":offset": query.examined - 1,
            ]
        ) { row in
            guard range.hasKey else {
                _ = try row.next(String?.self)
                return AccountPlace(key: .absent, id: try row.next())
            }
            let key: AccountPlace.Key = query.column == .createdAt ? .date(try row.next()) : .text(try row.next())
            return AccountPlace(key: key, id: try row.next())
        }
    }

    private func accounts(
        of range: AccountRange, through end: AccountPlace?, _ query: AccountListQuery, in realm: Realm, limit: Int
    ) throws -> [Account] {
        try all(
            """
            SELECT \(Account.readColumns) FROM account
            WHERE project = :project AND tenant = :tenant AND \(range.condition) AND \(end == nil ? "TRUE" : range.end)
                AND \(query.filter.condition)
            ORDER BY \(range.order) LIMIT :limit
            """,
            [
                ":project": realm.project, ":tenant": realm.tenant, ":key": range.key, ":id": range.id, ":end_key": end?.key ?? .absent,
                ":end_id": end?.id ?? "", ":method": query.filter.method ?? "", ":limit": limit,
            ], Account.init)
    }

    package func accounts(_ ids: [AccountID], in realm: Realm) throws -> [Account] {
        let ids = AccountIDList(ids)
        let found = try all(
            "SELECT \(Account.readColumns) FROM account WHERE project = :project AND tenant = :tenant AND id IN (\(ids.sql))",
            Values([(":project", realm.project), (":tenant", realm.tenant)] + ids.values), Account.init)
        return try withIdentities(ofAll: found, in: realm)
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
        return try withIdentities(ofAll: Array(found.prefix(max(0, limit))), in: realm)
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
        let different = found.filter { seen.insert($0.id).inserted }.prefix(max(0, limit))
        return try withIdentities(ofAll: Array(different), in: realm)
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
