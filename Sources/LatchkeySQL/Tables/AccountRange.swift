import LatchkeyIdentity

/// A part of a sorted list of accounts that is a range of one index. Its statement needs no sort, however many accounts have the same value.
struct AccountRange {
    /// Whether the accounts have a value in the column of the list.
    let hasKey: Bool
    /// The condition, with the parameters `:key` and `:id`.
    let condition: String
    let order: String
    /// The condition that ends the range at a row, with the parameters `:end_key` and `:end_id`.
    let end: String
    let key: AccountPlace.Key
    let id: AccountID
}

extension AccountListQuery {
    /// The ranges of the list from its position on, in the direction of the request.
    var ranges: [AccountRange] {
        switch place?.key {
        case nil: isBackward ? absent(beyond: nil) + present(beyond: nil) : present(beyond: nil) + absent(beyond: nil)
        case .absent?: isBackward ? absent(beyond: place) + present(beyond: nil) : absent(beyond: place)
        case .date?, .text?: equal(to: place) + present(beyond: place) + (isBackward ? [] : absent(beyond: nil))
        }
    }

    private var isDescending: Bool { descending != isBackward }
    private var direction: String { isDescending ? "DESC" : "ASC" }
    private var beyond: String { isDescending ? "<" : ">" }
    /// The comparison of a row with the last one of a page, which belongs to the page.
    private var within: String { isDescending ? ">=" : "<=" }

    /// The accounts with the value of a position.
    private func equal(to place: AccountPlace?) -> [AccountRange] {
        guard let place else { return [] }
        return [
            range("\(column.presence) AND \(column.sql) = :key AND id \(beyond) :id", by: "id \(direction)", "id \(within) :end_id", place)
        ]
    }

    /// The accounts with a value, or with one beyond that of a position.
    private func present(beyond place: AccountPlace?) -> [AccountRange] {
        let condition = place == nil ? "" : " AND \(column.sql) \(beyond) :key"
        // SQLite uses an index of expressions for the first comparison only.
        let end = "\(column.sql) \(within) :end_key AND (\(column.sql), id) \(within) (:end_key, :end_id)"
        // An address is unique, and its index does not contain the uid.
        let order = "\(column.sql) \(direction)" + (column == .email ? "" : ", id \(direction)")
        return [range(column.presence + condition, by: order, end, place)]
    }

    /// The accounts without a value.
    private func absent(beyond place: AccountPlace?) -> [AccountRange] {
        guard let absence = column.absence else { return [] }
        let condition = place == nil ? "" : " AND id \(beyond) :id"
        return [range(absence + condition, hasKey: false, by: "id \(direction)", "id \(within) :end_id", place)]
    }

    private func range(
        _ condition: String, hasKey: Bool = true, by order: String, _ end: String, _ place: AccountPlace?
    ) -> AccountRange {
        AccountRange(hasKey: hasKey, condition: condition, order: order, end: end, key: place?.key ?? .absent, id: place?.id ?? "")
    }
}

extension AccountColumn {
    /// The indexed expression.
    var sql: String {
        switch self {
        case .createdAt: "created_at"
        case .email: "email"
        case .displayName: NameIndex.parts[0].name
        }
    }

    /// The condition of the index of accounts with a value.
    fileprivate var presence: String {
        switch self {
        case .createdAt: "TRUE"
        case .email: "email IS NOT NULL"
        case .displayName: NameIndex.parts[0].condition
        }
    }

    /// The condition of the index of accounts without a value; `nil` for a column that always has one.
    fileprivate var absence: String? {
        switch self {
        case .createdAt: nil
        case .email: "email IS NULL"
        case .displayName: "display_name IS NULL"
        }
    }
}

/// The indexes of the sorted lists that other queries do not need. They do not contain what changes at a sign-in.
package enum AccountListIndex {
    /// The statements that create the indexes. The index of names gets the uid, so that many accounts with the same name cost nothing.
    package static let sql = """
        DROP INDEX account_by_name;
        CREATE INDEX account_by_name ON account (project, tenant, (\(AccountColumn.displayName.sql)), id) WHERE display_name IS NOT NULL;
        CREATE INDEX account_without_name ON account (project, tenant, id) WHERE display_name IS NULL;
        CREATE INDEX account_without_email ON account (project, tenant, id) WHERE email IS NULL;
        """
}

extension AccountPlace.Key: Storable {
    package var stored: StoredValue {
        switch self {
        case .date(let date): date.stored
        case .text(let text): text.stored
        case .absent: .null
        }
    }

    package init?(stored: StoredValue) { nil }
}

/// Uids as parameters of a statement. The number of parameters has few values, so that there are few different statements.
struct AccountIDList {
    /// The maximum number of uids.
    static let limit = 100
    private static let sizes = [10, limit]

    private let ids: [AccountID]

    init(_ ids: [AccountID]) {
        var seen: Set<AccountID> = []
        let different = ids.filter { seen.insert($0).inserted }.prefix(Self.limit)
        let size = Self.sizes.first { $0 >= different.count } ?? Self.limit
        // No account has an empty uid.
        self.ids = different + Array(repeating: "", count: size - different.count)
    }

    var sql: String { ids.indices.map { ":id\($0)" }.joined(separator: ", ") }
    var values: [(String, any Storable)] { ids.enumerated().map { (":id\($0)", $1) } }
}
