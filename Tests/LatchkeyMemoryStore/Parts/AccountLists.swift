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

    func newestAccounts(
        in realm: Realm, matching filter: AccountFilter, after last: AccountPlace?, limit: Int, examining examined: Int
    ) throws -> AccountListPart {
        let limit = max(1, limit)
        let rest = accounts(in: realm) { account in last.map { account.place.precedes($0) } ?? true }
            .sorted { $1.place.precedes($0.place) }
        let scanned = filter == AccountFilter() ? rest : Array(rest.prefix(max(limit, examined)))
        let found = scanned.filter { matches($0, filter) }
        let accounts = Array(found.prefix(limit))
        if found.count > limit { return AccountListPart(accounts: accounts, next: accounts.last?.place) }
        // A full scan has a next page, even if nothing may follow.
        let isFull = filter != AccountFilter() && scanned.count == max(limit, examined)
        return AccountListPart(accounts: accounts, next: isFull ? scanned.last?.place : nil)
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

    private func matches(_ account: Account, _ filter: AccountFilter) -> Bool {
        let hasMethod =
            switch filter.method {
            case nil: true
            case .password?: account.password != nil
            case .emailLink?: account.emailLinkSignIn
            case .phone?: account.phoneNumber != nil
            case .custom?: account.customAuth
            case .passkey?: account.hasPasskey
            case .anonymous?: account.isAnonymous
            case let provider?: account.identity(of: provider) != nil
            }
        let hasState =
            switch filter.state {
            case nil: true
            case .disabled?: account.disabled
            case .unverified?: account.email != nil && !account.emailVerified
            case .protected?: !state.secondFactors.of(account.id, in: account.realm).isEmpty
            }
        return hasMethod && hasState
    }
}

extension AccountPlace {
    fileprivate func precedes(_ other: AccountPlace) -> Bool {
        createdAt < other.createdAt || (createdAt == other.createdAt && id.rawValue.precedes(other.id.rawValue))
    }
}

extension Account {
    fileprivate var place: AccountPlace { AccountPlace(createdAt: createdAt, id: id) }
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
