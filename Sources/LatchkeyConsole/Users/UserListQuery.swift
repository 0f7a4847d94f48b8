import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The search, filter, order and position of the user list, from the query of the request. Links repeat it with changes.
struct UserListQuery: Sendable {
    /// The names of the parameters that a link to the same part of the list has.
    static let names = ["q", "method", "state", "sort", "after", "before", "from"]

    /// A name, an e-mail address, a phone number, the beginning of one of these, a UID, or a user ID at a provider.
    var text = ""
    var filter = AccountFilter()
    var column = AccountColumn.createdAt
    var descending = true
    /// The position after which the page begins, or before which it ends; `nil` for the first page.
    var place: AccountPlace?
    var isBackward = false
    /// The number of accounts before ``place``, as the former page counted them. It is only shown.
    var from = 0

    init() {}

    init(_ parameters: QueryParameters?) {
        text = (parameters?["q"] ?? "").trimmed
        let method = parameters?["method"] ?? ""
        // No provider ID is longer than 256 bytes. The value is only compared.
        filter = AccountFilter(
            method: method.isEmpty || method.utf8.count > 256 ? nil : ProviderID(rawValue: method),
            state: parameters?["state"].flatMap(AccountFilter.State.init(rawValue:)))
        let sort = parameters?["sort"] ?? ""
        if let column = AccountColumn(rawValue: sort.hasPrefix("-") ? String(sort.dropFirst()) : sort) {
            (self.column, descending) = (column, sort.hasPrefix("-"))
        }
        let (after, before) = (parameters?["after"], parameters?["before"])
        place = (after ?? before).flatMap(AccountPlace.init(token:))
        isBackward = place != nil && after == nil
        from = min(max(parameters?["from"].flatMap(Int.init) ?? 0, 0), Int(Int32.max))
    }

    var isFiltered: Bool { filter != AccountFilter() }
    var isNarrow: Bool { !text.isEmpty || isFiltered }
    /// Whether this is the first page of the whole list, on which new accounts appear.
    var isBeginning: Bool { !isNarrow && place == nil && sort == nil }
    /// The value of the parameter for the order; `nil` for the newest first.
    var sort: String? { column == .createdAt && descending ? nil : (descending ? "-" : "") + column.rawValue }

    /// Returns the same list from its beginning, with changes.
    func changed(_ change: (inout Self) -> Void) -> Self {
        var other = self
        (other.place, other.isBackward, other.from) = (nil, false, 0)
        change(&other)
        return other
    }

    /// Returns the list by a column. A second click on its header reverses the order.
    func sorted(by column: AccountColumn) -> Self {
        changed { other in
            other.descending = self.column == column ? !descending : column == .createdAt
            other.column = column
        }
    }

    /// The query of a link to the list, with its question mark; empty for the whole list.
    var link: String {
        let pairs: [(String, String?)] = [
            ("q", text.isEmpty ? nil : text), ("method", filter.method?.rawValue), ("state", filter.state?.rawValue), ("sort", sort),
            (isBackward ? "before" : "after", place?.token), ("from", place == nil ? nil : String(from)),
        ]
        let query = pairs.compactMap { name, value in value.map { name + "=" + PercentEncoding.encode($0) } }.joined(separator: "&")
        return query.isEmpty ? "" : "?" + query
    }
}

extension AccountPlace {
    private static let latest: Int64 = 253_402_300_800_000

    /// The position as a parameter of a link: the value, with its length if it is a text, and the UID.
    fileprivate var token: String {
        switch key {
        case .date(let date): "d\(date.millisecondsSince1970)-\(id.rawValue)"
        case .text(let text): "t\(text.utf8.count)-\(text)\(id.rawValue)"
        case .absent: "n-\(id.rawValue)"
        }
    }

    /// - Returns: `nil` for a text that is no position.
    fileprivate init?(token: String) {
        let parts = token.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = parts[0].first else { return nil }
        let (number, rest) = (Int64(parts[0].dropFirst()), parts[1])
        switch (kind, number) {
        case ("d", let milliseconds?) where (0...Self.latest).contains(milliseconds):
            self.init(key: .date(Date(millisecondsSince1970: milliseconds)), id: AccountID(rawValue: String(rest)))
        case ("t", let length?):
            guard length >= 0, length <= rest.utf8.count else { return nil }
            let end = rest.utf8.index(rest.startIndex, offsetBy: Int(length))
            guard let text = String(rest.utf8[..<end]), let uid = String(rest.utf8[end...]) else { return nil }
            self.init(key: .text(text), id: AccountID(rawValue: uid))
        case ("n", nil): self.init(key: .absent, id: AccountID(rawValue: String(rest)))
        default: return nil
        }
    }
}
