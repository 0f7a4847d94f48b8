import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// What an address of the list of users asks for: who is looked for, or which of them are shown.
struct AccountSearch: Sendable {
    private static let maxTextBytes = 254

    /// An e-mail address, a telephone number, the beginning of one, or a uid.
    let text: String
    let filter: AccountFilter

    init(_ parameters: QueryParameters?) {
        text = String((parameters?["q"] ?? "").drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let method = parameters?["method"] ?? ""
        // Nothing longer names a provider, and whatever is written here is only compared.
        filter = AccountFilter(
            method: method.isEmpty || method.utf8.count > 256 ? nil : ProviderID(rawValue: method),
            state: parameters?["state"].flatMap(AccountFilter.State.init(rawValue:)))
    }

    var isNarrow: Bool { !text.isEmpty || filter != AccountFilter() }

    /// The part of an address that says the filter again.
    var filterQuery: String {
        guard filter != AccountFilter() else { return "?" }
        return "?method=" + PercentEncoding.encode(filter.method?.rawValue ?? "") + "&state=" + (filter.state?.rawValue ?? "") + "&"
    }

    /// - Returns: Of a search one account more than `limit`, where there are more: it has no further pages.
    func find(
        in realm: Realm, after last: AccountPlace?, limit: Int, examining examined: Int, _ view: any StoreReading
    ) throws -> AccountListPart {
        guard text.isEmpty else {
            return AccountListPart(accounts: text.utf8.count > Self.maxTextBytes ? [] : try found(in: realm, limit + 1, view), next: nil)
        }
        return try view.newestAccounts(in: realm, matching: filter, after: last, limit: limit, examining: examined)
    }

    /// Who has this uid, this address at a provider, or an address or number that begins so. The store finds each by an index.
    private func found(in realm: Realm, _ limit: Int, _ view: any StoreReading) throws -> [Account] {
        var found: [Account] = []
        if let account = try view.account(AccountID(rawValue: text), in: realm) { found.append(account) }
        found += try view.accounts(in: realm, beginningWith: PhoneNumber(text)?.text ?? text, limit: limit)
        if let email = EmailAddress(text) { found += try view.accounts(withIdentityEmail: email, in: realm) }
        var seen: Set<AccountID> = []
        return found.filter { seen.insert($0.id).inserted }
    }
}
