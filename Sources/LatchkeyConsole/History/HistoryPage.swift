import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/history`: the paginated audit log of a project; `/console/administrators/history`: that of administrators.
struct HistoryPage: Sendable {
    let console: Console
    let now: WallClock

    private static let pageSize = 100

    private struct Content {
        let frame: ConsoleFrame
        let title: String
        let here: String
        let kinds: [Choice]
        let outcomes: [Choice]
        let periods: [Period]
        /// The UID or address that the list is filtered by.
        let account: String
        let rows: [Row]
        let first: String?
        let next: String?
        let hasPages: Bool
        let isLive: Bool
    }

    private struct Choice {
        let value: String
        let chosen: Bool
    }

    private struct Period {
        let hours: Int
        let name: String
        let chosen: Bool
    }

    private static let periods = [(1, "last hour"), (24, "last 24 hours"), (7 * 24, "last 7 days"), (30 * 24, "last 30 days")]
    private static let maxAccountBytes = 254
    /// The number of tenants in which an address is looked up.
    private static let maxTenants = 100

    private struct Row {
        let at: ShownDate
        let kind: String
        let method: String?
        let outcome: String
        let reason: String?
        let subject: String?
        /// The address, number or UID of the subject.
        let name: String?
        let href: String?
        let actor: String?
        let address: String?

        /// - Parameter leads: Whether rows link to the pages of accounts.
        init(_ event: AuthEvent, leads: Bool, _ names: EventNames) {
            at = ShownDate(event.at)
            kind = event.kind.rawValue
            method = event.method?.rawValue
            outcome = event.outcome.rawValue
            reason = event.reason
            subject = event.subject?.rawValue
            name = event.subject.map { names.name(of: $0, in: event.realm) }
            href = leads ? event.subject.map { UserPage.path(of: $0, in: ConsoleRealm.users(of: event.realm)) } : nil
            actor = event.actor.map { $0 == event.subject?.rawValue && !$0.contains("@") ? "user" : names.actors.name(of: $0) }
            address = event.address
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/history", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let project = try await console.project(context)
            return try await list(
                of: project.id, at: ConsoleSection.history.path(in: project.id), title: "History",
                frame: console.frame(visitor, .history, of: project), leads: true, request)
        }
        console.get(Self.ofAdministrators, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, atLeast: .owner)
            return try await list(
                of: .console, at: Self.ofAdministrators, title: "Administrator audit log", frame: try await console.frame(visitor),
                leads: false, request)
        }
    }

    private static let ofAdministrators = AdministratorsPage.path + "/history"

    private func list(
        of project: ProjectID, at here: String, title: String, frame: ConsoleFrame, leads: Bool, _ request: Request
    ) async throws -> Response {
        let parameters = try? QueryParameters(formEncoded: request.uri.query ?? "")
        // Only known values are used. Other query values are never rendered.
        let kind = AuthEvent.Kind.allCases.first { $0.rawValue == parameters?["kind"] }
        let outcome = parameters?["outcome"].flatMap(AuthEvent.Outcome.init(rawValue:))
        let hours = Self.periods.first { String($0.0) == parameters?["hours"] }?.0
        let account = parameters?["account"]?.trimmed ?? ""
        let before = parameters?["before"].flatMap(EventPosition.init(token:))
        var filter = EventFilter(project: project, kind: kind, outcome: outcome, before: before)
        filter.since = hours.map { now().addingTimeInterval(-3600 * Double($0)) }
        let (found, names) = try await console.store.read { [filter] view in
            var filter = filter
            if !account.isEmpty { try Self.narrow(&filter, to: String(account.prefix(Self.maxAccountBytes)), view) }
            let found = try view.events(filter, limit: Self.pageSize + 1)
            return (found, try EventNames(found.prefix(Self.pageSize).map(\.event), view))
        }
        let shown = found.prefix(Self.pageSize)
        let chosen =
            here + "?kind=" + (kind?.rawValue ?? "") + "&outcome=" + (outcome?.rawValue ?? "")
            + "&hours=" + (hours.map { String($0) } ?? "") + "&account=" + PercentEncoding.encode(account)
        let next = found.count > shown.count ? shown.last.map { chosen + "&before=" + $0.position.token } : nil
        let isWhole = before == nil && filter == EventFilter(project: project) && account.isEmpty
        return try console.page(
            "console-history",
            Content(
                frame: frame, title: title, here: here,
                kinds: AuthEvent.Kind.allCases.map { .init(value: $0.rawValue, chosen: $0 == kind) },
                outcomes: AuthEvent.Outcome.allCases.map { .init(value: $0.rawValue, chosen: $0 == outcome) },
                periods: Self.periods.map { .init(hours: $0.0, name: $0.1, chosen: $0.0 == hours) }, account: account,
                rows: shown.map { Row($0.event, leads: leads, names) }, first: before == nil ? nil : chosen, next: next,
                hasPages: before != nil || next != nil, isLive: isWhole))
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

/// The names of the accounts and administrators of events. Events identify accounts by UID only. A deleted account is shown by UID.
private struct EventNames {
    let actors: ActorNames
    private var names: [String: String] = [:]

    init(_ events: [AuthEvent], _ view: any StoreReading) throws {
        actors = try ActorNames(events.map(\.actor), view)
        for event in events {
            guard let subject = event.subject, names[Self.key(subject, event.realm)] == nil else { continue }
            names[Self.key(subject, event.realm)] = try view.account(subject, in: event.realm)?.shownIdentifier ?? subject.rawValue
        }
    }

    func name(of subject: AccountID, in realm: Realm) -> String { names[Self.key(subject, realm)] ?? subject.rawValue }

    private static func key(_ subject: AccountID, _ realm: Realm) -> String { realm.tenant.rawValue + "/" + subject.rawValue }
}
