import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The filters of the history, from the query of the request. Only known values are used; others are never rendered.
struct HistoryQuery: Sendable {
    static let periods = [(1, "last hour"), (24, "last 24 hours"), (7 * 24, "last 7 days"), (30 * 24, "last 30 days")]
    private static let maxAccountBytes = 254
    /// The number of tenants in which an address is looked up.
    private static let maxTenants = 100

    let kind: AuthEvent.Kind?
    let outcome: AuthEvent.Outcome?
    let hours: Int?
    /// An address, a phone number or a UID; empty for all accounts.
    let account: String
    let before: EventPosition?

    init(_ parameters: QueryParameters) {
        kind = AuthEvent.Kind.allCases.first { $0.rawValue == parameters["kind"] }
        outcome = parameters["outcome"].flatMap(AuthEvent.Outcome.init(rawValue:))
        hours = Self.periods.first { String($0.0) == parameters["hours"] }?.0
        account = parameters["account"]?.trimmed ?? ""
        before = parameters["before"].flatMap(EventPosition.init(token:))
    }

    /// Whether no filter is chosen.
    var isWhole: Bool { kind == nil && outcome == nil && hours == nil && account.isEmpty }

    /// The query of a link to the same filters.
    var text: String {
        "kind=" + (kind?.rawValue ?? "") + "&outcome=" + (outcome?.rawValue ?? "") + "&hours=" + (hours.map { String($0) } ?? "")
            + "&account=" + PercentEncoding.encode(account)
    }

    func filter(of project: ProjectID, now: Date, _ view: any StoreReading) throws -> EventFilter {
        var filter = EventFilter(project: project, kind: kind, outcome: outcome, before: before)
        filter.since = hours.map { now.addingTimeInterval(-3600 * Double($0)) }
        if !account.isEmpty { try Self.narrow(&filter, to: String(account.prefix(Self.maxAccountBytes)), view) }
        return filter
    }

    /// Narrows a filter to the account with an address, a phone number or a UID, of the project or of one of its first tenants.
    private static func narrow(_ filter: inout EventFilter, to account: String, _ view: any StoreReading) throws {
        let (email, number) = (EmailAddress(account), PhoneNumber(account))
        if email != nil || number != nil {
            let tenants = try view.tenants(of: filter.project, after: nil, limit: maxTenants).map(\.id)
            for tenant in [.none] + tenants {
                let realm = Realm(project: filter.project, tenant: tenant)
                let found =
                    try email.flatMap { try view.account(withEmail: $0, in: realm) }
                    ?? number.flatMap { try view.account(withPhoneNumber: $0, in: realm) }
                guard let found else { continue }
                (filter.subject, filter.tenant) = (found.id, tenant)
                return
            }
        }
        filter.subject = AccountID(rawValue: account)
    }
}
