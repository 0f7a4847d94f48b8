import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func accounts(in realm: Realm, by order: AccountOrder, descending: Bool, offset: Int, limit: Int) throws -> [Account] {
        // Sorted by uid before, so that equal accounts stay in this order.
        let ascending = accounts(in: realm) { _ in true }.enumerated().sorted { left, right in
            order.precedes(left.element, right.element)
                || (!order.precedes(right.element, left.element) && left.offset < right.offset)
        }.map(\.element)
        let sorted = descending ? ascending.reversed() : ascending
        return Array(sorted.dropFirst(max(0, offset)).prefix(max(0, limit)))
    }

    func accounts(in realm: Realm, listed query: AccountListQuery) throws -> AccountListPart {
        let sorted = accounts(in: realm) { _ in true }.map { (place: AccountPlace(of: $0, by: query.column), account: $0) }
            .sorted { $0.place.precedes($1.place, query.descending) }
        let inDirection = query.isBackward ? sorted.reversed() : sorted
        let rest = inDirection.drop { entry in
            guard let place = query.place else { return false }
            return query.isBackward ? !entry.place.precedes(place, query.descending) : !place.precedes(entry.place, query.descending)
        }
        let scanned = query.filter == AccountFilter() ? Array(rest) : Array(rest.prefix(query.examined))
        let found = scanned.filter { query.filter.matches($0.account) }
        let page = found.prefix(query.limit)
        let accounts = page.map(\.account)
        // A full scan has a next page, even if nothing may follow.
        let isFull = query.filter != AccountFilter() && scanned.count == query.examined
        let next = found.count > query.limit ? page.last?.place : isFull ? scanned.last?.place : nil
        return AccountListPart(accounts: query.isBackward ? accounts.reversed() : accounts, next: next)
    }

    func accounts(_ ids: [AccountID], in realm: Realm) throws -> [Account] {
        try Set(ids.prefix(100)).compactMap { try account($0, in: realm) }
    }

    func accounts(in realm: Realm, beginningWith text: String, limit: Int) throws -> [Account] {
        guard !text.isEmpty else { return [] }
        let prefix = text.lowercased()
        let byEmail = accounts(in: realm) { $0.email?.text.hasPrefix(prefix) ?? false }
            .sorted { ($0.email?.text ?? "").precedes($1.email?.text ?? "") }
        let byNumber = accounts(in: realm) { $0.phoneNumber?.hasPrefix(prefix) ?? false }
            .sorted { ($0.phoneNumber ?? "").precedes($1.phoneNumber ?? "") }
        return Array((byEmail + byNumber).prefix(max(0, limit)))
    }

    func accounts(in realm: Realm, named text: String, limit: Int) throws -> [Account] {
        func folded(_ text: String) -> String {
            text.prefix(1).lowercased() + String(text.dropFirst().map { $0.isASCII ? Character($0.lowercased()) : $0 })
        }
        func rest(_ name: String) -> String { name.firstIndex(of: " ").map { String(name[$0...].dropFirst()) } ?? "" }
        guard !text.isEmpty else { return [] }
        let byName = accounts(in: realm) { $0.displayName.map { folded($0).hasPrefix(folded(text)) } ?? false }
        let byRest = accounts(in: realm) { $0.displayName.map { folded(rest($0)).hasPrefix(folded(text)) } ?? false }
            .filter { other in !byName.contains { $0.id == other.id } }
        return Array((byName + byRest).prefix(max(0, limit)))
    }

    func accountCount(in realm: Realm) throws -> Int { state.accounts.values.count { $0.realm == realm } }
}

extension AccountPlace {
    /// Whether the position precedes another one. Accounts without a value come last in both orders.
    fileprivate func precedes(_ other: AccountPlace, _ descending: Bool) -> Bool {
        func before<T: Equatable>(_ left: T, _ right: T, _ less: (T, T) -> Bool) -> Bool {
            descending ? less(right, left) : less(left, right)
        }
        func byID() -> Bool { before(id.rawValue, other.id.rawValue) { $0.precedes($1) } }
        return switch (key, other.key) {
        case (.date(let left), .date(let right)): left == right ? byID() : before(left, right, <)
        case (.text(let left), .text(let right)): left.equals(right) ? byID() : before(left, right) { $0.precedes($1) }
        case (.absent, .absent): byID()
        case (.absent, _): false
        default: true
        }
    }
}

extension AccountOrder {
    /// Whether the first account precedes the second, regardless of their uids. Absent values come first.
    fileprivate func precedes(_ first: Account, _ second: Account) -> Bool {
        func text(_ first: String?, _ second: String?) -> Bool {
            guard let second else { return false }
            return first.map { $0.precedes(second) } ?? true
        }
        return switch self {
        case .id: false
        case .displayName: text(first.displayName, second.displayName)
        case .createdAt: first.createdAt < second.createdAt
        case .lastSignInAt: (first.lastSignInAt ?? .distantPast) < (second.lastSignInAt ?? .distantPast)
        case .email: text(first.email?.text, second.email?.text)
        }
    }
}
