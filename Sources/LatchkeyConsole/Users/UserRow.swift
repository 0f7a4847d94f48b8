import LatchkeyIdentity

/// A row of the user list.
struct UserRow {
    let href: String
    let avatar: Avatar
    let identifier: String
    let name: String?
    let uid: String
    let providers: String
    let created: ShownDate
    let signedIn: ShownDate?
    let disabled: Bool

    init(_ account: Account, in list: String) {
        href = UserPage.path(of: account, in: list)
        avatar = Avatar(account)
        identifier = account.shownIdentifier
        name = account.displayName
        uid = account.id.rawValue
        providers = account.shownProviders
        created = ShownDate(account.createdAt)
        signedIn = account.lastSignInAt.map { ShownDate($0) }
        disabled = account.disabled
    }
}

/// The headers of the columns by which the user list can be sorted. A search has an order of its own.
struct UserListHeaders {
    struct Header {
        /// The link that sorts by the column, or reverses the order; `nil` in a search.
        let href: String?
        /// The value of `aria-sort`.
        let sort: String
    }

    let identifier: Header
    let name: Header
    let created: Header

    init(_ query: UserListQuery, in list: String) {
        func header(_ column: AccountColumn) -> Header {
            guard query.text.isEmpty else { return Header(href: nil, sort: "none") }
            let sort = query.column != column ? "none" : query.descending ? "descending" : "ascending"
            return Header(href: list + query.sorted(by: column).link, sort: sort)
        }
        (identifier, name, created) = (header(.email), header(.displayName), header(.createdAt))
    }
}

/// The position of a page of the user list, and the links to its neighbors.
struct UserListPages {
    /// For example `51–100 of 1,000,010`; `nil` for an empty page.
    let position: String?
    let first: String?
    let previous: String?
    let next: String?

    init(_ query: UserListQuery, _ part: AccountListPart, total: Int?, in list: String) {
        let shown = Array(part.accounts.prefix(UsersPage.pageSize))
        let before = query.isBackward ? max(0, query.from - shown.count) : query.from
        let end = before + shown.count
        func link(_ account: Account?, from: Int, isBackward: Bool) -> String? {
            account.map { account in
                list
                    + query.changed {
                        ($0.place, $0.isBackward, $0.from) = (AccountPlace(of: account, by: query.column), isBackward, from)
                    }.link
            }
        }
        // A filter can end a page before the list ends.
        let goesOn = query.isBackward || part.next != nil
        next =
            !query.isBackward
            ? part.next.map { place in
                list + query.changed { ($0.place, $0.from) = (place, end) }.link
            } : link(shown.last, from: end, isBackward: false)
        // Backward, a filter can end a page before the list begins.
        previous =
            query.isBackward
            ? part.next.map { place in
                list + query.changed { ($0.place, $0.isBackward, $0.from) = (place, true, before) }.link
            } : query.place == nil ? nil : link(shown.first, from: before, isBackward: true)
        first = query.place == nil ? nil : list + query.changed { _ in }.link
        let all = total.map { max($0, end) } ?? (goesOn || part.accounts.count > shown.count ? nil : end)
        position =
            shown.isEmpty ? nil : "\((before + 1).grouped)–\(end.grouped)" + (all.map { " of \($0.grouped)" } ?? "")
    }
}
