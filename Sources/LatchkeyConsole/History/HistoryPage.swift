import Hummingbird
import LatchkeyIdentity
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
        /// The addresses of the filtered events as files.
        let csv: String
        let lines: String
        let limit = HistoryExport.limit.grouped
    }

    private struct Choice {
        let value: String
        let name: String
        let chosen: Bool
    }

    private struct Period {
        let hours: Int
        let name: String
        let chosen: Bool
    }

    private struct Row {
        let at: ShownDate
        let text: EventText
        let subject: String?
        /// The address, number or UID of the subject.
        let name: String?
        let href: String?
        let actor: String?
        let address: String?

        /// - Parameter leads: Whether rows link to the pages of accounts.
        init(_ event: AuthEvent, leads: Bool, _ names: EventNames) {
            at = ShownDate(event.at)
            text = EventText(event)
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
        console.get("/console/projects/:project/history/export", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            return try await export.respond(to: request, of: try await console.project(context).id, visitor)
        }
        console.get(Self.ofAdministrators + "/export", on: router) { request, _ in
            try await export.respond(to: request, of: .console, try await console.door.visitor(request, atLeast: .owner))
        }
        console.get(Self.ofAdministrators, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, atLeast: .owner)
            return try await list(
                of: .console, at: Self.ofAdministrators, title: "Administrator audit log", frame: try await console.frame(visitor),
                leads: false, request)
        }
    }

    private var export: HistoryExport { HistoryExport(console: console, now: now) }
    private static let ofAdministrators = AdministratorsPage.path + "/history"

    private func list(
        of project: ProjectID, at here: String, title: String, frame: ConsoleFrame, leads: Bool, _ request: Request
    ) async throws -> Response {
        let query = HistoryQuery(request.queryParameters)
        let before = query.before
        let (found, names) = try await console.store.read { view in
            let found = try view.events(try query.filter(of: project, now: now(), view), limit: Self.pageSize + 1)
            return (found, try EventNames(found.prefix(Self.pageSize).map(\.event), view))
        }
        let shown = found.prefix(Self.pageSize)
        let chosen = here + "?" + query.text
        let next = found.count > shown.count ? shown.last.map { chosen + "&before=" + $0.position.token } : nil
        return try console.page(
            "console-history",
            Content(
                frame: frame, title: title, here: here,
                kinds: AuthEvent.Kind.allCases.map { .init(value: $0.rawValue, name: EventText.name(of: $0), chosen: $0 == query.kind) }
                    .sorted { $0.name < $1.name },
                outcomes: AuthEvent.Outcome.allCases.map {
                    .init(value: $0.rawValue, name: EventText.name(of: $0), chosen: $0 == query.outcome)
                },
                periods: HistoryQuery.periods.map { .init(hours: $0.0, name: $0.1, chosen: $0.0 == query.hours) }, account: query.account,
                rows: shown.map { Row($0.event, leads: leads, names) }, first: before == nil ? nil : chosen, next: next,
                hasPages: before != nil || next != nil, isLive: before == nil && query.isWhole,
                csv: here + "/export?format=csv&" + query.text, lines: here + "/export?format=jsonl&" + query.text))
    }
}
