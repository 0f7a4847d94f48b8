import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The search and filter of the user list, from the query of the request.
struct AccountSearch: Sendable {
    private static let maxTextBytes = 254
    /// The names of the parameters that a link to the same part of the list has.
    static let names = ["q", "method", "state", "after"]

    /// A name, an e-mail address, a phone number, the beginning of one of these, a UID, or a user ID at a provider.
    let text: String
    let filter: AccountFilter

    init(_ parameters: QueryParameters?) {
        text = (parameters?["q"] ?? "").trimmed
        let method = parameters?["method"] ?? ""
        // No provider ID is longer than 256 bytes. The value is only compared.
        filter = AccountFilter(
            method: method.isEmpty || method.utf8.count > 256 ? nil : ProviderID(rawValue: method),
            state: parameters?["state"].flatMap(AccountFilter.State.init(rawValue:)))
    }

    var isNarrow: Bool { !text.isEmpty || filter != AccountFilter() }

    /// The query that repeats the filter, for links.
    var filterQuery: String {
        guard filter != AccountFilter() else { return "?" }
        return "?method=" + PercentEncoding.encode(filter.method?.rawValue ?? "") + "&state=" + (filter.state?.rawValue ?? "") + "&"
    }

    /// Returns the matching accounts.
    ///
    /// - Returns: For a search, up to one account more than `limit`, as a sign that there are more. A search has no further pages.
    func find(
        in realm: Realm, after last: AccountPlace?, limit: Int, examining examined: Int, _ view: any StoreReading
    ) throws -> AccountListPart {
        guard text.isEmpty else {
            return AccountListPart(accounts: text.utf8.count > Self.maxTextBytes ? [] : try found(in: realm, limit + 1, view), next: nil)
        }
        return try view.newestAccounts(in: realm, matching: filter, after: last, limit: limit, examining: examined)
    }

    /// Returns the accounts with this UID, with this user ID or address at a provider, or with an address, number or name that begins with
    /// the text. Each lookup uses an index of the store.
    private func found(in realm: Realm, _ limit: Int, _ view: any StoreReading) throws -> [Account] {
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
