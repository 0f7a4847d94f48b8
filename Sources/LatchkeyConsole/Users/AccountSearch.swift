import LatchkeyIdentity

/// The accounts that a request for the user list shows.
struct AccountSearch: Sendable {
    private static let maxTextBytes = 254
    /// The maximum number of accounts examined for one page of a filtered list. In the order of names and addresses, accounts are spread over
    /// the table, so that each takes longer.
    private static func examined(_ column: AccountColumn) -> Int { column == .createdAt ? 10_000 : 1000 }
    /// The maximum number of results of each lookup, if a filter follows it.
    private static let filtered = 500

    let query: UserListQuery
    let realm: Realm

    /// Returns the matching accounts.
    ///
    /// - Returns: For a search, up to one account more than `limit`, as a sign that there are more. A search has no further pages.
    func find(limit: Int, _ view: any StoreReading) throws -> AccountListPart {
        let filter = query.filter
        guard query.text.isEmpty else {
            guard query.text.utf8.count <= Self.maxTextBytes else { return AccountListPart(accounts: [], next: nil) }
            let found = try found(filter == AccountFilter() ? limit + 1 : Self.filtered, query.text, view)
            return AccountListPart(accounts: Array(found.filter(filter.matches).prefix(limit + 1)), next: nil)
        }
        return try view.accounts(
            in: realm,
            listed: AccountListQuery(
                column: query.column, descending: query.descending, filter: filter, place: query.place, isBackward: query.isBackward,
                limit: limit, examined: Self.examined(query.column)))
    }

    /// Returns the accounts with this UID, with this user ID or address at a provider, or with an address, number or name that begins with
    /// the text. Each lookup uses an index of the store.
    private func found(_ limit: Int, _ text: String, _ view: any StoreReading) throws -> [Account] {
        var found: [Account] = []
        if let account = try view.account(AccountID(rawValue: text), in: realm) { found.append(account) }
        found += try view.accounts(in: realm, beginningWith: PhoneNumber(text)?.text ?? text, limit: limit)
        if let email = EmailAddress(text) { found += try view.accounts(withIdentityEmail: email, in: realm) }
        for provider in try view.providers(in: realm) {
            let key = IdentityKey(provider: provider.identityProvider, origin: provider.identityOrigin, rawID: text)
            if let account = try view.account(linkedTo: key, in: realm) { found.append(account) }
        }
        found += try view.accounts(in: realm, named: text, limit: limit)
        var seen: Set<AccountID> = []
        return found.filter { seen.insert($0.id).inserted }
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
